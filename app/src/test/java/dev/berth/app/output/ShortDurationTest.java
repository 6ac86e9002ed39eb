package dev.berth.app.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.answers.Amount;

import org.junit.jupiter.api.Test;

class ShortDurationTest {
    @Test
    void agesHaveTwoUnitsAtMost() {
        assertThat(ShortDuration.of(-5)).isEqualTo("0s");
        assertThat(ShortDuration.of(59_999)).isEqualTo("59s");
        assertThat(ShortDuration.of(60_000)).isEqualTo("1m");
        assertThat(ShortDuration.of(61_000)).isEqualTo("1m1s");
        assertThat(ShortDuration.of(3_660_000)).isEqualTo("1h1m");
        assertThat(ShortDuration.of(90_000_000)).isEqualTo("1d1h");
    }

    @Test
    void shortTimesHaveTheirUnit() {
        assertThat(ShortDuration.ofMicros(999)).isEqualTo("999µs");
        assertThat(ShortDuration.ofMicros(1_200)).isEqualTo("1.2ms");
        assertThat(ShortDuration.ofMicros(250_900)).isEqualTo("250ms");
        assertThat(ShortDuration.ofMicros(3_000_000)).isEqualTo("3s");
    }

    @Test
    void amountsAreSaidInTheirUnits() {
        assertThat(Amount.of("cpu", 1_500)).isEqualTo("1.5");
        assertThat(Amount.of("cpu", 20_000)).isEqualTo("20");
        assertThat(Amount.of("memory", 3L << 30)).isEqualTo("3Gi");
        assertThat(Amount.of("memory", 1_536L << 20)).isEqualTo("1.5Gi");
        assertThat(Amount.of("pods", 110)).isEqualTo("110");
    }
}
