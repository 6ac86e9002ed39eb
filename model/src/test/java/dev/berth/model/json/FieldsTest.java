package dev.berth.model.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.Quantity;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Instant;
import java.util.List;
import java.util.function.Function;

class FieldsTest {
    private static Fields fields(String json) {
        return Fields.of((Json.Obj) Json.parse(json));
    }

    @Test
    void readsEveryType() {
        Fields fields =
                fields(
                        """
                        {"name": "web", "port": -80, "size": 9223372036854775807, "on": true, "cpu": "1500m", "memory": 1.5,
                         "at": "2025-11-16T10:20:30Z", "spec": {"x": 1}, "labels": {"b": "2", "a": "1"},
                         "args": ["x", null, "y"], "containers": [{"name": "c0"}, {"name": "c1"}],
                         "requests": {"cpu": " 1 ", "memory": null, "example.com/gpu": 2}}
                        """);

        assertThat(fields.text("name")).isEqualTo("web");
        assertThat(fields.integer("port")).isEqualTo(-80);
        assertThat(fields.longValue("size")).isEqualTo(Long.MAX_VALUE);
        assertThat(fields.bool("on")).isTrue();
        assertThat(fields.quantity("cpu")).isEqualTo(Quantity.parse("1.5"));
        assertThat(fields.quantity("memory")).isEqualTo(Quantity.parse("1.5"));
        assertThat(fields.instant("at")).isEqualTo(Instant.parse("2025-11-16T10:20:30Z"));
        assertThat(fields.object("spec").integer("x")).isEqualTo(1);
        assertThat(fields.map("labels")).hasToString("{b=2, a=1}");
        assertThat(fields.texts("args")).containsExactly("x", "", "y");
        assertThat(fields.list("containers", container -> container.text("name")))
                .containsExactly("c0", "c1");
        assertThat(fields.quantities("requests"))
                .hasToString("{cpu=1, memory=0, example.com/gpu=2}");
        assertThat(fields.json("spec")).contains(Json.parse("{\"x\":1}"));
    }

    @Test
    void nullCountsAsAbsent() {
        for (Fields fields : List.of(fields("{}"), fields("{\"f\":null}"))) {
            assertThat(fields.has("f")).isFalse();
            assertThat(fields.text("f", "none")).isEqualTo("none");
            assertThat(fields.optionalText("f")).isEmpty();
            assertThat(fields.integer("f", 7)).isEqualTo(7);
            assertThat(fields.optionalInteger("f")).isEmpty();
            assertThat(fields.longValue("f", 8)).isEqualTo(8);
            assertThat(fields.bool("f", true)).isTrue();
            assertThat(fields.optionalQuantity("f")).isEmpty();
            assertThat(fields.optionalInstant("f")).isEmpty();
            assertThat(fields.optionalObject("f")).isEmpty();
            assertThat(fields.object("f").has("g")).isFalse();
            assertThat(fields.list("f", Fields::path)).isEmpty();
            assertThat(fields.texts("f")).isEmpty();
            assertThat(fields.map("f")).isEmpty();
            assertThat(fields.quantities("f")).isEmpty();
            assertThat(fields.json("f")).isEmpty();
            assertThatThrownBy(() -> fields.text("f")).hasMessage("f: is missing");
        }
    }

    @Test
    void anElementThatIsNullHasNoFields() {
        assertThat(fields("{\"l\":[null]}").list("l", element -> element.text("name", "")))
                .containsExactly("");
    }

    record Bad(String json, Function<Fields, Object> read, String message) {}

    static List<Bad> bads() {
        return List.of(
                new Bad("{\"f\":1}", f -> f.text("f"), "f: 1 is not a string"),
                new Bad("{\"f\":{}}", f -> f.optionalText("f"), "f: {} is not a string"),
                new Bad("{\"f\":\"1\"}", f -> f.integer("f"), "f: \"1\" is not an integer"),
                new Bad("{\"f\":1.0}", f -> f.integer("f"), "f: 1.0 is not an integer"),
                new Bad("{\"f\":1e3}", f -> f.longValue("f"), "f: 1e3 is not an integer"),
                new Bad(
                        "{\"f\":2147483648}",
                        f -> f.integer("f"),
                        "f: 2147483648 does not fit in 32 bits"),
                new Bad(
                        "{\"f\":9223372036854775808}",
                        f -> f.longValue("f"),
                        "f: 9223372036854775808 does not fit in 64 bits"),
                new Bad(
                        "{\"f\":\"true\"}",
                        f -> f.bool("f"),
                        "f: \"true\" is neither true nor false"),
                new Bad(
                        "{\"f\":\"1x\"}",
                        f -> f.quantity("f"),
                        "f: \"1x\" is not a quantity: unknown suffix \"x\""),
                new Bad("{\"f\":[]}", f -> f.quantity("f"), "f: [] is not a quantity"),
                new Bad(
                        "{\"f\":\"\"}",
                        f -> f.quantity("f"),
                        "f: \"\" is not a quantity: it is empty"),
                new Bad(
                        "{\"f\":\"yesterday\"}",
                        f -> f.instant("f"),
                        "f: \"yesterday\" is not a time: not of the form 2006-01-02T15:04:05Z"),
                new Bad("{\"f\":12}", f -> f.instant("f"), "f: 12 is not a string"),
                new Bad("{\"f\":[]}", f -> f.object("f"), "f: [] is not an object"),
                new Bad("{\"f\":{}}", f -> f.texts("f"), "f: {} is not a list"),
                new Bad("{\"f\":[\"a\",1]}", f -> f.texts("f"), "f[1]: 1 is not a string"),
                new Bad(
                        "{\"f\":[{},1]}",
                        f -> f.list("f", Fields::path),
                        "f[1]: 1 is not an object"),
                new Bad("{\"f\":{\"a\":1}}", f -> f.map("f"), "f.a: 1 is not a string"),
                new Bad("{\"f\":[]}", f -> f.map("f"), "f: [] is not an object"),
                new Bad(
                        "{\"f\":{\"example.com/gpu\":\"1x\"}}",
                        f -> f.quantities("f"),
                        "f[example.com/gpu]: \"1x\" is not a quantity: unknown suffix \"x\""),
                new Bad(
                        "{\"f\":\"a\"}",
                        f -> {
                            throw f.failure("f", "is not a port");
                        },
                        "f: \"a\" is not a port"));
    }

    @ParameterizedTest
    @MethodSource("bads")
    void messagesContainThePositionAndTheProblem(Bad bad) {
        assertThatThrownBy(() -> bad.read.apply(fields(bad.json)))
                .isInstanceOf(DecodeException.class)
                .hasMessage(bad.message);
    }

    @Test
    void thePathStartsAtTheRootOfTheDocument() {
        Fields pod =
                fields(
                        """
                        {"spec":{"containers":[{"resources":{"requests":{"cpu":"1"}}},
                                               {"resources":{"requests":{"cpu":"1x"}}}]}}\
                        """);

        assertThatThrownBy(() ->
                        pod.object("spec")
                                .list(
                                        "containers",
                                        container ->
                                                container
                                                        .object("resources")
                                                        .quantities("requests")))
                .isInstanceOfSatisfying(
                        DecodeException.class,
                        e -> {
                            assertThat(e)
                                    .hasMessage(
                                            "spec.containers[1].resources.requests.cpu: \"1x\" is"
                                                    + " not a quantity: unknown suffix \"x\"");
                            assertThat(e.path())
                                    .isEqualTo(
                                            JsonPath.ROOT
                                                    .field("spec")
                                                    .field("containers")
                                                    .element(1)
                                                    .field("resources")
                                                    .field("requests")
                                                    .field("cpu"));
                            assertThat(e.value()).isEqualTo("\"1x\"");
                        });
    }

    @Test
    void shownValuesAreShortenedAndEscaped() {
        String nasty = "{\"f\":\"" + "\\u001b[31m\\u202e" + "x".repeat(1_000) + "\"}";

        assertThatThrownBy(() -> fields(nasty).integer("f"))
                .hasMessageMatching("f: \"[\\p{Print}]{1,80}\\.\\.\\. is not an integer");
        assertThatThrownBy(() -> fields("{\"l\":{\"a\\nb\":1}}").map("l"))
                .hasMessage("l[a\\u000ab]: 1 is not a string");
    }
}
