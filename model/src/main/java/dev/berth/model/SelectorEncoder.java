package dev.berth.model;

import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.ObjBuilder;

import java.util.List;
import java.util.Optional;

/// Encodes selectors and affinity.
final class SelectorEncoder {
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

    private SelectorEncoder() {}

    static void putSelector(ObjBuilder out, String name, Optional<LabelSelector> selector) {
        selector.ifPresent(s -> out.put(name, selector(s)));
    }

    private static Obj selector(LabelSelector selector) {
        return Obj.builder()
                .putUnlessEmpty("matchLabels", Encoder.labels(selector.matchLabels()))
                .putUnlessEmpty(
                        "matchExpressions",
                        Encoder.list(selector.matchExpressions(), SelectorEncoder::requirement))
                .build();
    }

    private static Obj requirement(Requirement requirement) {
        return Obj.builder()
                .put("key", requirement.key())
                .put("operator", requirement.operator())
                .putUnlessEmpty("values", Encoder.texts(requirement.values()))
                .build();
    }

    static Obj affinity(Affinity affinity) {
        var out = Obj.builder();
        affinity.node().ifPresent(node -> out.put("nodeAffinity", node(node)));
        affinity.pod().ifPresent(pod -> out.put("podAffinity", pod(pod)));
        affinity.antiPod().ifPresent(pod -> out.put("podAntiAffinity", pod(pod)));
        return out.build();
    }

    static Obj node(NodeAffinity affinity) {
        var out = Obj.builder();
        affinity.required().ifPresent(terms -> out.put(REQUIRED, terms(terms)));
        affinity.preferred()
                .ifPresent(terms ->
                        out.put(PREFERRED, Encoder.list(terms, SelectorEncoder::preferred)));
        return out.build();
    }

    static Obj terms(List<NodeSelectorTerm> terms) {
        return Obj.of("nodeSelectorTerms", Encoder.list(terms, SelectorEncoder::term));
    }

    private static Obj preferred(NodeAffinity.Preferred preferred) {
        return Obj.EMPTY
                .with("weight", preferred.weight())
                .with("preference", term(preferred.term()));
    }

    private static Obj term(NodeSelectorTerm term) {
        return Obj.builder()
                .putUnlessEmpty(
                        "matchExpressions",
                        Encoder.list(term.matchExpressions(), SelectorEncoder::requirement))
                .putUnlessEmpty(
                        "matchFields",
                        Encoder.list(term.matchFields(), SelectorEncoder::requirement))
                .build();
    }

    private static Obj pod(PodAffinity affinity) {
        return Obj.builder()
                .putUnlessEmpty(REQUIRED, Encoder.list(affinity.required(), SelectorEncoder::term))
                .putUnlessEmpty(
                        PREFERRED,
                        Encoder.list(
                                affinity.preferred(),
                                each ->
                                        Obj.EMPTY
                                                .with("weight", each.weight())
                                                .with("podAffinityTerm", term(each.term()))))
                .build();
    }

    private static Obj term(PodAffinity.Term term) {
        var out = Obj.builder();
        putSelector(out, "labelSelector", term.selector());
        out.putUnlessEmpty("namespaces", Encoder.texts(term.namespaces()));
        putSelector(out, "namespaceSelector", term.namespaceSelector());
        return out.put("topologyKey", term.topologyKey())
                .putUnlessEmpty("matchLabelKeys", Encoder.texts(term.matchLabelKeys()))
                .putUnlessEmpty("mismatchLabelKeys", Encoder.texts(term.mismatchLabelKeys()))
                .build();
    }

    static Obj spread(SpreadConstraint spread) {
        var out =
                Obj.builder()
                        .put("maxSkew", spread.maxSkew())
                        .put("topologyKey", spread.topologyKey())
                        .put("whenUnsatisfiable", spread.whenUnsatisfiable());
        putSelector(out, "labelSelector", spread.selector());
        spread.minDomains().ifPresent(domains -> out.put("minDomains", domains));
        spread.nodeAffinityPolicy().ifPresent(policy -> out.put("nodeAffinityPolicy", policy));
        spread.nodeTaintsPolicy().ifPresent(policy -> out.put("nodeTaintsPolicy", policy));
        return out.putUnlessEmpty("matchLabelKeys", Encoder.texts(spread.matchLabelKeys())).build();
    }
}
