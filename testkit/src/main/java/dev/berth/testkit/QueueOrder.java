package dev.berth.testkit;

import dev.berth.model.Pod;
import dev.berth.spi.QueueEntry;
import dev.berth.spi.QueueSort;

import java.util.ArrayList;
import java.util.List;

/// Sorts entries with the QueueSort plugin under test, and checks that its comparisons are
/// consistent.
final class QueueOrder {
    /// An entry of the active queue.
    record Entry(Pod pod, long queuedAtNanos, int attempts) implements QueueEntry {}

    private final PluginCalls calls;

    QueueOrder(PluginCalls calls) {
        this.calls = calls;
    }

    /// The names of the pods in the order of the plugin.
    List<String> of(List<QueueEntry> entries) {
        QueueSort plugin = calls.as(QueueSort.class, TestedPoint.QUEUE_SORT);
        for (QueueEntry a : entries) {
            for (QueueEntry b : entries) {
                check(plugin, a, b);
                for (QueueEntry c : entries) {
                    calls.require(
                            compare(plugin, a, b) > 0
                                    || compare(plugin, b, c) > 0
                                    || compare(plugin, a, c) <= 0,
                            "QueueSort contradicts itself: %s is not after %s, %s is not after %s, but %s is after %s"
                                    .formatted(
                                            name(a), name(b), name(b), name(c), name(a), name(c)));
                }
            }
        }
        var sorted = new ArrayList<>(entries);
        sorted.sort(plugin);
        return sorted.stream().map(QueueOrder::name).toList();
    }

    private void check(QueueSort plugin, QueueEntry a, QueueEntry b) {
        int forth = compare(plugin, a, b);
        int back = compare(plugin, b, a);
        calls.require(
                Integer.signum(forth) == -Integer.signum(back),
                "QueueSort contradicts itself: compare(%s, %s) is %d, and compare(%s, %s) is %d"
                        .formatted(name(a), name(b), forth, name(b), name(a), back));
    }

    private int compare(QueueSort plugin, QueueEntry a, QueueEntry b) {
        return calls.call(TestedPoint.QUEUE_SORT, a.pod(), "a number", () -> plugin.compare(a, b));
    }

    private static String name(QueueEntry entry) {
        return entry.pod().name();
    }
}
