package dev.berth.plugins.volumes;

import static java.util.Objects.requireNonNull;

import dev.berth.model.CsiNode;
import dev.berth.model.KubeObject;
import dev.berth.model.LabelSelector;
import dev.berth.model.Labels;
import dev.berth.model.Node;
import dev.berth.model.NodeSelector;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.PersistentVolume;
import dev.berth.model.Selector;
import dev.berth.model.SelectorException;
import dev.berth.model.SelectorProblem;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// Which nodes reach which volumes. Volumes of one topology share their rows.
final class VolumeReach {
    private static final String MIGRATED = "storage.alpha.kubernetes.io/migrated-plugins";

    private final NodeChanges changes = new NodeChanges();
    private final Recent<List<NodeSelectorTerm>, SuitableRows> byTerms =
            new Recent<>(terms -> rows(meaning(terms)));
    private final Recent<LabelSelector, SuitableRows> bySelector =
            new Recent<>(selector -> rows(meaning(selector)));
    private final SuitableRows everywhere = rows(labels -> true);
    private final Map<String, Set<String>> migratedPlugins = new HashMap<>();
    private final Map<InTree, SuitableRows> migrated = new EnumMap<>(InTree.class);

    VolumeReach() {
        for (InTree kind : InTree.values()) {
            migrated.put(kind, new SuitableRows(changes, node -> migrates(node.name(), kind)));
        }
    }

    private SuitableRows rows(Predicate<Labels> wanted) {
        return new SuitableRows(changes, node -> wanted.test(node.labels()));
    }

    void nodeChanged(Optional<Node> before, Optional<Node> after) {
        changes.nodeChanged(before, after);
    }

    void objectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
        if (after.orElse(null) instanceof CsiNode node) {
            migratedPlugins.put(node.meta().name(), migratedPlugins(node));
            changes.add(node.meta().name());
        } else if (before.orElse(null) instanceof CsiNode node) {
            migratedPlugins.remove(node.meta().name());
            changes.add(node.meta().name());
        }
    }

    void forgetAll() {
        migratedPlugins.clear();
        changes.forgetAll();
    }

    /// What the node's drivers have taken over, by the names of the plugins that did it before.
    static Set<String> migratedPlugins(CsiNode node) {
        return Set.copyOf(List.of(migrated(node).split(",", -1)));
    }

    static String migrated(CsiNode node) {
        return node.meta().annotations().getOr(MIGRATED, "");
    }

    /// The nodes that meet one of the alternatives; all of them if there are none to choose from.
    SuitableRows of(Optional<List<NodeSelectorTerm>> affinity) {
        return affinity.map(byTerms::get).orElse(everywhere);
    }

    /// The nodes that a class allows.
    SuitableRows allowed(List<NodeSelectorTerm> topologies) {
        return topologies.isEmpty() ? everywhere : byTerms.get(topologies);
    }

    /// The nodes whose labels are selected.
    SuitableRows selected(LabelSelector selector) {
        return bySelector.get(selector);
    }

    private boolean migrates(String node, InTree kind) {
        return kind.migrated()
                && migratedPlugins.getOrDefault(node, Set.of()).contains(kind.plugin());
    }

    /// Whether a volume that is in use already can be reached from the node.
    boolean reaches(NodeView node, PersistentVolume volume) {
        Optional<InTree> kind = InTree.ofSource(volume.source());
        boolean translated = kind.isPresent() && migrates(node.name(), kind.get());
        return of(translated ? Translation.affinity(volume, kind.get()) : volume.nodeAffinity())
                .contains(node);
    }

    /// Those of `candidates`, and maybe others, from which a volume that is in use already can be
    /// reached.
    NodeSet reaching(PersistentVolume volume, Nodes nodes, NodeSet candidates) {
        NodeSet untranslated = of(volume.nodeAffinity()).in(nodes);
        Optional<InTree> kind = InTree.ofSource(volume.source()).filter(InTree::migrated);
        if (kind.isEmpty()) {
            return untranslated;
        }
        MutableNodeSet there = requireNonNull(migrated.get(kind.get())).in(nodes).copy();
        there.retain(candidates);
        if (there.isEmpty()) {
            return untranslated;
        }
        MutableNodeSet both = of(Translation.affinity(volume, kind.get())).in(nodes).copy();
        both.retain(there);
        MutableNodeSet others = untranslated.copy();
        others.removeAll(there);
        both.addAll(others);
        return both;
    }

    private static Predicate<Labels> meaning(List<NodeSelectorTerm> terms) {
        var selector = NodeSelector.of(terms);
        // Parity: no name is given, so that demands on the node's fields are not looked at.
        return labels -> selector.matches(labels, "");
    }

    private static Predicate<Labels> meaning(LabelSelector written) {
        try {
            return Selector.of(Optional.of(written))::matches;
        } catch (SelectorException unreadable) {
            return labels -> false;
        }
    }

    /// What keeps the node from the volume, in words.
    static Optional<String> mismatch(
            PersistentVolume volume, Node node, Optional<CsiNode> drivers) {
        Optional<InTree> kind = InTree.ofSource(volume.source()).filter(InTree::migrated);
        boolean translated =
                kind.isPresent()
                        && drivers.isPresent()
                        && migratedPlugins(drivers.get()).contains(kind.get().plugin());
        Optional<List<NodeSelectorTerm>> affinity =
                translated
                        ? Translation.affinity(volume, kind.orElseThrow())
                        : volume.nodeAffinity();
        if (affinity.isEmpty()) {
            return Optional.empty();
        }
        var selector = NodeSelector.of(affinity.get());
        if (selector.matches(node.labels(), "")) {
            return Optional.empty();
        }
        return Optional.of(
                selector.problems().isEmpty()
                        ? "no matching NodeSelectorTerms"
                        : SelectorProblem.join(selector.problems()));
    }
}
