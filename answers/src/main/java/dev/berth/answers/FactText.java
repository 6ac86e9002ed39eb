package dev.berth.answers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The phrases of facts.
final class FactText {
    private FactText() {}

    static String of(FactItem fact) {
        String subject = fact.subject();
        return switch (fact.type()) {
            case "resource" -> resource(fact);
            case "node-name" ->
                    "spec.nodeName is %s%s"
                            .formatted(
                                    subject,
                                    amount(fact, "matchingNodes") == 0
                                            ? ", which does not exist"
                                            : "");
            case "node-selector" -> "node selector " + requirement(fact);
            case "node-affinity" -> "node affinity " + requirement(fact);
            case "added-affinity" -> "addedAffinity of the profile " + requirement(fact);
            case "node-label" ->
                    "label %s must be %s; %s"
                            .formatted(subject, value(fact, "required"), withLabel(fact));
            case "node-feature" -> "feature %s is not declared".formatted(subject);
            case "cordon" -> "the node is cordoned";
            case "taint" ->
                    subject.isEmpty()
                            ? "a taint that the pod does not tolerate"
                            : "taint %s is not tolerated".formatted(subject);
            case "host-port" -> "host port %s is used by %s".formatted(subject, pods(fact));
            case "pod-affinity" -> podAffinity(fact);
            case "pod-anti-affinity" ->
                    "pod anti-affinity to %s by %s: %s in this domain%s"
                            .formatted(
                                    value(fact, "selector"),
                                    subject,
                                    matching(amount(fact, "matchingPodsInDomain"), "pod"),
                                    named(fact));
            case "existing-pod-anti-affinity" ->
                    subject.isEmpty()
                            ? "the anti-affinity of %s excludes this pod".formatted(pods(fact))
                            : "the anti-affinity of %s to %s by %s excludes this pod"
                                    .formatted(pods(fact), value(fact, "selector"), subject);
            case "topology-spread" -> spread(fact);
            case "topology-domains" ->
                    subject.isEmpty()
                            ? "other domains have fewer pods"
                            : "pods by %s: %s".formatted(subject, amounts(fact));
            case "service-affinity" ->
                    subject.isEmpty()
                            ? "the pods of the service are on nodes with other labels"
                            : "the service requires %s".formatted(subject);
            case "claim" -> claim(fact);
            case "disk" ->
                    "disk %s (%s) is used by %s"
                            .formatted(subject, value(fact, "source"), pods(fact));
            case "volume-limit" ->
                    "%s: %s more requested, %d attached, limit %d"
                            .formatted(
                                    subject,
                                    AnswerText.counted(amount(fact, "requested"), "volume"),
                                    amount(fact, "attached"),
                                    amount(fact, "limit"));
            case "volume-zone" ->
                    "volume %s of claim %s requires %s=%s"
                            .formatted(
                                    value(fact, "volume"),
                                    subject,
                                    value(fact, "label"),
                                    value(fact, "zones"));
            case "csi-driver" -> "CSI driver %s is not installed".formatted(subject);
            case "resource-claim" -> "resource claim " + subject + devices(fact);
            case "scheduling-gate" -> "scheduling gate " + subject;
            default -> other(fact);
        };
    }

    private static long amount(FactItem fact, String name) {
        return fact.amounts().getOrDefault(name, 0L);
    }

    private static String value(FactItem fact, String name) {
        return fact.values().getOrDefault(name, "");
    }

    private static String resource(FactItem fact) {
        String name = fact.subject();
        String requested = Amount.of(name, amount(fact, "requested"));
        if (fact.amounts().getOrDefault("nodesWithResource", 1L) == 0) {
            return "%s: %s requested; no node has this resource".formatted(name, requested);
        }
        String free = Amount.of(name, Math.max(0, amount(fact, "free")));
        String allocatable = Amount.of(name, amount(fact, "allocatable"));
        return (fact.nodes() > 1
                        ? "%s: %s requested, at most %s free and %s allocatable on a node%s"
                        : "%s: %s requested, %s free of %s allocatable%s")
                .formatted(
                        name,
                        requested,
                        free,
                        allocatable,
                        value(fact, "emptyNode").equals("insufficient")
                                ? "; too much even for an empty node"
                                : "");
    }

    private static String requirement(FactItem fact) {
        String term = fact.amounts().containsKey("term") ? " in term " + amount(fact, "term") : "";
        long matching = amount(fact, "matchingNodes");
        String nodes =
                matching > 0
                        ? matching(matching, "node")
                        : fact.amounts().containsKey("nodesWithLabel")
                                ? amount(fact, "nodesWithLabel") == 0
                                        ? "no node has the label " + value(fact, "key")
                                        : "no node matches; " + withLabel(fact)
                                : "no such node exists";
        return "%s%s: %s".formatted(fact.subject(), term, nodes);
    }

    private static String withLabel(FactItem fact) {
        long nodes = amount(fact, "nodesWithLabel");
        return "%s %s the label"
                .formatted(
                        nodes == 0 ? "no node" : AnswerText.counted(nodes, "node"),
                        nodes > 1 ? "have" : "has");
    }

    /// `1 pod matches`.
    private static String matching(long count, String noun) {
        return count == 0
                ? "no %s matches".formatted(noun)
                : AnswerText.counted(count, noun) + (count == 1 ? " matches" : " match");
    }

    private static String podAffinity(FactItem fact) {
        long all = amount(fact, "matchingPods");
        return "pod affinity to %s by %s: %s%s"
                .formatted(
                        value(fact, "selector"),
                        fact.subject(),
                        matching(all, "pod"),
                        all == 0
                                ? ""
                                : amount(fact, "nodesWithLabel") == 0
                                        ? ", but no node has the label"
                                        : ", but none in this domain");
    }

    private static String spread(FactItem fact) {
        String constraint =
                "topology spread of %s by %s with maxSkew %d"
                        .formatted(
                                value(fact, "selector"), fact.subject(), amount(fact, "maxSkew"));
        return fact.amounts().containsKey("nodesWithLabel")
                ? "%s: this node does not have the label; %s".formatted(constraint, withLabel(fact))
                : "%s: %s in this domain, fewest in a domain %d"
                        .formatted(
                                constraint,
                                AnswerText.counted(amount(fact, "matchingPodsInDomain"), "pod"),
                                amount(fact, "fewestPodsInDomain"));
    }

    /// The devices for a request of a resource claim.
    private static String devices(FactItem fact) {
        if (!fact.amounts().containsKey("matching")) {
            return "";
        }
        var parts = new ArrayList<String>();
        parts.add(
                fact.amounts().containsKey("requested")
                        ? AnswerText.counted(amount(fact, "requested"), "device") + " requested"
                        : "all devices requested");
        parts.add(
                "%d of %s match, %d can be used"
                        .formatted(
                                amount(fact, "matching"),
                                AnswerText.counted(amount(fact, "devices"), "device"),
                                amount(fact, "free")));
        addUnlessZero(fact, "allocated", "allocated", parts);
        addUnlessZero(fact, "tainted", "tainted", parts);
        addUnlessZero(fact, "withoutCapacity", "without enough capacity", parts);
        addUnlessZero(fact, "withoutCounters", "without enough counters", parts);
        if (amount(fact, "unusablePools") > 0) {
            parts.add(AnswerText.counted(amount(fact, "unusablePools"), "pool") + " incomplete");
        }
        return " (class %s): %s%s"
                .formatted(
                        value(fact, "deviceClass"),
                        fact.nodes() > 1 ? "at most on a node: " : "",
                        String.join(", ", parts));
    }

    private static void addUnlessZero(FactItem fact, String name, String text, List<String> out) {
        if (amount(fact, name) > 0) {
            out.add(amount(fact, name) + " " + text);
        }
    }

    private static String claim(FactItem fact) {
        if (fact.values().containsKey("accessMode")) {
            return "claim %s (%s) is used by %s"
                    .formatted(fact.subject(), value(fact, "accessMode"), pods(fact));
        }
        var known = new ArrayList<String>();
        String storageClass = value(fact, "storageClass");
        if (!storageClass.isEmpty()) {
            known.add("class " + storageClass);
        }
        String volume = value(fact, "volume");
        if (!volume.isEmpty()) {
            known.add("volume " + volume);
        }
        String phase = value(fact, "phase");
        if (!phase.isEmpty()) {
            known.add("phase " + phase);
        }
        return "claim%s%s: missing %s"
                .formatted(
                        fact.subject().isEmpty() ? "" : " " + fact.subject(),
                        known.isEmpty() ? "" : " (%s)".formatted(String.join(", ", known)),
                        value(fact, "missing"));
    }

    private static String other(FactItem fact) {
        var parts = new ArrayList<String>();
        fact.values().forEach((name, value) -> parts.add(name + " " + value));
        if (!fact.amounts().isEmpty()) {
            parts.add(amounts(fact));
        }
        if (!fact.pods().isEmpty() || fact.hiddenPods() > 0) {
            parts.add(pods(fact));
        }
        String what = fact.subject().isEmpty() ? fact.type() : fact.type() + " " + fact.subject();
        return parts.isEmpty() ? what : "%s: %s".formatted(what, String.join(", ", parts));
    }

    private static String amounts(FactItem fact) {
        return fact.amounts().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(each -> each.getKey() + " " + each.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String named(FactItem fact) {
        return fact.pods().isEmpty() ? "" : ", such as " + String.join(", ", fact.pods());
    }

    private static String pods(FactItem fact) {
        var names = new ArrayList<>(fact.pods());
        if (fact.hiddenPods() > 0) {
            names.add(
                    fact.hiddenPods() == 1
                            ? "a pod that you cannot list"
                            : fact.hiddenPods() + " pods that you cannot list");
        }
        return names.isEmpty() ? "a pod" : String.join(", ", names);
    }
}
