package dev.berth.apiserver.table;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;

class AgeTest {
    @ParameterizedTest
    @CsvSource({
        "-PT2S,<invalid>",
        "-PT1S,0s",
        "PT0S,0s",
        "PT119S,119s",
        "PT2M,2m",
        "PT2M5S,2m5s",
        "PT9M59S,9m59s",
        "PT10M5S,10m",
        "PT179M,179m",
        "PT3H,3h",
        "PT3H5M,3h5m",
        "PT8H30M,8h",
        "PT47H,47h",
        "PT48H,2d",
        "PT50H,2d2h",
        "P8D,8d",
        "P729D,729d",
        "P730D,2y",
        "P735D,2y5d",
        "P2920D,8y"
    })
    void anAgeHasTwoUnitsAtMost(Duration duration, String age) {
        assertThat(HumanDuration.of(duration)).isEqualTo(age);
    }
}
