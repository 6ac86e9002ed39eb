package dev.berth.controlplane.store;

import static dev.berth.controlplane.store.Trees.merge;
import static dev.berth.controlplane.store.Trees.node;
import static dev.berth.controlplane.store.Trees.pod;
import static dev.berth.controlplane.store.Trees.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.VirtualClock;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/// Random event sequences. A list with the events of the watch since then applied equals the
/// current list.
class StoreHistoryTest {
    private static final int STEPS = 400;

    static List<Long> seeds() {
        Long given = Long.getLong("test.seed");
        return given != null ? List.of(given) : List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    }

    private record Replica(Watch watch, ObjectSelection selection, Map<String, Json> objects) {
        void catchUp(int max) {
            for (WatchEvent event : watch.read(max)) {
                String key = event.object().kind() + " " + event.object().key();
                switch (event.type()) {
                    case ADDED -> assertThat(objects.put(key, event.object().json())).isNull();
                    case MODIFIED ->
                            assertThat(objects.put(key, event.object().json())).isNotNull();
                    case DELETED -> assertThat(objects.remove(key)).isNotNull();
                    case BOOKMARK -> throw new AssertionError("no bookmark was requested");
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aListWithTheEventsSinceEqualsTheNextList(long seed) {
        var chance = new SplittableRandom(seed);
        var clock = VirtualClock.atEpoch();
        var store = new Store(clock, seed);
        var replicas = new ArrayList<Replica>();
        for (int step = 0; step < STEPS; step++) {
            if (step % 40 == 0) {
                replicas.add(replica(store, selection(chance)));
            }
            act(store, clock, chance);
            replicas.get(chance.nextInt(replicas.size())).catchUp(chance.nextInt(8));
            assertResourceVersionsAreUnique(store);
        }
        for (Replica replica : replicas) {
            replica.catchUp(Integer.MAX_VALUE);
            assertThat(replica.objects)
                    .as("seed %d", seed)
                    .isEqualTo(listed(store, replica.selection));
        }
    }

    private static ObjectSelection selection(SplittableRandom chance) {
        return switch (chance.nextInt(3)) {
            case 0 -> ObjectSelection.everything();
            case 1 -> ObjectSelection.of(Kind.POD);
            default ->
                    ObjectSelection.of(Kind.POD)
                            .where(pod -> !ObjectFields.NODE_NAME.text(pod.json()).isEmpty());
        };
    }

    private static Replica replica(Store store, ObjectSelection selection) {
        ListResult listing = store.list(selection);
        return new Replica(
                store.watch(selection, listing.revision(), () -> {}).orThrow(),
                selection,
                listed(store, selection));
    }

    private static Map<String, Json> listed(Store store, ObjectSelection selection) {
        var objects = new TreeMap<String, Json>();
        store.list(selection)
                .objects()
                .forEach(object -> objects.put(object.kind() + " " + object.key(), object.json()));
        return objects;
    }

    private static void assertResourceVersionsAreUnique(Store store) {
        List<ObjectVersion> all = store.list(ObjectSelection.everything()).objects();
        assertThat(all.stream().mapToLong(ObjectVersion::revision).distinct().count())
                .isEqualTo(all.size());
        assertThat(all).allMatch(object -> object.revision() <= store.revision());
    }

    private static void act(Store store, VirtualClock clock, SplittableRandom chance) {
        String name = "x" + chance.nextInt(12);
        switch (chance.nextInt(8)) {
            case 0, 1 -> store.create(pod(name));
            case 2 ->
                    store.create(
                            chance.nextBoolean()
                                    ? node(name)
                                    : merge(pod(name), "{'metadata': {'finalizers': ['a/b']}}"));
            case 3 -> store.bind(BindRequest.of("default", name, "", "n" + chance.nextInt(3)));
            case 4 ->
                    store.patch(
                            Kind.POD,
                            "default",
                            name,
                            new Patch.Merge(
                                    tree(
                                            "{'metadata': {'labels': {'l': '%d'}}}"
                                                    .formatted(chance.nextInt(3)))),
                            WriteScope.MAIN);
            case 5 ->
                    store.delete(
                            Kind.POD,
                            "default",
                            name,
                            DeleteRequest.DEFAULT.within(chance.nextInt(3)));
            case 6 ->
                    store.patch(
                            Kind.POD,
                            "default",
                            name,
                            new Patch.Merge(tree("{'metadata': {'finalizers': null}}")),
                            WriteScope.MAIN);
            default -> clock.advance(Duration.ofMillis(chance.nextInt(3_000)));
        }
    }
}
