package dev.berth.it.differential;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.Engine;
import dev.berth.engine.StepThreads;
import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.port.ReadOutcome;
import dev.berth.engine.view.Decision;
import dev.berth.engine.view.Query;
import dev.berth.model.Affinity;
import dev.berth.model.NodeAffinity;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.Pod;
import dev.berth.model.Requirement;
import dev.berth.model.Taint;
import dev.berth.sim.time.VirtualClock;
import dev.berth.spi.EventNote;
import dev.berth.spi.Filter;
import dev.berth.spi.Hints;
import dev.berth.spi.Judgement;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Normalise;
import dev.berth.spi.Plugin;
import dev.berth.spi.PodCycle;
import dev.berth.spi.Requeue;
import dev.berth.spi.Reserve;
import dev.berth.spi.Score;
import dev.berth.spi.Scoring;
import dev.berth.spi.Verdict;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/// What is remembered for pods of one shape never decides anything a fresh look would not: two
/// engines live the same random history, one that may remember and one whose plugins forbid it.
class FastPathTest {
    private static final int HISTORIES = 300;
    private static final long SEED = Long.getLong("test.seed", 1);

    @Test
    void rememberedAndFreshDecideAlike() {
        for (long seed = SEED; seed < SEED + HISTORIES; seed++) {
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
        Map<String, String> pods = new HashMap<>();
        int nodes = 1 + random.nextInt(70);
        for (int i = 0; i < nodes; i++) {
            NodeBuilder node = randomNode(random, i);
            runs.forEach(run -> run.post(new Message.NodeSeen(node.build())));
        }
        for (int step = 0; step < 60; step++) {
            switch (random.nextInt(10)) {
                case 0 -> {
                    NodeBuilder node = randomNode(random, random.nextInt(nodes + 3));
                    runs.forEach(run -> run.post(new Message.NodeSeen(node.build())));
                }
                case 1 -> {
                    String name = "n" + random.nextInt(nodes);
                    runs.forEach(run -> run.post(new Message.NodeGone(name)));
                }
                case 2 -> {
                    String uid = "default/p" + random.nextInt(step + 1);
                    if (pods.remove(uid) != null) {
                        runs.forEach(run -> run.post(new Message.PodGone(uid)));
                    }
                }
                default -> {
                    PodBuilder pod = randomPod(random, "p" + step);
                    pods.put("default/p" + step, "");
                    runs.forEach(run -> run.see(pod.build()));
                }
            }
            runs.forEach(Run::settle);
        }
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
        // Few shapes, so that most pods meet remembered ones.
        PodBuilder pod = pod(name);
        switch (random.nextInt(5)) {
            case 0 -> pod.cpu("500m").memory("256Mi");
            case 1 -> pod.cpu("1").memory("1Gi").priority(random.nextInt(3));
            case 2 -> pod.request("example.com/gpu", "1");
            case 3 -> pod.cpu("250m").label("app", "x" + random.nextInt(2));
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
        if (random.nextInt(10) == 0) {
            pod.nominated("n" + random.nextInt(5));
        }
        return pod;
    }

    /// One engine and what it decided.
    private static final class Run implements ApiPort {
        private final Map<String, Pod> pods = new HashMap<>();
        private final List<String> story = new ArrayList<>();
        private final VirtualClock clock = VirtualClock.atEpoch();
        private final Engine engine;

        Run(boolean fresh) {
            var profile = ProfileSpec.named("default-scheduler");
            ProfileSpec usual = DefaultProfile.spec();
            for (ProfileSpec.Use use : usual.multiPoint()) {
                var maker = Objects.requireNonNull(usual.makers().get(use.name()));
                profile.with(
                        use.name(),
                        context -> maybeFresh(fresh, maker.apply(context)),
                        use.weight());
            }
            engine =
                    Engine.builder()
                            .profile(profile.build())
                            .api(this)
                            .clock(clock)
                            .executor(new StepThreads())
                            .seed(7)
                            .onDecision(this::tell)
                            .build();
        }

        private static Plugin maybeFresh(boolean fresh, Plugin plugin) {
            return fresh ? Forgetful.of(plugin) : plugin;
        }

        private void tell(Decision decision) {
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

        void settle() {
            while (engine.turn() > 0) {
                // The engine works.
            }
            var unused = engine.ask(new Query.Stats());
            engine.turn();
            assertThat(unused).isDone();
        }

        @Override
        public void submit(List<Call> calls) {
            for (Call call : calls) {
                if (call.write() instanceof Write.BindPod bind) {
                    Pod pod = pods.get(bind.uid());
                    if (pod != null) {
                        post(new Message.PodSeen(pod.on(bind.node())));
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
        public void events(List<EventNote> events) {}
    }

    /// Wraps a plugin so that nothing it says may be remembered, and only the simple way is used.
    private static final class Forgetful {
        static Plugin of(Plugin plugin) {
            if (plugin instanceof Reserve) {
                // Stands in for a plugin that has nothing to say of these pods.
                return plugin;
            }
            if (plugin instanceof Filter filter && plugin instanceof Score score) {
                return new Both(filter, score, (Requeue) plugin);
            }
            if (plugin instanceof Filter filter) {
                return new FilterOnly(filter, (Requeue) plugin);
            }
            if (plugin instanceof Score score) {
                return (Score) (cycle, feasible) -> forget(score.scorerFor(cycle, feasible));
            }
            return plugin;
        }

        private record FilterOnly(Filter filter, Requeue requeue) implements Filter, Requeue {
            @Override
            public Judgement filterFor(PodCycle cycle) {
                return forget(filter.filterFor(cycle));
            }

            @Override
            public void requeueOn(Hints hints) {
                requeue.requeueOn(hints);
            }
        }

        private record Both(Filter filter, Score score, Requeue requeue)
                implements Filter, Score, Requeue {
            @Override
            public Judgement filterFor(PodCycle cycle) {
                return forget(filter.filterFor(cycle));
            }

            @Override
            public Scoring scorerFor(PodCycle cycle, NodeSet feasible) {
                return forget(score.scorerFor(cycle, feasible));
            }

            @Override
            public void requeueOn(Hints hints) {
                requeue.requeueOn(hints);
            }
        }

        private static NodeFilter forget(NodeFilter filter) {
            return new NodeFilter() {
                @Override
                public Verdict test(NodeView node) {
                    return filter.test(node);
                }
            };
        }

        private static Judgement forget(Judgement judgement) {
            return switch (judgement) {
                case Judgement.Judge(NodeFilter filter) -> Judgement.of(forget(filter));
                case Judgement.JudgeOnly(NodeFilter filter, var names) ->
                        Judgement.only(forget(filter), names);
                case Judgement.Skip skip -> skip;
                case Judgement.Refuse refuse -> refuse;
            };
        }

        private static Scoring forget(Scoring scoring) {
            return scoring instanceof Scoring.Judge(NodeScorer scorer)
                    ? Scoring.of(
                            new NodeScorer() {
                                @Override
                                public long score(NodeView node) {
                                    return scorer.score(node);
                                }

                                @Override
                                public Normalise normalise() {
                                    return scorer.normalise();
                                }
                            })
                    : scoring;
        }
    }
}
