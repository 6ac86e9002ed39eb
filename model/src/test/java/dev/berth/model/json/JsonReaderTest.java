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
    void aDocumentIsHandedOutBeforeTheNextOneComes() throws IOException {
        try (var out = new PipedOutputStream();
                var reader = new JsonReader(new PipedInputStream(out))) {
            out.write("{\"type\":\"ADDED\"}\n".getBytes(StandardCharsets.UTF_8));
            out.flush();

            assertThat(reader.next()).contains(Json.parse("{\"type\":\"ADDED\"}"));
        }
    }

    @Test
    void bytesMayComeOneByOne() {
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
    void aStreamCutShortIsAProblem() {
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
    void utf16IsRefused() {
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
