package dev.berth.model.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonPathTest {
    @Test
    void namesThatAreNotIdentifiersAreInBrackets() {
        assertThat(JsonPath.ROOT).hasToString("");
        assertThat(JsonPath.ROOT.element(2).field("a")).hasToString("[2].a");
        assertThat(JsonPath.ROOT.field("metadata").field("labels").field("example.com/tier"))
                .hasToString("metadata.labels[example.com/tier]");
        assertThat(JsonPath.ROOT.field("spec").field("containers").element(0).field("0"))
                .hasToString("spec.containers[0].0");
    }
}
