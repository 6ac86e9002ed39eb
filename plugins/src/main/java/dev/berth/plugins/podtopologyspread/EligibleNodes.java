package dev.berth.plugins.podtopologyspread;

import dev.berth.model.Labels;
import dev.berth.model.Node;
import dev.berth.model.NodeAffinity;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.Pod;
import dev.berth.model.PodTemplate;
import dev.berth.model.RequiredNodeAffinity;
import dev.berth.model.Taint;
import dev.berth.model.Toleration;
import dev.berth.spi.Counting;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The nodes whose pods count for a constraint: nodes that have all topology keys and that the
/// inclusion policies accept.
final class EligibleNodes implements Counting.NodeCondition {
    /// The fields that determine equality.
    private record Key(
            List<String> topologyKeys,
            Optional<Labels> nodeSelector,
            Optional<List<NodeSelectorTerm>> required,
            @Nullable List<Toleration> tolerations,
            boolean comparisons) {}

    private final Key key;
    private final @Nullable RequiredNodeAffinity demand;

    private EligibleNodes(Key key, @Nullable RequiredNodeAffinity demand) {
        this.key = key;
        this.demand = demand;
    }

    /// @param topologyKeys the labels that a node must have
    /// @param comparisons whether tolerations support numeric comparisons
    static Counting.NodeCondition of(
            ActiveConstraint constraint, List<String> topologyKeys, Pod pod, boolean comparisons) {
        PodTemplate.Parts parts = pod.template().parts();
        Optional<List<NodeSelectorTerm>> required =
                parts.affinity().node().flatMap(NodeAffinity::required);
        boolean affinity =
                constraint.honorAffinity()
                        && (parts.nodeSelector().isPresent() || required.isPresent());
        if (!affinity && !constraint.honorTaints() && topologyKeys.size() < 2) {
            // The counts are summed by the only key, so nodes without it do not count.
            return Counting.NodeCondition.ALWAYS;
        }
        return new EligibleNodes(
                new Key(
                        topologyKeys,
                        affinity ? parts.nodeSelector() : Optional.empty(),
                        affinity ? required : Optional.empty(),
                        constraint.honorTaints() ? parts.tolerations() : null,
                        comparisons),
                affinity ? RequiredNodeAffinity.of(pod) : null);
    }

    @Override
    public boolean matches(Node node) {
        for (String topologyKey : key.topologyKeys()) {
            if (!node.labels().has(topologyKey)) {
                return false;
            }
        }
        return (demand == null || demand.matches(node)) && tolerated(node);
    }

    private boolean tolerated(Node node) {
        List<Toleration> tolerations = key.tolerations();
        if (tolerations == null) {
            return true;
        }
        for (Taint taint : node.taints()) {
            if (taint.forbids() && !taint.toleratedBy(tolerations, key.comparisons())) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EligibleNodes that && key.equals(that.key);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(key);
    }
}
