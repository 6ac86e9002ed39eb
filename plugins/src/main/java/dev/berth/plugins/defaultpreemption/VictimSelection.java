package dev.berth.plugins.defaultpreemption;

import dev.berth.model.Pod;
import dev.berth.spi.NodeResultCache;
import dev.berth.spi.NodeView;
import dev.berth.spi.NodeWhatIf;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodCycle;
import dev.berth.spi.Preemption;
import dev.berth.spi.Reject;
import dev.berth.spi.StateKey;
import dev.berth.spi.Verdict;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Finds the victims on a node: whether the eviction of pods makes the preemptor fit, and which
/// evictions are necessary (kube-scheduler: `SelectVictimsOnNode`).
///
/// The what-if removes all pods of lower priority. It then adds each of them again, highest
/// priority first, if the preemptor still fits. Pods whose eviction violates a PodDisruptionBudget
/// are added first.
final class VictimSelection {
    private static final StateKey<NodeResult> FINDINGS = StateKey.of("victims", NodeResult.class);

    static final Reject NO_VICTIMS =
            Reject.unresolvable("No preemption victims found for incoming pod");

    /// The result for a node.
    sealed interface NodeResult {
        record Fits(Candidate candidate) implements NodeResult {}

        record DoesNotFit(Reject why) implements NodeResult {}
    }

    /// Receives the result for each pod.
    private interface VictimListener {
        VictimListener NONE =
                new VictimListener() {
                    @Override
                    public void reprieved(Pod pod) {}

                    @Override
                    public void selectedAsVictim(Pod pod, Reject without, boolean violates) {}
                };

        void reprieved(Pod pod);

        /// @param without the rejection of the preemptor while the pod stays
        void selectedAsVictim(Pod pod, Reject without, boolean violates);
    }

    private final PluginContext context;
    private final PodCycle cycle;
    private final DisruptionBudgets budgets;
    private final NodeResultCache<NodeResult> cache;

    VictimSelection(PluginContext context, PodCycle cycle, DisruptionBudgets budgets) {
        this.context = context;
        this.cycle = cycle;
        this.budgets = budgets;
        this.cache = context.resultCache(cycle, FINDINGS, budgets.version());
    }

    /// @throws IllegalStateException if the pod fits without evictions, or a plugin fails
    NodeResult selectVictimsOnNode(NodeView node) {
        Optional<NodeResult> before = cache.get(node);
        if (before.isPresent()) {
            return before.get();
        }
        NodeResult found = selectVictimsOnNode(node, VictimListener.NONE);
        cache.put(node, found);
        return found;
    }

    private NodeResult selectVictimsOnNode(NodeView node, VictimListener listener) {
        List<Pod> lower = lower(node);
        if (lower.isEmpty()) {
            return new NodeResult.DoesNotFit(NO_VICTIMS);
        }
        NodeWhatIf whatIf = context.whatIf(cycle, node);
        lower.forEach(whatIf::remove);
        if (whatIf.test() instanceof Reject why) {
            return new NodeResult.DoesNotFit(why);
        }
        lower.sort(PodImportance.MOST_IMPORTANT_FIRST);
        DisruptionBudgets.Count count = budgets.count();
        var violating = new ArrayList<Pod>();
        var others = new ArrayList<Pod>();
        for (Pod pod : lower) {
            (count.violates(pod) ? violating : others).add(pod);
        }
        var victims = new ArrayList<Pod>();
        reprieve(violating, true, whatIf, victims, listener);
        int violations = victims.size();
        reprieve(others, false, whatIf, victims, listener);
        if (victims.isEmpty()) {
            throw new IllegalStateException(
                    "expected at least one victim pod on node \"" + node.name() + "\"");
        }
        if (!violating.isEmpty() && !others.isEmpty()) {
            Set<String> uids = victims.stream().map(Pod::uid).collect(Collectors.toSet());
            lower.removeIf(pod -> !uids.contains(pod.uid()));
            return new NodeResult.Fits(Candidate.of(node, lower, violations));
        }
        return new NodeResult.Fits(Candidate.of(node, victims, violations));
    }

    private List<Pod> lower(NodeView node) {
        int priority = cycle.pod().spec().priority();
        var lower = new ArrayList<Pod>();
        for (Pod pod : node.pods()) {
            if (pod.spec().priority() < priority) {
                lower.add(pod);
            }
        }
        return lower;
    }

    private static void reprieve(
            List<Pod> pods,
            boolean violating,
            NodeWhatIf whatIf,
            List<Pod> victims,
            VictimListener listener) {
        for (Pod pod : pods) {
            whatIf.add(pod);
            if (withPod(whatIf) instanceof Reject why) {
                whatIf.remove(pod);
                victims.add(pod);
                listener.selectedAsVictim(pod, why, violating);
            } else {
                listener.reprieved(pod);
            }
        }
    }

    /// Parity: if a plugin fails while the pod is on the node, the preemptor does not fit, so the
    /// pod cannot stay.
    private static Verdict withPod(NodeWhatIf whatIf) {
        try {
            return whatIf.test();
        } catch (RuntimeException failed) {
            return Reject.unschedulable(String.valueOf(failed.getMessage()));
        }
    }

    /// The record of a candidate for the decision trace. The victims are those of the candidate,
    /// which extenders may have changed; the reasons come from this dry run.
    Preemption.Candidate explain(Candidate candidate) {
        var delivered = new Delivered();
        selectVictimsOnNode(candidate.node(), delivered);
        List<Preemption.Victim> victims =
                candidate.victims().stream()
                        .map(pod ->
                                new Preemption.Victim(
                                        pod.key(),
                                        pod.uid(),
                                        pod.spec().priority(),
                                        pod.status().startTime(),
                                        delivered.reasons.getOrDefault(pod.uid(), List.of()),
                                        budgets.touchedBy(pod),
                                        delivered.violating.contains(pod.uid())))
                        .toList();
        List<String> taken = victims.stream().map(Preemption.Victim::pod).toList();
        return new Preemption.Candidate(
                candidate.node().name(),
                victims,
                delivered.reprieved.stream().filter(key -> !taken.contains(key)).toList(),
                candidate.violations());
    }

    private static final class Delivered implements VictimListener {
        private final Map<String, List<String>> reasons = new HashMap<>();
        private final Set<String> violating = new HashSet<>();
        private final List<String> reprieved = new ArrayList<>();

        @Override
        public void reprieved(Pod pod) {
            reprieved.add(pod.key());
        }

        @Override
        public void selectedAsVictim(Pod pod, Reject without, boolean violates) {
            reasons.put(pod.uid(), without.reasons());
            if (violates) {
                violating.add(pod.uid());
            }
        }
    }
}
