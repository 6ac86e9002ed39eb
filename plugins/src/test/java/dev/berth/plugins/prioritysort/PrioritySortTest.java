package dev.berth.plugins.prioritysort;

import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.Pod;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.QueueEntry;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.stream.Stream;

class PrioritySortTest {
    private final PrioritySort sort = new PrioritySort();

    record Entry(Pod pod, long queuedAtNanos, int attempts) implements QueueEntry {}

    record Case(String name, Entry first, Entry second, int sign) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Case> pairs() {
        return List.of(
                new Case("higher priority goes first", entry(10, 5), entry(1, 0), -1),
                new Case("lower priority goes last", entry(1, 0), entry(10, 5), 1),
                new Case("among equals, the earlier", entry(1, 4), entry(1, 5), -1),
                new Case("among equals, the later waits", entry(1, 5), entry(1, 4), 1),
                new Case("same priority and time", entry(1, 5), entry(1, 5), 0),
                new Case("no priority is zero", entry(0, 5), entry(-1, 0), -1),
                new Case(
                        "no overflow between extremes",
                        entry(Integer.MAX_VALUE, 0),
                        entry(Integer.MIN_VALUE, 0),
                        -1));
    }

    private static Entry entry(int priority, long queuedAtNanos) {
        return new Entry(pod("p").priority(priority).build(), queuedAtNanos, 1);
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void priorityComesFirstAndThenTime(Case each) {
        assertThat(Integer.signum(sort.compare(each.first, each.second))).isEqualTo(each.sign);
        assertThat(Integer.signum(sort.compare(each.second, each.first))).isEqualTo(-each.sign);
    }

    @Test
    void attemptsMadeSoFarDoNotMatter() {
        var fresh = new Entry(pod("p").build(), 5, 0);
        var tried = new Entry(pod("p").build(), 5, 7);

        assertThat(sort.compare(fresh, tried)).isZero();
    }

    @Test
    void aQueueComesOutInThatOrder() {
        Stream<Entry> queue = Stream.of(entry(0, 1), entry(5, 3), entry(0, 0), entry(5, 2));

        assertThat(queue.sorted(sort))
                .extracting(each -> each.pod().spec().priority() + "@" + each.queuedAtNanos())
                .containsExactly("5@2", "5@3", "0@0", "0@1");
    }

    @Test
    void itTakesNoArguments() {
        var provider = new PrioritySort.Provider();

        assertThat(provider.name()).isEqualTo("PrioritySort");
        assertThat(provider.defaults()).isEqualTo(PluginProvider.NoArgs.NONE);
    }
}
