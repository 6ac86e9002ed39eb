package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.port.Message;
import dev.berth.engine.queue.QueueName;
import dev.berth.engine.view.EngineProgress;
import dev.berth.engine.view.Query;
import dev.berth.spi.Filter;
import dev.berth.spi.Plugin;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.Verdict;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A plugin that does not return can be named, and the pod is scheduled last after a restart.
class HungPluginTest {
    @Test
    void anotherThreadSeesThePluginAndThePodOfAnAttempt() throws Exception {
        var hangs = new CountDownLatch(1);
        var free = new CountDownLatch(1);
        Filter hanging =
                _ ->
                        PreFilterResult.of(_ -> {
                            hangs.countDown();
                            await(free);
                            return Verdict.PASS;
                        });
        Rig rig = Rig.with("Hanging", hanging).nodes(node("n1"));
        assertThat(rig.engine.progress()).isEmpty();

        Thread scheduling =
                Thread.ofPlatform().start(() -> rig.pods(pod("web").uid("u1").cpu("1")));
        assertThat(hangs.await(30, TimeUnit.SECONDS)).isTrue();
        Optional<EngineProgress> progress = rig.engine.progress();
        free.countDown();
        scheduling.join();

        assertThat(progress)
                .hasValueSatisfying(seen ->
                        assertThat(
                                        List.of(
                                                seen.plugin(),
                                                seen.extensionPoint(),
                                                seen.pod(),
                                                seen.podUid()))
                                .containsExactly("Hanging", "Filter", "default/web", "u1"));
        assertThat(rig.engine.progress()).isEmpty();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Rig standby(String name, Plugin plugin) {
        return new Rig(Map.of(name, plugin), Engine.Builder::schedulingOff)
                .nodes(node("n1").cpu("8"));
    }

    private static List<String> scheduled(Rig rig) {
        return rig.decisions.stream().map(decision -> decision.pod()).toList();
    }

    @Test
    void aDeferredPodIsScheduledAfterTheOthersAndThenCleared() {
        Filter skip = _ -> PreFilterResult.SKIP;
        Rig rig = standby("Plain", skip);
        rig.pods(pod("hangs").uid("u1").cpu("1"));
        rig.engine.post(new Message.DeferPods(Map.of("u1", 1, "absent", 2)));
        rig.engine.post(new Message.Scheduling(true));
        rig.pods(pod("web").uid("u2").cpu("1"));

        assertThat(scheduled(rig)).containsExactly("default/web");
        assertThat(rig.place("u1")).isEqualTo(QueueName.ERROR_BACKOFF);
        var pendingPods = rig.engine.ask(new Query.PendingPods());
        rig.settle();
        assertThat(pendingPods.join())
                .singleElement()
                .satisfies(pending -> assertThat(pending.deferred()).isTrue());
        assertThat(rig.engine.noLongerDeferred()).containsExactly("absent");
        rig.seconds(19);
        assertThat(scheduled(rig)).containsExactly("default/web");
        rig.seconds(3);
        assertThat(scheduled(rig)).containsExactly("default/web", "default/hangs");
        assertThat(rig.engine.noLongerDeferred()).containsExactlyInAnyOrder("absent", "u1");
    }

    @Test
    void preEnqueueRunsForADeferredPodOnlyAfterItsWait() {
        var asked = new ArrayList<String>();
        PreEnqueue recording =
                pod -> {
                    asked.add(pod.name());
                    return Verdict.PASS;
                };
        Rig rig = standby("Recording", recording);
        rig.engine.post(new Message.DeferPods(Map.of("u1", 9)));
        rig.pods(pod("hangs").uid("u1").cpu("1"), pod("web").uid("u2").cpu("1"));
        rig.engine.post(new Message.Scheduling(true));
        rig.seconds(290);
        assertThat(asked).containsExactly("web");

        rig.seconds(12);
        assertThat(asked).containsExactly("web", "hangs");
        assertThat(scheduled(rig)).containsExactly("default/web", "default/hangs");
    }
}
