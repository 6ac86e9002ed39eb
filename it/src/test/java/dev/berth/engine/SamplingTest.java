package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.spi.NodeSet;
import dev.berth.spi.PodCycle;
import dev.berth.spi.Score;
import dev.berth.spi.Scoring;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/// Which nodes are taken when only a share of them is wanted, against a naive walk over the zones.
class SamplingTest {
    /// Remembers which nodes it was asked to score.
    private static final class Witness implements Score {
        private TreeSet<String> seen = new TreeSet<>();

        @Override
        public Scoring scorerFor(PodCycle cycle, NodeSet feasible) {
            seen = new TreeSet<>();
            for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
                seen.add(cycle.nodes().view(row).name());
            }
            return Scoring.SKIP;
        }
    }

    private final Witness witness = new Witness();
    private final ScriptedApi api = new ScriptedApi();

    private Engine engine(int percentage) {
        var profile = ProfileSpec.named("default-scheduler").with("Witness", witness);
        DefaultProfile.addTo(profile);
        var engine =
                Engine.builder()
                        .profile(profile.percentageOfNodesToScore(percentage).build())
                        .api(api)
                        .build();
        api.tell(engine::post);
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
        for (long seed = 1; seed <= 20; seed++) {
            var random = new SplittableRandom(seed);
            int count = 100 + random.nextInt(200);
            int percentage = 1 + random.nextInt(99);
            Engine engine = engine(percentage);
            List<List<String>> zones = new ArrayList<>();
            List<String> cordoned = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                zones.add(new ArrayList<>());
            }
            List<Integer> firstSeen = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int zone = random.nextInt(4);
                if (!firstSeen.contains(zone)) {
                    firstSeen.add(zone);
                }
                var node = node("n" + i).zone("z" + zone);
                if (random.nextInt(5) == 0) {
                    node.cordoned();
                    cordoned.add("n" + i);
                }
                zones.get(zone).add("n" + i);
                engine.post(new Message.NodeSeen(node.build()));
            }
            List<String> order = roundRobin(firstSeen.stream().map(zones::get).toList(), count);
            int start = 0;
            for (int i = 0; i < 12; i++) {
                engine.post(new Message.PodSeen(pod("p" + i).build()));
                settle(engine);
                var expected = new TreeSet<String>();
                int wanted = Math.max(100, count * percentage / 100);
                int processed = 0;
                for (String name : rotated(order, start)) {
                    if (!cordoned.contains(name)) {
                        if (expected.size() == wanted) {
                            break;
                        }
                        expected.add(name);
                    }
                    processed++;
                }
                start = (start + processed) % count;
                assertThat(witness.seen).as("pod %d of seed %d", i, seed).isEqualTo(expected);
            }
        }
    }

    private static List<String> roundRobin(List<List<String>> zones, int count) {
        var order = new ArrayList<String>();
        for (int round = 0; order.size() < count; round++) {
            for (List<String> zone : zones) {
                if (round < zone.size()) {
                    order.add(zone.get(round));
                }
            }
        }
        return order;
    }

    private static List<String> rotated(List<String> order, int start) {
        var rotated = new ArrayList<>(order.subList(start, order.size()));
        rotated.addAll(order.subList(0, start));
        return rotated;
    }

    private static void settle(Engine engine) {
        while (engine.turn() > 0) {
            // The engine works.
        }
    }
}
