package dev.berth.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.DateTimeException;
import java.time.Duration;

class GoDurationTest {
    @ParameterizedTest
    @CsvSource({
        "PT0S,0s",
        "PT5M,5m0s",
        "PT15M,15m0s",
        "PT0.5S,500ms",
        "PT1.5S,1.5s",
        "PT1H,1h0m0s",
        "PT1H1M1.25S,1h1m1.25s",
        "PT0.0000015S,1.5µs",
        "PT0.000000007S,7ns"
    })
    void durationsAreFormattedAsInGo(Duration duration, String text) {
        assertThat(GoDuration.text(duration)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0,PT0S",
        "15s,PT15S",
        "-1s,PT-1S",
        "+1.5s,PT1.5S",
        ".5m,PT30S",
        "1h1m1.25s,PT1H1M1.25S",
        "1.5µs,PT0.0000015S",
        "7ns,PT0.000000007S"
    })
    void durationsAreParsedAsInGo(String text, Duration duration) {
        assertThat(GoDuration.parse(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "-", "5", "5 s", "s", "1s2", "1d", "9999999h"})
    void invalidDurationsAreRejected(String text) {
        assertThatThrownBy(() -> GoDuration.parse(text)).isInstanceOf(DateTimeException.class);
    }
}
