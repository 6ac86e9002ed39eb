package dev.berth.sim.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.store.EventLog;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.engine.VirtualClock;
import dev.berth.engine.port.Log;
import dev.berth.model.Kind;
import dev.berth.sim.TestObjects;
import dev.berth.sim.time.TimerQueue;

import org.junit.jupiter.api.Test;

class ControllerContextTest {
    private final VirtualClock clock = VirtualClock.atEpoch();
    private final Store store = new Store(clock, 1);
    private final ControllerContext context =
            new ControllerContext(
                    new ObjectCache(store, () -> {}),
                    store,
                    clock,
                    new TimerQueue(clock),
                    () -> {},
                    new EventLog(store, clock, "test", 1),
                    Log.NONE);

    @Test
    void removingAFinalizerKeepsAConcurrentlyAddedOne() {
        ObjectVersion seen =
                store.create(
                                TestObjects.merge(
                                        TestObjects.pod("p"),
                                        "{'metadata': {'finalizers': ['a.io/1']}}"))
                        .orThrow();
        store.patch(
                        seen,
                        new Patch.Merge(
                                TestObjects.tree(
                                        "{'metadata': {'finalizers': ['a.io/1', 'a.io/2']}}")),
                        WriteScope.MAIN)
                .orThrow();

        context.letGo(seen, "a.io/1");
        ObjectVersion now = store.get(Kind.POD, "default", "p").orThrow();
        assertThat(ControllerFields.FINALIZERS.items(now.json()).toString())
                .contains("a.io/1", "a.io/2");

        context.letGo(now, "a.io/1");
        assertThat(
                        ControllerFields.FINALIZERS
                                .items(store.get(Kind.POD, "default", "p").orThrow().json())
                                .toString())
                .contains("a.io/2")
                .doesNotContain("a.io/1");
    }
}
