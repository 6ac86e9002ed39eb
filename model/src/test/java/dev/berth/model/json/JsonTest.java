package dev.berth.model.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.Seed;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Null;
import dev.berth.model.json.Json.Num;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.Json.Str;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

class JsonTest {
    private static final String POD =
            """
            {"kind":"Pod","metadata":{"name":"web","labels":{"b":"2","a":"1"}},\
            "spec":{"containers":[{"name":"main","ports":[{"containerPort":80}]}],"hostNetwork":false},\
            "status":null}\
            """;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "null",
                "true",
                "false",
                "0",
                "-0",
                "-0.0",
                "1.50",
                "1E+05",
                "1e400",
                "123456789012345678901234567890",
                "\"\"",
                "\"a\\n\\u0001\\\"\"",
                "\"é€😀\"",
                "{\"z\":1,\"a\":[{\"y\":[]},{}]}"
            })
    void parsedTextIsWrittenUnchanged(String text) {
        assertThat(Json.parse(text).text()).isEqualTo(text);
        assertThat(Json.parse(text.getBytes(StandardCharsets.UTF_8)).text()).isEqualTo(text);
        assertThat(Json.parse(text).bytes()).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
        assertThat(Json.parse(Json.parse(text).pretty())).isEqualTo(Json.parse(text));
    }

    @Test
    void fieldsKeepTheirOrder() {
        var names = new ArrayList<String>();
        var text = new StringBuilder("{");
        for (int i = 0; i < 100; i++) {
            String name = "k" + (i * 37 % 100);
            names.add(name);
            text.append(i == 0 ? "" : ",").append('"').append(name).append("\":").append(i);
        }
        Obj object = (Obj) Json.parse(text.append('}').toString());

        assertThat(object.fields().keySet()).containsExactlyElementsOf(names);
        for (int i = 0; i < 100; i++) {
            assertThat(object.field(names.get(i))).contains(Json.of(i));
        }
        assertThat(object.field("k100")).isEmpty();
    }

    @Test
    void equalityIgnoresTheOrderOfFields() {
        assertThat(Json.parse("{\"a\":1,\"b\":2}"))
                .isEqualTo(Json.parse("{\"b\":2,\"a\":1}"))
                .hasSameHashCodeAs(Json.parse("{\"b\":2,\"a\":1}"))
                .isNotEqualTo(Json.parse("{\"a\":1}"));
        assertThat(Json.parse("1")).isNotEqualTo(Json.parse("1.0"));
    }

    @Test
    void aPathLeadsThroughObjectsAndArrays() {
        Json pod = Json.parse(POD);

        assertThat(pod.textAt("metadata", "name")).contains("web");
        assertThat(pod.at("spec", "containers", "0", "ports", "0", "containerPort"))
                .contains(Json.of(80));
        assertThat(pod.objAt("metadata", "labels")).isPresent();
        assertThat(pod.at("status")).contains(Null.NULL);
        assertThat(pod.at("status", "phase")).isEmpty();
        assertThat(pod.at("spec", "containers", "1")).isEmpty();
        assertThat(pod.at("spec", "containers", "x")).isEmpty();
        assertThat(pod.textAt("spec")).isEmpty();
        assertThat(pod.objAt("kind")).isEmpty();
    }

    @Test
    void anEditReturnsANewTree() {
        Obj pod = (Obj) Json.parse(POD);

        Obj bound = pod.withAt(List.of("spec", "nodeName"), Json.of("n1"));
        Obj running = bound.withAt(List.of("status", "phase"), Json.of("Running"));

        assertThat(pod.text()).isEqualTo(POD);
        assertThat(running.textAt("spec", "nodeName")).contains("n1");
        assertThat(running.textAt("status", "phase")).contains("Running");
        assertThat(running.fields().keySet()).containsExactly("kind", "metadata", "spec", "status");
        assertThat(running.withoutAt("spec", "nodeName").without("status"))
                .isEqualTo(pod.without("status"));
        assertThat(pod.withoutAt("no", "such", "path")).isSameAs(pod);
        assertThat(pod.without("nothing")).isSameAs(pod);
        assertThat(Obj.EMPTY.with("a", 1).with("b", "x").with("c", true).with("a", 2).text())
                .isEqualTo("{\"a\":2,\"b\":\"x\",\"c\":true}");
        assertThat(Json.arr(Json.of(1)).with(Json.of(2)).text()).isEqualTo("[1,2]");
    }

    @Test
    void editsOfLargeObjectsFindTheirFields() {
        Obj object = Obj.EMPTY;
        for (int i = 0; i < 40; i++) {
            object = object.with("k" + i, i);
        }
        object = object.with("k7", "seven").without("k8").without("k39");

        assertThat(object.fields()).hasSize(38);
        assertThat(object.textAt("k7")).contains("seven");
        assertThat(object.field("k8")).isEmpty();
        assertThat(object.field("k38")).contains(Json.of(38));
    }

    @Test
    void treesCannotBeChangedInPlace() {
        Obj pod = (Obj) Json.parse(POD);
        Map<String, Json> fields = new LinkedHashMap<>();
        fields.put("a", Json.of(1));
        Obj copied = new Obj(fields);
        fields.put("b", Json.of(2));

        assertThat(copied.text()).isEqualTo("{\"a\":1}");
        assertThatThrownBy(() -> pod.fields().put("a", Null.NULL))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> pod.fields().remove("kind"))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> pod.fields().entrySet().iterator().next().setValue(Null.NULL))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void aBuilderCollectsFields() {
        assertThat(
                        Obj.builder()
                                .put("name", "web")
                                .put("priority", 10)
                                .put("hostNetwork", false)
                                .putUnlessEmpty("nodeName", "")
                                .putUnlessEmpty("labels", Obj.EMPTY)
                                .putUnlessEmpty("containers", Arr.EMPTY)
                                .putUnlessEmpty("taints", Json.arr(Json.of(true)))
                                .build()
                                .text())
                .isEqualTo(
                        "{\"name\":\"web\",\"priority\":10,\"hostNetwork\":false,\"taints\":[true]}");
    }

    @Test
    void prettyTextIsIndentedByTwo() {
        assertThat(Json.parse("{\"a\":{\"b\":[1,{\"c\":null}]},\"e\":{},\"f\":[]}").pretty())
                .isEqualTo(
                        """
                        {
                          "a": {
                            "b": [
                              1,
                              {
                                "c": null
                              }
                            ]
                          },
                          "e": {},
                          "f": []
                        }\
                        """);
    }

    @Test
    void writingLeavesTheStreamOpen() {
        var out =
                new ByteArrayOutputStream() {
                    private boolean closed;

                    @Override
                    public void close() {
                        closed = true;
                    }
                };
        Json.of("é").writeTo(out);

        assertThat(out.closed).isFalse();
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("\"é\"");
    }

    @Test
    void numbersAreLongsOrDecimals() {
        assertThat(new Num("9223372036854775807").asLong()).hasValue(Long.MAX_VALUE);
        assertThat(new Num("9223372036854775808").asLong()).isEmpty();
        assertThat(new Num("-0").asLong()).hasValue(0);
        assertThat(new Num("1.0").asLong()).isEmpty();
        assertThat(new Num("1e3").asLong()).isEmpty();
        assertThat(new Num("1e3").decimal()).isEqualByComparingTo(new BigDecimal(1000));
        assertThat(new Num("1e400").asDouble()).isInfinite();
        assertThatThrownBy(() -> new Num("1e99999999999").decimal())
                .isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> new Num("01")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Num("NaN")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Str("\ud83d")).isInstanceOf(IllegalArgumentException.class);
    }

    record Bad(String text, int line, int column, String problem) {}

    static List<Bad> badTexts() {
        return List.of(
                new Bad("", 1, 1, "no value, the text is empty"),
                new Bad(" \n ", 2, 2, "no value, the text is empty"),
                new Bad("{\"a\":1", 1, 7, "the text ends too early"),
                new Bad("[1,", 1, 4, "the text ends too early"),
                new Bad("{\"a\":", 1, 6, "the text ends too early"),
                new Bad("{\"a\"", 1, 5, "the text ends too early"),
                new Bad("\"abc", 1, 5, "the text ends too early"),
                new Bad("{}{}", 1, 3, "more text after the value"),
                new Bad("1 2", 1, 3, "more text after the value"),
                new Bad("[1,]", 1, 4, "unexpected character (']' (code 93))"),
                new Bad("{\"é\":1,\n\"é\" 2}", 2, 5, "unexpected character ('2' (code 50))"),
                new Bad("{\"k\":1,\"é\":2,\"k\":3}", 1, 14, "name \"k\" is repeated"),
                new Bad("tru", 1, 1, "unrecognized token 'tru'"),
                new Bad("NaN", 1, 4, "non-standard token 'NaN'"),
                new Bad("01", 1, 2, "invalid numeric value: Leading zeroes not allowed"),
                new Bad("0X1", 1, 2, "unexpected character ('X' (code 88))"),
                new Bad("// comment", 1, 1, "unexpected character ('/' (code 47))"),
                new Bad("\"\\ud800\"", 1, 1, "half of a surrogate pair"),
                new Bad("[\"\\udc00\\ud800\"]", 1, 2, "half of a surrogate pair"),
                new Bad("\"\\x\"", 1, 3, "unrecognized character escape 'x' (code 120)"));
    }

    @ParameterizedTest
    @MethodSource("badTexts")
    void messagesContainThePositionAndTheProblem(Bad bad) {
        assertThatThrownBy(() -> Json.parse(bad.text))
                .isInstanceOfSatisfying(JsonException.class, e -> check(e, bad));
        assertThatThrownBy(() -> Json.parse(bad.text.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOfSatisfying(JsonException.class, e -> check(e, bad));
    }

    private static void check(JsonException e, Bad bad) {
        assertThat(e.problem()).isEqualTo(bad.problem);
        assertThat(e.line()).isEqualTo(bad.line);
        assertThat(e.column()).isEqualTo(bad.column);
        assertThat(e)
                .hasMessage("line " + bad.line + ", column " + bad.column + ": " + bad.problem);
    }

    record BadBytes(String name, String hex, String problem) {}

    static List<BadBytes> badBytes() {
        return List.of(
                new BadBytes("a lone byte", "22 ff 22", "malformed UTF-8"),
                new BadBytes("a continuation", "22 80 22", "malformed UTF-8"),
                new BadBytes("too long a form of two", "22 c0 80 22", "malformed UTF-8"),
                new BadBytes("too long a form of three", "22 e0 80 80 22", "malformed UTF-8"),
                new BadBytes("too long a form of four", "22 f0 80 80 80 22", "malformed UTF-8"),
                new BadBytes("a surrogate", "22 ed a0 80 22", "malformed UTF-8"),
                new BadBytes("beyond Unicode", "22 f4 90 80 80 22", "malformed UTF-8"),
                new BadBytes("a sequence cut short", "22 e2 82 22", "malformed UTF-8"),
                new BadBytes("the end within a sequence", "22 e2 82", "malformed UTF-8"),
                new BadBytes("UTF-16", "7b 00 7d 00", "unexpected zero byte"),
                new BadBytes("UTF-16 with a mark", "fe ff 00 31", "malformed UTF-8"));
    }

    @ParameterizedTest
    @MethodSource("badBytes")
    void rejectsBytesThatAreNotUtf8(BadBytes bad) {
        byte[] bytes = HexFormat.ofDelimiter(" ").parseHex(bad.hex);

        assertThatThrownBy(() -> Json.parse(bytes))
                .isInstanceOfSatisfying(
                        JsonException.class, e -> assertThat(e.problem()).isEqualTo(bad.problem));
        assertThatThrownBy(() -> Json.parse(new ByteArrayInputStream(bytes)))
                .isInstanceOf(JsonException.class);
    }

    @Test
    void malformedBytesAreLocated() {
        byte[] text = "{\"é\":\n \"aé?\"}".getBytes(StandardCharsets.UTF_8);
        text[text.length - 3] = (byte) 0xff;

        assertThatThrownBy(() -> Json.parse(text)).hasMessage("line 2, column 5: malformed UTF-8");
    }

    @Test
    void namesHaveNoLoneSurrogatesEither() {
        String text = "{\"\\ud800\":1}";

        assertThatThrownBy(() -> Json.parse(text)).hasMessageEndingWith("half of a surrogate pair");
        assertThatThrownBy(() -> Json.parse(text.getBytes(StandardCharsets.UTF_8)))
                .hasMessageEndingWith("half of a surrogate pair");
    }

    @Test
    void aByteOrderMarkIsSkipped() {
        assertThat(Json.parse("\uFEFF{}")).isEqualTo(Obj.EMPTY);
        assertThat(Json.parse("\uFEFF{}".getBytes(StandardCharsets.UTF_8))).isEqualTo(Obj.EMPTY);
        assertThatThrownBy(() -> Json.parse("\uFEFF{]".getBytes(StandardCharsets.UTF_8)))
                .hasMessageStartingWith("line 1, column 2: ");
    }

    @Test
    void depthIsLimited() {
        int max = 500;
        String deepest = "[".repeat(max) + "]".repeat(max);

        assertThat(Json.parse(deepest).text()).isEqualTo(deepest);
        assertThat(Json.parse(deepest)).isEqualTo(Json.parse(deepest));
        assertThatThrownBy(() -> Json.parse("[".repeat(max + 1)))
                .hasMessageEndingWith("nested deeper than 500");
        assertThatThrownBy(() -> Json.parse("{\"a\":".repeat(1_000_000)))
                .hasMessageEndingWith("nested deeper than 500");
        Json tower = Null.NULL;
        for (int i = 0; i < 100_000; i++) {
            tower = Json.arr(tower);
        }
        assertThatThrownBy(tower::text).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void lengthIsLimited() {
        assertThat(Json.parse("1".repeat(1_000)).text()).hasSize(1_000);
        assertThatThrownBy(() -> Json.parse("1".repeat(10_000)))
                .hasMessageEndingWith("a number longer than 1000 characters");
        assertThatThrownBy(() -> Json.parse("1." + "1".repeat(10_000)))
                .hasMessageEndingWith("a number longer than 1000 characters");
        assertThatThrownBy(() -> Json.parse("{\"" + "n".repeat(2_100_000) + "\":1}"))
                .hasMessageEndingWith("a name longer than 2000000 characters");
        var small = JsonOptions.DEFAULT.withMaxBytes(10);
        assertThatThrownBy(() -> Json.parse("\"1234567890\"", small))
                .hasMessageEndingWith("longer than 10 bytes");
        assertThatThrownBy(() -> Json.parse(Streams.endless(' ', ' '), small))
                .hasMessageEndingWith("longer than 10 bytes");
    }

    @Test
    void namesThatCollideDoNotSlowItDown() {
        var text = new StringBuilder("{");
        for (int i = 0; i < 1 << 14; i++) {
            text.append(i == 0 ? "\"" : ",\"");
            for (int bit = 0; bit < 14; bit++) {
                text.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            text.append("\":").append(i);
        }
        Obj object = (Obj) Json.parse(text.append('}').toString());

        assertThat(object.fields()).hasSize(1 << 14);
        assertThat(object.field("Aa".repeat(14))).contains(Json.of(0));
    }

    @Test
    void aStreamThatFailsIsNotAJsonProblem() {
        assertThatThrownBy(() -> Json.parse(Streams.broken()))
                .isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void managedFieldsAreDroppedOnRequest() {
        String object =
                "{\"metadata\":{\"name\":\"a\",\"managedFields\":[{\"x\":{}}]},\"spec\":{\"metadata\":{\"managedFields\":1}}}";
        String less =
                "{\"metadata\":{\"name\":\"a\"},\"spec\":{\"metadata\":{\"managedFields\":1}}}";
        var dropping = JsonOptions.DEFAULT.droppingManagedFields();

        assertThat(Json.parse(object).text()).isEqualTo(object);
        assertThat(Json.parse(object, dropping).text()).isEqualTo(less);
        assertThat(Json.parse("{\"items\":[" + object + "]}", dropping).text())
                .isEqualTo("{\"items\":[" + less + "]}");
        assertThat(Json.parse("{\"type\":\"ADDED\",\"object\":" + object + "}", dropping).text())
                .isEqualTo("{\"type\":\"ADDED\",\"object\":" + less + "}");
    }

    @Test
    void anyTreeSurvivesWritingAndReading() {
        var seed = new Seed();
        SplittableRandom random = seed.random();
        for (int round = 0; round < 300; round++) {
            Json tree = anyTree(random, 5);

            assertThat(Json.parse(tree.text())).as("%s", seed).isEqualTo(tree);
            assertThat(Json.parse(tree.bytes()).text()).as("%s", seed).isEqualTo(tree.text());
            assertThat(Json.parse(tree.pretty())).as("%s", seed).hasSameHashCodeAs(tree);
        }
    }

    @Test
    void damagedTextGivesATreeOrAJsonException() {
        var seed = new Seed();
        SplittableRandom random = seed.random();
        for (int round = 0; round < 3_000; round++) {
            byte[] text = anyTree(random, 4).bytes();
            for (int i = random.nextInt(1, 4); i > 0; i--) {
                text[random.nextInt(text.length)] = (byte) random.nextInt();
            }
            byte[] cut = Arrays.copyOf(text, random.nextInt(text.length + 1));
            try {
                Json.parse(cut);
            } catch (JsonException e) {
                assertThat(e.getMessage())
                        .as("%s", seed)
                        .doesNotContain("\n", "Jackson", "Feature");
            }
        }
    }

    static Json anyTree(SplittableRandom random, int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 6)) {
            case 0 -> Null.NULL;
            case 1 -> Json.of(random.nextBoolean());
            case 2 -> Json.of(random.nextLong());
            case 3 ->
                    new Num(
                            random.nextInt()
                                    + "."
                                    + random.nextInt(1000)
                                    + "e"
                                    + random.nextInt(-9, 9));
            case 4, 5 -> Json.of(anyText(random));
            case 6 -> {
                var elements = new ArrayList<Json>();
                for (int i = random.nextInt(12); i > 0; i--) {
                    elements.add(anyTree(random, depth - 1));
                }
                yield new Arr(elements);
            }
            default -> {
                var fields = new LinkedHashMap<String, Json>();
                for (int i = random.nextInt(20); i > 0; i--) {
                    fields.put(anyText(random), anyTree(random, depth - 1));
                }
                yield new Obj(fields);
            }
        };
    }

    private static String anyText(SplittableRandom random) {
        var text = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            text.appendCodePoint(
                    switch (random.nextInt(4)) {
                        case 0 -> random.nextInt(0x20);
                        case 1 -> random.nextInt(0x20, 0x80);
                        case 2 -> random.nextInt(0x80, 0xd800);
                        default -> random.nextInt(0x10000, 0x110000);
                    });
        }
        return text.toString();
    }
}
