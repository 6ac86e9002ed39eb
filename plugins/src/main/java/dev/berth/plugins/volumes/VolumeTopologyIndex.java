package dev.berth.plugins.volumes;

import static java.util.Objects.requireNonNull;

import dev.berth.model.CsiNode;
import dev.berth.model.KubeObject;
import dev.berth.model.LabelSelector;
import dev.berth.model.Node;
import dev.berth.model.NodeSelector;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.PersistentVolume;
import dev.berth.model.SelectorProblem;
import dev.berth.plugins.LruCache;
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

/// The nodes that can access each volume. Volumes with equal topology share their rows.
final class VolumeTopologyIndex {
    private static final String MIGRATED = "storage.alpha.kubernetes.io/migrated-plugins";

    private final VolumeNodeChanges changes = new VolumeNodeChanges();
    private final LabeledNodes labeledNodes = new LabeledNodes();
    private final Map<List<NodeSelectorTerm>, MatchingRows> byTerms = new LruCache<>();
    private final MatchingRows everywhere = rows(Topology.EVERYWHERE);
    private final Map<String, Set<String>> migratedPlugins = new HashMap<>();
    private final Map<InTreeVolumes, MatchingRows> migrated = new EnumMap<>(InTreeVolumes.class);

    VolumeTopologyIndex() {
        for (InTreeVolumes kind : InTreeVolumes.values()) {
            migrated.put(kind, new MatchingRows(changes, node -> migrates(node.name(), kind)));
        }
    }

    private MatchingRows rows(Topology topology) {
        return new MatchingRows(changes, labeledNodes, topology);
    }

    /// The changes of nodes that rows depend on.
    VolumeNodeChanges changes() {
        return changes;
    }

    void nodeChanged(Optional<Node> before, Optional<Node> after) {
        labeledNodes.nodeChanged(before, after);
        changes.nodeChanged(before, after);
    }

    void objectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
        if (after.orElse(null) instanceof CsiNode node) {
            migrated(node.meta().name(), migratedPlugins(node));
        } else if (before.orElse(null) instanceof CsiNode node) {
            migrated(node.meta().name(), Set.of());
        }
    }

    /// A CSINode changes often, and its migrated plugins rarely.
    private void migrated(String node, Set<String> plugins) {
        Set<String> before =
                plugins.isEmpty()
                        ? migratedPlugins.remove(node)
                        : migratedPlugins.put(node, plugins);
        if (!plugins.equals(before == null ? Set.of() : before)) {
            changes.add(node);
        }
    }

    void forgetAll() {
        migratedPlugins.clear();
        labeledNodes.forgetAll();
        changes.forgetAll();
    }

    /// The in-tree plugins that are migrated to CSI drivers on the node.
    static Set<String> migratedPlugins(CsiNode node) {
        String names = migrated(node);
        return names.isEmpty() ? Set.of() : Set.copyOf(List.of(names.split(",", -1)));
    }

    static String migrated(CsiNode node) {
        return node.meta().annotations().getOr(MIGRATED, "");
    }

    /// The nodes that match one of the terms; all nodes without terms.
    MatchingRows of(Optional<List<NodeSelectorTerm>> affinity) {
        return affinity.map(this::of).orElse(everywhere);
    }

    /// The nodes that a storage class allows.
    MatchingRows allowed(List<NodeSelectorTerm> topologies) {
        return topologies.isEmpty() ? everywhere : of(topologies);
    }

    private MatchingRows of(List<NodeSelectorTerm> terms) {
        return byTerms.computeIfAbsent(terms, each -> rows(Topology.of(each)));
    }

    /// The nodes whose labels the selector matches; the caller keeps the result.
    MatchingRows selected(LabelSelector selector) {
        return rows(Topology.of(selector));
    }

    private boolean migrates(String node, InTreeVolumes kind) {
        return kind.migrated()
                && migratedPlugins.getOrDefault(node, Set.of()).contains(kind.plugin());
    }

    /// Whether the node can access a bound volume.
    boolean reaches(NodeView node, PersistentVolume volume) {
        Optional<InTreeVolumes> kind = InTreeVolumes.ofSource(volume.source());
        boolean translated = kind.isPresent() && migrates(node.name(), kind.get());
        return of(translated ? Translation.affinity(volume, kind.get()) : volume.nodeAffinity())
                .contains(node);
    }

    /// A superset of the `candidates` that can access a bound volume.
    NodeSet reaching(PersistentVolume volume, Nodes nodes, NodeSet candidates) {
        NodeSet untranslated = of(volume.nodeAffinity()).in(nodes);
        Optional<InTreeVolumes> kind =
                InTreeVolumes.ofSource(volume.source()).filter(InTreeVolumes::migrated);
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

    /// The reason why the node cannot access the volume.
    static Optional<String> mismatch(
            PersistentVolume volume, Node node, Optional<CsiNode> drivers) {
        Optional<InTreeVolumes> kind =
                InTreeVolumes.ofSource(volume.source()).filter(InTreeVolumes::migrated);
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
