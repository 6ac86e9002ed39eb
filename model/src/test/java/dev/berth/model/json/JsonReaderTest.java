package dev.berth.model.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

class JsonReaderTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1}\n{\"b\":\"é\"}\n[]\n",
                "{\"a\":1}{\"b\":\"é\"}[]",
                " {\"a\":1} \r\n {\"b\":\"é\"} []"
            })
    void readsOneDocumentAfterTheOther(String text) {
        try (var reader = reader(text)) {
            assertThat(all(reader))
                    .extracting(Json::text)
                    .containsExactly("{\"a\":1}", "{\"b\":\"é\"}", "[]");
        }
    }

    @Test
    void anEmptyStreamHasNoDocuments() {
        try (var reader = reader(" \n")) {
            assertThat(reader.next()).isEmpty();
            assertThat(reader.next()).isEmpty();
        }
    }

    @Test
    void aDocumentIsReturnedBeforeTheNextOneArrives() throws IOException {
        try (var out = new PipedOutputStream();
                var reader = new JsonReader(new PipedInputStream(out))) {
            out.write("{\"type\":\"ADDED\"}\n".getBytes(StandardCharsets.UTF_8));
            out.flush();

            assertThat(reader.next()).contains(Json.parse("{\"type\":\"ADDED\"}"));
        }
    }

    @Test
    void bytesCanArriveOneByOne() {
        String text = "{\"name\":\"é€😀\"}\n".repeat(20);
        var slow =
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
                    @Override
                    public synchronized int read(byte[] target, int offset, int length) {
                        return super.read(target, offset, Math.min(1, length));
                    }
                };
        try (var reader = new JsonReader(slow)) {
            assertThat(all(reader)).hasSize(20).containsOnly(Json.parse("{\"name\":\"é€😀\"}"));
        }
    }

    @Test
    void documentsLongerThanABufferAreRead() {
        String text = "[\"" + "é".repeat(100_000) + "\"]";
        try (var reader = reader(text + text)) {
            assertThat(all(reader)).extracting(Json::text).containsExactly(text, text);
        }
    }

    @Test
    void problemsAreLocatedInTheStream() {
        try (var reader = reader("{}\n{}\n{\"a\":}\n")) {
            reader.next();
            reader.next();
            assertThatThrownBy(reader::next)
                    .isInstanceOf(JsonException.class)
                    .hasMessageStartingWith("line 3, column 6: ");
        }
    }

    @Test
    void aTruncatedStreamIsAProblem() {
        try (var reader = reader("{}\n{\"a\":{\"b\"")) {
            reader.next();
            assertThatThrownBy(reader::next)
                    .hasMessage("line 2, column 10: the text ends too early");
        }
    }

    @Test
    void malformedBytesAreAProblemOnlyWhenReached() {
        byte[] text = "{}\n\"a?\"".getBytes(StandardCharsets.UTF_8);
        text[5] = (byte) 0xc3;
        try (var reader = new JsonReader(new ByteArrayInputStream(text))) {
            assertThat(reader.next()).contains(Json.Obj.EMPTY);
            assertThatThrownBy(reader::next)
                    .isInstanceOf(JsonException.class)
                    .hasMessageEndingWith("malformed UTF-8");
        }
    }

    @Test
    void utf16IsRejected() {
        try (var reader =
                new JsonReader(
                        new ByteArrayInputStream("[1]".getBytes(StandardCharsets.UTF_16LE)))) {
            assertThatThrownBy(reader::next).hasMessageEndingWith("unexpected zero byte");
        }
    }

    @Test
    void eachDocumentIsLimitedOnItsOwn() {
        var small = JsonOptions.DEFAULT.withMaxBytes(50_000);
        String document = "[\"" + "x".repeat(20_000) + "\"]";
        try (var reader =
                new JsonReader(
                        new ByteArrayInputStream(
                                document.repeat(10).getBytes(StandardCharsets.UTF_8)),
                        small)) {
            assertThat(all(reader)).hasSize(10);
        }
        try (var reader = new JsonReader(Streams.endless('"', 'x'), small)) {
            assertThatThrownBy(reader::next).hasMessageEndingWith("longer than 50000 bytes");
        }
    }

    @Test
    void listElementsAreReturnedOneByOne() {
        var elements = new ArrayList<String>();
        String text = "{\"kind\":\"L\",\"items\":[{\"items\":[1]},2],\"metadata\":{\"a\":1}} [3]";
        try (var reader = reader(text)) {
            assertThat(reader.next("items", element -> elements.add(element.text())))
                    .map(Json::text)
                    .contains("{\"kind\":\"L\",\"metadata\":{\"a\":1}}");
            assertThat(elements).containsExactly("{\"items\":[1]}", "2");
            assertThat(reader.next("items", element -> elements.add("more")))
                    .map(Json::text)
                    .contains("[3]");
            assertThat(reader.next("items", element -> elements.add("more"))).isEmpty();
            assertThat(elements).hasSize(2);
        }
    }

    @Test
    void aValueThatIsNotAListStaysInTheDocument() {
        try (var reader = reader("{\"items\":null}")) {
            assertThat(reader.next("items", element -> {}))
                    .map(Json::text)
                    .contains("{\"items\":null}");
        }
    }

    @Test
    void aListMayBeLongerThanADocumentButNoElementMay() {
        var small = JsonOptions.DEFAULT.withMaxBytes(50_000);
        String element = "\"" + "x".repeat(20_000) + "\",";
        byte[] list =
                ("{\"items\":[" + element.repeat(10) + "1]}").getBytes(StandardCharsets.UTF_8);
        var count = new ArrayList<Json>();
        try (var reader = new JsonReader(new ByteArrayInputStream(list), small)) {
            reader.next("items", count::add);
            assertThat(count).hasSize(11);
        }
        byte[] large =
                ("{\"items\":[\"" + "x".repeat(80_000) + "\"]}").getBytes(StandardCharsets.UTF_8);
        try (var reader = new JsonReader(new ByteArrayInputStream(large), small)) {
            assertThatThrownBy(() -> reader.next("items", one -> {}))
                    .hasMessageEndingWith("longer than 50000 bytes");
        }
    }

    @Test
    void aListThatIsCutOffIsAProblem() {
        try (var reader = reader("{\"items\":[1,2")) {
            assertThatThrownBy(() -> reader.next("items", element -> {}))
                    .hasMessageEndingWith("the text ends too early");
        }
    }

    @Test
    void aStreamThatFailsIsNotAJsonProblem() {
        try (var reader = new JsonReader(Streams.broken())) {
            assertThatThrownBy(reader::next).isInstanceOf(UncheckedIOException.class);
        }
    }

    private static JsonReader reader(String text) {
        return new JsonReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static List<Json> all(JsonReader reader) {
        var documents = new ArrayList<Json>();
        for (Optional<Json> next = reader.next(); next.isPresent(); next = reader.next()) {
            documents.add(next.get());
        }
        return documents;
    }
}
