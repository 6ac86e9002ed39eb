package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.model.Node;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeSet;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Reject;
import dev.berth.spi.Score;
import dev.berth.spi.Verdict;
import dev.berth.spi.Write;
import dev.berth.testkit.NaiveSampling;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Which nodes are taken when only a share of them is wanted, against a naive walk over the zones.
class SamplingTest {
    /// Remembers which nodes it was asked to score.
    private static final class Witness implements Score {
        private TreeSet<String> seen = new TreeSet<>();

        @Override
        public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
            seen = new TreeSet<>();
            for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
                seen.add(cycle.nodes().view(row).name());
            }
            return PreScoreResult.SKIP;
        }
    }

    /// Lets pods with a certain label on few nodes only.
    private static final class Confinement implements Filter {
        static final NavigableSet<String> NAMES =
                IntStream.range(0, 60)
                        .mapToObj(i -> "n" + 3 * i)
                        .collect(Collectors.toCollection(TreeSet::new));

        private static final Reject CONFINED = Reject.unresolvable("confined elsewhere");

        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            return cycle.pod().labels().has("confined")
                    ? new PreFilterResult.RunOn(
                            node -> NAMES.contains(node.name()) ? Verdict.PASS : CONFINED, NAMES)
                    : PreFilterResult.SKIP;
        }
    }

    private static final long SEED = Long.getLong("test.seed", 1);

    private final Witness witness = new Witness();
    private final ScriptedApi api = new ScriptedApi();

    private Engine engine(int percentage) {
        var profile =
                ProfileSpec.named("default-scheduler")
                        .with("Witness", witness)
                        .with("Confinement", new Confinement());
        DefaultProfile.addTo(profile);
        var engine =
                Engine.builder()
                        .profile(profile.percentageOfNodesToScore(percentage).build())
                        .api(api)
                        .build();
        api.report(engine::post);
        return engine;
    }

    @ParameterizedTest
    @CsvSource({"1000,40,400", "1000,5,100", "150,1,100", "99,1,99", "6000,5,300", "1000,100,1000"})
    void enoughIsTheShareButAtLeastAHundred(int nodes, int percentage, int wanted) {
        Engine engine = engine(percentage);
        for (int i = 0; i < nodes; i++) {
            engine.post(new Message.NodeSeen(node("n" + i).build()));
        }
        engine.post(new Message.PodSeen(pod("web").build()));
        settle(engine);
        assertThat(witness.seen).hasSize(wanted);
    }

    @Test
    void unsetMeansEveryNode() {
        Engine engine = engine(0);
        for (int i = 0; i < 1_000; i++) {
            engine.post(new Message.NodeSeen(node("n" + i).build()));
        }
        engine.post(new Message.PodSeen(pod("web").build()));
        settle(engine);
        assertThat(witness.seen).hasSize(1_000);
    }

    @Test
    void theSearchGoesRoundTheZonesAndStartsWhereItStopped() {
        for (long seed = SEED; seed < SEED + 40; seed++) {
            new History(seed).play();
            api.writes.clear();
        }
    }

    /// Nodes come, go, change zone and are cordoned; pods are placed in between, some of them with
    /// a node promised, some allowed on few nodes only.
    private final class History {
        private final long seed;
        private final SplittableRandom random;
        private final int percentage;
        private final Engine engine;
        private final NaiveSampling naive = new NaiveSampling();
        private final Map<String, Node> nodes = new TreeMap<>();
        private int made;

        History(long seed) {
            this.seed = seed;
            this.random = new SplittableRandom(seed);
            this.percentage = 1 + random.nextInt(99);
            this.engine = engine(percentage);
        }

        void play() {
            int first = 90 + random.nextInt(200);
            for (int i = 0; i < first; i++) {
                see("n" + made++);
            }
            for (int i = 0; i < 40; i++) {
                int changes = random.nextInt(3);
                for (int j = 0; j < changes; j++) {
                    change();
                }
                place("p" + i);
            }
        }

        private void change() {
            String any = List.copyOf(nodes.keySet()).get(random.nextInt(nodes.size()));
            switch (random.nextInt(4)) {
                case 0 -> see("n" + made++);
                case 1 -> {
                    nodes.remove(any);
                    naive.remove(any);
                    report(new Message.NodeGone(any));
                }
                default -> see(any);
            }
        }

        private void see(String name) {
            var builder = node(name).zone("z" + random.nextInt(4));
            if (random.nextInt(6) == 0) {
                builder = node(name).label("topology.kubernetes.io/region", "r");
            }
            if (random.nextInt(20) == 0) {
                builder.label("failure-domain.beta.kubernetes.io/zone", "");
            }
            if (random.nextInt(5) == 0) {
                builder.cordoned();
            }
            Node node = builder.build();
            nodes.put(name, node);
            naive.put(node);
            report(new Message.NodeSeen(node));
        }

        /// One at a time: what is told together, the engine may take for one change.
        private void report(Message message) {
            engine.post(message);
            settle(engine);
        }

        private Set<String> boundTo(String pod) {
            return api.binds().stream()
                    .filter(bind -> bind.name().equals(pod))
                    .map(Write.BindPod::node)
                    .collect(Collectors.toSet());
        }

        private boolean isOpen(String name) {
            Node node = nodes.get(name);
            return node != null && !node.unschedulable();
        }

        private void place(String name) {
            var pod = pod(name);
            String nominated = "";
            if (random.nextInt(4) == 0) {
                nominated = "n" + random.nextInt(made);
                pod.nominated(nominated);
            }
            boolean confined = random.nextInt(4) == 0;
            if (confined) {
                pod.label("confined", "yes");
            }
            witness.seen = new TreeSet<>();
            report(new Message.PodSeen(pod.build()));
            // A node that is alone is taken without being scored.
            Set<String> seen = witness.seen.isEmpty() ? boundTo(name) : witness.seen;

            Predicate<String> fits =
                    each -> isOpen(each) && (!confined || Confinement.NAMES.contains(each));
            Set<String> expected =
                    confined
                            ? naive.takeOnly(
                                    nodes.keySet().stream()
                                            .filter(Confinement.NAMES::contains)
                                            .collect(Collectors.toSet()),
                                    percentage,
                                    fits,
                                    nominated)
                            : naive.take(percentage, fits, nominated);
            assertThat(seen)
                    .as(
                            "%s, promised %s, confined %s, of %d nodes, -Dtest.seed=%d",
                            name, nominated, confined, nodes.size(), seed)
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private static void settle(Engine engine) {
        while (engine.runOnce() > 0) {
            // Run until the engine is idle.
        }
    }
}
