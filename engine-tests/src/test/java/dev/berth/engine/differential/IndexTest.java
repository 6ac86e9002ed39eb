package dev.berth.engine.differential;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.NodeTable;
import dev.berth.model.HostPort;
import dev.berth.model.Labels;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.PodShape;
import dev.berth.spi.AffinityTermGroup;
import dev.berth.spi.AffinityTermGroups;
import dev.berth.spi.AffinityTermReader;
import dev.berth.spi.Counting;
import dev.berth.spi.DomainCounts;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.PodAffinityTerm;
import dev.berth.spi.PodMatcher;
import dev.berth.spi.Resource;
import dev.berth.spi.SelectorGroup;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;

/// Incremental columns, selector groups and affinity term groups equal those that are counted
/// again.
class IndexTest {
    private static final long SEED = Long.getLong("test.seed", 1);

    private record Colored(String color) implements PodMatcher {
        @Override
        public boolean matches(String namespace, Labels labels) {
            return labels.getOr("color", "").equals(color);
        }
    }

    /// A pod with the label `wants` has an affinity term for pods of that color.
    private record Wants() implements AffinityTermReader {
        @Override
        public List<PodAffinityTerm> termsOf(PodShape shape) {
            return shape.labels()
                    .get("wants")
                    .map(color ->
                            List.of(
                                    new PodAffinityTerm(
                                            new Colored(color), "zone", color.length())))
                    .orElse(List.of());
        }
    }

    @Test
    void incrementalCountsEqualFreshCounts() {
        for (long seed = SEED; seed < SEED + 100; seed++) {
            var random = new SplittableRandom(seed);
            var state = new ClusterState();
            int late = random.nextInt(60);
            for (int step = 0; step < 120; step++) {
                step(random, state);
                if (step >= late) {
                    check(
                            state,
                            state.groups().group(new Colored("red"), state),
                            state.terms(new Wants()),
                            seed,
                            step);
                    checkDomains(random, state, "seed %d step %d".formatted(seed, step));
                }
            }
        }
    }

    @Test
    void countsCannotBeReadWhileAMatcherOrATermSourceFails() {
        var state = new ClusterState();
        var mended = new boolean[1];
        PodMatcher lost = (namespace, labels) -> answer(mended, true);
        AffinityTermReader unreadable = shape -> answer(mended, List.of());
        state.put(node("n1").label("zone", "a").build());
        state.place(pod("p1").on("n1").build());
        SelectorGroup group = state.groups().group(lost, state);
        AffinityTermGroups terms = state.terms(unreadable);
        Pod pending = pod("p2").label("app", "web").build();
        state.addOrUpdatePod(pending);
        state.assume(pending.on("n1"));
        assertThat(state.assumed(pending.uid())).isTrue();
        assertThat(state.matchFailures()).isPositive();
        assertThatThrownBy(() -> group.count(0)).hasRootCauseMessage("no idea");
        assertThatThrownBy(() -> terms.matching("default", Labels.NONE))
                .hasMessage("reading the terms of pod default/p1 failed");

        mended[0] = true;
        assertThat(state.groups().group(lost, state).count(0)).isEqualTo(2);
        assertThat(terms.matching("default", Labels.NONE)).isEmpty();
        state.forget(pending.uid());
        assertThat(group.count(0)).isEqualTo(1);
        assertThat(state.nodes().view(0).requested(Resource.PODS)).isEqualTo(1);
    }

    private static <T> T answer(boolean[] mended, T defaultValue) {
        if (!mended[0]) {
            throw new IllegalStateException("no idea");
        }
        return defaultValue;
    }

    @Test
    void countsAreNotReadWhileTheConditionFailsForANode() {
        var state = new ClusterState();
        state.put(node("n1").label("zone", "a").build());
        var counting =
                new Counting(
                        "zone",
                        true,
                        node -> {
                            throw new IllegalStateException("thrown on purpose");
                        });
        SelectorGroup group = state.groups().group((namespace, labels) -> true, state);
        assertThatThrownBy(() -> group.by(counting))
                .hasMessageStartingWith("node condition ")
                .hasMessageEndingWith(" failed for node n1")
                .hasRootCauseMessage("thrown on purpose");
        state.removeNode("n1");
        assertThat(group.by(counting).open()).isZero();
    }

    private static void step(SplittableRandom random, ClusterState state) {
        String name = "p" + random.nextInt(15);
        switch (random.nextInt(8)) {
            case 0 -> state.put(randomNode(random));
            case 1 -> state.removeNode("n" + random.nextInt(5));
            case 2 -> state.removePod("default/" + name);
            case 3 -> {
                Pod pending = randomPod(random, name).build();
                if (state.pod(pending.uid()).isEmpty()) {
                    state.addOrUpdatePod(pending);
                    state.assume(pending.on("n" + random.nextInt(5)));
                }
            }
            case 4 -> state.forget("default/" + name);
            default -> state.place(randomPod(random, name).on("n" + random.nextInt(5)).build());
        }
    }

    private static Node randomNode(SplittableRandom random) {
        NodeBuilder node =
                node("n" + random.nextInt(5))
                        .cpu("" + random.nextInt(8))
                        .image(1, "app:" + random.nextInt(2));
        if (random.nextInt(4) > 0) {
            node.label("zone", "z" + random.nextInt(3));
        }
        if (random.nextInt(3) == 0) {
            node.taint("dedicated", "", "NoSchedule");
        }
        return node.build();
    }

    private record Untainted() implements Counting.NodeCondition {
        @Override
        public boolean matches(Node node) {
            return node.taints().isEmpty();
        }
    }

    private static void checkDomains(SplittableRandom random, ClusterState state, String where) {
        boolean terminating = random.nextBoolean();
        Counting.NodeCondition on =
                random.nextBoolean() ? Counting.NodeCondition.ALWAYS : new Untainted();
        DomainCounts counts =
                state.groups()
                        .group(new Colored("red"), state)
                        .by(new Counting("zone", terminating, on));
        Map<String, Integer> expected = new TreeMap<>();
        Map<String, Integer> wanting = new TreeMap<>();
        NodeTable nodes = state.nodes();
        for (int row = nodes.all().next(0); row >= 0; row = nodes.all().next(row + 1)) {
            NodeView view = nodes.view(row);
            Optional<String> zone = view.label("zone");
            if (zone.isPresent()) {
                int reds = 0;
                int wants = 0;
                for (Pod pod : view.pods()) {
                    if (pod.labels().getOr("color", "").equals("red")
                            && (terminating || !pod.terminating())) {
                        reds++;
                    }
                    if (pod.labels().getOr("wants", "").equals("red")) {
                        wants++;
                    }
                }
                if (on.matches(view.node())) {
                    expected.merge(zone.get(), reds, Integer::sum);
                }
                wanting.merge(zone.get(), wants, Integer::sum);
            }
        }
        List<AffinityTermGroup> aboutRed =
                state.terms(new Wants()).matching("default", Labels.of("color", "red"));
        int limit = random.nextInt(3);
        NodeSet above = counts.above(limit);
        for (int row = nodes.all().next(0); row >= 0; row = nodes.all().next(row + 1)) {
            Optional<String> zone = nodes.view(row).label("zone");
            int reds = zone.map(z -> expected.getOrDefault(z, 0)).orElse(0);
            assertThat(counts.at(row)).as(where).isEqualTo(reds);
            assertThat(above.contains(row)).as(where).isEqualTo(reds > limit);
            assertThat(counts.domains().labeled().contains(row))
                    .as(where)
                    .isEqualTo(zone.isPresent());
            int at = row;
            assertThat(aboutRed.stream().mapToInt(group -> group.counts().at(at)).sum())
                    .as(where)
                    .isEqualTo(zone.map(z -> wanting.getOrDefault(z, 0)).orElse(0));
        }
        assertThat(counts.open()).as(where).isEqualTo(expected.size());
        assertThat(counts.lowest())
                .as(where)
                .isEqualTo(expected.values().stream().mapToInt(n -> n).min().orElse(0));
        assertThat(counts.isEmpty())
                .as(where)
                .isEqualTo(expected.values().stream().allMatch(n -> n == 0));
    }

    private static PodBuilder randomPod(SplittableRandom random, String name) {
        String[] colors = {"red", "green", "blue"};
        PodBuilder pod = pod(name).label("color", colors[random.nextInt(3)]);
        if (random.nextBoolean()) {
            pod.label("wants", colors[random.nextInt(3)]);
        }
        if (random.nextInt(4) == 0) {
            pod.terminating();
        }
        if (random.nextBoolean()) {
            // A port of its own, since two pods with one port are never on one node.
            pod.hostPort(8000 + Integer.parseInt(name.substring(1)));
        }
        return pod.cpu(random.nextInt(3) + "").request("example.com/gpu", random.nextInt(2) + "");
    }

    private static void check(
            ClusterState state, SelectorGroup red, AffinityTermGroups wants, long seed, int step) {
        String where = "seed %d step %d".formatted(seed, step);
        List<AffinityTermGroup> aboutRed = wants.matching("default", Labels.of("color", "red"));
        for (int row = 0; row < state.nodes().rows(); row++) {
            NodeView view = state.nodes().view(row);
            var pods = new ArrayList<>(view.pods());
            long cpu = pods.stream().mapToLong(p -> p.requests().accounting().cpuMillis()).sum();
            assertThat(view.requested(Resource.CPU)).as(where).isEqualTo(cpu);
            assertThat(view.requested(Resource.PODS)).as(where).isEqualTo(pods.size());
            Resource gpu = state.nodes().resource("example.com/gpu");
            assertThat(view.requested(gpu))
                    .as(where)
                    .isEqualTo(
                            pods.stream()
                                    .mapToLong(p -> p.requests().accounting().amount(gpu.name()))
                                    .sum());
            assertThat(state.nodes().free(gpu).get(row))
                    .as(where)
                    .isEqualTo(view.allocatable(gpu) - view.requested(gpu));
            for (int port = 8000; port < 8015; port++) {
                var wanted = new HostPort("127.0.0.1", "TCP", port);
                assertThat(view.portTaken(wanted))
                        .as(where)
                        .isEqualTo(
                                pods.stream()
                                        .flatMap(p -> p.template().hostPorts().stream())
                                        .anyMatch(open -> open.conflicts(wanted)));
            }
            long reds =
                    pods.stream().filter(p -> p.labels().getOr("color", "").equals("red")).count();
            assertThat(red.count(row)).as(where).isEqualTo((int) reds);
            assertThat(red.terminating(row))
                    .as(where)
                    .isEqualTo(
                            (int)
                                    pods.stream()
                                            .filter(p ->
                                                    p.labels().getOr("color", "").equals("red"))
                                            .filter(Pod::terminating)
                                            .count());
            long wanting =
                    pods.stream().filter(p -> p.labels().getOr("wants", "").equals("red")).count();
            int at = row;
            assertThat(aboutRed.stream().mapToInt(g -> g.count(at)).sum())
                    .as(where)
                    .isEqualTo((int) wanting);
            assertThat(aboutRed.stream().mapToLong(g -> g.weight(at)).sum())
                    .as(where)
                    .isEqualTo(wanting * 3);
        }
        var having = new MutableNodeSet(state.nodes().rows());
        NodeSet all = state.nodes().all();
        for (int row = all.next(0); row >= 0; row = all.next(row + 1)) {
            having.put(
                    row,
                    state.nodes().view(row).node().images().getFirst().names().contains("app:1"));
        }
        assertThat(state.nodes().withImage("app:1")).as(where).isEqualTo(having);
        long assumed = state.pods().stream().filter(p -> p.assumed()).count();
        assertThat(state.assumedPods()).as(where).isEqualTo((int) assumed);
        assertThat(state.nodes().visitingOrder()).as(where).hasSize(state.nodes().count());
    }
}
