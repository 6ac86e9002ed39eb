package dev.berth.dashboard;

import dev.berth.engine.view.Decision;
import dev.berth.engine.view.Lane;
import dev.berth.engine.view.PendingPod;
import dev.berth.engine.view.PodReport;
import dev.berth.spi.Preemption;
import dev.berth.spi.RejectCode;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Answers in words.
final class Words {
    private static final int REASONS_SAID = 3;
    private static final int NAMES_SAID = 5;

    /// What a person can do about a plugin's rejections.
    private static final Map<String, String> REMEDIES =
            Map.ofEntries(
                    Map.entry(
                            "NodeResourcesFit",
                            "ask for less, remove pods that matter less, or add a node"),
                    Map.entry(
                            "TaintToleration",
                            "give the pod a toleration for the taint, or remove the taint"),
                    Map.entry(
                            "NodeAffinity",
                            "change the pod's node selector or affinity, or label a node to match"),
                    Map.entry("NodeName", "add the node that the pod names, or name none"),
                    Map.entry("NodePorts", "free the host port on a node, or use another"),
                    Map.entry("NodeUnschedulable", "uncordon a node: kubectl uncordon NODE"),
                    Map.entry(
                            "InterPodAffinity",
                            "change the affinity of the pod or of those it may not stand beside"),
                    Map.entry(
                            "PodTopologySpread",
                            "add a node in the domain with the fewest pods, raise maxSkew, or let"
                                    + " whenUnsatisfiable be ScheduleAnyway"),
                    Map.entry(
                            "VolumeBinding",
                            "create the claim, volume or storage class that is missing, or wait for"
                                    + " the provisioner"),
                    Map.entry("VolumeZone", "add a node in the zone of the volume"),
                    Map.entry(
                            "VolumeRestrictions",
                            "end the pod that has the volume, or use another volume"),
                    Map.entry("NodeVolumeLimits", "add a node: those there hold no more volumes"),
                    Map.entry("SchedulingGates", "remove the pod's scheduling gates"),
                    Map.entry(
                            "DynamicResources",
                            "create the claim or device class that is missing, or free devices"),
                    Map.entry(
                            "NodeDeclaredFeatures",
                            "add a node that declares the features the pod needs"));

    private Words() {}

    /// One sentence that answers why the pod is where it is.
    ///
    /// @param names what may be said of other pods
    static String answer(PodReport report, long nowNanos, Names names) throws InterruptedException {
        String pod = report.pod().key();
        Optional<PendingPod> pending = report.pending();
        return switch (report.lane()) {
            case ACTIVE ->
                    pending.filter(each -> each.attempts() > 0)
                            .map(each ->
                                    "%s is about to be tried again, for the %s time."
                                            .formatted(pod, ordinal(each.attempts() + 1)))
                            .orElse(pod + " is ready and has yet to be tried.");
            case BACKOFF ->
                    "%s is tried again %s: %s."
                            .formatted(pod, inTime(pending, nowNanos), why(report, names));
            case UNSCHEDULABLE -> parked(report, names);
            case GATED -> gated(report);
            case IN_FLIGHT -> pod + " is being tried now.";
            case WAITING -> held(report, nowNanos);
            case BINDING -> "%s is being bound to %s.".formatted(pod, node(report));
            case BOUND -> bound(report) + preempted(report, names);
            case DELETING -> pod + " is being deleted; it is not tried any more.";
            case FOREIGN ->
                    "%s belongs to scheduler %s, not to this one."
                            .formatted(pod, report.pod().spec().schedulerName());
        };
    }

    private static String node(PodReport report) {
        return report.pending()
                .map(PendingPod::node)
                .filter(node -> !node.isEmpty())
                .orElse(report.node());
    }

    private static String parked(PodReport report, Names names) throws InterruptedException {
        Optional<Preemption> preemption = preemption(report);
        String pod = report.pod().key();
        if (preemption.isPresent() && !report.nominated().isEmpty()) {
            Preemption.Candidate taken = preemption.get().chosen();
            return "%s waits on %s for %s to leave: %s."
                    .formatted(
                            pod,
                            names.node(taken.node()),
                            counted(taken.victims().size(), "victim"),
                            victims(taken.victims(), names));
        }
        return "%s waits: %s.".formatted(pod, why(report, names));
    }

    private static String victims(List<Preemption.Victim> victims, Names names)
            throws InterruptedException {
        var said = new ArrayList<String>();
        int unseen = 0;
        for (Preemption.Victim victim : victims) {
            if (!names.mayName(victim.pod())) {
                unseen++;
            } else if (said.size() < NAMES_SAID) {
                said.add(victim.pod());
            }
        }
        int more = victims.size() - unseen - said.size();
        if (more > 0) {
            said.add(more + " more");
        }
        if (unseen > 0) {
            said.add(unseen + " that you may not see");
        }
        return String.join(", ", said);
    }

    private static Optional<Preemption> preemption(PodReport report) {
        return report.attempts().stream()
                .findFirst()
                .map(Decision::outcome)
                .filter(Decision.Unschedulable.class::isInstance)
                .map(Decision.Unschedulable.class::cast)
                .flatMap(Decision.Unschedulable::preemption);
    }

    /// Why the last attempt failed.
    private static String why(PodReport report, Names names) throws InterruptedException {
        if (report.attempts().isEmpty()) {
            return "its last attempt is no longer kept";
        }
        Decision last = report.attempts().getFirst();
        return switch (last.outcome()) {
            case Decision.Failed(String message) -> "its last attempt failed: " + message;
            case Decision.Unschedulable unschedulable -> unfit(last, unschedulable.message());
            case Decision.Placed placed ->
                    "%s was chosen, but the pod was not bound there"
                            .formatted(names.node(placed.node()));
        };
    }

    private static String unfit(Decision last, String message) {
        if (last.rejected().isEmpty()) {
            return message;
        }
        // Whether preemption could help tells groups apart, but not those who read this.
        var counts = new LinkedHashMap<String, Integer>();
        last.rejected()
                .forEach(group ->
                        counts.merge(
                                String.join(", ", group.reasons()), group.nodes(), Integer::sum));
        var reasons = new ArrayList<String>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .limit(REASONS_SAID)
                .forEach(each -> reasons.add("%d × %s".formatted(each.getValue(), each.getKey())));
        if (counts.size() > REASONS_SAID) {
            reasons.add(counted(counts.size() - REASONS_SAID, "other reason"));
        }
        String nodes =
                last.nodes() == 1
                        ? "the only node does not fit"
                        : "none of %d nodes fits".formatted(last.nodes());
        return "%s (%s)".formatted(nodes, String.join("; ", reasons));
    }

    private static String gated(PodReport report) {
        return report.gate()
                .map(gate ->
                        "%s is kept from being tried by %s: %s."
                                .formatted(
                                        report.pod().key(),
                                        gate.plugin(),
                                        String.join(", ", gate.reasons())))
                .orElse(report.pod().key() + " is kept from being tried.");
    }

    private static String held(PodReport report, long nowNanos) {
        String plugins =
                report.pending().map(pod -> String.join(", ", pod.rejectedBy())).orElse("a plugin");
        return "%s has %s and waits for permission of %s, which ends %s."
                .formatted(
                        report.pod().key(),
                        node(report),
                        plugins,
                        inTime(report.pending(), nowNanos));
    }

    private static String bound(PodReport report) {
        String pod = report.pod().key();
        Optional<Decision> made =
                report.attempts().stream()
                        .filter(each ->
                                each.outcome() instanceof Decision.Placed placed
                                        && placed.node().equals(report.node()))
                        .findFirst();
        if (made.isEmpty() || !(made.get().outcome() instanceof Decision.Placed placed)) {
            return "%s is on %s; how it came there is not kept.".formatted(pod, report.node());
        }
        Decision decision = made.get();
        String node = report.node();
        if (placed.runnerUp().isEmpty()) {
            return decision.nodes() == 1
                    ? "%s is on %s, the only node there was.".formatted(pod, node)
                    : decision.feasible() == 1 && !decision.rejected().isEmpty()
                            ? "%s is on %s, the only one of %s that fits."
                                    .formatted(pod, node, counted(decision.nodes(), "node"))
                            : "%s is on %s, which had been promised to it or was chosen without scores."
                                    .formatted(pod, node);
        }
        String fitting =
                "%d of %s fit".formatted(decision.feasible(), counted(decision.nodes(), "node"));
        return placed.ties() > 1
                ? "%s is on %s: %s, %d shared the best total of %d, and it was drawn by lot."
                        .formatted(pod, node, fitting, placed.ties(), placed.winner().total())
                : "%s is on %s: %s, and it had the best total, %d against %d of the runner-up."
                        .formatted(
                                pod,
                                node,
                                fitting,
                                placed.winner().total(),
                                placed.runnerUp().get().total());
    }

    /// Who had to leave for it, if anybody had to.
    private static String preempted(PodReport report, Names names) throws InterruptedException {
        for (Decision attempt : report.attempts()) {
            if (attempt.outcome() instanceof Decision.Unschedulable unschedulable
                    && unschedulable.preemption().isPresent()) {
                Preemption.Candidate taken = unschedulable.preemption().get().chosen();
                return taken.node().equals(report.node())
                        ? " To make room, %s had to leave: %s."
                                .formatted(
                                        counted(taken.victims().size(), "pod"),
                                        victims(taken.victims(), names))
                        : "";
            }
        }
        return "";
    }

    /// What put the winner before the runner-up, the most important first.
    static List<String> difference(Decision.Placed placed, Names names)
            throws InterruptedException {
        if (placed.runnerUp().isEmpty()) {
            return List.of();
        }
        Decision.ScoreCard second = placed.runnerUp().get();
        var others = new HashMap<String, Long>();
        second.scores().forEach(score -> others.put(score.plugin(), score.weighted()));
        record Lead(String plugin, long ours, long theirs) {
            long by() {
                return ours - theirs;
            }
        }
        var leads = new ArrayList<Lead>();
        for (Decision.PluginScore score : placed.winner().scores()) {
            var lead =
                    new Lead(
                            score.plugin(),
                            score.weighted(),
                            others.getOrDefault(score.plugin(), 0L));
            if (lead.by() != 0) {
                leads.add(lead);
            }
        }
        leads.sort(Comparator.comparingLong(Lead::by).reversed());
        var words = new ArrayList<String>();
        for (Lead lead : leads) {
            words.add(
                    "%s: %d against %d (%+d)"
                            .formatted(lead.plugin(), lead.ours(), lead.theirs(), lead.by()));
        }
        if (words.isEmpty()) {
            words.add("every plugin gave %s the same".formatted(names.node(second.node())));
        }
        return words;
    }

    /// What a person could do.
    static List<String> hints(PodReport report) {
        if (report.gate().isPresent()) {
            return remedy(report.gate().get().plugin(), List.of()).stream().toList();
        }
        if (report.attempts().isEmpty()
                || report.lane() != Lane.UNSCHEDULABLE && report.lane() != Lane.BACKOFF) {
            return List.of();
        }
        var byPlugin = new TreeMap<String, List<Decision.RejectedNodes>>();
        for (Decision.RejectedNodes group : report.attempts().getFirst().rejected()) {
            byPlugin.computeIfAbsent(group.plugin(), plugin -> new ArrayList<>()).add(group);
        }
        var hints = new ArrayList<String>();
        byPlugin.forEach((plugin, groups) -> remedy(plugin, groups).ifPresent(hints::add));
        return hints;
    }

    private static Optional<String> remedy(String plugin, List<Decision.RejectedNodes> groups) {
        String remedy = REMEDIES.get(plugin);
        if (groups.stream().flatMap(group -> group.reasons().stream()).anyMatch(Words::noClaim)) {
            remedy = "create the claim, or correct its name in the pod";
        } else if (plugin.equals("NodeResourcesFit")
                && !groups.isEmpty()
                && groups.stream()
                        .allMatch(group ->
                                group.code()
                                        .equals(
                                                RejectCode.UNSCHEDULABLE_AND_UNRESOLVABLE
                                                        .label()))) {
            remedy = "ask for less, or add a larger node: it would not fit on any that is empty";
        }
        return Optional.ofNullable(remedy).map(words -> "%s: %s".formatted(plugin, words));
    }

    private static boolean noClaim(String reason) {
        return reason.startsWith("persistentvolumeclaim ") && reason.endsWith(" not found");
    }

    private static String inTime(Optional<PendingPod> pod, long nowNanos) {
        if (pod.isEmpty() || pod.get().untilNanos().isEmpty()) {
            return "soon";
        }
        long left = Math.max(0, pod.get().untilNanos().getAsLong() - nowNanos);
        return "in %s at the latest".formatted(span(Duration.ofNanos(left)));
    }

    static String span(Duration time) {
        long seconds = time.plusNanos(999_999_999).toSeconds();
        if (seconds < 120) {
            return seconds + " s";
        }
        long minutes = seconds / 60;
        return minutes < 120 ? minutes + " min" : minutes / 60 + " h";
    }

    static String counted(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    private static String ordinal(int number) {
        int ten = number % 100;
        if (ten >= 11 && ten <= 13) {
            return number + "th";
        }
        return number
                + switch (number % 10) {
                    case 1 -> "st";
                    case 2 -> "nd";
                    case 3 -> "rd";
                    default -> "th";
                };
    }
}
