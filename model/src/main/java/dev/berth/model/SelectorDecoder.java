package dev.berth.model;

import dev.berth.model.json.Fields;

import java.util.List;
import java.util.Optional;

/// Decodes selectors and affinity.
final class SelectorDecoder {
    private SelectorDecoder() {}

    static LabelSelector labelSelector(Fields in) {
        return new LabelSelector(
                Labels.of(in.map("matchLabels")),
                in.list("matchExpressions", SelectorDecoder::requirement));
    }

    private static Requirement requirement(Fields in) {
        return new Requirement(in.text("key", ""), in.text("operator", ""), in.texts("values"));
    }

    static Affinity affinity(Fields in) {
        return new Affinity(
                in.optional("nodeAffinity", SelectorDecoder::nodeAffinity),
                in.optional("podAffinity", SelectorDecoder::podAffinity),
                in.optional("podAntiAffinity", SelectorDecoder::podAffinity));
    }

    static NodeAffinity nodeAffinity(Fields in) {
        Optional<List<NodeSelectorTerm>> required =
                in.optional(
                        "requiredDuringSchedulingIgnoredDuringExecution",
                        selector -> selector.list("nodeSelectorTerms", SelectorDecoder::nodeTerm));
        String preferred = "preferredDuringSchedulingIgnoredDuringExecution";
        return new NodeAffinity(
                required,
                in.has(preferred)
                        ? Optional.of(in.list(preferred, SelectorDecoder::preferredNodeTerm))
                        : Optional.empty());
    }

    static NodeSelectorTerm nodeTerm(Fields in) {
        return new NodeSelectorTerm(
                in.list("matchExpressions", SelectorDecoder::requirement),
                in.list("matchFields", SelectorDecoder::requirement));
    }

    private static NodeAffinity.Preferred preferredNodeTerm(Fields in) {
        return new NodeAffinity.Preferred(
                in.integer("weight", 0), nodeTerm(in.object("preference")));
    }

    private static PodAffinity podAffinity(Fields in) {
        return new PodAffinity(
                in.list("requiredDuringSchedulingIgnoredDuringExecution", SelectorDecoder::podTerm),
                in.list(
                        "preferredDuringSchedulingIgnoredDuringExecution",
                        each ->
                                new PodAffinity.Preferred(
                                        each.integer("weight", 0),
                                        podTerm(each.object("podAffinityTerm")))));
    }

    private static PodAffinity.Term podTerm(Fields in) {
        return new PodAffinity.Term(
                in.optional("labelSelector", SelectorDecoder::labelSelector),
                in.texts("namespaces"),
                in.optional("namespaceSelector", SelectorDecoder::labelSelector),
                in.text("topologyKey", ""),
                in.texts("matchLabelKeys"),
                in.texts("mismatchLabelKeys"));
    }

    static SpreadConstraint spread(Fields in) {
        return new SpreadConstraint(
                in.integer("maxSkew", 0),
                in.text("topologyKey", ""),
                in.text("whenUnsatisfiable", ""),
                in.optional("labelSelector", SelectorDecoder::labelSelector),
                in.has("minDomains") ? Optional.of(in.integer("minDomains")) : Optional.empty(),
                in.optionalText("nodeAffinityPolicy"),
                in.optionalText("nodeTaintsPolicy"),
                in.texts("matchLabelKeys"));
    }
}
