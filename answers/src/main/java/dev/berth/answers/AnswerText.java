package dev.berth.answers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/// The sentences of answers. The server puts them into the answers, so that `berth explain`, `berth
/// why-not`, `berth decide` and the dashboard say the same.
public final class AnswerText {
    private static final int MAX_REASONS = 3;
    private static final int MAX_NAMES = 5;

    private AnswerText() {}

    /// `1 pod`, `2 pods`.
    public static String counted(long count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /// `a, b or c`.
    public static String either(List<String> choices) {
        return joined(choices, " or ");
    }

    private static String joined(List<String> parts, String last) {
        int end = parts.size() - 1;
        return end < 1
                ? String.join("", parts)
                : String.join(", ", parts.subList(0, end)) + last + parts.get(end);
    }

    /// Why a pod is scheduled after all others.
    public static String deferred(ExplainPodAnswer answer) {
        return "%s is scheduled after the other pods, %s: a plugin has hung during an attempt for it in an earlier process; the log of that process names the plugin."
                .formatted(answer.pod(), within(answer));
    }

    /// Why the pod is in its state.
    public static String summary(ExplainPodAnswer answer) {
        String pod = answer.pod();
        return switch (answer.state()) {
            case "active" ->
                    answer.attempts().isEmpty()
                            ? pod + " is active and has not been tried yet."
                            : pod + " is active and is retried next.";
            case "backoff" ->
                    "%s is in backoff and is retried %s: %s."
                            .formatted(pod, within(answer), failure(answer));
            case "unschedulable" -> unschedulable(answer);
            case "gated" -> gated(pod, answer.gate());
            case "in-flight" -> pod + " is being scheduled.";
            case "waiting" ->
                    "%s is assumed on %s and waits for %s; the wait ends %s."
                            .formatted(
                                    pod,
                                    node(answer.node()),
                                    answer.plugins().isEmpty()
                                            ? "Permit plugins"
                                            : joined(answer.plugins(), " and "),
                                    within(answer));
            case "binding" -> "%s is being bound to %s.".formatted(pod, node(answer.node()));
            case "bound" -> bound(answer) + preempted(answer);
            case "deleting" -> pod + " is being deleted and is not scheduled.";
            case "other-scheduler" ->
                    "%s is scheduled by \"%s\", not by this scheduler."
                            .formatted(pod, answer.schedulerName());
            default -> "%s is %s.".formatted(pod, answer.state());
        };
    }

    private static String unschedulable(ExplainPodAnswer answer) {
        Optional<PreemptionItem> preemption =
                answer.attempts().stream().findFirst().flatMap(DecisionItem::preemption);
        if (preemption.isPresent() && !answer.nominatedNodeName().isEmpty()) {
            List<VictimItem> victims = preemption.get().victims();
            return "%s is nominated to %s and waits until %s: %s."
                    .formatted(
                            answer.pod(),
                            node(preemption.get().node()),
                            victims.size() == 1
                                    ? "1 victim is deleted"
                                    : victims.size() + " victims are deleted",
                            names(victims));
        }
        return "%s is unschedulable: %s.".formatted(answer.pod(), failure(answer));
    }

    private static String gated(String pod, Optional<GateItem> gate) {
        return gate.map(by ->
                        "%s is gated by %s: %s."
                                .formatted(pod, by.plugin(), String.join(", ", by.reasons())))
                .orElse(pod + " is gated.");
    }

    private static String node(String name) {
        return name.isEmpty() ? "a node" : name;
    }

    /// Victims by name, as far as the caller may list them.
    private static String names(List<VictimItem> victims) {
        var names = new ArrayList<String>();
        int hidden = 0;
        int more = 0;
        for (VictimItem victim : victims) {
            if (victim.pod().isEmpty()) {
                hidden++;
            } else if (names.size() < MAX_NAMES) {
                names.add(victim.pod());
            } else {
                more++;
            }
        }
        if (more > 0) {
            names.add(more + " more");
        }
        if (hidden > 0) {
            names.add(counted(hidden, "pod") + " that you cannot list");
        }
        return String.join(", ", names);
    }

    /// Why the last attempt failed.
    private static String failure(ExplainPodAnswer answer) {
        if (answer.attempts().isEmpty()) {
            return "its last attempt is no longer kept";
        }
        DecisionItem last = answer.attempts().getFirst();
        return switch (last.outcome()) {
            case "error" -> "its last attempt failed: " + last.message();
            case "scheduled" ->
                    "the last attempt chose %s, but the pod was not bound to it"
                            .formatted(node(last.node()));
            default -> noFit(last);
        };
    }

    private static String noFit(DecisionItem last) {
        if (last.rejections().isEmpty()) {
            return last.message();
        }
        if (last.rejections().size() == 1 && last.rejections().getFirst().nodes() == 0) {
            RejectionItem whole = last.rejections().getFirst();
            return "%s%s".formatted(String.join(", ", whole.reasons()), by(whole));
        }
        // One reason may have several codes, which do not matter here.
        var counts = new LinkedHashMap<String, Integer>();
        for (RejectionItem each : last.rejections()) {
            counts.merge(String.join(", ", each.reasons()), each.nodes(), Integer::sum);
        }
        var reasons = new ArrayList<String>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(MAX_REASONS)
                .forEach(each -> reasons.add("%d × %s".formatted(each.getValue(), each.getKey())));
        if (counts.size() > MAX_REASONS) {
            reasons.add(counted(counts.size() - MAX_REASONS, "other reason"));
        }
        return "%s (%s)".formatted(noneFits(last.nodes()), String.join("; ", reasons));
    }

    private static String by(RejectionItem rejection) {
        return rejection.plugin().isEmpty() ? "" : " (%s)".formatted(rejection.plugin());
    }

    private static String noneFits(int nodes) {
        return switch (nodes) {
            case 0 -> "there are no nodes";
            case 1 -> "the only node does not fit";
            default -> "none of %d nodes fits".formatted(nodes);
        };
    }

    private static String bound(ExplainPodAnswer answer) {
        String pod = answer.pod();
        String node = node(answer.node());
        Optional<DecisionItem> found =
                answer.attempts().stream()
                        .filter(each ->
                                each.outcome().equals("scheduled")
                                        && each.node().equals(answer.node()))
                        .findFirst();
        if (found.isEmpty()) {
            return "%s is bound to %s; the decision is no longer kept.".formatted(pod, node);
        }
        DecisionItem decision = found.get();
        if (decision.winner().isEmpty() || decision.runnerUp().isEmpty()) {
            return decision.nodes() == 1
                    ? "%s is bound to %s, the only node.".formatted(pod, node)
                    : decision.feasible() == 1 && !decision.rejections().isEmpty()
                            ? "%s is bound to %s, the only one of %s that fits."
                                    .formatted(pod, node, counted(decision.nodes(), "node"))
                            : "%s is bound to %s, its nominated node or a node chosen without scores."
                                    .formatted(pod, node);
        }
        long total = decision.winner().get().total();
        String fits =
                "%d of %s fit".formatted(decision.feasible(), counted(decision.nodes(), "node"));
        return decision.ties() > 1
                ? "%s is bound to %s: %s, %d share the highest total score of %d, and %s was chosen at random."
                        .formatted(pod, node, fits, decision.ties(), total, node)
                : "%s is bound to %s: %s, and %s has the highest total score, %d; the runner-up has %d."
                        .formatted(pod, node, fits, node, total, decision.runnerUp().get().total());
    }

    private static String preempted(ExplainPodAnswer answer) {
        return answer.attempts().stream()
                .flatMap(each -> each.preemption().stream())
                .findFirst()
                .filter(each -> each.node().equals(answer.node()))
                .map(each ->
                        " %s preempted for it: %s."
                                .formatted(
                                        each.victims().size() == 1
                                                ? "1 pod was"
                                                : each.victims().size() + " pods were",
                                        names(each.victims())))
                .orElse("");
    }

    private static String within(ExplainPodAnswer answer) {
        OptionalLong until = answer.untilMillis();
        return until.isEmpty()
                ? "soon"
                : "in at most " + span(Math.max(0, until.getAsLong() - answer.atMillis()));
    }

    /// A duration, rounded up to seconds.
    static String span(long millis) {
        long seconds = Duration.ofMillis(millis).plusNanos(999_999_999).toSeconds();
        if (seconds < 120) {
            return seconds + " s";
        }
        long minutes = seconds / 60;
        return minutes < 120 ? minutes + " min" : minutes / 60 + " h";
    }

    /// What put the chosen node before the runner-up, the largest difference first.
    public static List<String> scoreDifferences(DecisionItem decision) {
        if (decision.winner().isEmpty() || decision.runnerUp().isEmpty()) {
            return List.of();
        }
        NodeScoresItem second = decision.runnerUp().get();
        var others = new HashMap<String, Long>();
        second.scores().forEach(score -> others.put(score.plugin(), score.weighted()));
        record Difference(String plugin, long first, long second) {
            long value() {
                return first - second;
            }
        }
        List<String> differences =
                decision.winner().get().scores().stream()
                        .map(score ->
                                new Difference(
                                        score.plugin(),
                                        score.weighted(),
                                        others.getOrDefault(score.plugin(), 0L)))
                        .filter(each -> each.value() != 0)
                        .sorted(Comparator.comparingLong(Difference::value).reversed())
                        .map(each ->
                                "%s: %d against %d (%+d)"
                                        .formatted(
                                                each.plugin(),
                                                each.first(),
                                                each.second(),
                                                each.value()))
                        .toList();
        return differences.isEmpty()
                ? List.of("every plugin gives %s the same score".formatted(node(second.node())))
                : differences;
    }

    /// What a user can do about rejections, by plugin.
    public static List<String> hints(List<RejectionItem> rejections) {
        var byPlugin = new TreeMap<String, Set<String>>();
        for (RejectionItem each : rejections) {
            byPlugin.computeIfAbsent(each.plugin(), plugin -> new LinkedHashSet<>())
                    .addAll(each.advice());
        }
        var hints = new ArrayList<String>();
        byPlugin.forEach((plugin, all) ->
                all.forEach(
                        advice -> hints.add(plugin.isEmpty() ? advice : plugin + ": " + advice)));
        return List.copyOf(hints);
    }

    /// The hint for a pending pod that fits on a node at the time of the answer.
    ///
    /// @param gate the plugin that gates it, if it is gated
    public static String fitsNow(Optional<String> gate) {
        return gate.map(plugin ->
                        "wait for the next event of %s: it would accept the pod now"
                                .formatted(plugin))
                .orElse("wait for the next attempt: a node fits the pod now");
    }

    /// What a dry run finds.
    public static String summary(DryRunAnswer answer) {
        String pod = answer.pod();
        return switch (answer.outcome()) {
            case "scheduled" -> scheduled(answer);
            case "unschedulable" ->
                    "%s is unschedulable: %s."
                            .formatted(
                                    pod,
                                    answer.rejections().stream()
                                            .filter(each -> each.nodes() == 0)
                                            .findFirst()
                                            .map(each ->
                                                    String.join(", ", each.reasons()) + by(each))
                                            .orElse(noneFits(answer.nodes())));
            case "gated" ->
                    gated(
                            pod,
                            answer.plugins().stream()
                                    .findFirst()
                                    .map(by ->
                                            new GateItem(
                                                    by, List.of(answer.message()), List.of())));
            case "skipped" -> "%s is not scheduled: %s.".formatted(pod, answer.message());
            default ->
                    "%s cannot be scheduled because of an error: %s."
                            .formatted(pod, answer.message());
        };
    }

    private static String scheduled(DryRunAnswer answer) {
        List<String> best = answer.bestNodes();
        String chosen = best.isEmpty() ? "a node" : best.getFirst();
        String node = answer.nominated() ? chosen + ", its nominated node" : chosen;
        if (answer.feasible() == 1) {
            return answer.nodes() == 1
                    ? "%s would be scheduled to %s, the only node.".formatted(answer.pod(), node)
                    : "%s would be scheduled to %s, the only one of %s that fits."
                            .formatted(answer.pod(), node, counted(answer.nodes(), "node"));
        }
        String fits = "%d of %s fit".formatted(answer.feasible(), counted(answer.nodes(), "node"));
        return best.size() > 1
                ? "%s would be scheduled to %s: %s, and %s share the highest total score."
                        .formatted(answer.pod(), node, fits, joined(best, " and "))
                : "%s would be scheduled to %s: %s.".formatted(answer.pod(), node, fits);
    }

    /// How a dry run of a running scheduler differs from an attempt.
    ///
    /// @param bound whether the pod has its node already
    public static String dryRunNote(boolean bound) {
        return bound
                ? "This is a dry run on the current state for another pod like this one, because"
                        + " the requests of this pod still count. Extenders are not called."
                : "This is a dry run on the current state. Extenders are not called.";
    }

    /// Why a pod is not on a node.
    ///
    /// @param onAllNodes whether the rejection applies to all nodes
    /// @param message what the dry run says if there is neither a rejection nor a score
    public static String summary(WhyNotAnswer answer, boolean onAllNodes, String message) {
        String pod = answer.pod();
        String node = answer.node();
        if (answer.rejection().isPresent()) {
            RejectionItem why = answer.rejection().get();
            String reasons = String.join(", ", why.reasons());
            return onAllNodes
                    ? "%s does not fit on any node: %s%s.".formatted(pod, reasons, by(why))
                    : "%s does not fit on %s: %s%s.".formatted(pod, node, reasons, by(why));
        }
        if (answer.scores().isEmpty()) {
            return message.isEmpty()
                    ? "%s was not evaluated on %s.".formatted(pod, node)
                    : "%s was not evaluated on %s: %s.".formatted(pod, node, message);
        }
        long total = answer.scores().get().total();
        return answer.bestScores()
                .filter(best -> best.total() > total)
                .map(best ->
                        "%s fits on %s with a total score of %d, but %s has %d."
                                .formatted(pod, node, total, node(best.node()), best.total()))
                .orElse(
                        "%s fits on %s, and no node has a higher total score than its %d."
                                .formatted(pod, node, total));
    }

    /// What a node has, and what it says to pending pods.
    public static String summary(ExplainNodeAnswer answer) {
        NodeItem node = answer.node();
        String has =
                "%s has %s%s"
                        .formatted(
                                node.name(),
                                counted(node.pods(), "pod"),
                                node.cordoned() ? " and is cordoned" : "");
        if (answer.fits() + answer.rejected() + answer.notEvaluated() == 0) {
            return has + ". No pods are waiting for a node.";
        }
        String rest =
                answer.notEvaluated() == 0
                        ? ""
                        : "; %d more were not evaluated".formatted(answer.notEvaluated());
        return "%s. Of the pending pods, %d would fit and %d would not%s."
                .formatted(has, answer.fits(), answer.rejected(), rest);
    }

    /// Which pods a preemption evicts, and where.
    ///
    /// @param pod the preemptor
    public static String summary(String pod, PreemptionItem preemption) {
        String among =
                preemption.candidates() == 1
                        ? "the only candidate among %s"
                                .formatted(counted(preemption.nodesExamined(), "examined node"))
                        : "one of %d candidates among %s"
                                .formatted(
                                        preemption.candidates(),
                                        counted(preemption.nodesExamined(), "examined node"));
        String criterion =
                preemption.decidedBy().isEmpty() ? "" : ", chosen for " + preemption.decidedBy();
        return "%s preempts %s on %s, %s%s."
                .formatted(
                        pod,
                        counted(preemption.victims().size(), "pod"),
                        node(preemption.node()),
                        among,
                        criterion);
    }

    /// One victim, and why it is evicted.
    public static String victim(VictimItem victim) {
        var text = new StringBuilder();
        text.append(victim.pod().isEmpty() ? "a pod that you cannot list" : victim.pod());
        text.append(", priority ").append(victim.priority());
        if (!victim.reasons().isEmpty()) {
            text.append("; if it stays: ").append(String.join(", ", victim.reasons()));
        }
        if (!victim.budgets().isEmpty()) {
            text.append(
                    "; disruption budget %s is %s"
                            .formatted(
                                    String.join(", ", victim.budgets()),
                                    victim.violatesBudget() ? "violated" : "respected"));
        } else if (victim.violatesBudget()) {
            text.append("; a disruption budget is violated");
        }
        return text.toString();
    }

    /// The events that requeue a pod, in words.
    public static String requeue(List<RequeueItem> requeue) {
        return either(
                requeue.stream()
                        .flatMap(each ->
                                (each.descriptions().isEmpty()
                                                ? each.events()
                                                : each.descriptions())
                                        .stream())
                        .distinct()
                        .toList());
    }

    /// How many pods are pending, by state.
    public static String summary(QueueAnswer answer) {
        long pods = answer.states().stream().mapToLong(QueueStateItem::count).sum();
        if (answer.states().size() == 1) {
            String state = answer.states().getFirst().state();
            return pods == 0
                    ? QueueState.of(state)
                            .map(QueueState::empty)
                            .orElse("No pods are " + state + ".")
                    : "%s in state %s.".formatted(counted(pods, "pod"), state);
        }
        return pods == 0
                ? "No pods are waiting."
                : "%s: %s."
                        .formatted(
                                counted(pods, "pending pod"),
                                String.join(
                                        ", ",
                                        answer.states().stream()
                                                .filter(each -> each.count() > 0)
                                                .map(each -> each.count() + " " + each.state())
                                                .toList()));
    }
}
