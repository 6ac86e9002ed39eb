package dev.berth.app;

import dev.berth.engine.Engine;
import dev.berth.engine.StepThreads;
import dev.berth.engine.view.PendingPod;
import dev.berth.engine.view.Query;
import dev.berth.model.json.Json;
import dev.berth.sim.Actor;
import dev.berth.sim.VirtualCluster;
import dev.berth.sim.link.ClusterLink;
import dev.berth.sim.workload.Workload;

import java.util.List;
import java.util.Map;

/// A run on virtual time that ends when nothing is left to do; everything depends on workload and
/// seed alone.
final class IdleRun {
    private static final int ERRORS_ENOUGH = 5;

    private final Workload workload;
    private final Map<Json.Obj, String> origins;
    private final long seed;

    IdleRun(Workload workload, Map<Json.Obj, String> origins, long seed) {
        this.workload = workload;
        this.origins = origins;
        this.seed = seed;
    }

    Summary run() {
        var cluster = new VirtualCluster(seed);
        Filling.fill(cluster.cluster(), workload, origins);
        var first = new FirstBinding();
        long began = System.nanoTime();
        ClusterLink link = cluster.cluster().link();
        try (link;
                Engine engine =
                        Engine.builder()
                                .profile(DefaultProfile.spec())
                                .api(link)
                                .clock(cluster.clock())
                                .executor(new StepThreads())
                                .seed(seed)
                                .onDecision(first)
                                .build()) {
            link.deliverTo(engine::post);
            cluster.join(() -> link.pump(Integer.MAX_VALUE));
            cluster.join(Actor.of(engine::turn, engine::dueNanos));
            untilIdle(cluster, engine);
        }
        return Outcome.of(cluster.store(), (System.nanoTime() - began) / 1e9, first);
    }

    private static void untilIdle(VirtualCluster cluster, Engine engine) {
        cluster.settle();
        while (cluster.dueNanos() != Long.MAX_VALUE && !hopeless(cluster, engine)) {
            cluster.clock().advanceTo(Math.max(cluster.dueNanos(), cluster.clock().nowNanos()));
            cluster.settle();
        }
    }

    /// Whether all that is left fails with errors, each pod many times running.
    private static boolean hopeless(VirtualCluster cluster, Engine engine) {
        if (cluster.timeline().nextNanos().isPresent() || engine.stats().queue().backoff() == 0) {
            return false;
        }
        var answer = engine.ask(new Query.PendingPods());
        engine.turn();
        List<PendingPod> pending = answer.join();
        return pending.stream()
                .filter(pod -> pod.queue().equals("backoff") || pod.queue().equals("active"))
                .allMatch(pod -> pod.consecutiveErrors() >= ERRORS_ENOUGH);
    }
}
