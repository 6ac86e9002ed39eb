package dev.berth.bench;

import com.sun.management.ThreadMXBean;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.Engine;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.view.Decision;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;

import org.HdrHistogram.Histogram;

import java.lang.management.ManagementFactory;
import java.util.List;

/// One run of a workload on fresh state: events in, bindings out, through the real queue, cycle and
/// binding code.
final class Measurement {
    private static final long LONGEST_DECISION = 60_000_000_000L;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /// What one run gave.
    record Result(
            int pods,
            double seconds,
            double podsPerSecond,
            Histogram decisions,
            long allocatedPerPod,
            long heapBytes,
            int unscheduled) {}

    private final List<KubeObject> objects;
    private final List<Node> nodes;
    private final List<Pod> init;
    private final List<Pod> measured;

    Measurement(Workload workload) {
        objects = workload.objects();
        nodes = workload.nodes();
        init = workload.initPods();
        measured = workload.measuredPods();
    }

    Result run(long seed) {
        var api = new InstantApi();
        var decisions = new Histogram(LONGEST_DECISION, 3);
        var recorder = new DecisionTimes(decisions);
        try (Engine engine = engine(api, recorder, seed)) {
            api.tell(engine::post);
            objects.forEach(object -> engine.post(new Message.ObjectSeen(object)));
            nodes.forEach(node -> engine.post(new Message.NodeSeen(node)));
            settle(engine, api, init);
            recorder.on = true;
            int before = api.bound();
            long allocated = THREADS.getCurrentThreadAllocatedBytes();
            long began = System.nanoTime();
            settle(engine, api, measured);
            double seconds = (System.nanoTime() - began) / 1e9;
            allocated = THREADS.getCurrentThreadAllocatedBytes() - allocated;
            int bound = api.bound() - before;
            long heap = usedHeap();
            return new Result(
                    bound,
                    seconds,
                    bound / seconds,
                    decisions,
                    allocated / Math.max(1, measured.size()),
                    heap,
                    measured.size() - bound);
        }
    }

    private static Engine engine(InstantApi api, DecisionTimes recorder, long seed) {
        var profile = ProfileSpec.named("default-scheduler");
        DefaultProfile.addTo(profile);
        return Engine.builder()
                .profile(profile.build())
                .api(api)
                .seed(seed)
                .onDecision(recorder)
                .build();
    }

    private static void settle(Engine engine, InstantApi api, List<Pod> pods) {
        for (Pod pod : pods) {
            api.know(pod);
            engine.post(new Message.PodSeen(pod));
        }
        while (!engine.idle() && engine.turn() > 0) {
            // The engine does the work.
        }
    }

    private static long usedHeap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /// Collects how long decisions took, once it is on.
    private static final class DecisionTimes implements java.util.function.Consumer<Decision> {
        private final Histogram times;
        private boolean on;

        DecisionTimes(Histogram times) {
            this.times = times;
        }

        @Override
        public void accept(Decision decision) {
            if (on) {
                times.recordValue(Math.min(LONGEST_DECISION, Math.max(0, decision.tookNanos())));
            }
        }
    }
}
