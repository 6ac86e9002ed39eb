package dev.berth.engine.binding;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void durationsReadAsGoPrintsThem(Duration duration, String text) {
        assertThat(GoDuration.text(duration)).isEqualTo(text);
    }
}
