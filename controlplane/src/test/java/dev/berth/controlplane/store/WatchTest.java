package dev.berth.controlplane.store;

import static dev.berth.controlplane.store.Trees.assertRefused;
import static dev.berth.controlplane.store.Trees.merge;
import static dev.berth.controlplane.store.Trees.node;
import static dev.berth.controlplane.store.Trees.pod;
import static dev.berth.controlplane.store.Trees.text;
import static dev.berth.controlplane.store.Trees.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.VirtualClock;
import dev.berth.model.Kind;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

class WatchTest {
    private static final int HISTORY = 16;

    private final Store store = new Store(VirtualClock.atEpoch(), 1, HISTORY);

    private Watch watchPods(long after) {
        return store.watch(ObjectSelection.of(Kind.POD), after, () -> {}).orThrow();
    }

    private void label(String pod, String value) {
        store.patch(
                        Kind.POD,
                        "default",
                        pod,
                        new Patch.Merge(
                                tree("{'metadata': {'labels': {'l': '%s'}}}".formatted(value))),
                        WriteScope.MAIN)
                .orThrow();
    }

    private static List<String> shown(List<WatchEvent> events) {
        return events.stream().map(event -> event.type() + " " + event.object().name()).toList();
    }

    @Test
    void aWatchDeliversWhatHappenedAfterTheList() {
        store.create(pod("a"));
        ListResult listing = store.list(ObjectSelection.of(Kind.POD));
        Watch watch = watchPods(listing.revision());

        store.create(pod("b"));
        store.create(node("n1"));
        label("a", "x");
        store.delete(Kind.POD, "default", "b", DeleteRequest.NOW).orThrow();

        assertThat(shown(watch.read(9)))
                .containsExactly("ADDED b", "MODIFIED a", "MODIFIED b", "DELETED b");
        assertThat(watch.poll()).isEmpty();
    }

    @Test
    void aWatchResumesAfterTheLastEventSeen() {
        Watch first = watchPods(store.revision());
        store.create(pod("a"));
        store.create(pod("b"));
        WatchEvent seen = first.poll().orElseThrow();
        first.close();

        assertThat(shown(watchPods(seen.revision()).read(9))).containsExactly("ADDED b");
        assertThat(first.poll()).isEmpty();
    }

    @Test
    void aWatchWithoutAResourceVersionStartsWithTheExistingObjects() {
        store.create(pod("a"));
        Watch watch = store.watch(ObjectSelection.of(Kind.POD), () -> {});
        store.create(pod("b"));

        assertThat(shown(watch.read(9))).containsExactly("ADDED a", "ADDED b");
    }

    @Test
    void aWatchOfEverythingDeliversEverything() {
        Watch watch =
                store.watch(ObjectSelection.everything(), store.revision(), () -> {}).orThrow();

        store.create(node("n1"));
        store.create(pod("a"));

        assertThat(shown(watch.read(9))).containsExactly("ADDED n1", "ADDED default", "ADDED a");
    }

    @Test
    void aWatchAddsAndDeletesObjectsThatStartAndStopMatching() {
        ObjectSelection labeled =
                ObjectSelection.of(Kind.POD)
                        .in("default")
                        .where(pod -> text(pod, ".metadata.labels.l").equals("x"));
        Watch watch = store.watch(labeled, store.revision(), () -> {}).orThrow();

        store.create(pod("a"));
        store.create(merge(pod("a"), "{'metadata': {'namespace': 'far', 'labels': {'l': 'x'}}}"));
        label("a", "x");
        store.bind(BindRequest.of("default", "a", "", "n1")).orThrow();
        label("a", "y");

        assertThat(shown(watch.read(9))).containsExactly("ADDED a", "MODIFIED a", "DELETED a");
    }

    @Test
    void aWatchResumesFromABookmark() {
        Watch watch = watchPods(store.revision());
        for (int i = 0; i < HISTORY - 1; i++) {
            store.create(node("n" + i));
        }
        assertThat(watch.read(9)).isEmpty();
        WatchEvent bookmark = watch.bookmark();
        for (int i = 0; i < HISTORY - 1; i++) {
            store.create(node("m" + i));
        }

        assertThat(bookmark.type()).isEqualTo(WatchEvent.Type.BOOKMARK);
        assertThat(text(bookmark.object(), ".metadata.resourceVersion"))
                .isEqualTo("" + bookmark.revision());
        assertThat(
                        store.watch(ObjectSelection.of(Kind.POD), bookmark.revision(), () -> {})
                                .granted())
                .isTrue();
    }

    @Test
    void aResourceVersionOlderThanTheHistoryIsExpired() {
        for (int i = 0; i < HISTORY + 3; i++) {
            store.create(node("n" + i));
        }

        assertRefused(
                store.watch(ObjectSelection.of(Kind.POD), 3, () -> {}),
                StatusReason.EXPIRED,
                "too old resource version: 3 (4)");
        assertThat(StatusReason.EXPIRED.code()).isEqualTo(410);
        assertThat(store.watch(ObjectSelection.of(Kind.POD), 4, () -> {}).granted()).isTrue();
    }

    @Test
    void aReaderThatIsTooSlowGetsAnError() {
        Watch watch = watchPods(store.revision());
        for (int i = 0; i < HISTORY + 1; i++) {
            store.create(pod("p" + i));
        }

        assertThat(watch.ended()).isEmpty();
        assertThat(watch.poll()).isEmpty();
        assertThat(watch.ended()).map(StatusError::reason).contains(StatusReason.EXPIRED);
    }

    @Test
    void aReaderWithoutEventsKeepsUp() {
        var notified = new AtomicInteger();
        Watch ofNodes =
                store.watch(
                                ObjectSelection.of(Kind.NODE),
                                store.revision(),
                                notified::incrementAndGet)
                        .orThrow();
        Watch ofOneNode =
                store.watch(
                                ObjectSelection.of(Kind.POD).onNode("n1"),
                                store.revision(),
                                notified::incrementAndGet)
                        .orThrow();
        for (int i = 0; i < 3 * HISTORY; i++) {
            store.create(pod("p" + i));
        }

        assertThat(ofNodes.revision()).isEqualTo(store.revision());
        store.create(node("n1"));
        store.bind(BindRequest.of("default", "p3", "", "n1")).orThrow();

        assertThat(notified).hasValue(2);
        assertThat(shown(ofNodes.read(9))).containsExactly("ADDED n1");
        assertThat(shown(ofOneNode.read(9))).containsExactly("ADDED p3");
        assertThat(ofNodes.ended()).isEmpty();
    }

    @Test
    void podsOfANodeAreDeliveredToItsWatches() {
        ObjectSelection pods = ObjectSelection.of(Kind.POD);
        Watch first = store.watch(pods.onNode("n1"), store.revision(), () -> {}).orThrow();
        Watch second = store.watch(pods.onNode("n2"), store.revision(), () -> {}).orThrow();
        Watch waiting = store.watch(pods.onNode(""), store.revision(), () -> {}).orThrow();

        store.create(pod("a"));
        store.create(pod("b"));
        store.bind(BindRequest.of("default", "a", "", "n1")).orThrow();
        store.delete(Kind.POD, "default", "a", DeleteRequest.NOW).orThrow();

        assertThat(shown(first.read(9))).containsExactly("ADDED a", "MODIFIED a", "DELETED a");
        assertThat(second.read(9)).isEmpty();
        List<WatchEvent> unbound = waiting.read(9);
        assertThat(shown(unbound)).containsExactly("ADDED a", "ADDED b", "DELETED a");
        assertThat(text(unbound.getLast().object(), ".spec.nodeName")).isEmpty();
    }

    @Test
    void aListAtAnEarlierRevisionShowsTheObjectsOfThatRevision() {
        store.create(pod("a"));
        store.create(pod("b"));
        long then = store.revision();
        store.delete(Kind.POD, "default", "a", DeleteRequest.NOW).orThrow();
        label("b", "x");
        store.create(pod("c"));

        ListResult earlier = store.list(ObjectSelection.of(Kind.POD), then).orThrow();
        assertThat(earlier.objects()).extracting(ObjectVersion::name).containsExactly("a", "b");
        assertThat(earlier.objects().getLast().revision()).isEqualTo(then);
        assertThat(earlier.revision()).isEqualTo(then);
    }

    @Test
    void compactionExpiresOldResourceVersions() {
        store.create(pod("a"));
        long before = store.revision();
        store.create(pod("b"));
        store.compact(store.revision());

        assertThat(store.watch(ObjectSelection.of(Kind.POD), before, () -> {}).granted()).isFalse();
        assertThat(store.watch(ObjectSelection.of(Kind.POD), store.revision(), () -> {}).granted())
                .isTrue();
    }

    @Test
    void aWatchFromAFutureResourceVersionFails() {
        assertRefused(
                store.watch(ObjectSelection.of(Kind.POD), 99, () -> {}),
                StatusReason.TIMEOUT,
                "Timeout: Too large resource version: 99, current: 1");
    }

    @Test
    void aWaitingReaderIsNotifiedOnceUntilItHasReadEverything() {
        var notified = new AtomicInteger();
        Watch watch =
                store.watch(
                                ObjectSelection.of(Kind.POD),
                                store.revision(),
                                notified::incrementAndGet)
                        .orThrow();

        store.create(node("n1"));
        assertThat(notified).hasValue(0);
        store.create(pod("a"));
        store.create(pod("b"));
        assertThat(notified).hasValue(1);

        watch.read(1);
        store.create(pod("c"));
        assertThat(notified).hasValue(1);
        watch.read(9);
        store.create(pod("d"));
        assertThat(notified).hasValue(2);

        watch.close();
        store.create(pod("e"));
        assertThat(notified).hasValue(2);
    }

    @Test
    void readersAreNotifiedAfterABatch() {
        var notified = new AtomicInteger();
        store.watch(ObjectSelection.of(Kind.POD), store.revision(), notified::incrementAndGet)
                .orThrow();

        int during =
                store.together(() -> {
                    store.create(pod("a")).orThrow();
                    return notified.get();
                });

        assertThat(during).isZero();
        assertThat(notified).hasValue(1);
    }

    @Test
    void allReadersShareOneDecodedRecord() {
        store.create(pod("a"));
        Watch one = store.watch(ObjectSelection.of(Kind.POD), () -> {});
        Watch other = store.watch(ObjectSelection.of(Kind.POD), () -> {});

        assertThat(one.poll().orElseThrow().object().typed())
                .isSameAs(other.poll().orElseThrow().object().typed());
    }

    @Test
    void largeObjectsShortenTheHistory() {
        var small = new Store(VirtualClock.atEpoch(), 1, 1_000, 100_000);
        long start = small.create(pod("a")).orThrow().revision();
        for (int i = 0; i < 5; i++) {
            small.create(
                            tree(
                                    "{'apiVersion': 'v1', 'kind': 'ConfigMap', 'metadata': {'name':"
                                            + " 'm%d', 'namespace': 'default'}, 'data': {'x': '%s'}}"
                                                    .formatted(i, "x".repeat(30_000))))
                    .orThrow();
        }
        ObjectSelection everything = ObjectSelection.everything();
        assertThat(small.watch(everything, start, () -> {}).granted()).isFalse();
        assertThat(shown(small.watch(everything, small.revision() - 3, () -> {}).orThrow().read(9)))
                .containsExactly("ADDED m2", "ADDED m3", "ADDED m4");
    }

    @Test
    void theNextChangeRemovesChangesThatAreFiveMinutesOld() {
        var clock = VirtualClock.atEpoch();
        var aging = new Store(clock, 1, 1_000);
        Watch reads = aging.watch(ObjectSelection.of(Kind.POD), () -> {});
        Watch sleeps = aging.watch(ObjectSelection.of(Kind.POD), () -> {});
        aging.create(pod("a")).orThrow();
        long first = aging.revision();
        reads.read(9);
        clock.advanceTo(clock.nowNanos() + ChangeHistory.AGE.toNanos() - 1);
        aging.create(pod("b")).orThrow();
        assertThat(aging.watch(ObjectSelection.of(Kind.POD), first - 1, () -> {}).granted())
                .isTrue();
        clock.advanceTo(clock.nowNanos() + 2);
        aging.create(pod("c")).orThrow();

        assertThat(shown(reads.read(9))).containsExactly("ADDED b", "ADDED c");
        assertThat(sleeps.read(9)).isEmpty();
        assertThat(sleeps.ended().orElseThrow().reason()).isEqualTo(StatusReason.EXPIRED);
        assertThat(aging.watch(ObjectSelection.of(Kind.POD), first - 1, () -> {}).granted())
                .isFalse();
        assertThat(
                        shown(
                                aging.watch(ObjectSelection.of(Kind.POD), first, () -> {})
                                        .orThrow()
                                        .read(9)))
                .containsExactly("ADDED b", "ADDED c");
    }
}
