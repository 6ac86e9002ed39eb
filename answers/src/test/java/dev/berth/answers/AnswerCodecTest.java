package dev.berth.answers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Answers are written as the golden files say, and read by versions that know more or less fields.
///
/// A golden file stays as it is within v1, except for fields that are added.
/// `-Dcontract.write=true` writes them.
class AnswerCodecTest {
    private static final Path GOLDEN = Path.of("golden");

    static Stream<Map.Entry<String, Record>> answers() {
        return Samples.all().entrySet().stream();
    }

    @ParameterizedTest
    @MethodSource("answers")
    void anAnswerIsWrittenAsItsGoldenFileSaysAndReadBack(Map.Entry<String, Record> answer)
            throws IOException {
        Path file = GOLDEN.resolve(answer.getKey() + ".json");
        String written = AnswerCodec.encode(answer.getValue()).pretty() + "\n";
        if (Boolean.getBoolean("contract.write")) {
            Files.createDirectories(GOLDEN);
            Files.writeString(file, written);
        }
        assertThat(written).isEqualTo(Files.readString(file));
        assertThat(decoded(Json.parse(written), answer.getValue())).isEqualTo(answer.getValue());
    }

    @Test
    void thereIsAGoldenFileForEveryDocument() throws IOException {
        Set<Class<?>> sampled =
                answers().map(each -> each.getValue().getClass()).collect(Collectors.toSet());
        assertThat(sampled).containsExactlyInAnyOrderElementsOf(Contract.DOCUMENTS);
        try (Stream<Path> files = Files.list(GOLDEN)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(
                            Samples.all().keySet().stream().map(name -> name + ".json").toList());
        }
    }

    @ParameterizedTest
    @MethodSource("answers")
    void fieldsOfALaterVersionAreIgnored(Map.Entry<String, Record> answer) {
        Json later = withUnknownFields(AnswerCodec.encode(answer.getValue()));
        assertThat(decoded(later, answer.getValue())).isEqualTo(answer.getValue());
    }

    private static Json withUnknownFields(Json json) {
        return switch (json) {
            case Json.Arr(var elements) ->
                    new Json.Arr(
                            elements.stream().map(AnswerCodecTest::withUnknownFields).toList());
            case Json.Obj(var fields) -> {
                var more = Json.Obj.builder();
                fields.forEach((name, value) -> more.put(name, withUnknownFields(value)));
                boolean map = fields.isEmpty() || name(fields.keySet().iterator().next());
                yield map ? more.build() : more.put("addedLater", Json.arr(Json.of(1))).build();
            }
            case Json.Str _, Json.Num _, Json.Bool _, Json.Null _ -> json;
        };
    }

    /// The first keys of the maps in the samples.
    private static boolean name(String key) {
        return List.of(
                        "topology.kubernetes.io/zone",
                        "DynamicResources",
                        "emptyNode",
                        "allocatable")
                .contains(key);
    }

    @ParameterizedTest
    @MethodSource("answers")
    void aFieldThatAnEarlierVersionDoesNotSendIsEmpty(Map.Entry<String, Record> answer) {
        Json.Obj whole = AnswerCodec.encode(answer.getValue());
        for (String field : whole.fields().keySet()) {
            Json.Obj before = whole.without(field);
            Record read = decoded(before, answer.getValue());
            // What was read is written with the empty value, or without the field again.
            assertThat(AnswerCodec.encode(read).without(field)).isEqualTo(before);
        }
        assertThat(decoded(Json.Obj.EMPTY, answer.getValue())).isNotEqualTo(answer.getValue());
    }

    private static Record decoded(Json json, Record like) {
        return AnswerCodec.decode((Json.Obj) json, like.getClass());
    }

    @Test
    void nullCountsAsAbsent() {
        assertThat(AnswerCodec.decode(json("{\"error\":null,\"leader\":null}"), ErrorAnswer.class))
                .isEqualTo(new ErrorAnswer("", Optional.empty()));
    }

    @Test
    void aValueOfTheWrongTypeIsReportedWithItsPath() {
        assertThatThrownBy(() ->
                        AnswerCodec.decode(
                                json("{\"nodes\":[{\"name\":\"n1\"},{\"pods\":\"many\"}]}"),
                                NodesAnswer.class))
                .isInstanceOf(DecodeException.class)
                .hasMessage("nodes[1].pods: \"many\" is not an integer");
        assertThatThrownBy(() ->
                        AnswerCodec.decode(json("{\"hidden\":4294967296}"), DecisionsAnswer.class))
                .hasMessage("hidden: 4294967296 does not fit in 32 bits");
        assertThatThrownBy(() -> AnswerCodec.decode(json("{\"pages\":{}}"), HelpAnswer.class))
                .hasMessageEndingWith("is not a list");
    }

    private static Json.Obj json(String text) {
        return (Json.Obj) Json.parse(text);
    }

    @Test
    void everyFieldHasADescription() {
        assertThat(Contract.types())
                .allSatisfy(type ->
                        assertThat(type.getRecordComponents())
                                .allMatch(each -> each.getAnnotation(Doc.class) != null));
    }
}
