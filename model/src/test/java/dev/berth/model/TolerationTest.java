package dev.berth.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Optional;

class TolerationTest {
    @ParameterizedTest(name = "taint {0} {1} toleration {2}")
    @CsvSource({
        "5, Lt, 10, true",
        "10, Lt, 10, false",
        "11, Lt, 10, false",
        "11, Gt, 10, true",
        "10, Gt, 10, false",
        "-3, Lt, -2, true",
        "0, Gt, -1, true",
        "-0, Lt, 5, false",
        "05, Lt, 10, false",
        "5, Lt, 010, false",
        "+5, Lt, 10, false",
        "'', Lt, 10, false",
        "5, Lt, ten, false",
        "9223372036854775807, Gt, 1, true",
        "9223372036854775808, Gt, 1, false",
        "٥, Lt, 10, false",
    })
    void numbersAreComparedInOneFormOnly(
            String taint, String operator, String value, boolean tolerated) {
        var toleration = new Toleration("load", operator, value, "", Optional.empty());
        var of = new Taint("load", taint, Taint.NO_SCHEDULE);
        assertThat(toleration.tolerates(of, true)).isEqualTo(tolerated);
        assertThat(toleration.tolerates(of)).isFalse();
    }
}
