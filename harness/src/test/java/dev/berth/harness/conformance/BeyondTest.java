package dev.berth.harness.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Obj;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BeyondTest {
    private static Obj read(String text) {
        return (Obj) Json.parse(text.replace('\'', '"'));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'objects':[{'kind':'PersistentVolume'}]}|``",
                "{'pods':[{'spec':{'volumes':[{'name':'v','gcePersistentDisk':{}}]}}]}|``",
                "{'objects':[{'kind':'DeviceClass'}]}|they need devices",
                "{'pods':[{'spec':{'resourceClaims':[]}}]}|they need devices",
                "{'objects':[{'kind':'Pod','spec':{'nodeName':'n','priority':1}}],'pods':[{'spec':{'priority':2}}]}|``",
                "{'objects':[{'kind':'PodDisruptionBudget'}]}|``"
            })
    void whatBerthDoesNotDoYetIsLeftOut(String one, String why) {
        assertThat(UnsupportedCases.reason(read(one)).orElse("")).isEqualTo(why);
    }
}
