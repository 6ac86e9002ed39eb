package dev.berth.spi;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// One fact behind a rejection, as data: for example, how much CPU the pod requests and how much is
/// free on the node.
///
/// Answers for several nodes contain equal facts once. Facts that differ only in their amounts are
/// one fact with the highest amounts.
///
/// @param type what the fact is about, such as `resource`, `taint` or `claim`; the reference of the
///   answers lists the types of in-tree plugins, and other plugins can use their own
/// @param source the objects that the subject and the values come from, which decides who may see
///   them
/// @param subject the name of the resource, the taint, the claim and so on
/// @param values texts by name, in camel case, such as `effect`
/// @param amounts numbers by name, in camel case, such as `requested`; CPU is in millicores
/// @param pods the other pods that the fact is about, as `namespace/name`; each caller sees those
///   that it may list
public record RejectionFact(
        String type,
        FactSource source,
        String subject,
        SortedMap<String, String> values,
        SortedMap<String, Long> amounts,
        List<String> pods) {

    /// The objects that a fact comes from.
    public enum FactSource {
        /// The pod that is rejected, and the objects that it names. Every caller that may list the
        /// pod sees the fact.
        POD,
        /// Nodes. Callers who may not list nodes see only the type.
        NODES,
        /// The [RejectionFact#pods]. Callers who may not list any of them see only the type.
        OTHER_PODS
    }

    public RejectionFact {
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
        amounts = Collections.unmodifiableSortedMap(new TreeMap<>(amounts));
        pods = List.copyOf(pods);
    }

    private static RejectionFact of(String type, FactSource source, String subject) {
        return new RejectionFact(
                type,
                source,
                subject,
                Collections.emptySortedMap(),
                Collections.emptySortedMap(),
                List.of());
    }

    /// A fact about the rejected pod, or about an object that it names.
    public static RejectionFact ofPod(String type, String subject) {
        return of(type, FactSource.POD, subject);
    }

    /// A fact about nodes.
    public static RejectionFact ofNodes(String type, String subject) {
        return of(type, FactSource.NODES, subject);
    }

    /// A fact about other pods; see [#pods(Collection)].
    public static RejectionFact ofOtherPods(String type, String subject) {
        return of(type, FactSource.OTHER_PODS, subject);
    }

    /// The same fact with another value.
    public RejectionFact with(String name, String value) {
        var more = new TreeMap<>(values);
        more.put(name, value);
        return new RejectionFact(type, source, subject, more, amounts, pods);
    }

    /// The same fact with another amount.
    public RejectionFact with(String name, long amount) {
        var more = new TreeMap<>(amounts);
        more.put(name, amount);
        return new RejectionFact(type, source, subject, values, more, pods);
    }

    /// The same fact with these pods, as `namespace/name`.
    public RejectionFact pods(Collection<String> podKeys) {
        return new RejectionFact(type, source, subject, values, amounts, List.copyOf(podKeys));
    }
}
