package dev.berth.engine.differential;

import static dev.berth.testkit.Build.namespace;
import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;
import static dev.berth.testkit.Build.service;
import static dev.berth.testkit.Build.spread;
import static dev.berth.testkit.Build.term;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.Engine;
import dev.berth.engine.StepThreads;
import dev.berth.engine.VirtualClock;
import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.port.ReadOutcome;
import dev.berth.engine.view.Decision;
import dev.berth.engine.view.Query;
import dev.berth.model.Affinity;
import dev.berth.model.Kind;
import dev.berth.model.Labels;
import dev.berth.model.Meta;
import dev.berth.model.NodeAffinity;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.Pod;
import dev.berth.model.Requirement;
import dev.berth.model.Taint;
import dev.berth.spi.EventRecord;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PodBuilder;
import dev.berth.testkit.SpreadBuilder;
import dev.berth.testkit.TermBuilder;

import org.junit.jupiter.api.Test;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Cached results and incremental counts decide nothing that a fresh evaluation would not: two
/// engines process the same random event sequence, one with caches, and one whose plugins forbid
/// caching and count pods again.
class FastPathTest {
    private static final int SEQUENCES = 200;
    private static final int STEPS = 70;
    private static final int SHAPES = 8;
    private static final String HOST = "kubernetes.io/hostname";
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final long SEED = Long.getLong("test.seed", 1);

    @Test
    void rememberedAndFreshDecideAlike() {
        for (long seed = SEED; seed < SEED + SEQUENCES; seed++) {
            var remembering = new Run(false);
            var fresh = new Run(true);
            live(new SplittableRandom(seed), List.of(remembering, fresh));
            assertThat(remembering.story()).hasSizeGreaterThan(10);
            for (int i = 0; i < remembering.story().size(); i++) {
                assertThat(remembering.story().get(i))
                        .as("decision %d of seed %d", i, seed)
                        .isEqualTo(fresh.story().get(i));
            }
            assertThat(remembering.story()).hasSameSizeAs(fresh.story());
        }
    }

    private static void live(SplittableRandom random, List<Run> runs) {
        var pods = new ArrayList<String>();
        int nodes = size(random);
        // What each node is made from, so that it can change in one point and stay as it is else.
        var kinds = new HashMap<Integer, Long>();
        for (int i = 0; i < nodes; i++) {
            kinds.put(i, random.nextLong());
            post(runs, new Message.NodeSeen(nodeOf(kinds, i).build()));
        }
        // Few pod shapes, so that most pods use cached results.
        long[] shapes = random.longs(SHAPES).toArray();
        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(15)) {
                case 0 -> {
                    int number = random.nextInt(nodes + 3);
                    kinds.put(number, random.nextLong());
                    post(runs, new Message.NodeSeen(nodeOf(kinds, number).build()));
                }
                case 1 -> post(runs, new Message.NodeGone("n" + random.nextInt(nodes)));
                case 2 -> {
                    if (!pods.isEmpty()) {
                        String uid = pods.remove(random.nextInt(pods.size()));
                        post(runs, new Message.PodGone(uid));
                    }
                }
                case 3 -> changeAPod(random, pods, runs);
                case 4 -> changeAnObject(random, runs);
                case 5 -> {
                    NodeBuilder node = nodeOf(kinds, random.nextInt(nodes));
                    switch (random.nextInt(4)) {
                        case 0 -> node.taint("k1", "", Taint.NO_SCHEDULE);
                        case 1 -> node.zone("z" + random.nextInt(3));
                        case 2 -> node.withoutLabel("rack");
                        default -> node.cordoned();
                    }
                    post(runs, new Message.NodeSeen(node.build()));
                }
                default -> {
                    long shape = shapes[random.nextInt(SHAPES)];
                    PodBuilder pod = randomPod(new SplittableRandom(shape), "p" + step);
                    if (random.nextInt(10) == 0) {
                        pod.nominated("n" + random.nextInt(nodes));
                    }
                    Pod made = pod.priority(random.nextInt(3)).build();
                    pods.add(made.uid());
                    runs.forEach(run -> run.see(made));
                }
            }
            runs.forEach(Run::settle);
        }
    }

    private static NodeBuilder nodeOf(Map<Integer, Long> kinds, int number) {
        long kind = Objects.requireNonNull(kinds.get(number));
        return randomNode(new SplittableRandom(kind), number);
    }

    /// Mostly small clusters; some with more rows than one, two and three words of bits hold.
    private static int size(SplittableRandom random) {
        return switch (random.nextInt(12)) {
            case 0 -> 60 + random.nextInt(10);
            case 1 -> 124 + random.nextInt(10);
            case 2 -> 190 + random.nextInt(40);
            default -> 1 + random.nextInt(30);
        };
    }

    private static void post(List<Run> runs, Message message) {
        runs.forEach(run -> run.post(message));
    }

    private static void changeAPod(SplittableRandom random, List<String> pods, List<Run> runs) {
        if (pods.isEmpty()) {
            return;
        }
        String uid = pods.get(random.nextInt(pods.size()));
        boolean going = random.nextInt(3) == 0;
        String app = "x" + random.nextInt(3);
        runs.forEach(run ->
                run.change(
                        uid,
                        meta ->
                                going
                                        ? meta.withDeleted(Optional.of(Instant.EPOCH))
                                        : meta.withLabels(Labels.of("app", app))));
    }

    private static void changeAnObject(SplittableRandom random, List<Run> runs) {
        String name = random.nextBoolean() ? "default" : "other";
        var service = service("s" + random.nextInt(2), Labels.of("app", "x" + random.nextInt(2)));
        post(
                runs,
                switch (random.nextInt(5)) {
                    case 0 -> new Message.ObjectSeen(namespace(name, Labels.NONE));
                    case 1 -> new Message.ObjectSeen(namespace(name, Labels.of("team", "red")));
                    case 2 -> new Message.ObjectGone(Kind.NAMESPACE, name, name);
                    case 3 ->
                            new Message.ObjectGone(
                                    Kind.SERVICE, service.meta().key(), service.meta().uid());
                    default -> new Message.ObjectSeen(service);
                });
    }

    private static NodeBuilder randomNode(SplittableRandom random, int number) {
        NodeBuilder node =
                node("n" + number)
                        .cpu(1 + random.nextInt(4) + "")
                        .memory(1 + random.nextInt(4) + "Gi")
                        .pods(2 + random.nextInt(6));
        if (random.nextInt(8) == 0) {
            node.cordoned();
        }
        if (random.nextInt(4) == 0) {
            node.resource("example.com/gpu", "2");
        }
        if (random.nextInt(3) == 0) {
            String[] effects = {Taint.NO_SCHEDULE, Taint.NO_EXECUTE, Taint.PREFER_NO_SCHEDULE};
            node.taint("k" + random.nextInt(2), "", effects[random.nextInt(effects.length)]);
        }
        if (random.nextInt(5) > 0) {
            node.zone("z" + random.nextInt(3));
        }
        if (random.nextInt(3) > 0) {
            node.label("rack", random.nextInt(6) + "");
        }
        if (random.nextInt(20) == 0) {
            node.withoutLabel(HOST);
        }
        if (random.nextBoolean()) {
            node.label("disk", random.nextBoolean() ? "ssd" : "hdd");
        }
        if (random.nextBoolean()) {
            node.image((1L + random.nextInt(2)) << 29, "app:" + random.nextInt(3));
        }
        return node;
    }

    private static Affinity preferring(String key, String value) {
        var term = new NodeSelectorTerm(List.of(in(key, value)), List.of());
        return affinity(
                new NodeAffinity(
                        Optional.empty(),
                        Optional.of(List.of(new NodeAffinity.Preferred(3, term)))));
    }

    private static Affinity requiring(String node) {
        var term = new NodeSelectorTerm(List.of(), List.of(in("metadata.name", node)));
        return affinity(new NodeAffinity(Optional.of(List.of(term)), Optional.empty()));
    }

    private static Affinity affinity(NodeAffinity node) {
        return new Affinity(Optional.of(node), Optional.empty(), Optional.empty());
    }

    private static Requirement in(String key, String value) {
        return new Requirement(key, Requirement.IN, List.of(value));
    }

    private static PodBuilder randomPod(SplittableRandom random, String name) {
        PodBuilder pod = pod(name).label("app", "x" + random.nextInt(3));
        if (random.nextInt(4) == 0) {
            pod.namespace("other");
        }
        switch (random.nextInt(4)) {
            case 0 -> pod.cpu("500m").memory("256Mi");
            case 1 -> pod.cpu("1").memory("1Gi");
            case 2 -> pod.request("example.com/gpu", "1");
            default -> {}
        }
        switch (random.nextInt(8)) {
            case 0 -> pod.toleration("k0", "Exists", "", "");
            case 1 -> pod.nodeSelector("disk", "ssd");
            case 2 -> pod.affinity(preferring("disk", "hdd"));
            case 3 -> pod.hostPort(8080 + random.nextInt(2));
            case 4 -> pod.image("app:" + random.nextInt(2));
            case 5 -> pod.affinity(requiring("n" + random.nextInt(6)));
            default -> {}
        }
        for (int i = random.nextInt(4); i > 1; i--) {
            pod.spread(randomSpread(random));
        }
        for (int i = random.nextInt(4); i > 1; i--) {
            switch (random.nextInt(4)) {
                case 0 -> pod.near(randomTerm(random));
                case 1 -> pod.away(randomTerm(random));
                case 2 -> pod.ratherNear(randomWeight(random), randomTerm(random));
                default -> pod.ratherAway(randomWeight(random), randomTerm(random));
            }
        }
        return pod;
    }

    private static int randomWeight(SplittableRandom random) {
        return random.nextInt(3) == 0 ? 100 : 1 + random.nextInt(9);
    }

    private static String randomKey(SplittableRandom random) {
        return List.of(HOST, ZONE, "rack").get(random.nextInt(3));
    }

    private static SpreadBuilder randomSpread(SplittableRandom random) {
        SpreadBuilder constraint =
                spread(randomKey(random))
                        .maxSkew(1 + random.nextInt(3))
                        .of("app", "x" + random.nextInt(3));
        if (random.nextBoolean()) {
            constraint.soft();
        } else if (random.nextInt(4) == 0) {
            constraint.minDomains(1 + random.nextInt(4));
        }
        if (random.nextInt(4) == 0) {
            constraint.taintsPolicy("Honor");
        }
        if (random.nextInt(4) == 0) {
            constraint.affinityPolicy("Ignore");
        }
        if (random.nextInt(8) == 0) {
            constraint.ofAll();
        }
        return constraint;
    }

    private static TermBuilder randomTerm(SplittableRandom random) {
        TermBuilder term = term(randomKey(random)).of("app", "x" + random.nextInt(3));
        switch (random.nextInt(8)) {
            case 0 -> term.in("other");
            case 1 -> term.inAllNamespaces();
            case 2 -> term.inNamespacesWith("team", "In", "red");
            case 3 -> term.inNamespacesWith("team", "NotIn", "red");
            default -> {}
        }
        return term;
    }

    /// One engine and its decisions.
    private static final class Run implements ApiPort {
        private final Map<String, Pod> pods = new HashMap<>();
        private final List<String> story = new ArrayList<>();
        private final VirtualClock clock = VirtualClock.atEpoch();
        private final Engine engine;

        Run(boolean fresh) {
            var profile = ProfileSpec.named("default-scheduler");
            ProfileSpec defaultValue = DefaultProfile.spec();
            for (ProfileSpec.Use use : defaultValue.multiPoint()) {
                var maker = Objects.requireNonNull(defaultValue.makers().get(use.name()));
                profile.with(
                        use.name(),
                        fresh ? context -> Forgetful.of(maker, context) : maker,
                        use.weight());
            }
            engine =
                    Engine.builder()
                            .profile(profile.build())
                            .api(this)
                            .clock(clock)
                            .executor(new StepThreads())
                            .seed(7)
                            .onDecision(this::report)
                            .build();
        }

        private void report(Decision decision) {
            story.add(
                    decision.pod()
                            + " "
                            + decision.feasible()
                            + "/"
                            + decision.nodes()
                            + " "
                            + decision.outcome());
        }

        List<String> story() {
            return story;
        }

        void post(Message message) {
            engine.post(message);
        }

        void see(Pod pod) {
            pods.put(pod.uid(), pod);
            post(new Message.PodSeen(pod));
        }

        /// An update of a pod, wherever it is by now.
        void change(String uid, UnaryOperator<Meta> what) {
            Pod pod = Objects.requireNonNull(pods.get(uid));
            see(new Pod(what.apply(pod.meta()), pod.spec(), pod.status()));
        }

        void settle() {
            while (engine.runOnce() > 0) {
                // Run until the engine is idle.
            }
            var unused = engine.ask(new Query.Stats());
            engine.runOnce();
            assertThat(unused).isDone();
        }

        @Override
        public void submit(List<Call> calls) {
            for (Call call : calls) {
                if (call.write() instanceof Write.BindPod bind) {
                    Pod pod = pods.get(bind.uid());
                    if (pod != null) {
                        see(pod.on(bind.node()));
                    }
                }
                call.answer().accept(WriteOutcome.DONE);
            }
        }

        @Override
        public void read(String namespace, String name, Consumer<ReadOutcome> answer) {
            answer.accept(new ReadOutcome.Absent());
        }

        @Override
        public void events(List<EventRecord> events) {}
    }
}
