package dev.berth.engine.queue;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;
import static dev.berth.testkit.Build.spread;
import static dev.berth.testkit.Build.term;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.port.Log;
import dev.berth.engine.profile.HintTable;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.profile.Profiles;
import dev.berth.model.KubeObject;
import dev.berth.model.Pod;
import dev.berth.model.Taint;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PodBuilder;
import dev.berth.testkit.TestContext;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/// The pods that an event requeues are those for which the hint of a plugin returns true, although
/// pods are found by the labels that they wait for, and pods of one shape share results.
class NeededLabelsTest {
    private static final long SEED = Long.getLong("test.seed", 1);
    private static final int ROUNDS = 60;
    private static final int STEPS = 80;
    private static final List<String> REJECTORS =
            List.of(
                    "InterPodAffinity",
                    "PodTopologySpread",
                    "NodeResourcesFit",
                    "NodeAffinity",
                    "TaintToleration",
                    "NodeUnschedulable");

    private final Profiles profiles =
            new Profiles(List.of(DefaultProfile.spec()), (spec, plugin) -> new TestContext());
    private final Profile profile = profiles.all().iterator().next();

    @Test
    void theIndexAndSharedResultsRequeueTheSamePods() {
        int requeued = 0;
        for (long seed = SEED; seed < SEED + ROUNDS; seed++) {
            var random = new Random(seed);
            var pool = new UnschedulablePool(profiles);
            var check = new RequeueCheck(pool, PluginRunner.unmeasured(Log.NONE), Log.NONE);
            var pods = new ArrayList<QueuedPod>();
            var shapes = new ArrayList<Pod>();
            for (int i = 0; i < 6; i++) {
                shapes.add(shape(random, "shape-" + i).build());
            }
            for (int step = 0; step < STEPS; step++) {
                if (pods.isEmpty() || random.nextInt(3) > 0) {
                    pods.add(added(random, pool, shapes, step));
                } else if (random.nextInt(4) == 0) {
                    QueuedPod gone = pods.remove(random.nextInt(pods.size()));
                    pool.remove(gone);
                } else {
                    requeued += compare(random, check, pods, step);
                }
            }
        }
        assertThat(requeued).isGreaterThan(1_000);
    }

    private QueuedPod added(Random random, UnschedulablePool pool, List<Pod> shapes, int step) {
        Pod like = shapes.get(random.nextInt(shapes.size()));
        Pod named = pod("p" + step).build();
        var queued =
                new QueuedPod(
                        new Pod(named.meta().withLabels(like.labels()), like.spec(), like.status()),
                        profile,
                        0);
        queued.arrival = step;
        queued.unschedulablePlugins().add(REJECTORS.get(random.nextInt(REJECTORS.size())));
        if (random.nextInt(3) == 0) {
            queued.unschedulablePlugins().add(REJECTORS.get(random.nextInt(2)));
        }
        pool.add(queued);
        return queued;
    }

    private int compare(Random random, RequeueCheck check, List<QueuedPod> pods, int step) {
        KubeObject object =
                random.nextInt(3) == 0
                        ? host(random, "n" + step).build()
                        : shape(random, "other-" + step).build().on("n1");
        ClusterEvent event =
                object instanceof Pod ? ClusterEvent.ASSIGNED_POD_ADD : ClusterEvent.NODE_ADD;
        ObjectChange change = ObjectChange.added(object);
        List<QueuedPod> requeued =
                check.reachedBy(event, change).stream()
                        .filter(pod -> check.strategy(pod, event, change) != QueueingStrategy.SKIP)
                        .toList();
        List<QueuedPod> expected =
                pods.stream().filter(pod -> anyHint(pod, event, change)).toList();
        assertThat(requeued).as("step %d", step).isEqualTo(expected);
        return requeued.size();
    }

    private boolean anyHint(QueuedPod pod, ClusterEvent event, ObjectChange change) {
        for (HintTable.Registration registration : profile.hints().matching(event)) {
            if (pod.unschedulablePlugins().contains(registration.plugin())
                    && registration.hint().shouldQueue(pod.pod(), change)) {
                return true;
            }
        }
        return false;
    }

    private static PodBuilder shape(Random random, String name) {
        PodBuilder shape =
                pod(name)
                        .label("color", "c" + random.nextInt(3))
                        .label("size", "s" + random.nextInt(2))
                        .cpu("" + (1 + random.nextInt(4)));
        if (random.nextInt(2) == 0) {
            shape.near(term("host").of("color", "c" + random.nextInt(3)));
        }
        if (random.nextInt(3) == 0) {
            shape.near(term("zone").of("size", "s" + random.nextInt(2)));
        }
        if (random.nextInt(3) == 0) {
            shape.away(term("host").of("color", "c" + random.nextInt(3)));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            shape.spread(spread(i == 1 ? "host" : "zone").of("color", "c" + random.nextInt(3)));
        }
        if (random.nextInt(3) == 0) {
            shape.toleration("k1", "Exists", "", Taint.NO_SCHEDULE);
        }
        return shape;
    }

    private static NodeBuilder host(Random random, String name) {
        NodeBuilder host = node(name).cpu("" + random.nextInt(5)).label("host", name);
        if (random.nextInt(2) == 0) {
            host.label("zone", "z1");
        }
        if (random.nextInt(2) == 0) {
            host.taint("k1", "", Taint.NO_SCHEDULE);
        }
        return host;
    }
}
