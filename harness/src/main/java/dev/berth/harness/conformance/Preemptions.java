package dev.berth.harness.conformance;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Num;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.Json.Str;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

/// Counts the results of preemption in the records of the reference: the number of candidates, the
/// deciding criterion, the victims, and the reasons for no preemption.
final class Preemptions {
    private static final String WHY = "no preemption: ";
    private static final String NODES = "0/n nodes are available: ";
    private static final String BY = "decided by ";

    /// A node and its victims.
    private record Candidate(long violations, List<Json> victims) {
        long highest() {
            return victims.stream().mapToLong(Preemptions::priority).max().orElse(0);
        }

        long sum() {
            return victims.stream().mapToLong(pod -> priority(pod) - Integer.MIN_VALUE).sum();
        }

        long start() {
            long highest = highest();
            return victims.stream()
                    .filter(pod -> priority(pod) == highest)
                    .mapToLong(Preemptions::start)
                    .min()
                    .orElse(0);
        }
    }

    /// A criterion between candidates; the smallest value wins.
    private record Criterion(String name, ToLongFunction<Candidate> value) {}

    private static final List<Criterion> CRITERIA =
            List.of(
                    new Criterion("violations of budgets", Candidate::violations),
                    new Criterion("the highest priority", Candidate::highest),
                    new Criterion("the sum of priorities", Candidate::sum),
                    new Criterion("the number of victims", each -> each.victims().size()),
                    new Criterion("the start", each -> -each.start()));

    private static final List<String> SITUATIONS =
            List.of(
                    "no preemption plugin",
                    "evaluated",
                    "no candidate",
                    "one candidate",
                    "several candidates",
                    "one picked of several",
                    "several picked",
                    "some pods spared",
                    "more pods spared than victims",
                    "budgets violated",
                    "budgets violated on every candidate",
                    "victims above spared ones",
                    "several victims",
                    "victims of equal priority",
                    "victims of lowest priority",
                    "a victim being deleted",
                    "a victim that has not begun",
                    "a victim placed by an earlier decision",
                    "a candidate rejected by NodePorts",
                    "a candidate rejected by NodeResourcesFit",
                    "a candidate rejected by PodTopologySpread",
                    "a candidate rejected by InterPodAffinity",
                    "the unresolvable nominated node of the pod",
                    "a candidate nominated for the pod",
                    "a candidate nominated for a higher pod",
                    "a candidate nominated for an equal pod",
                    "a candidate nominated for a lower pod",
                    BY + "random choice");

    private static final List<String> REASONS =
            List.of(
                    "not eligible due to preemptionPolicy=Never.",
                    "not eligible due to a terminating pod on the nominated node.",
                    NODES + "No preemption victims found for incoming pod",
                    NODES + "Preemption is not helpful for scheduling",
                    NODES + "Too many pods",
                    NODES + "Insufficient cpu",
                    NODES + "Insufficient memory",
                    NODES + "Insufficient ephemeral-storage",
                    NODES + "Insufficient hugepages-..",
                    NODES + "Insufficient (extended)",
                    NODES + "Insufficient (kubernetes.io)",
                    NODES + "node(s) didn't have free ports for the requested pod ports",
                    NODES + "node(s) didn't match pod affinity rules",
                    NODES + "node(s) didn't match pod anti-affinity rules",
                    NODES + "node(s) didn't satisfy existing pods anti-affinity rules",
                    NODES + "node(s) didn't match pod topology spread constraints",
                    "a filter failed");

    private final Map<String, Long> counts = new TreeMap<>();

    Preemptions() {
        SITUATIONS.forEach(each -> counts.put(each, 0L));
        CRITERIA.forEach(each -> counts.put(BY + each.name(), 0L));
        REASONS.forEach(each -> counts.put(WHY + each, 0L));
    }

    Map<String, Long> counts() {
        return counts;
    }

    private void count(String what) {
        counts.merge(what, 1L, Long::sum);
    }

    private void countIf(boolean holds, String what) {
        if (holds) {
            count(what);
        }
    }

    /// Counts the record of one pod of a case.
    void add(Obj one, Obj reply) {
        if (!reply.textAt("outcome").orElse("").equals("unschedulable")) {
            return;
        }
        if (reply.objAt("preemption").isEmpty()) {
            count("no preemption plugin");
            return;
        }
        count("evaluated");
        var pods = new HashMap<String, Json>();
        list(one, "objects").forEach(pod -> pods.put(key(pod), pod));
        list(one, "pods").forEach(pod -> pods.put(key(pod), pod));
        Json preemptor = pods.getOrDefault(reply.textAt("pod").orElse(""), Obj.EMPTY);
        countIf(
                reply.textAt("nodes", nominated(preemptor), "code")
                        .equals(Optional.of("UnschedulableAndUnresolvable")),
                "the unresolvable nominated node of the pod");
        Obj found = reply.objAt("preemption", "candidates").orElse(Obj.EMPTY);
        if (found.fields().isEmpty()) {
            count("no candidate");
            countReasons(reply.textAt("preemption", "message").orElse(""));
            return;
        }
        var candidates = new TreeMap<String, Candidate>();
        found.fields()
                .forEach((node, about) -> {
                    List<Json> victims =
                            list(about, "victims").stream()
                                    .<Json>map(each ->
                                            each instanceof Str(String name)
                                                    ? pods.getOrDefault(name, Obj.EMPTY)
                                                    : Obj.EMPTY)
                                    .toList();
                    candidates.put(node, new Candidate(number(about, "pdbViolations"), victims));
                });
        countChoice(List.copyOf(candidates.values()), list(reply, "preemption", "picked").size());
        countVictims(one, preemptor, candidates);
        countNominations(one, preemptor, candidates);
        found.fields().keySet().stream()
                .flatMap(node -> reply.textAt("nodes", node, "plugin").stream())
                .distinct()
                .forEach(plugin -> count("a candidate rejected by " + plugin));
    }

    private void countChoice(List<Candidate> candidates, int picked) {
        count(candidates.size() == 1 ? "one candidate" : "several candidates");
        countIf(picked > 1, "several picked");
        countIf(picked == 1 && candidates.size() > 1, "one picked of several");
        countIf(candidates.stream().anyMatch(each -> each.violations() > 0), "budgets violated");
        countIf(
                candidates.stream().allMatch(each -> each.violations() > 0),
                "budgets violated on every candidate");
        List<Candidate> left = candidates;
        for (Criterion criterion : CRITERIA) {
            if (left.size() > 1) {
                long best = left.stream().mapToLong(criterion.value()).min().orElse(0);
                left =
                        left.stream()
                                .filter(each -> criterion.value().applyAsLong(each) == best)
                                .toList();
                countIf(left.size() == 1, BY + criterion.name());
            }
        }
        countIf(left.size() > 1, BY + "random choice");
    }

    private void countVictims(Obj one, Json preemptor, Map<String, Candidate> candidates) {
        var seen = new TreeMap<String, Boolean>();
        candidates.forEach((node, candidate) -> {
            List<Json> victims = candidate.victims();
            List<Json> reprieved =
                    list(one, "objects").stream()
                            .filter(pod -> pod.textAt("kind").equals(Optional.of("Pod")))
                            .filter(pod -> pod.textAt("spec", "nodeName").orElse("").equals(node))
                            .filter(pod -> isLive(pod) && priority(pod) < priority(preemptor))
                            .filter(pod -> !victims.contains(pod))
                            .toList();
            note(seen, "some pods spared", !reprieved.isEmpty());
            note(seen, "more pods spared than victims", reprieved.size() > victims.size());
            note(
                    seen,
                    "victims above spared ones",
                    reprieved.stream().anyMatch(pod -> priority(pod) < candidate.highest()));
            note(seen, "several victims", victims.size() > 1);
            note(
                    seen,
                    "victims of equal priority",
                    victims.stream().mapToLong(Preemptions::priority).distinct().count()
                            < victims.size());
            for (Json victim : victims) {
                note(seen, "victims of lowest priority", priority(victim) == Integer.MIN_VALUE);
                note(
                        seen,
                        "a victim being deleted",
                        victim.at("metadata", "deletionTimestamp").isPresent());
                note(
                        seen,
                        "a victim that has not begun",
                        victim.at("status", "startTime").isEmpty());
                note(
                        seen,
                        "a victim placed by an earlier decision",
                        victim.at("spec", "nodeName").isEmpty());
            }
        });
        seen.forEach((what, holds) -> countIf(holds, what));
    }

    private static void note(Map<String, Boolean> seen, String what, boolean holds) {
        seen.merge(what, holds, Boolean::logicalOr);
    }

    private void countNominations(Obj one, Json preemptor, Map<String, Candidate> candidates) {
        countIf(candidates.containsKey(nominated(preemptor)), "a candidate nominated for the pod");
        var seen = new TreeMap<String, Boolean>();
        for (Json pod : list(one, "objects")) {
            if (candidates.containsKey(nominated(pod))) {
                int compared = Long.compare(priority(pod), priority(preemptor));
                note(seen, "a candidate nominated for a higher pod", compared > 0);
                note(seen, "a candidate nominated for an equal pod", compared == 0);
                note(seen, "a candidate nominated for a lower pod", compared < 0);
            }
        }
        seen.forEach((what, holds) -> countIf(holds, what));
    }

    /// Each reason in the message counts once.
    private void countReasons(String message) {
        int from = message.indexOf("preemption: ");
        if (from < 0) {
            return;
        }
        String text = message.substring(from + "preemption: ".length());
        int reasons = text.indexOf(" nodes are available: ");
        if (reasons < 0) {
            count(WHY + (text.startsWith("running ") ? "a filter failed" : text));
            return;
        }
        String histogram = text.substring(reasons + " nodes are available: ".length());
        for (String part : histogram.split(", (?=\\d+ )")) {
            String reason = part.replaceFirst("^\\d+ ", "").replaceFirst("\\.$", "");
            count(WHY + NODES + Coverage.general(reason));
        }
    }

    private static boolean isLive(Json pod) {
        String phase = pod.textAt("status", "phase").orElse("");
        return !phase.equals("Succeeded") && !phase.equals("Failed");
    }

    private static String nominated(Json pod) {
        return pod.textAt("status", "nominatedNodeName").orElse("");
    }

    private static String key(Json object) {
        return object.textAt("kind").orElse("").equals("Pod")
                ? object.textAt("metadata", "namespace").orElse("")
                        + "/"
                        + object.textAt("metadata", "name").orElse("")
                : "";
    }

    private static long priority(Json pod) {
        return number(pod, "spec", "priority");
    }

    private static long start(Json pod) {
        return pod.textAt("status", "startTime")
                .map(text -> Instant.parse(text).getEpochSecond())
                .orElse(Long.MAX_VALUE);
    }

    private static long number(Json from, String... path) {
        return from.at(path).orElse(Json.of(0)) instanceof Num number
                ? number.asLong().orElse(0)
                : 0;
    }

    private static List<Json> list(Json from, String... path) {
        return from.at(path).orElse(Arr.EMPTY) instanceof Arr(List<Json> elements)
                ? elements
                : List.of();
    }
}
