package dev.berth.kubeclient.wire;

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
                case 1 -> metas.entry(in, labels);
                case 2 -> expressions.add(requirement(in));
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
                case 1 -> key = words.word(in);
                case 2 -> operator = words.word(in);
                case 3 -> values = ListBuilders.with(values, words.word(in));
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
                case 1 -> node = Optional.of(nodeAffinity(in));
                case 2 -> pod = Optional.of(podAffinity(in));
                case 3 -> antiPod = Optional.of(podAffinity(in));
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
                case 1 -> required = Optional.of(nodeTerms(in));
                case 2 -> preferred = ListBuilders.with(preferred, preferredNodeTerm(in));
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
            if (field == 1) {
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
                case 1 -> expressions = ListBuilders.with(expressions, requirement(in));
                case 2 -> fields = ListBuilders.with(fields, requirement(in));
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
                case 1 -> weight = in.int32();
                case 2 -> term = nodeTerm(in);
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
                case 1 -> required = ListBuilders.with(required, podTerm(in));
                case 2 -> preferred = ListBuilders.with(preferred, preferredPodTerm(in));
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
                case 1 -> weight = in.int32();
                case 2 -> term = podTerm(in);
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
                case 1 -> selector = Optional.of(labelSelector(in));
                case 2 -> namespaces = ListBuilders.with(namespaces, words.word(in));
                case 3 -> topologyKey = words.word(in);
                case 4 -> namespaceSelector = Optional.of(labelSelector(in));
                case 5 -> matching = ListBuilders.with(matching, words.word(in));
                case 6 -> mismatching = ListBuilders.with(mismatching, words.word(in));
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
                case 1 -> maxSkew = in.int32();
                case 2 -> topologyKey = words.word(in);
                case 3 -> whenUnsatisfiable = words.word(in);
                case 4 -> selector = Optional.of(labelSelector(in));
                case 5 -> minDomains = Optional.of(in.int32());
                case 6 -> nodeAffinityPolicy = Optional.of(words.word(in));
                case 7 -> nodeTaintsPolicy = Optional.of(words.word(in));
                case 8 -> matching = ListBuilders.with(matching, words.word(in));
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
