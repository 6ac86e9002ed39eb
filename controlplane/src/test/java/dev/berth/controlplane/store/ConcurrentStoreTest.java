package dev.berth.controlplane.store;

import static dev.berth.controlplane.store.Trees.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.VirtualClock;
import dev.berth.model.Kind;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Several clients bind pods concurrently. One client binds each pod, and a watch delivers all
/// events in order.
class ConcurrentStoreTest {
    private static final int CLIENTS = 8;
    private static final int PODS = 300;

    private final Store store = new Store(VirtualClock.atEpoch(), 1);

    private int createAndBindAll(int client) {
        int bound = 0;
        for (int i = 0; i < PODS; i++) {
            store.create(pod("p" + i));
            if (store.bind(BindRequest.of("default", "p" + i, "", "n" + client)).granted()) {
                bound++;
            }
        }
        return bound;
    }

    private Map<String, Long> readUntilAllAreBound(Watch watch) {
        var revisions = new HashMap<String, Long>();
        int bound = 0;
        while (bound < PODS) {
            for (WatchEvent event : watch.read(50)) {
                Long before = revisions.put(event.object().name(), event.revision());
                assertThat(before == null).isEqualTo(event.type() == WatchEvent.Type.ADDED);
                bound += event.type() == WatchEvent.Type.MODIFIED ? 1 : 0;
            }
            Thread.onSpinWait();
        }
        return revisions;
    }

    @Test
    void onlyOneClientBindsAPod() throws Exception {
        Watch watch =
                store.watch(ObjectSelection.of(Kind.POD), store.revision(), () -> {}).orThrow();
        try (var threads = Executors.newFixedThreadPool(CLIENTS + 1)) {
            Future<Map<String, Long>> reader = threads.submit(() -> readUntilAllAreBound(watch));
            var clients = new ArrayList<Callable<Integer>>();
            for (int client = 0; client < CLIENTS; client++) {
                int number = client;
                clients.add(() -> createAndBindAll(number));
            }
            int bound = 0;
            for (Future<Integer> client : threads.invokeAll(clients)) {
                bound += client.get();
            }

            assertThat(bound).isEqualTo(PODS);
            List<ObjectVersion> pods = store.list(ObjectSelection.of(Kind.POD)).objects();
            var revisions = new HashMap<String, Long>();
            pods.forEach(pod -> revisions.put(pod.name(), pod.revision()));
            assertThat(reader.get()).isEqualTo(revisions);
        }
    }
}
