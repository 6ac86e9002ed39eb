package dev.berth.plugins.volumes;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.LabelSelector;
import dev.berth.model.Labels;
import dev.berth.model.Node;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.Requirement;
import dev.berth.plugins.volumes.Topology.Finder;
import dev.berth.spi.Filter;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.Nodes;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreFilterResult;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PluginTester;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// With local storage on each node, a set of rows must not evaluate every node.
class SuitableRowsTest {
    private static final int NODES = 1_000;

    private final VolumeNodeChanges changes = new VolumeNodeChanges();
    private final LabeledNodes labeledNodes = new LabeledNodes();
    private final List<Nodes> table = new ArrayList<>();
    private final PluginTester tester =
            PluginTester.of(
                    new Filter() {
                        @Override
                        public PreFilterResult filterFor(PodCycle cycle) {
                            table.add(cycle.nodes());
                            return PreFilterResult.SKIP;
                        }
                    });
    private int looks;

    @BeforeEach
    void fillTheTable() {
        for (int i = 0; i < NODES; i++) {
            put(host("n" + i, "n" + i).label("zone", "z" + i % 3), Optional.empty());
        }
        tester.schedule(pod("any"));
    }

    private static NodeBuilder host(String name, String label) {
        return node(name).label("host", label);
    }

    private void put(NodeBuilder node, Optional<Node> before) {
        tester.nodes(node);
        labeledNodes.nodeChanged(before, Optional.of(node.build()));
        changes.nodeChanged(before, Optional.of(node.build()));
    }

    private MatchingRows counting(Topology topology) {
        return new MatchingRows(
                changes,
                labeledNodes,
                new Topology(
                        labels -> {
                            looks++;
                            return topology.wanted().test(labels);
                        },
                        topology.finders()));
    }

    private static Topology in(String label, String... values) {
        return Topology.of(
                List.of(
                        new NodeSelectorTerm(
                                List.of(new Requirement(label, Requirement.IN, List.of(values))),
                                List.of())));
    }

    private List<String> names(MatchingRows rows) {
        var names = new ArrayList<String>();
        Nodes nodes = table.getLast();
        rows.forEach(nodes, row -> names.add(nodes.view(row).name()));
        var all = new MutableNodeSet(0);
        all.addAll(nodes.all());
        rows.removeFrom(all, nodes);
        assertThat(names).hasSize(NODES - all.size()).hasSize(rows.in(nodes).size());
        return names;
    }

    @Test
    void onlyNodesWithTheLabelAreLookedAt() {
        assertThat(names(counting(in("host", "n7", "n9", "none"))))
                .containsExactlyInAnyOrder("n7", "n9");
        assertThat(looks).isEqualTo(2);
    }

    @Test
    void ofSeveralLabelsThatWithTheFewestNodesIsFollowed() {
        var selector =
                new LabelSelector(
                        Labels.of("zone", "z1"),
                        List.of(new Requirement("host", Requirement.IN, List.of("n4", "n5"))));
        assertThat(names(counting(Topology.of(selector)))).containsExactly("n4");
        assertThat(looks).isEqualTo(2);
    }

    @Test
    void manyRowsAndFewAreTheSame() {
        assertThat(names(counting(in("zone", "z0")))).hasSize(334);
        assertThat(names(counting(Topology.EVERYWHERE))).hasSize(NODES);
    }

    @Test
    void nodesThatChangeAreFollowed() {
        MatchingRows rows = counting(in("host", "n7"));
        assertThat(names(rows)).containsExactly("n7");
        put(host("n7", "elsewhere"), Optional.of(host("n7", "n7").build()));
        put(host("n8", "n7"), Optional.of(host("n8", "n8").build()));
        assertThat(names(rows)).containsExactly("n8");

        for (int i = 100; i < 200; i++) {
            put(
                    host("n" + i, "n" + i).label("more", "yes"),
                    Optional.of(host("n" + i, "n" + i).build()));
        }
        put(host("n9", "n7"), Optional.of(host("n9", "n9").build()));
        looks = 0;
        assertThat(names(rows)).containsExactlyInAnyOrder("n8", "n9");
        assertThat(looks).as("a rebuild is cheaper than single changes").isEqualTo(2);
    }

    @Test
    void withoutALabelToGoByAllNodesAreLookedAt() {
        var exists =
                new NodeSelectorTerm(
                        List.of(new Requirement("zone", Requirement.EXISTS, List.of())), List.of());
        var named =
                new NodeSelectorTerm(
                        List.of(new Requirement("host", Requirement.IN, List.of("n1"))), List.of());
        Topology topology = Topology.of(List.of(named, exists));
        assertThat(topology.finders()).isEmpty();
        assertThat(names(counting(topology))).hasSize(NODES);
        assertThat(in("host", "n1").finders())
                .hasValue(List.of(List.of(new Finder("host", List.of("n1")))));
    }
}
