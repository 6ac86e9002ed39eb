package dev.berth.controlplane.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathTest {
    private final Json.Obj tree =
            (Json.Obj)
                    Json.parse(
                            "{\"a\": {\"b.c/d\": \"x\", \"n\": 7, \"nothing\": null, \"l\": [1,"
                                    + " 2]}}");

    @Test
    void aPathIsParsed() {
        assertThat(Path.parse(".a[\"b.c/d\"]").text(tree)).isEqualTo("x");
        assertThat(Path.parse(".a.n").number(tree, 0)).isEqualTo(7);
        assertThat(Path.parse(".a.l").items(tree)).hasSize(2);
        assertThat(Path.parse(".").find(tree)).contains(tree);
    }

    @ParameterizedTest
    @ValueSource(strings = {".", ".a.b", ".a[\"b.c/d\"].e"})
    void aPathIsFormattedAsItIsParsed(String text) {
        assertThat(Path.parse(text)).hasToString(text).isEqualTo(Path.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", ".a[b]", ".a[\"b"})
    void aMalformedPathIsRejected(String text) {
        assertThatThrownBy(() -> Path.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("path " + text);
    }

    @Test
    void nullCountsAsAbsent() {
        assertThat(Path.of("a", "nothing").in(tree)).isFalse();
        assertThat(Path.of("a", "none", "deeper").in(tree)).isFalse();
    }

    @Test
    void aChangeReturnsANewTree() {
        Json.Obj changed = Path.of("a", "new", "deep").set(tree, "y");

        assertThat(Path.parse(".a.new.deep").text(changed)).isEqualTo("y");
        assertThat(Path.parse(".a.n").number(changed, 0)).isEqualTo(7);
        assertThat(Path.parse(".a.new").in(tree)).isFalse();
        assertThat(Path.of("a", "new").remove(changed)).isEqualTo(tree);
        assertThat(Path.of("a", "n").setIfAbsent(tree, "z")).isSameAs(tree);
    }
}
