package dev.berth.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.view.Latencies;
import dev.berth.engine.view.Pulse;
import dev.berth.engine.view.QueueSizes;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;

import java.util.List;

class HistoryTest {
    private static final long SECOND = 1_000_000_000L;

    private static Pulse pulse(long second, long scheduled, int active, List<Long> latencies) {
        return new Pulse(
                second * SECOND,
                3,
                10,
                0,
                new QueueSizes(active, 1, 2, 3, 0, 0),
                4,
                5,
                scheduled,
                scheduled,
                scheduled,
                0,
                0,
                false,
                true,
                latencies);
    }

    @Test
    void aSecondIsTheDifferenceOfTwoPulses() {
        var history = new History();
        history.add(pulse(1, 100, 7, List.of()));
        assertThat(history.newerThan(-1)).isEmpty();
        var latencies = new Latencies();
        latencies.add(5_000);
        history.add(pulse(2, 130, 9, latencies.counts()));
        History.Second second = history.newerThan(-1).orElseThrow();
        assertThat(second.scheduled()).isEqualTo(30);
        assertThat(second.p50Micros()).hasValue(5);
        assertThat(List.of(second.active(), second.backoff(), second.parked(), second.gated()))
                .containsExactly(9, 1, 2, 3);
        assertThat(List.of(second.waiting(), second.binding())).containsExactly(4, 5);
        assertThat(history.newerThan(second.number())).isEmpty();
    }

    @Test
    void withoutDecisionsThereIsNoLatency() {
        var history = new History();
        history.add(pulse(1, 0, 0, List.of()));
        history.add(pulse(2, 0, 0, List.of()));
        assertThat(history.shown().at("p99Micros", "0")).contains(Json.Null.NULL);
    }

    @Test
    void anHourIsKept() {
        var history = new History();
        for (int second = 0; second <= History.SECONDS + 5; second++) {
            history.add(pulse(second, second, 0, List.of()));
        }
        Json.Obj shown = history.shown();
        assertThat(shown.at("scheduled").orElseThrow())
                .isInstanceOfSatisfying(
                        Json.Arr.class,
                        column -> assertThat(column.elements()).hasSize(History.SECONDS));
        assertThat(shown.at("from")).contains(Json.of(6_000));
    }
}
