package dev.berth.plugins.defaultpreemption;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.Diagnosis;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Gates;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.NodeWhatIf;
import dev.berth.spi.Nodes;
import dev.berth.spi.Nomination;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PostFilter;
import dev.berth.spi.PostFilterVerdict;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.Preemption;
import dev.berth.spi.PreemptionPlan;
import dev.berth.spi.Problems;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.ReasonCount;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectCode;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionExplainer;
import dev.berth.spi.StateObserver;
import dev.berth.spi.Verdict;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/// Evicts pods of lower priority from one node, so that a pod without a feasible node fits there
/// (kube-scheduler: `DefaultPreemption`).
///
/// The plugin evaluates nodes until there are enough candidates, and selects the best one
/// ([VictimSelection], [CandidateRanking]). The pod gets a nomination for that node and waits. The
/// victims are evicted in the background ([PreemptionExecutor]).
public final class DefaultPreemption
        implements PostFilter, PreEnqueue, EnqueueExtensions, StateObserver, RejectionExplainer {
    private static final String NAME = "DefaultPreemption";
    private static final Reject NOT_HELPFUL =
            Reject.unresolvable("Preemption is not helpful for scheduling");
    private static final Reject EVICTING =
            Reject.unresolvable("waiting for the preemption for this pod to be finished");

    private final PreemptionArgs args;
    private final PluginContext context;
    private final boolean gating;
    private final DisruptionBudgets budgets = new DisruptionBudgets();
    private final PreemptionExecutor evictions;

    DefaultPreemption(PreemptionArgs args, PluginContext context) {
        this.args = args;
        this.context = context;
        this.gating = context.gates().on("SchedulerAsyncPreemption");
        this.evictions = new PreemptionExecutor(NAME, context);
    }

    @Override
    public Set<Kind> reads() {
        return Set.of(Kind.DISRUPTION_BUDGET);
    }

    @Override
    public PostFilterVerdict postFilter(PodCycle cycle, Diagnosis diagnosis) {
        if (cycle.pod().spec().preemptionPolicy().equals("Never")) {
            return noCandidate("not eligible due to preemptionPolicy=Never.", Nomination.KEEP);
        }
        if (awaitsVictims(cycle, diagnosis)) {
            return noCandidate(
                    "not eligible due to a terminating pod on the nominated node.",
                    Nomination.KEEP);
        }
        context.objects().require(Kind.DISRUPTION_BUDGET);
        var dryRun = new VictimSelection(context, cycle, budgets);
        Search search = search(cycle, diagnosis, dryRun);
        if (search.count() == 0) {
            return noCandidate(search.complaint(cycle.nodes().count()), Nomination.CLEAR);
        }
        if (!context.extendersSupportPreemption(cycle.pod())) {
            return preempt(cycle, dryRun, search);
        }
        List<PreemptionPlan> proposed = search.candidates().stream().map(Candidate::plan).toList();
        return new PostFilterVerdict.CallExtenders(
                proposed, plans -> continueAfterExtenders(cycle, search.examined, proposed, plans));
    }

    /// Extenders can return other victims or none, and the nodes may have changed in the meantime.
    private PostFilterVerdict continueAfterExtenders(
            PodCycle cycle,
            int examined,
            List<PreemptionPlan> proposed,
            List<PreemptionPlan> plans) {
        var search = new Search(true);
        search.examined = examined;
        Map<String, List<String>> proposedUids =
                proposed.stream()
                        .collect(Collectors.toMap(PreemptionPlan::node, DefaultPreemption::uidsOf));
        for (PreemptionPlan plan : plans) {
            OptionalInt row = cycle.nodes().row(plan.node());
            if (row.isPresent()) {
                NodeView node = cycle.nodes().view(row.getAsInt());
                boolean asProposed = uidsOf(plan).equals(proposedUids.get(plan.node()));
                if (stillHelps(cycle, node, plan, asProposed)) {
                    search.add(Candidate.of(node, plan.victims(), plan.violations()));
                }
            }
        }
        return search.count() == 0
                ? noCandidate("no candidate node for preemption", Nomination.KEEP)
                : preempt(cycle, new VictimSelection(context, cycle, budgets), search);
    }

    private static List<String> uidsOf(PreemptionPlan plan) {
        return plan.victims().stream().map(Pod::uid).toList();
    }

    /// Whether the pod does not fit on the node now, and would fit without the victims.
    ///
    /// @param asProposed whether the victims are those that this plugin proposed; then each victim
    ///   must still be necessary. Extenders can have other reasons for other victims.
    private boolean stillHelps(
            PodCycle cycle, NodeView node, PreemptionPlan plan, boolean asProposed) {
        for (Pod victim : plan.victims()) {
            // Differs: kube-scheduler evicts all pods that an extender returns, regardless of their
            // priority.
            if (victim.spec().priority() >= cycle.pod().spec().priority()) {
                throw new IllegalStateException(
                        "an extender claims to preempt pod %s on node %s, which is no less important"
                                .formatted(victim.key(), node.name()));
            }
        }
        NodeWhatIf whatIf = context.whatIf(cycle, node);
        if (!(whatIf.test() instanceof Reject)) {
            return false;
        }
        plan.victims().forEach(whatIf::remove);
        if (whatIf.test() instanceof Reject) {
            return false;
        }
        for (Pod victim : asProposed ? plan.victims() : List.<Pod>of()) {
            whatIf.add(victim);
            if (!(whatIf.test() instanceof Reject)) {
                return false;
            }
            whatIf.remove(victim);
        }
        return true;
    }

    private PostFilterVerdict preempt(PodCycle cycle, VictimSelection dryRun, Search search) {
        Candidate chosen = chosen(cycle, search.ranking);
        Preemption preemption = preemption(cycle, dryRun, search, chosen);
        // A dry run does not evict pods, and a later dry run for the same pod has the same result.
        if (!cycle.dryRun()) {
            evictions.begin(cycle.pod(), chosen, gating);
        }
        return new PostFilterVerdict.Success(
                new Nomination.Nominate(chosen.node().name()),
                Optional.of(preemption),
                "preemption: found a potential placement for pod on node %s, preempting %d victims"
                        .formatted(chosen.node().name(), chosen.victims().size()));
    }

    private static PostFilterVerdict noCandidate(String why, Nomination nomination) {
        return new PostFilterVerdict.Failure(
                Reject.unschedulable("preemption: " + why), nomination);
    }

    /// Whether victims of an earlier preemption still have to leave the pod's nominated node.
    private boolean awaitsVictims(PodCycle cycle, Diagnosis diagnosis) {
        OptionalInt row =
                cycle.nominatedNodeName().isEmpty()
                        ? OptionalInt.empty()
                        : cycle.nodes().row(cycle.nominatedNodeName());
        if (row.isEmpty()
                || verdictOn(row.getAsInt(), diagnosis).code()
                        == RejectCode.UNSCHEDULABLE_AND_UNRESOLVABLE) {
            return false;
        }
        for (Pod pod : cycle.nodes().view(row.getAsInt()).pods()) {
            if (pod.spec().priority() < cycle.pod().spec().priority() && evictions.leaving(pod)) {
                return true;
            }
        }
        return false;
    }

    private static Reject verdictOn(int row, Diagnosis diagnosis) {
        for (Diagnosis.Group group : diagnosis.groups()) {
            if (group.rows().contains(row)) {
                return group.why();
            }
        }
        return diagnosis.others();
    }

    /// The state of the search over the nodes.
    private static final class Search {
        final CandidateRanking ranking;
        final List<Reject> rejections = new ArrayList<>();
        final Set<String> failures = new LinkedHashSet<>();
        int examined;
        private final boolean keeps;
        private final List<Candidate> complying = new ArrayList<>(0);
        private final List<Candidate> violating = new ArrayList<>(0);
        private int complyingCount;
        private int violatingCount;

        /// @param keeps whether all candidates are needed, or the best one only
        Search(boolean keeps) {
            this.keeps = keeps;
            this.ranking = new CandidateRanking(keeps);
        }

        void add(Candidate candidate) {
            boolean complies = candidate.violations() == 0;
            if (complies) {
                complyingCount++;
            } else {
                violatingCount++;
            }
            if (keeps) {
                (complies ? complying : violating).add(candidate);
            }
            ranking.add(candidate);
        }

        /// Adds a candidate, unless there are enough that comply with the budgets, or enough that
        /// do not.
        void add(Candidate candidate, int enough) {
            if ((candidate.violations() == 0 ? complyingCount : violatingCount) < enough) {
                add(candidate);
            }
        }

        /// Whether there are enough candidates, and one of them complies with the budgets.
        boolean enough(int wanted) {
            return complyingCount > 0 && count() >= wanted;
        }

        int count() {
            return complyingCount + violatingCount;
        }

        /// The kept candidates; those that violate budgets are the last ones.
        List<Candidate> candidates() {
            var all = new ArrayList<>(complying);
            all.addAll(violating);
            return all;
        }

        String complaint(int allNodes) {
            if (!failures.isEmpty()) {
                // Parity: the errors of several nodes are aggregated without duplicates, and a
                // single error has no brackets.
                String all = String.join(", ", failures);
                throw new IllegalStateException(
                        "preemption: " + (failures.size() == 1 ? all : "[" + all + "]"));
            }
            var count = new ReasonCount(allNodes);
            rejections.forEach(why -> count.add(why, 1));
            return count.addOthers(NOT_HELPFUL).text();
        }
    }

    /// Evaluates the candidate nodes from a random offset until there are enough candidates. At
    /// least one candidate must not violate a PodDisruptionBudget, if such a candidate exists.
    private Search search(PodCycle cycle, Diagnosis diagnosis, VictimSelection dryRun) {
        NodeSet rows = nodesWherePreemptionMightHelp(cycle.nodes(), diagnosis);
        int count = rows.size();
        int enough = cycle.dryRun() ? count : args.enough(count);
        int offset = cycle.dryRun() || count == 0 ? 0 : context.random().nextInt(count);
        var search = new Search(cycle.dryRun() || context.extendersSupportPreemption(cycle.pod()));
        int row = nth(rows, offset);
        for (int i = 0; i < count; i++) {
            NodeView node = cycle.nodes().view(row);
            row = rows.next(row + 1);
            row = row < 0 ? rows.next(0) : row;
            search.examined++;
            try {
                switch (dryRun.selectVictimsOnNode(node)) {
                    case VictimSelection.NodeResult.DoesNotFit(Reject why) ->
                            search.rejections.add(why);
                    case VictimSelection.NodeResult.Fits(Candidate candidate) ->
                            search.add(candidate, enough);
                }
            } catch (RuntimeException problem) {
                search.failures.add(String.valueOf(problem.getMessage()));
            }
            if (search.enough(enough)) {
                break;
            }
        }
        return search;
    }

    /// The `n`th row of a set, from 0; -1 if there are fewer.
    private static int nth(NodeSet rows, int n) {
        int left = n;
        for (int i = 0; i < rows.words(); i++) {
            int count = Long.bitCount(rows.word(i));
            if (left < count) {
                long word = rows.word(i);
                for (; left > 0; left--) {
                    word &= word - 1;
                }
                return (i << 6) + Long.numberOfTrailingZeros(word);
            }
            left -= count;
        }
        return -1;
    }

    /// The rows whose rejection preemption can resolve (kube-scheduler:
    /// `nodesWherePreemptionMightHelp`).
    private static NodeSet nodesWherePreemptionMightHelp(Nodes nodes, Diagnosis diagnosis) {
        var rows = new MutableNodeSet(nodes.rows());
        if (diagnosis.others().code() == RejectCode.UNSCHEDULABLE) {
            rows.setTo(nodes.all());
            diagnosis.groups().forEach(group -> rows.removeAll(group.rows()));
        }
        for (Diagnosis.Group group : diagnosis.groups()) {
            if (group.why().code() == RejectCode.UNSCHEDULABLE) {
                rows.addAll(group.rows());
            }
        }
        return rows;
    }

    /// The best candidate that was found first. The search starts at a random node. In a dry run,
    /// the first of the best candidates by name.
    // Parity: pickOneNodeForPreemption.
    private static Candidate chosen(PodCycle cycle, CandidateRanking ranking) {
        return cycle.dryRun()
                ? Collections.min(ranking.best(), Comparator.comparing(each -> each.node().name()))
                : ranking.best().getFirst();
    }

    private static Preemption preemption(
            PodCycle cycle, VictimSelection dryRun, Search search, Candidate chosen) {
        List<Candidate> shown = cycle.dryRun() ? search.candidates() : List.of(chosen);
        List<Candidate> best = cycle.dryRun() ? search.ranking.best() : List.of(chosen);
        return new Preemption(
                search.examined,
                search.count(),
                shown.stream()
                        .map(dryRun::explain)
                        .sorted(Comparator.comparing(Preemption.Candidate::node))
                        .toList(),
                best.stream().map(each -> each.node().name()).sorted().toList(),
                search.ranking.decidedBy());
    }

    @Override
    public Verdict preEnqueue(Pod pod) {
        return evictions.turnsAway(pod) ? EVICTING : Verdict.PASS;
    }

    @Override
    public RejectionDetails explainPod(PodCycle cycle, Reject why) {
        return RejectionDetails.of(
                "wait until the API server has received the evictions of the victims");
    }

    /// Pod deletions only cause a new PreEnqueue check of a gated pod. The plugins that rejected
    /// the pod decide whether the deletion helps.
    @Override
    public void eventsToRegister(QueueingHints hints) {
        hints.on(ClusterEvent.ASSIGNED_POD, ClusterEvent.DELETE, (unschedulable, change) -> false);
    }

    @Override
    public void objectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
        budgets.changed(before, after);
    }

    /// The evictions in progress stay, because they are not part of the observed state.
    @Override
    public void forgetAll() {
        budgets.forgetAll();
    }

    @Override
    public void podPlaced(Pod pod, String node) {
        evictions.placed(pod.uid());
        if (pod.terminating()) {
            evictions.seen(pod.uid());
        }
    }

    @Override
    public void podRemoved(Pod pod, String node) {
        evictions.removed(pod.uid());
        if (context.pod(pod.uid()).isEmpty()) {
            evictions.seen(pod.uid());
        }
    }

    /// Creates the plugin from its arguments.
    public static final class Provider implements PluginProvider<PreemptionArgs> {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public PreemptionArgs defaults() {
            return PreemptionArgs.DEFAULT;
        }

        @Override
        public void check(PreemptionArgs args, Gates on, Problems out) {
            args.check(out);
        }

        @Override
        public Plugin create(PreemptionArgs args, PluginContext context) {
            return new DefaultPreemption(args, context);
        }
    }
}
