package dev.berth.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;

class YamlTextTest {
    @Test
    void whatIsWrittenIsReadBackTheSame() {
        Json.Obj json =
                (Json.Obj)
                        Json.parse(
                                """
                                {"apiVersion":"v1","kind":"Pod","n":1,"big":12345678901234567890,"no":false,"nothing":null,
                                 "list":["yes","Null",[["x"],[]],"node(s) were: x","1","","a: b","- c","ä","two\\nlines",{"deep":[]}],"empty":{}}
                                """);

        String text = YamlText.of(json);

        assertThat(Manifests.parse("x.yaml", text).getFirst().object()).isEqualTo(json);
        assertThat(text).startsWith("apiVersion: v1\nkind: Pod\n\"n\": 1\n");
    }
}
