package dev.berth.engine.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

class LatenciesTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 3, 4, 5, 7, 8, 100, 1_000, 123_456, 1_000_000_000, 1L << 39})
    void aBucketEndsAtMostAQuarterAboveWhatIsInIt(long nanos) {
        long highest = Latencies.highest(Latencies.bucket(nanos));
        assertThat(highest).isBetween(nanos, nanos + nanos / 4);
    }

    @Test
    void everyDurationHasABucket() {
        assertThat(Latencies.bucket(-5)).isZero();
        assertThat(Latencies.bucket(Long.MAX_VALUE)).isEqualTo(Latencies.bucket(1L << 42));
    }

    @Test
    void quantilesAreOfWhatCameBetween() {
        var latencies = new Latencies();
        latencies.add(1_000_000);
        List<Long> before = latencies.counts();
        for (int i = 0; i < 99; i++) {
            latencies.add(1_000);
        }
        latencies.add(50_000);
        List<Long> after = latencies.counts();
        assertThat(Latencies.quantile(before, after, 0.5).orElseThrow()).isBetween(1_000L, 1_250L);
        assertThat(Latencies.quantile(before, after, 1).orElseThrow()).isBetween(50_000L, 62_500L);
        assertThat(Latencies.quantile(after, after, 0.5)).isEmpty();
    }
}
