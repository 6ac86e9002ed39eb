package dev.berth.junit;

import dev.berth.app.embedded.EmbeddedCluster;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Signal;
import dev.berth.controlplane.store.Watch;
import dev.berth.model.Kind;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Waits for a condition of a running cluster. It checks the condition again after every change of
/// the objects that the condition reads.
final class ClusterWaits {
    private static final Duration CHECK = Duration.ofMillis(100);

    private final EmbeddedCluster cluster;

    ClusterWaits(EmbeddedCluster cluster) {
        this.cluster = cluster;
    }

    /// A pod without a namespace is in `default`.
    static String podKey(String pod) {
        return pod.contains("/") ? pod : "default/" + pod;
    }

    /// The object as stored.
    Optional<ObjectVersion> find(Kind kind, String key) {
        int slash = key.indexOf('/');
        return cluster.store()
                .find(kind, slash < 0 ? "" : key.substring(0, slash), key.substring(slash + 1));
    }

    /// All objects of a kind.
    List<ObjectVersion> list(Kind kind) {
        return cluster.store().list(ObjectSelection.of(kind)).objects();
    }

    /// Waits until `wanted` returns a value.
    ///
    /// @param kind the kind of the objects that `wanted` reads
    /// @param failure describes the current state, if the condition does not hold in time
    <T> T until(
            Kind kind, Duration atMost, Supplier<Optional<T>> wanted, Supplier<String> failure) {
        var signal = new Signal();
        long end = System.nanoTime() + atMost.toNanos();
        try (Watch watch = cluster.store().watch(ObjectSelection.of(kind), signal::raise)) {
            while (true) {
                watch.read(Integer.MAX_VALUE);
                Optional<T> found = wanted.get();
                if (found.isPresent()) {
                    return found.get();
                }
                cluster.failure()
                        .ifPresent(why -> {
                            throw new AssertionError("the cluster has stopped", why);
                        });
                long left = end - System.nanoTime();
                if (left <= 0) {
                    throw new AssertionError(
                            "%s (waited %d ms)".formatted(failure.get(), atMost.toMillis()));
                }
                // A failure of the scheduler raises no signal.
                signal.await(Math.min(left, CHECK.toNanos()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting: " + failure.get(), e);
        }
    }
}
