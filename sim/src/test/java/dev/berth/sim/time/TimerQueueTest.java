package dev.berth.sim.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.VirtualClock;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;

class TimerQueueTest {
    private final VirtualClock clock = VirtualClock.atEpoch();
    private final TimerQueue timeline = new TimerQueue(clock);
    private final long start = clock.nowNanos();

    @Test
    void virtualTimeStartsWithTheYear() {
        assertThat(start).isEqualTo(1_767_225_600_000_000_000L);
    }

    @Test
    void timeDoesNotGoBack() {
        assertThatThrownBy(() -> clock.advanceTo(start - 1))
                .hasMessageContaining("time does not go back");
    }

    @Test
    void timersRunInTheOrderOfTimeAndOfAddition() {
        var ran = new ArrayList<String>();
        timeline.at(start + 2, () -> ran.add("late"));
        timeline.at(start + 1, () -> ran.add("first"));
        timeline.at(start + 1, () -> ran.add("second"));

        assertThat(timeline.fire()).isZero();
        assertThat(timeline.nextNanos()).hasValue(start + 1);
        clock.advance(Duration.ofNanos(2));
        assertThat(timeline.fire()).isEqualTo(3);
        assertThat(ran).containsExactly("first", "second", "late");
        assertThat(timeline.nextNanos()).isEmpty();
    }

    @Test
    void aTimerCanAddAnotherThatIsDueAtOnce() {
        var ran = new AtomicInteger();
        timeline.at(start, () -> timeline.at(start, ran::incrementAndGet));

        assertThat(timeline.fire()).isEqualTo(2);
        assertThat(ran).hasValue(1);
    }

    @Test
    void theDriverIsNotifiedOfANewFirstTimer() {
        var notified = new AtomicInteger();
        var driven = new TimerQueue(clock, notified::incrementAndGet);

        driven.at(start + 5, () -> {});
        driven.at(start + 9, () -> {});
        assertThat(notified).hasValue(1);
        driven.at(start + 1, () -> {});
        assertThat(notified).hasValue(2);
    }
}
