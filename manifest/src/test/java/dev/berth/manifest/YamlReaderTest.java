package dev.berth.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.json.Json;
import dev.berth.model.json.JsonPath;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

class YamlReaderTest {
    private static Json read(String yaml) {
        return new YamlReader("f", yaml).documents().getFirst();
    }

    /// The expected values come from sigs.k8s.io/yaml 1.6.0.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "y|true",
                "Yes|true",
                "on|true",
                "ON|true",
                "n|false",
                "no|false",
                "off|false",
                "yEs|\"yEs\"",
                "oN|\"oN\"",
                "true|true",
                "False|false",
                "tRUE|\"tRUE\"",
                "~|null",
                "null|null",
                "NULL|null",
                "nULL|\"nULL\"",
                "``|null",
                "0|0",
                "-0|0",
                "00|0",
                "0777|511",
                "-0777|-511",
                "08|8",
                "0o17|15",
                "0o18|\"0o18\"",
                "0x1F|31",
                "-0x1f|-31",
                "0xg|\"0xg\"",
                "0b101|5",
                "-0b11|-3",
                "0b2|\"0b2\"",
                "1_000|1000",
                "_1|\"_1\"",
                "+1|1",
                "+|\"+\"",
                "1_0.5|10.5",
                "1.|1",
                ".5|0.5",
                ".5_1|0.51",
                ".5_|\".5_\"",
                "1e3|1000",
                "1E+3|1000",
                "1e-3|0.001",
                "1.50|1.5",
                "-0.0|-0",
                "1e21|1e+21",
                "1e20|100000000000000000000",
                "1e-7|1e-7",
                "1e-6|0.000001",
                "1e400|\"1e400\"",
                "4.9e-324|5e-324",
                "0.30000000000000004|0.30000000000000004",
                "9223372036854775807|9223372036854775807",
                "-9223372036854775808|-9223372036854775808",
                "18446744073709551615|18446744073709551615",
                "18446744073709551616|18446744073709552000",
                "+18446744073709551615|18446744073709552000",
                "-9223372036854775809|-9223372036854776000",
                "123456789012345678901234567890|1.2345678901234568e+29",
                "0x10000000000000000|\"0x10000000000000000\"",
                "07777777777777777777777777|7.777777777777778e+24",
                "1:30|\"1:30\"",
                "190:20:30|\"190:20:30\"",
                "2001-12-14|\"2001-12-14\"",
                "2025-11-16T10:20:30Z|\"2025-11-16T10:20:30Z\"",
                "10Gi|\"10Gi\"",
                "100m|\"100m\"",
                "1e|\"1e\"",
                "NaN|\"NaN\"",
                "1,000|\"1,000\"",
                "1.2.3.4|\"1.2.3.4\"",
                "１|\"１\"",
                "\"yes\"|\"yes\"",
                "'1'|\"1\"",
                "!!str 1|\"1\"",
                "!!int 0x10|16",
                "!!int \"3\"|3",
                "!!float 3|3",
                "!!bool yes|true",
                "!foo 1|\"1\"",
                "! 1|\"1\"",
                "!!binary YWJj|\"abc\"",
                "!!timestamp 2001-01-01|\"2001-01-01\"",
                "a # comment|\"a\"",
                "\"a\\tb\\u00e9\"|\"a\\tbé\"",
                "'it''s'|\"it's\"",
            })
    void scalarsMeanWhatTheyMeanToKubectl(String yaml, String json) {
        assertThat(read("k: " + yaml).at("k"))
                .hasValueSatisfying(v -> assertThat(v.text()).isEqualTo(json));
        assertThat(read("- " + yaml).at("0"))
                .hasValueSatisfying(v -> assertThat(v.text()).isEqualTo(json));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1",
        "0x10, 16",
        "1.50, 1.5",
        "1e10, 1e+10",
        "123456789.125, 1.2345679e+08",
        "1e-5, 1e-05",
        "0.1, 0.1",
        "yes, true",
        "n, false",
        ".inf, .inf",
        "-.Inf, -.inf",
        ".nan, .nan",
        "'1', 1",
        "2001-01-01, 2001-01-01",
        "-0.0, -0",
    })
    void namesBecomeStringsAsTheyDoForKubectl(String yaml, String name) {
        assertThat(((Json.Obj) read(yaml + ": v")).fields()).containsOnlyKeys(name);
    }

    record Case(String name, String yaml, String json) {}

    static List<Case> structures() {
        return List.of(
                new Case(
                        "a block",
                        "a:\n  b: [1, {c: d}]\n  e:\n  - f\n  - g: h\n    i: j\n",
                        "{\"a\":{\"b\":[1,{\"c\":\"d\"}],\"e\":[\"f\",{\"g\":\"h\",\"i\":\"j\"}]}}"),
                new Case(
                        "JSON",
                        "{\"a\": [1, 2.50, \"x\\u00e9\"], \"b\": null}",
                        "{\"a\":[1,2.5,\"xé\"],\"b\":null}"),
                new Case(
                        "text as written",
                        "a: |\n  x\n   y\n\n  z\n",
                        "{\"a\":\"x\\n y\\n\\nz\\n\"}"),
                new Case("text without last line end", "a: |\n  x\n  y", "{\"a\":\"x\\ny\"}"),
                new Case("text stripped", "a: |-\n  x\n", "{\"a\":\"x\"}"),
                new Case("text folded", "a: >\n  x\n  y\n\n  z\n", "{\"a\":\"x y\\nz\\n\"}"),
                new Case(
                        "ends of lines from Windows",
                        "a: 1\r\nb:\r\n- |\r\n  x\r\n  y\r\n",
                        "{\"a\":1,\"b\":[\"x\\ny\\n\"]}"),
                new Case(
                        "aliases",
                        "a: &x {b: 1}\nc: *x\nd: [*x]\n",
                        "{\"a\":{\"b\":1},\"c\":{\"b\":1},\"d\":[{\"b\":1}]}"),
                new Case("an alias as a name", "a: &x b\n*x : 1\n", "{\"a\":\"b\",\"b\":1}"),
                new Case(
                        "an anchor used again",
                        "a: &x 1\nb: &x 2\nc: *x\n",
                        "{\"a\":1,\"b\":2,\"c\":2}"),
                new Case(
                        "merged, then set",
                        "x: &x {a: 1, b: 2}\nz:\n  <<: *x\n  a: 0\n",
                        "{\"x\":{\"a\":1,\"b\":2},\"z\":{\"a\":0,\"b\":2}}"),
                new Case(
                        "set, then merged",
                        "x: &x {a: 1, b: 2}\nz:\n  a: 0\n  <<: *x\n",
                        "{\"x\":{\"a\":1,\"b\":2},\"z\":{\"a\":1,\"b\":2}}"),
                new Case(
                        "merged from several",
                        "x: &x {a: 1}\nz:\n  <<: [*x, {a: 5, c: 6}]\n",
                        "{\"x\":{\"a\":1},\"z\":{\"a\":1,\"c\":6}}"),
                new Case(
                        "a merge key in quotes",
                        "z:\n  \"<<\": {a: 1}\n",
                        "{\"z\":{\"<<\":{\"a\":1}}}"),
                new Case("the first of several", "---\na: 1\n---\nb: 2\n", "{\"a\":1}"),
                new Case(
                        "empty values",
                        "a:\nb: {}\nc: []\nd: [a, b: ]\n",
                        "{\"a\":null,\"b\":{},\"c\":[],\"d\":[\"a\",{\"b\":null}]}"));
    }

    @ParameterizedTest
    @MethodSource("structures")
    void structuresMeanWhatTheyMeanToKubectl(Case example) {
        assertThat(read(example.yaml)).isEqualTo(Json.parse(example.json));
    }

    static List<Case> problems() {
        return List.of(
                new Case(
                        "a name twice",
                        "a: 1\nb:\n  c: 1\n  d: 2\n  c: 3\n",
                        "f:5:3: b.c: is a duplicate key"),
                new Case(
                        "the same name in two forms",
                        "b:\n  1: x\n  \"1\": y\n",
                        "f:3:3: b.1: is a duplicate key"),
                new Case(
                        "a tab",
                        "a:\n\tb: 1\n",
                        "f:2:1: found character '\\t(TAB)' that cannot start any token. (Do not use"
                                + " \\t(TAB) for indentation) while scanning for the next token"),
                new Case("two colons", "a: b: c\n", "f:1:5: mapping values are not allowed here"),
                new Case(
                        "cut in a string",
                        "a: \"x\n",
                        "f:2:1: found unexpected end of stream while scanning a quoted scalar"),
                new Case(
                        "cut in a list",
                        "a: [1,\n",
                        "f:2:1: expected the node content, but found '<stream end>' while parsing a"
                                + " flow node"),
                new Case("an unknown anchor", "a: *x\n", "f:1:4: a: unknown anchor \"x\""),
                new Case(
                        "an anchor in itself",
                        "a: &x [1, *x]\n",
                        "f:1:11: a[1]: anchor \"x\" contains itself"),
                new Case(
                        "an anchor in itself, used before",
                        "a: &x 1\nb: &x {c: *x}\n",
                        "f:2:11: b.c: anchor \"x\" contains itself"),
                new Case("infinity", "a:\n- .inf\n", "f:2:3: a[0]: \".inf\" is no JSON number"),
                new Case(
                        "the wrong tag",
                        "a: !!int x\n",
                        "f:1:4: a: \"x\" is not a tag:yaml.org,2002:int"),
                new Case(
                        "bad base64",
                        "a: !!binary x\n",
                        "f:1:4: a: \"x\" is not a tag:yaml.org,2002:binary"),
                new Case(
                        "a list as a name",
                        "a:\n  [b]: c\n",
                        "f:2:3: a: a list or map cannot be a key"),
                new Case("null as a name", "a:\n  ~: c\n", "f:2:3: a: this value cannot be a key"),
                new Case(
                        "a number merged",
                        "a:\n  <<: 1\n",
                        "f:2:3: a[<<]: is neither a map nor a list of maps"),
                new Case(
                        "a list of numbers merged",
                        "a:\n  <<: [1]\n",
                        "f:2:3: a[<<]: is not a list of maps"),
                new Case(
                        "half of a pair", "a: \"\\ud83d\"\n", "f:1:4: a: half of a surrogate pair"),
                new Case("a bell", "a: 1\nb: \u0007\n", "f:2:4: character U+0007 is not allowed"));
    }

    @ParameterizedTest
    @MethodSource("problems")
    void problemsHaveAPlace(Case example) {
        assertThatThrownBy(() -> read(example.yaml))
                .isInstanceOf(ManifestException.class)
                .hasMessage(example.json);
    }

    @Test
    void aLittleTextCannotBecomeMuch() {
        var bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 30; i++) {
            bomb.append("a%d: &a%d [".formatted(i, i))
                    .append(String.join(", ", Collections.nCopies(10, "*a" + (i - 1))))
                    .append("]\n");
        }
        assertThatThrownBy(() -> read(bomb.toString()))
                .isInstanceOf(ManifestException.class)
                .hasMessageEndingWith("too much of the document comes from aliases");
    }

    @Test
    void manyAliasesOfSmallThingsAreFine() {
        var yaml = new StringBuilder("base: &base {cpu: 1, memory: 2Gi}\nlist:\n");
        for (int i = 0; i < 5_000; i++) {
            yaml.append("- name: n").append(i).append("\n  other: text\n  requests: *base\n");
        }
        assertThat(read(yaml.toString()).at("list", "4999", "requests", "memory"))
                .contains(Json.of("2Gi"));
    }

    @Test
    void depthIsLimited() {
        assertThat(read("[".repeat(500) + "]".repeat(500))).isInstanceOf(Json.Arr.class);
        assertThatThrownBy(() -> read("[".repeat(501) + "]".repeat(501)))
                .hasMessageEndingWith("nested deeper than 500");
        assertThatThrownBy(() -> read("[".repeat(20_000))).isInstanceOf(ManifestException.class);
        assertThatThrownBy(() -> read("- ".repeat(20_000) + "a"))
                .isInstanceOf(ManifestException.class);
        var tower = new StringBuilder("- [" + "x, ".repeat(5_000) + "x]\n- &a0 [x]\n");
        for (int i = 1; i < 600; i++) {
            tower.append("- &a%d [*a%d]%n".formatted(i, i - 1));
        }
        assertThatThrownBy(() -> read(tower.toString()))
                .hasMessageEndingWith("nested deeper than 500");
    }

    @Test
    void aPathLeadsToALine() {
        String yaml =
                """
                # two documents
                apiVersion: v1
                ---
                spec:
                  containers:
                  - name: a
                    resources: &r
                      requests: {cpu: "1", memory: 1x}
                  - name: b
                    resources: *r
                """;
        JsonPath containers = JsonPath.ROOT.field("spec").field("containers");
        JsonPath memory = JsonPath.ROOT.field("resources").field("requests").field("memory");

        assertThat(position(yaml, 1, containers.element(0).field("name"))).hasToString("6:11");
        assertThat(position(yaml, 1, join(containers.element(0), memory))).hasToString("8:36");
        // For a value inside an alias, the position is that of the alias.
        assertThat(position(yaml, 1, join(containers.element(1), memory))).hasToString("10:16");
        assertThat(position(yaml, 1, containers.element(0).field("image"))).hasToString("6:5");
        assertThat(position(yaml, 1, JsonPath.ROOT.field("status"))).hasToString("4:1");
        assertThat(position(yaml, 0, JsonPath.ROOT.field("apiVersion"))).hasToString("2:13");
    }

    private static Position position(String yaml, int document, JsonPath path) {
        return new YamlReader("f", yaml).position(document, path);
    }

    private static JsonPath join(JsonPath path, JsonPath more) {
        return new JsonPath(Stream.concat(path.steps().stream(), more.steps().stream()).toList());
    }

    @Test
    void damagedTextGivesATreeOrAManifestException() {
        long seed = Long.getLong("test.seed", new SplittableRandom().nextLong());
        var random = new SplittableRandom(seed);
        String yaml =
                """
                apiVersion: v1
                metadata: &m
                  name: "a\\u00e9"
                  labels: {x: 'y', z: 0x1f}
                spec:
                  <<: *m
                  containers:
                  - name: c
                    args: [a, b]
                  ? x
                  : |+
                    text
                     more

                ...
                ---
                - !!str 1
                """;
        String spice = " \t\n\r:-#'\"[]{}&*!|>%@`,?<~0\\\u0000\u0007é\uD83D\uFEFF\u2028";
        for (int round = 0; round < 5_000; round++) {
            var text = new StringBuilder(yaml);
            for (int i = random.nextInt(1, 6); i > 0; i--) {
                text.setCharAt(
                        random.nextInt(text.length()),
                        spice.charAt(random.nextInt(spice.length())));
            }
            text.setLength(random.nextInt(text.length() + 1));
            try {
                assertThat(new YamlReader("f", text.toString()).documents()).isNotNull();
            } catch (ManifestException e) {
                assertThat(e.getMessage())
                        .as("-Dtest.seed=%s", seed)
                        .startsWith("f:")
                        .doesNotContain("\n");
            }
        }
    }
}
