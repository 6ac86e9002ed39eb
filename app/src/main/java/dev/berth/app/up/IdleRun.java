package dev.berth.app.up;

import dev.berth.app.embedded.Engines;
import dev.berth.app.options.RateLimitOptions;
import dev.berth.app.workload.WorkloadCreation;
import dev.berth.config.Configuration;
import dev.berth.engine.Engine;
import dev.berth.engine.StepThreads;
import dev.berth.engine.port.Log;
import dev.berth.engine.view.PendingPod;
import dev.berth.engine.view.Query;
import dev.berth.manifest.Origin;
import dev.berth.model.json.Json;
import dev.berth.sim.Actor;
import dev.berth.sim.VirtualCluster;
import dev.berth.sim.link.ClusterLink;
import dev.berth.sim.workload.GeneratedWorkload;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/// A run on virtual time that ends when no work is left. Its result depends only on the workload
/// and the seed.
final class IdleRun {
    private static final int ERRORS_ENOUGH = 5;

    private final Configuration configuration;
    private final RateLimitOptions rateLimit;
    private final GeneratedWorkload workload;
    private final Map<Json.Obj, Origin> origins;
    private final long seed;
    private final Log log;
    private long scheduled;
    private long lastScheduledNanos;

    IdleRun(
            Configuration configuration,
            RateLimitOptions rateLimit,
            GeneratedWorkload workload,
            Map<Json.Obj, Origin> origins,
            long seed,
            Log log) {
        this.configuration = configuration;
        this.rateLimit = rateLimit;
        this.workload = workload;
        this.origins = origins;
        this.seed = seed;
        this.log = log;
    }

    Summary run() {
        var cluster = new VirtualCluster(seed).controlled(log);
        WorkloadCreation.fill(cluster.cluster(), workload, origins, log);
        var notes = new RunNotes();
        long virtually = cluster.clock().nowNanos();
        long began = System.nanoTime();
        ClusterLink link = cluster.cluster().link();
        try (link;
                Engine engine =
                        rateLimit
                                .applied(Engines.of(configuration))
                                .api(link)
                                .clock(cluster.clock())
                                .executor(new StepThreads())
                                .seed(seed)
                                .onDecision(notes)
                                .build()) {
            link.watching(engine.reads()).deliverTo(engine::post);
            cluster.join(() -> link.pump(Integer.MAX_VALUE));
            cluster.join(Actor.of(engine::runOnce, engine::dueNanos));
            Set<String> givenUp = untilIdle(cluster, engine);
            OptionalDouble virtualSeconds =
                    scheduled == 0
                            ? OptionalDouble.empty()
                            : OptionalDouble.of((lastScheduledNanos - virtually) / 1e9);
            return RunOutcome.of(
                    cluster.store(),
                    (System.nanoTime() - began) / 1e9,
                    virtualSeconds,
                    notes,
                    givenUp,
                    engine.stats().failuresByPlugin());
        }
    }

    /// Runs until no work is left, or only pods that keep failing with errors; returns these pods.
    private Set<String> untilIdle(VirtualCluster cluster, Engine engine) {
        settle(cluster, engine);
        Set<String> unresolvable = unresolvable(cluster, engine);
        while (unresolvable.isEmpty() && cluster.dueNanos() != Long.MAX_VALUE) {
            cluster.clock().advanceTo(Math.max(cluster.dueNanos(), cluster.clock().nowNanos()));
            settle(cluster, engine);
            unresolvable = unresolvable(cluster, engine);
        }
        return unresolvable;
    }

    private void settle(VirtualCluster cluster, Engine engine) {
        cluster.settle();
        if (engine.stats().scheduled() > scheduled) {
            scheduled = engine.stats().scheduled();
            lastScheduledNanos = cluster.clock().nowNanos();
        }
    }

    /// The remaining pods, if each of them has failed with an error several times in a row.
    private static Set<String> unresolvable(VirtualCluster cluster, Engine engine) {
        if (cluster.timeline().nextNanos().isPresent() || engine.stats().queue().backoff() == 0) {
            return Set.of();
        }
        var answer = engine.ask(new Query.PendingPods());
        engine.runOnce();
        var left = new TreeSet<String>();
        for (PendingPod pod : answer.join()) {
            if (pod.queue().equals("backoff") || pod.queue().equals("active")) {
                if (pod.consecutiveErrors() < ERRORS_ENOUGH) {
                    return Set.of();
                }
                left.add(pod.pod());
            }
        }
        return left;
    }
}
