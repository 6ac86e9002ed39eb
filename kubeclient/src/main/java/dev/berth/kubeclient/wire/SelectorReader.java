package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.wire.ProtoFields.AffinityFields;
import dev.berth.kubeclient.wire.ProtoFields.LabelSelectorFields;
import dev.berth.kubeclient.wire.ProtoFields.LabelSelectorRequirementFields;
import dev.berth.kubeclient.wire.ProtoFields.NodeAffinityFields;
import dev.berth.kubeclient.wire.ProtoFields.NodeSelectorFields;
import dev.berth.kubeclient.wire.ProtoFields.NodeSelectorTermFields;
import dev.berth.kubeclient.wire.ProtoFields.PodAffinityFields;
import dev.berth.kubeclient.wire.ProtoFields.PodAffinityTermFields;
import dev.berth.kubeclient.wire.ProtoFields.PreferredSchedulingTermFields;
import dev.berth.kubeclient.wire.ProtoFields.TopologySpreadConstraintFields;
import dev.berth.kubeclient.wire.ProtoFields.WeightedPodAffinityTermFields;
import dev.berth.model.Affinity;
import dev.berth.model.LabelSelector;
import dev.berth.model.Labels;
import dev.berth.model.NodeAffinity;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.PodAffinity;
import dev.berth.model.Requirement;
import dev.berth.model.SpreadConstraint;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/// Reads selectors and affinity.
final class SelectorReader {
    private final MetaReader metas;
    private final InternedStrings words;

    SelectorReader(MetaReader metas, InternedStrings words) {
        this.metas = metas;
        this.words = words;
    }

    LabelSelector labelSelector(ProtoReader in) throws IOException {
        var labels = new HashMap<String, String>();
        var expressions = new ArrayList<Requirement>();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case LabelSelectorFields.MATCH_LABELS -> metas.entry(in, labels);
                case LabelSelectorFields.MATCH_EXPRESSIONS -> expressions.add(requirement(in));
                default -> in.skip();
            }
        }
        in.leave(outer);
        return new LabelSelector(Labels.of(labels), expressions);
    }

    /// Reads a requirement of labels or of nodes, which have the same encoding.
    private Requirement requirement(ProtoReader in) throws IOException {
        String key = "";
        String operator = "";
        List<String> values = List.of();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case LabelSelectorRequirementFields.KEY -> key = words.word(in);
                case LabelSelectorRequirementFields.OPERATOR -> operator = words.word(in);
                case LabelSelectorRequirementFields.VALUES ->
                        values = ListBuilders.with(values, words.word(in));
                default -> in.skip();
            }
        }
        in.leave(outer);
        return new Requirement(key, operator, values);
    }

    Affinity affinity(ProtoReader in) throws IOException {
        Optional<NodeAffinity> node = Optional.empty();
        Optional<PodAffinity> pod = Optional.empty();
        Optional<PodAffinity> antiPod = Optional.empty();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case AffinityFields.NODE_AFFINITY -> node = Optional.of(nodeAffinity(in));
                case AffinityFields.POD_AFFINITY -> pod = Optional.of(podAffinity(in));
                case AffinityFields.POD_ANTI_AFFINITY -> antiPod = Optional.of(podAffinity(in));
                default -> in.skip();
            }
        }
        in.leave(outer);
        return new Affinity(node, pod, antiPod);
    }

    private NodeAffinity nodeAffinity(ProtoReader in) throws IOException {
        Optional<List<NodeSelectorTerm>> required = Optional.empty();
        List<NodeAffinity.Preferred> preferred = List.of();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case NodeAffinityFields.REQUIRED_DURING_SCHEDULING_IGNORED_DURING_EXECUTION ->
                        required = Optional.of(nodeTerms(in));
                case NodeAffinityFields.PREFERRED_DURING_SCHEDULING_IGNORED_DURING_EXECUTION ->
                        preferred = ListBuilders.with(preferred, preferredNodeTerm(in));
                default -> in.skip();
            }
        }
        in.leave(outer);
        return new NodeAffinity(
                required, preferred.isEmpty() ? Optional.empty() : Optional.of(preferred));
    }

    List<NodeSelectorTerm> nodeTerms(ProtoReader in) throws IOException {
        var terms = new ArrayList<NodeSelectorTerm>();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field == NodeSelectorFields.NODE_SELECTOR_TERMS) {
                terms.add(nodeTerm(in));
            } else {
                in.skip();
            }
        }
        in.leave(outer);
        return terms;
    }

    private NodeSelectorTerm nodeTerm(ProtoReader in) throws IOException {
        List<Requirement> expressions = List.of();
        List<Requirement> fields = List.of();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case NodeSelectorTermFields.MATCH_EXPRESSIONS ->
                        expressions = ListBuilders.with(expressions, requirement(in));
                case NodeSelectorTermFields.MATCH_FIELDS ->
                        fields = ListBuilders.with(fields, requirement(in));
                default -> in.skip();
            }
        }
        in.leave(outer);
        return new NodeSelectorTerm(expressions, fields);
    }

    private NodeAffinity.Preferred preferredNodeTerm(ProtoReader in) throws IOException {
        int weight = 0;
        var term = new NodeSelectorTerm(List.of(), List.of());
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case PreferredSchedulingTermFields.WEIGHT -> weight = in.int32();
                case PreferredSchedulingTermFields.PREFERENCE -> term = nodeTerm(in);
                default -> in.skip();
            }
        }
        in.leave(outer);
        return new NodeAffinity.Preferred(weight, term);
    }

    /// Reads affinity or anti-affinity, which have the same encoding.
    private PodAffinity podAffinity(ProtoReader in) throws IOException {
        List<PodAffinity.Term> required = List.of();
        List<PodAffinity.Preferred> preferred = List.of();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case PodAffinityFields.REQUIRED_DURING_SCHEDULING_IGNORED_DURING_EXECUTION ->
                        required = ListBuilders.with(required, podTerm(in));
                case PodAffinityFields.PREFERRED_DURING_SCHEDULING_IGNORED_DURING_EXECUTION ->
                        preferred = ListBuilders.with(preferred, preferredPodTerm(in));
                default -> in.skip();
            }
        }
        in.leave(outer);
        return new PodAffinity(required, preferred);
    }

    private PodAffinity.Preferred preferredPodTerm(ProtoReader in) throws IOException {
        int weight = 0;
        var term =
                new PodAffinity.Term(
                        Optional.empty(), List.of(), Optional.empty(), "", List.of(), List.of());
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case WeightedPodAffinityTermFields.WEIGHT -> weight = in.int32();
                case WeightedPodAffinityTermFields.POD_AFFINITY_TERM -> term = podTerm(in);
                default -> in.skip();
            }
        }
        in.leave(outer);
        return new PodAffinity.Preferred(weight, term);
    }

    private PodAffinity.Term podTerm(ProtoReader in) throws IOException {
        Optional<LabelSelector> selector = Optional.empty();
        List<String> namespaces = List.of();
        Optional<LabelSelector> namespaceSelector = Optional.empty();
        String topologyKey = "";
        List<String> matching = List.of();
        List<String> mismatching = List.of();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case PodAffinityTermFields.LABEL_SELECTOR ->
                        selector = Optional.of(labelSelector(in));
                case PodAffinityTermFields.NAMESPACES ->
                        namespaces = ListBuilders.with(namespaces, words.word(in));
                case PodAffinityTermFields.TOPOLOGY_KEY -> topologyKey = words.word(in);
                case PodAffinityTermFields.NAMESPACE_SELECTOR ->
                        namespaceSelector = Optional.of(labelSelector(in));
                case PodAffinityTermFields.MATCH_LABEL_KEYS ->
                        matching = ListBuilders.with(matching, words.word(in));
                case PodAffinityTermFields.MISMATCH_LABEL_KEYS ->
                        mismatching = ListBuilders.with(mismatching, words.word(in));
                default -> in.skip();
            }
        }
        in.leave(outer);
        return new PodAffinity.Term(
                selector, namespaces, namespaceSelector, topologyKey, matching, mismatching);
    }

    SpreadConstraint spread(ProtoReader in) throws IOException {
        int maxSkew = 0;
        String topologyKey = "";
        String whenUnsatisfiable = "";
        Optional<LabelSelector> selector = Optional.empty();
        Optional<Integer> minDomains = Optional.empty();
        Optional<String> nodeAffinityPolicy = Optional.empty();
        Optional<String> nodeTaintsPolicy = Optional.empty();
        List<String> matching = List.of();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case TopologySpreadConstraintFields.MAX_SKEW -> maxSkew = in.int32();
                case TopologySpreadConstraintFields.TOPOLOGY_KEY -> topologyKey = words.word(in);
                case TopologySpreadConstraintFields.WHEN_UNSATISFIABLE ->
                        whenUnsatisfiable = words.word(in);
                case TopologySpreadConstraintFields.LABEL_SELECTOR ->
                        selector = Optional.of(labelSelector(in));
                case TopologySpreadConstraintFields.MIN_DOMAINS ->
                        minDomains = Optional.of(in.int32());
                case TopologySpreadConstraintFields.NODE_AFFINITY_POLICY ->
                        nodeAffinityPolicy = Optional.of(words.word(in));
                case TopologySpreadConstraintFields.NODE_TAINTS_POLICY ->
                        nodeTaintsPolicy = Optional.of(words.word(in));
                case TopologySpreadConstraintFields.MATCH_LABEL_KEYS ->
                        matching = ListBuilders.with(matching, words.word(in));
                default -> in.skip();
            }
        }
        in.leave(outer);
        return new SpreadConstraint(
                maxSkew,
                topologyKey,
                whenUnsatisfiable,
                selector,
                minDomains,
                nodeAffinityPolicy,
                nodeTaintsPolicy,
                matching);
    }
}
