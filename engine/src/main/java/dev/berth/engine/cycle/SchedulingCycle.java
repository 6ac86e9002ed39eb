package dev.berth.engine.cycle;

import dev.berth.engine.extender.ExtenderCandidates;
import dev.berth.engine.extender.Extenders;
import dev.berth.engine.port.ExtenderResult;
import dev.berth.engine.port.ExtenderSpec;
import dev.berth.engine.port.Meter;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.NodeTable;
import dev.berth.engine.view.Decision.NodeDetail;
import dev.berth.engine.view.Decision.RejectedNodes;
import dev.berth.engine.view.Decision.ScoreCard;
import dev.berth.model.Pod;
import dev.berth.spi.Diagnosis;
import dev.berth.spi.Filter;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeResultCache;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.NodeWhatIf;
import dev.berth.spi.Reject;
import dev.berth.spi.Rejections;
import dev.berth.spi.StateKey;
import dev.berth.spi.Verdict;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Finds the node for a pod.
///
/// The rules are kube-scheduler's: pre-filter, filter with and without nominated pods, the
/// nominated node first, sampling in rotation, score, normalise, weigh, pick. The way is ours.
/// Every node is examined for every pod, but what was found for the last pod of the same shape
/// still holds except for the rows that changed since, so a cycle usually replays one or two rows
/// of the change log ([ShapeVerdicts], [ShapeScores]) and picks from block maxima ([NodeRanking]).
///
/// The fast path never decides anything the simple one would not:
///
/// - only evaluators that say what they depend on are kept; all others are made and asked afresh in
///   every cycle;
/// - rows with nominated pods are judged one by one on an overlay;
/// - when no row is left, or a kept evaluator fails, the filters run again in their configured
///   order, each on the rows that passed those before it, and what comes out is the diagnosis or
///   the error.
///
/// References: core behaviour of kube-scheduler v1.36 (`schedule_one`), Omega's and Borg's score
/// caching and equivalence classes, from which shapes descend.
public final class SchedulingCycle {
    /// Up to so many, every failure is told node by node.
    private static final int FEW_NODES = 200;

    private static final StateKey<Nominated> NOMINATED = StateKey.of("promised", Nominated.class);

    private final ClusterState state;
    private final NodeTable nodes;
    private final ShapeCache shapes;
    private final PluginTimes times;
    private final SearchTimer timer;
    private final RandomGenerator random;
    private final PreFilters preparation;
    private final NodeSampling sampling;
    private final NodeResultCaches memos;
    private final Map<Profile, NodeRanking> rankings = new HashMap<>();
    private final Map<Profile, EvaluatorPlan<Filter>> plans = new HashMap<>();
    private final MutableNodeSet candidates = new MutableNodeSet(64);
    private final Rejections scratch = new Rejections();
    private final List<RejectedNodes> rejectedAfresh = new ArrayList<>();

    public SchedulingCycle(
            ClusterState state, PluginTimes times, RandomGenerator random, Extenders extenders) {
        this.state = state;
        this.nodes = state.nodes();
        this.shapes = new ShapeCache(nodes);
        this.times = times;
        this.timer = new SearchTimer(times);
        this.random = random;
        this.preparation = new PreFilters(times);
        this.sampling = new NodeSampling(nodes, extenders.choose());
        this.memos = new NodeResultCaches(state);
    }

    /// Searches a node for the attempt's pod; `inFull` keeps verdicts and scores of every node.
    public Choice choose(Attempt attempt, boolean inFull) {
        return guarded(() -> search(attempt, inFull));
    }

    /// Ends a search after extenders were asked. The cluster may have changed meanwhile: a node
    /// counts only if it passes now and they let it pass.
    public Choice conclude(Attempt attempt, ExtenderResult.OnNodes extenderResult, boolean inFull) {
        return guarded(() -> searchAmong(attempt, extenderResult, inFull));
    }

    private Choice guarded(Supplier<Choice> search) {
        if (nodes.count() == 0) {
            return new Choice.NoNodes();
        }
        try {
            Choice choice = search.get();
            timer.end(Meter.Status.SUCCESS);
            return choice;
        } catch (PluginFailure failure) {
            timer.end(Meter.Status.ERROR);
            return new Choice.Broken(PluginFailure.textOf(failure));
        } catch (RuntimeException | Error bug) {
            // Ours, not a plugin's: what is remembered may be wrong, so all of it is made anew.
            shapes.clear();
            timer.end(Meter.Status.ERROR);
            return new Choice.Broken("internal error: " + bug);
        }
    }

    private Choice search(Attempt attempt, boolean inFull) {
        sampling.begin(attempt.profile());
        timer.begin(attempt.profile().meter(), Meter.Point.PRE_FILTER);
        NodeFilters nodeFilters = nodeFilters(attempt);
        ShapeState known = shape(attempt);
        DiagnosisReport refusal = refusal(attempt, nodeFilters, known);
        if (refusal != null) {
            timer.end(Meter.Status.of(refusal.others()));
            return new Choice.NoFit(refusal, Optional.empty());
        }
        timer.next(Meter.Point.FILTER);
        int nominated = nominatedRow(attempt, nodeFilters);
        if (nominated >= 0 && attempt.interestedExtenders().isEmpty()) {
            return onlyChoice(attempt, nodeFilters, known, nominated, List.of(), inFull);
        }
        ShapeState shape = findFeasible(attempt, nodeFilters, known);
        boolean sampled =
                sampling.sample(
                        attempt.profile(),
                        inQuestion(nodeFilters),
                        nominatedRow(attempt),
                        candidates);
        timer.end(Meter.Status.SUCCESS);
        boolean whole = shape.whole && !sampled;
        int feasible = whole ? shape.verdicts.feasibleCount() : candidates.size();
        if (!attempt.interestedExtenders().isEmpty() && (feasible > 0 || nominated >= 0)) {
            return new Choice.Consult(shortlist(nominated));
        }
        if (feasible == 0) {
            return noFit(
                    diagnosis(attempt, nodeFilters, shape.verdicts, everyRow()),
                    nodeFilters,
                    inFull);
        }
        return pick(attempt, nodeFilters, shape, feasible, whole, List.of(), inFull);
    }

    /// The candidates, by name: rows may have other nodes before extenders answer.
    private ExtenderCandidates shortlist(int nominated) {
        var names = new ArrayList<String>();
        for (int row = candidates.next(0); row >= 0; row = candidates.next(row + 1)) {
            names.add(nodes.view(row).name());
        }
        return new ExtenderCandidates(
                nominated < 0 ? Optional.empty() : Optional.of(nodes.view(nominated).name()),
                names);
    }

    private Choice searchAmong(
            Attempt attempt, ExtenderResult.OnNodes extenderResult, boolean inFull) {
        timer.begin(attempt.profile().meter(), Meter.Point.PRE_FILTER);
        NodeFilters nodeFilters = nodeFilters(attempt);
        ShapeState known = shape(attempt);
        DiagnosisReport refusal = refusal(attempt, nodeFilters, known);
        if (refusal != null) {
            timer.end(Meter.Status.of(refusal.others()));
            return new Choice.NoFit(refusal, Optional.empty());
        }
        timer.next(Meter.Point.FILTER);
        int nominated = nominatedRow(attempt);
        if (nominated >= 0
                && extenderResult.passing().equals(List.of(attempt.nominatedNodeName()))) {
            return nominatedRow(attempt, nodeFilters) < 0
                    ? new Choice.Outdated()
                    : onlyChoice(attempt, nodeFilters, known, nominated, List.of(), inFull);
        }
        ShapeState shape = findFeasible(attempt, nodeFilters, known);
        timer.end(Meter.Status.SUCCESS);
        if (extenderResult.passing().isEmpty()) {
            return refused(attempt, nodeFilters, shape, extenderResult, inFull);
        }
        MutableNodeSet passing = rows(extenderResult.passing());
        noteRefused(extenderResult, passing);
        candidates.retain(passing);
        int feasible = candidates.size();
        return feasible == 0
                ? new Choice.Outdated()
                : pick(
                        attempt,
                        nodeFilters,
                        shape,
                        feasible,
                        false,
                        extenderResult.extenderScores(),
                        inFull);
    }

    /// Lists the candidates that extenders take away among those rejected.
    private void noteRefused(ExtenderResult.OnNodes extenderResult, NodeSet passing) {
        var counts = new LinkedHashMap<Reject, Integer>();
        for (int row = candidates.next(0); row >= 0; row = candidates.next(row + 1)) {
            Reject why = extenderResult.refused().get(nodes.view(row).name());
            if (why != null && !passing.contains(row)) {
                counts.merge(why, 1, Integer::sum);
            }
        }
        counts.forEach((why, rows) ->
                rejectedAfresh.add(new RejectedNodes("", why.code().label(), why.reasons(), rows)));
    }

    /// Extenders left no node.
    private Choice refused(
            Attempt attempt,
            NodeFilters nodeFilters,
            ShapeState shape,
            ExtenderResult.OnNodes extenderResult,
            boolean inFull) {
        MutableNodeSet passing = everyRow();
        DiagnosisReport report = diagnosis(attempt, nodeFilters, shape.verdicts, passing);
        blame(report, extenderResult, passing);
        return noFit(report, nodeFilters, inFull);
    }

    private Choice noFit(DiagnosisReport report, NodeFilters nodeFilters, boolean inFull) {
        boolean cheap = nodes.count() <= FEW_NODES;
        return new Choice.NoFit(
                report,
                inFull || cheap
                        ? Optional.of(rejectionsByNode(report, nodeFilters))
                        : Optional.empty());
    }

    /// Adds to a report what extenders said of rows that passed all plugins.
    private void blame(
            DiagnosisReport report, ExtenderResult.OnNodes extenderResult, NodeSet passing) {
        var refused = new LinkedHashMap<Reject, MutableNodeSet>();
        for (int row = passing.next(0); row >= 0; row = passing.next(row + 1)) {
            // Who is left out without a word counts as never asked.
            Reject why =
                    extenderResult
                            .refused()
                            .getOrDefault(nodes.view(row).name(), DiagnosisReport.NOT_EXAMINED);
            refused.computeIfAbsent(why, other -> noRow()).add(row);
        }
        refused.forEach((why, rows) -> report.add("", why, rows));
        if (extenderResult.narrowed()) {
            report.blame(ExtenderSpec.REJECTOR);
        }
    }

    /// Judges and scores every node for the attempt's pod: no sample is taken, the only feasible
    /// node is scored too, and nothing is drawn by lot.
    ///
    /// @param advisor asks extenders at once, if they have a say
    public ExplanationResult examine(
            Attempt attempt, Function<ExtenderCandidates, ExtenderResult> advisor) {
        if (nodes.count() == 0) {
            return new ExplanationResult.NoNodes();
        }
        try {
            NodeFilters nodeFilters = nodeFilters(attempt);
            ShapeState known = shape(attempt);
            DiagnosisReport refusal = refusal(attempt, nodeFilters, known);
            if (refusal != null) {
                return new ExplanationResult.Unfit(refusal, List.of());
            }
            ShapeState shape = findFeasible(attempt, nodeFilters, known);
            MutableNodeSet passing = everyRow();
            DiagnosisReport report = diagnosis(attempt, nodeFilters, nothingKept(attempt), passing);
            if (!passing.equals(candidates)) {
                throw new IllegalStateException(
                        "remembered verdicts %s differ from fresh ones %s"
                                .formatted(candidates, passing));
            }
            int nominated = nominatedRow(attempt, nodeFilters);
            List<ExtenderResult.ExtenderScores> extenderScores = List.of();
            boolean whole = shape.whole;
            if (!attempt.interestedExtenders().isEmpty() && !passing.isEmpty()) {
                switch (advisor.apply(shortlist(nominated))) {
                    case ExtenderResult.Failed(String message) -> {
                        return new ExplanationResult.Broken(message);
                    }
                    case ExtenderResult.OnEvictions other ->
                            throw new IllegalStateException("not asked");
                    case ExtenderResult.OnNodes extenderResult -> {
                        MutableNodeSet left = rows(extenderResult.passing());
                        MutableNodeSet taken = passing.copy();
                        taken.removeAll(left);
                        blame(report, extenderResult, taken);
                        if (nominated >= 0 && !left.contains(nominated)) {
                            nominated = -1;
                        }
                        extenderScores = extenderResult.extenderScores();
                        whole = false;
                        passing.retain(left);
                    }
                }
            }
            List<NodeDetail> details = rejectionsByNode(report, nodeFilters);
            if (passing.isEmpty()) {
                return new ExplanationResult.Unfit(report, details);
            }
            NodeRanking ranking = rankings.computeIfAbsent(attempt.profile(), this::ranking);
            ShapeState ranked = score(ranking, attempt, shape, passing, whole, extenderScores);
            for (int row = passing.next(0); row >= 0; row = passing.next(row + 1)) {
                details.add(
                        new NodeDetail(
                                nodes.view(row).name(),
                                Optional.empty(),
                                Optional.of(ranking.card(ranked, row))));
            }
            return new ExplanationResult.Fit(
                    report,
                    details,
                    nominated < 0 ? Optional.empty() : Optional.of(nodes.view(nominated).name()));
        } catch (PluginFailure failure) {
            return new ExplanationResult.Broken(PluginFailure.textOf(failure));
        } catch (RuntimeException | Error bug) {
            shapes.clear();
            return new ExplanationResult.Broken("internal error: " + bug);
        }
    }

    /// What one node says to the attempt's pod: the rejection, or empty if it passes.
    ///
    /// @throws PluginFailure if a plugin fails
    public Optional<RejectedNodes> evaluate(Attempt attempt, int row) {
        NodeFilters nodeFilters = nodeFilters(attempt);
        DiagnosisReport refusal = refusal(attempt, nodeFilters, shape(attempt));
        if (refusal != null) {
            return Optional.of(rejected(refusal.refuser(), refusal.others()));
        }
        MutableNodeSet one = noRow();
        one.add(row);
        DiagnosisReport report = diagnosis(attempt, nodeFilters, nothingKept(attempt), one);
        if (!one.isEmpty()) {
            return Optional.empty();
        }
        for (Diagnosis.Group group : report.groups()) {
            if (group.rows().contains(row)) {
                return Optional.of(rejected(group.plugin(), group.why()));
            }
        }
        return Optional.of(rejected("", report.others()));
    }

    private static RejectedNodes rejected(String plugin, Reject why) {
        return new RejectedNodes(plugin, why.code().label(), why.reasons(), 1);
    }

    private NodeFilters nodeFilters(Attempt attempt) {
        EvaluatorPlan<Filter> plan = plan(attempt.profile());
        var nodeFilters =
                new NodeFilters(
                        plan.names(), plan.meters(), times, attempt.profile().checksAllFilters());
        attempt.nodeFilters = nodeFilters;
        return nodeFilters;
    }

    private ShapeState shape(Attempt attempt) {
        ShapeState shape = shapes.of(attempt.pod().shape(), attempt.profile());
        attempt.shape = shape;
        return shape;
    }

    private EvaluatorPlan<Filter> plan(Profile profile) {
        return plans.computeIfAbsent(
                profile,
                key ->
                        EvaluatorPlan.of(
                                key.preFilters(),
                                key.filters(),
                                Filter::hasPreFilter,
                                key.meter()));
    }

    /// Makes the filters of this attempt; the diagnosis when the pod as a whole is refused, else
    /// null.
    private @Nullable DiagnosisReport refusal(
            Attempt attempt, NodeFilters nodeFilters, ShapeState shape) {
        PreFilters.PodRejection refusal =
                preparation.prepare(plan(attempt.profile()), attempt, nodeFilters, shape.verdicts);
        if (refusal == null) {
            return null;
        }
        var report = new DiagnosisReport(nodes.count());
        report.blame(refusal.narrowing());
        report.refuse(refusal.plugin(), refusal.why());
        return report;
    }

    /// Leaves in [#candidates] the rows that pass every filter and returns the shape whose memory
    /// covers them.
    private ShapeState findFeasible(Attempt attempt, NodeFilters nodeFilters, ShapeState shape) {
        if (attempt.profile().checksAllFilters()) {
            return findInOrder(attempt, nodeFilters);
        }
        try {
            shape.verdicts.refresh(nodeFilters);
            shape.whole = narrow(attempt, nodeFilters, shape);
            return shape;
        } catch (PluginFailure failure) {
            // A kept evaluator may have been asked about a row that an earlier plugin rejects: only
            // the order can tell.
            shape.verdicts.invalidate();
            return findInOrder(attempt, nodeFilters);
        }
    }

    /// Asks filter after filter, without what was remembered.
    private ShapeState findInOrder(Attempt attempt, NodeFilters nodeFilters) {
        candidates.setTo(nodes.all());
        restrict(nodeFilters, candidates);
        var report = new DiagnosisReport(nodes.count());
        diagnose(attempt, nodeFilters, nothingKept(attempt), candidates, report);
        rejectedAfresh.clear();
        rejectedAfresh.addAll(report.summary());
        return forgetful(attempt, candidates);
    }

    /// Leaves in `candidates` the rows that pass everything; true when they are exactly the rows
    /// the shape remembers.
    private boolean narrow(Attempt attempt, NodeFilters nodeFilters, ShapeState shape) {
        candidates.setTo(shape.verdicts.feasible());
        rejectedAfresh.clear();
        restrict(nodeFilters, candidates);
        boolean whole =
                nodeFilters.only() == null || candidates.size() == shape.verdicts.feasibleCount();
        for (int i = 0; i < nodeFilters.size(); i++) {
            NodeFilter filter = nodeFilters.filter(i);
            if (filter != null && !shape.verdicts.keeps(i)) {
                whole = false;
                nodeFilters.sweep(i, filter, nodes, candidates, scratch);
                for (Rejections.Entry entry : scratch.entries()) {
                    rejectedAfresh.add(
                            new RejectedNodes(
                                    nodeFilters.name(i),
                                    entry.why().code().label(),
                                    entry.why().reasons(),
                                    entry.rows().size()));
                }
            }
        }
        return forNominated(attempt, nodeFilters, candidates, (row, why) -> candidates.remove(row))
                        == 0
                && whole;
    }

    /// What is done with a row that is rejected for the pods promised to it.
    @FunctionalInterface
    private interface OnRejected {
        void accept(int row, NodeFilters.NodeRejection why);
    }

    /// Judges those of `rows` that were promised to pods as if these ran there already; returns how
    /// many are rejected.
    private int forNominated(
            Attempt attempt, NodeFilters nodeFilters, NodeSet rows, OnRejected rejected) {
        NodeSet nominated = state.nominations().rows();
        NodeResultCache<Nominated> known = null;
        int lasting = nodeFilters.onRowsAlone();
        int count = 0;
        for (int i = 0; i < nominated.words(); i++) {
            for (long word = nominated.word(i) & rows.word(i); word != 0; word &= word - 1) {
                int row = (i << 6) + Long.numberOfTrailingZeros(word);
                if (known == null) {
                    known = memo(attempt, nodeFilters, lasting, NOMINATED, 0);
                }
                Optional<NodeFilters.NodeRejection> why =
                        withNominated(attempt, nodeFilters, row, lasting, known);
                if (why.isPresent()) {
                    rejected.accept(row, why.get());
                    count++;
                }
            }
        }
        return count;
    }

    private void restrict(NodeFilters nodeFilters, MutableNodeSet rows) {
        NodeSet inQuestion = inQuestion(nodeFilters);
        if (inQuestion != null) {
            rows.retain(inQuestion);
        }
    }

    /// The rows to which plugins narrowed the choice, or null for all.
    private @Nullable NodeSet inQuestion(NodeFilters nodeFilters) {
        Set<String> only = nodeFilters.only();
        return only == null ? null : rows(only);
    }

    /// The rows of nodes by name; a node that is not there has none.
    private MutableNodeSet rows(Collection<String> names) {
        MutableNodeSet rows = noRow();
        for (String name : names) {
            nodes.row(name).ifPresent(rows::add);
        }
        return rows;
    }

    /// What a row with promised pods said last.
    private record Nominated(Optional<NodeFilters.NodeRejection> rejection) {}

    /// @param lasting how many of the first filters say the same of a row until it changes
    private Optional<NodeFilters.NodeRejection> withNominated(
            Attempt attempt,
            NodeFilters nodeFilters,
            int row,
            int lasting,
            NodeResultCache<Nominated> known) {
        NodeView node = nodes.view(row);
        Optional<Nominated> before = known.get(node);
        if (before.isPresent()) {
            return before.get().rejection();
        }
        NodeFilters.NodeRejection why = withNominated(attempt, nodeFilters, row);
        var found = new Nominated(Optional.ofNullable(why));
        if (nodeFilters.asked(why) <= lasting) {
            known.put(node, found);
        }
        return found.rejection();
    }

    /// The rejection of a row if the pods promised to it ran there already; null when it passes or
    /// none counts.
    private NodeFilters.@Nullable NodeRejection withNominated(
            Attempt attempt, NodeFilters nodeFilters, int row) {
        return whatIf(nodeFilters, attempt.pod(), row).withNominated();
    }

    /// The pods promised to a node that count for `pod`: others of no lower priority.
    private List<Pod> nominatedBefore(Pod pod, String node) {
        if (state.nominations().podsOn(node).isEmpty()) {
            return List.of();
        }
        List<Pod> counted = state.nominated(node);
        counted.removeIf(other ->
                other.uid().equals(pod.uid()) || other.spec().priority() < pod.spec().priority());
        return counted;
    }

    /// The row promised to the pod, if it passes; else -1.
    private int nominatedRow(Attempt attempt, NodeFilters nodeFilters) {
        int row = nominatedRow(attempt);
        if (row < 0) {
            return -1;
        }
        // Parity: a promised node is tried before all others, even where the choice was narrowed to
        // those, and a plugin that fails there is passed over.
        try {
            return rejection(attempt, nodeFilters, row) == null ? row : -1;
        } catch (PluginFailure failure) {
            return -1;
        }
    }

    private int nominatedRow(Attempt attempt) {
        String name = attempt.nominatedNodeName();
        return name.isEmpty() ? -1 : nodes.row(name).orElse(-1);
    }

    private static boolean outOfQuestion(NodeFilters nodeFilters, String node) {
        Set<String> only = nodeFilters.only();
        return only != null && !only.contains(node);
    }

    private NodeFilters.@Nullable NodeRejection rejection(
            Attempt attempt, NodeFilters nodeFilters, int row) {
        NodeFilters.NodeRejection rejection = withNominated(attempt, nodeFilters, row);
        return rejection == null ? nodeFilters.test(nodes.view(row)) : rejection;
    }

    private MutableNodeSet everyRow() {
        return nodes.all().copy();
    }

    /// The verdicts on `rows`, of which those that pass stay.
    ///
    /// @param known verdicts that need not be asked for again
    private DiagnosisReport diagnosis(
            Attempt attempt, NodeFilters nodeFilters, ShapeVerdicts known, MutableNodeSet rows) {
        var report = new DiagnosisReport(nodes.count());
        report.blame(nodeFilters.narrowing());
        restrict(nodeFilters, rows);
        diagnose(attempt, nodeFilters, known, rows, report);
        return report;
    }

    /// Runs the filters in their order on `rows`, each on those that passed the ones before; what
    /// passes all stays.
    private void diagnose(
            Attempt attempt,
            NodeFilters nodeFilters,
            ShapeVerdicts known,
            MutableNodeSet rows,
            DiagnosisReport report) {
        if (nodeFilters.only() != null) {
            var narrowing = new TreeSet<>(nodeFilters.narrowing());
            int nominated = nominatedRow(attempt);
            NodeFilters.NodeRejection rejection =
                    nominated < 0 ? null : rejection(attempt, nodeFilters, nominated);
            if (rejection != null) {
                // Parity: whoever refused the promised node stands in the list too.
                narrowing.add(nodeFilters.name(rejection.plugin()));
                if (outOfQuestion(nodeFilters, nodes.view(nominated).name())) {
                    MutableNodeSet one = noRow();
                    one.add(nominated);
                    reject(one, rejection, nodeFilters, report);
                }
            }
            report.others(
                    Reject.unresolvable(
                            "node(s) didn't satisfy plugin(s) [%s]"
                                    .formatted(String.join(" ", narrowing))));
        }
        var rejected = new LinkedHashMap<NodeFilters.NodeRejection, MutableNodeSet>();
        forNominated(
                attempt,
                nodeFilters,
                rows,
                (row, why) -> {
                    rows.remove(row);
                    rejected.computeIfAbsent(why, other -> noRow()).add(row);
                });
        rejected.forEach((why, those) -> reject(those, why, nodeFilters, report));
        if (attempt.profile().checksAllFilters()) {
            askAll(nodeFilters, rows, report);
            return;
        }
        for (int i = 0; i < nodeFilters.size(); i++) {
            NodeFilter filter = nodeFilters.filter(i);
            if (filter != null) {
                var rejections = new Rejections();
                if (known.keeps(i)) {
                    known.rejections(i, rows, rejections);
                } else {
                    nodeFilters.sweep(i, filter, nodes, rows, rejections);
                }
                for (Rejections.Entry entry : rejections.entries()) {
                    report.add(nodeFilters.name(i), entry.why(), entry.rows());
                }
            }
        }
    }

    /// Shows every row to every filter, rejected or not.
    private void askAll(NodeFilters nodeFilters, MutableNodeSet rows, DiagnosisReport report) {
        var rejected = new LinkedHashMap<NodeFilters.NodeRejection, MutableNodeSet>();
        for (int row = rows.next(0); row >= 0; row = rows.next(row + 1)) {
            NodeFilters.NodeRejection why = nodeFilters.test(nodes.view(row));
            if (why != null) {
                rows.remove(row);
                rejected.computeIfAbsent(why, other -> noRow()).add(row);
            }
        }
        rejected.forEach((why, those) -> reject(those, why, nodeFilters, report));
    }

    private MutableNodeSet noRow() {
        return new MutableNodeSet(nodes.rows());
    }

    private static void reject(
            NodeSet rows,
            NodeFilters.NodeRejection rejection,
            NodeFilters nodeFilters,
            DiagnosisReport report) {
        report.add(nodeFilters.name(rejection.plugin()), rejection.why(), rows);
        rejection.others().forEach(report::blame);
    }

    private Choice pick(
            Attempt attempt,
            NodeFilters nodeFilters,
            ShapeState shape,
            int feasible,
            boolean whole,
            List<ExtenderResult.ExtenderScores> extenderScores,
            boolean inFull) {
        NodeSet rows = whole ? shape.verdicts.feasible() : candidates;
        List<RejectedNodes> rejected = shape.verdicts.summary(nodeFilters);
        if (!rejectedAfresh.isEmpty()) {
            rejected = new ArrayList<>(rejected);
            rejected.addAll(rejectedAfresh);
        }
        if (feasible == 1) {
            return onlyChoice(attempt, nodeFilters, shape, rows.next(0), rejected, inFull);
        }
        NodeRanking ranking = rankings.computeIfAbsent(attempt.profile(), this::ranking);
        timer.begin(attempt.profile().meter(), Meter.Point.PRE_SCORE);
        ShapeState ranked = score(ranking, attempt, shape, rows, whole, extenderScores);
        ranking.pick(ranked.scores);
        timer.end(Meter.Status.SUCCESS);
        return new Choice.Found(
                ranking.winner,
                nodes.view(ranking.winner).name(),
                feasible,
                ranking.ties,
                ranking.pick,
                ranking.card(ranked, ranking.winner),
                Optional.of(ranking.card(ranked, ranking.runnerUp)),
                rejected,
                detail(attempt, nodeFilters, ranked, rows, ranking, inFull));
    }

    /// A node that is taken without scores, because it was promised or is the only one.
    private Choice onlyChoice(
            Attempt attempt,
            NodeFilters nodeFilters,
            ShapeState shape,
            int row,
            List<RejectedNodes> rejected,
            boolean inFull) {
        String name = nodes.view(row).name();
        MutableNodeSet one = noRow();
        one.add(row);
        return new Choice.Found(
                row,
                name,
                1,
                1,
                0,
                NodeRanking.unscored(name),
                Optional.empty(),
                rejected,
                detail(attempt, nodeFilters, shape, one, null, inFull));
    }

    /// Scores the rows and returns the shape whose memory the scores come from.
    private ShapeState score(
            NodeRanking ranking,
            Attempt attempt,
            ShapeState shape,
            NodeSet rows,
            boolean whole,
            List<ExtenderResult.ExtenderScores> extenderScores) {
        try {
            ranking.score(attempt, shape, rows, whole, extenderScores);
            return shape;
        } catch (PluginFailure failure) {
            if (whole) {
                throw failure;
            }
            // A kept scorer may have been asked about a row that some other filter rejects.
            ShapeState fresh = forgetful(attempt, rows);
            ranking.score(attempt, fresh, rows, false, extenderScores);
            return fresh;
        }
    }

    private ShapeVerdicts nothingKept(Attempt attempt) {
        return new ShapeState(nodes, attempt.profile()).verdicts;
    }

    /// A shape that remembers nothing but that these rows pass.
    private ShapeState forgetful(Attempt attempt, NodeSet passing) {
        var fresh = new ShapeState(nodes, attempt.profile());
        fresh.verdicts.adopt(passing);
        return fresh;
    }

    private NodeRanking ranking(Profile profile) {
        return new NodeRanking(nodes, profile, times, timer, random);
    }

    private Optional<List<NodeDetail>> detail(
            Attempt attempt,
            NodeFilters nodeFilters,
            ShapeState shape,
            NodeSet feasible,
            @Nullable NodeRanking ranking,
            boolean inFull) {
        if (!inFull) {
            return Optional.empty();
        }
        MutableNodeSet rest = everyRow();
        rest.removeAll(feasible);
        List<NodeDetail> all;
        try {
            all =
                    rejectionsByNode(
                            diagnosis(attempt, nodeFilters, nothingKept(attempt), rest),
                            nodeFilters);
        } catch (PluginFailure failure) {
            // What is only told must not change what was decided.
            return Optional.empty();
        }
        for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
            String name = nodes.view(row).name();
            ScoreCard card =
                    ranking == null ? NodeRanking.unscored(name) : ranking.card(shape, row);
            all.add(new NodeDetail(name, Optional.empty(), Optional.of(card)));
        }
        return Optional.of(all);
    }

    private List<NodeDetail> rejectionsByNode(DiagnosisReport report, NodeFilters nodeFilters) {
        var all = new ArrayList<NodeDetail>();
        var others = new MutableNodeSet(nodes.rows());
        if (nodeFilters.only() != null) {
            for (int row = nodes.all().next(0); row >= 0; row = nodes.all().next(row + 1)) {
                others.put(row, outOfQuestion(nodeFilters, nodes.view(row).name()));
            }
        }
        for (Diagnosis.Group group : report.groups()) {
            describe(group.plugin(), group.why(), group.rows(), all);
            others.removeAll(group.rows());
        }
        describe("", report.others(), others, all);
        return all;
    }

    private void describe(String plugin, Reject why, NodeSet rows, List<NodeDetail> out) {
        var rejection =
                Optional.of(new RejectedNodes(plugin, why.code().label(), why.reasons(), 1));
        for (int row = rows.next(0); row >= 0; row = rows.next(row + 1)) {
            out.add(new NodeDetail(nodes.view(row).name(), rejection, Optional.empty()));
        }
    }

    /// Makes the filters of an attempt anew, after it was suspended; says what is wrong if that
    /// cannot be done, or the pod as a whole is refused by now.
    public Optional<String> renew(Attempt attempt) {
        try {
            NodeFilters nodeFilters = nodeFilters(attempt);
            return Optional.ofNullable(refusal(attempt, nodeFilters, shape(attempt)))
                    .map(DiagnosisReport::message);
        } catch (PluginFailure failure) {
            return Optional.of(PluginFailure.textOf(failure));
        }
    }

    /// Runs all filters for the attempt's pod on one node.
    public Verdict filter(Attempt attempt, NodeView node) {
        NodeFilters.NodeRejection rejection = ran(attempt).test(node);
        return rejection == null ? Verdict.PASS : rejection.why();
    }

    /// What was remembered about nodes for pods like the attempt's.
    public <T> NodeResultCache<T> memo(Attempt attempt, StateKey<T> key, long stamp) {
        NodeFilters nodeFilters = ran(attempt);
        return memo(attempt, nodeFilters, nodeFilters.size(), key, stamp);
    }

    private <T> NodeResultCache<T> memo(
            Attempt attempt, NodeFilters nodeFilters, int filters, StateKey<T> key, long stamp) {
        String own = state.nominations().nodeOf(attempt.pod().uid());
        return memos.of(attempt, nodeFilters, filters, key, stamp, nodes.row(own).orElse(-1));
    }

    /// A trial of the attempt's pod on a node with other pods than it has.
    public NodeWhatIf tryOn(Attempt attempt, NodeView node) {
        return whatIf(ran(attempt), attempt.pod(), node.row());
    }

    private OverlayWhatIf whatIf(NodeFilters nodeFilters, Pod pod, int row) {
        return new OverlayWhatIf(
                nodeFilters,
                new NodeOverlay(nodes, row),
                nominatedBefore(pod, nodes.view(row).name()));
    }

    private static NodeFilters ran(Attempt attempt) {
        NodeFilters nodeFilters = attempt.nodeFilters;
        if (nodeFilters == null) {
            throw new IllegalStateException("filters can be run again only after they ran");
        }
        return nodeFilters;
    }
}
