package dev.berth.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.answers.HistoryAnswer;
import dev.berth.answers.HistorySecond;
import dev.berth.engine.view.Latencies;
import dev.berth.engine.view.QueueSizes;
import dev.berth.engine.view.SchedulerStatus;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.OptionalLong;

class StatusHistoryTest {
    private static final long SECOND = 1_000_000_000L;

    private static SchedulerStatus status(
            long second, long scheduled, int active, List<Long> latencies) {
        return new SchedulerStatus(
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
                List.of("cpu"),
                latencies);
    }

    @Test
    void aSecondIsTheDifferenceOfTwoStatuses() {
        var history = new StatusHistory();
        history.add(status(1, 100, 7, List.of()));
        assertThat(history.newerThan(-1)).isEmpty();
        var latencies = new Latencies();
        latencies.add(5_000);
        history.add(status(2, 130, 9, latencies.counts()));
        StatusHistory.Numbered newest = history.newerThan(-1).orElseThrow();
        HistorySecond second = newest.second();
        assertThat(second.scheduled()).isEqualTo(30);
        assertThat(second.p50Micros()).hasValue(5);
        assertThat(
                        List.of(
                                second.activePods(),
                                second.backoffPods(),
                                second.unschedulablePods(),
                                second.gatedPods(),
                                second.waitingPods(),
                                second.bindingPods()))
                .containsExactly(9L, 1L, 2L, 3L, 4L, 5L);
        assertThat(history.newerThan(newest.number())).isEmpty();
    }

    @Test
    void withoutDecisionsThereIsNoLatency() {
        var history = new StatusHistory();
        history.add(status(1, 0, 0, List.of()));
        history.add(status(2, 0, 0, List.of()));
        assertThat(history.answer().p99Micros()).containsExactly(OptionalLong.empty());
    }

    @Test
    void anHourIsKept() {
        var history = new StatusHistory();
        for (int second = 0; second <= StatusHistory.SECONDS + 5; second++) {
            history.add(status(second, second, 0, List.of()));
        }
        HistoryAnswer answer = history.answer();
        assertThat(answer.scheduled()).hasSize(StatusHistory.SECONDS);
        assertThat(answer.atMillis().getFirst()).isEqualTo(6_000);
    }
}
