package dev.berth.engine.cycle;

import dev.berth.engine.consult.ExtenderCandidates;
import dev.berth.engine.consult.Extenders;
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

    private static final StateKey<Promised> PROMISED = StateKey.of("promised", Promised.class);

    private final ClusterState state;
    private final NodeTable nodes;
    private final ShapeCache shapes;
    private final PluginTimes times;
    private final SearchTimer laps;
    private final RandomGenerator random;
    private final PreFilters preparation;
    private final NodeSampling rotation;
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
        this.laps = new SearchTimer(times);
        this.random = random;
        this.preparation = new PreFilters(times);
        this.rotation = new NodeSampling(nodes, extenders.choose());
        this.memos = new NodeResultCaches(state);
    }

    /// Searches a node for the attempt's pod; `inFull` keeps verdicts and scores of every node.
    public Choice choose(Attempt attempt, boolean inFull) {
        return guarded(() -> search(attempt, inFull));
    }

    /// Ends a search after extenders were asked. The cluster may have changed meanwhile: a node
    /// counts only if it passes now and they let it pass.
    public Choice conclude(Attempt attempt, ExtenderResult.OnNodes advice, boolean inFull) {
        return guarded(() -> searchAmong(attempt, advice, inFull));
    }

    private Choice guarded(Supplier<Choice> search) {
        if (nodes.count() == 0) {
            return new Choice.NoNodes();
        }
        try {
            Choice choice = search.get();
            laps.end(Meter.Status.SUCCESS);
            return choice;
        } catch (PluginFailure failure) {
            laps.end(Meter.Status.ERROR);
            return new Choice.Broken(PluginFailure.textOf(failure));
        } catch (RuntimeException | Error bug) {
            // Ours, not a plugin's: what is remembered may be wrong, so all of it is made anew.
            shapes.clear();
            laps.end(Meter.Status.ERROR);
            return new Choice.Broken("internal error: " + bug);
        }
    }

    private Choice search(Attempt attempt, boolean inFull) {
        rotation.begin(attempt.profile());
        laps.begin(attempt.profile().meter(), Meter.Point.PRE_FILTER);
        NodeFilters judges = judges(attempt);
        ShapeState known = shape(attempt);
        DiagnosisReport refusal = refusal(attempt, judges, known);
        if (refusal != null) {
            laps.end(Meter.Status.of(refusal.others()));
            return new Choice.NoFit(refusal, Optional.empty());
        }
        laps.next(Meter.Point.FILTER);
        int promised = nominatedRow(attempt, judges);
        if (promised >= 0 && attempt.choosers().isEmpty()) {
            return onlyChoice(attempt, judges, known, promised, List.of(), inFull);
        }
        ShapeState shape = findFeasible(attempt, judges, known);
        boolean sampled =
                rotation.sample(
                        attempt.profile(), inQuestion(judges), promisedRow(attempt), candidates);
        laps.end(Meter.Status.SUCCESS);
        boolean whole = shape.whole && !sampled;
        int feasible = whole ? shape.verdicts.feasibleCount() : candidates.size();
        if (!attempt.choosers().isEmpty() && (feasible > 0 || promised >= 0)) {
            return new Choice.Consult(shortlist(promised));
        }
        if (feasible == 0) {
            return noFit(diagnosis(attempt, judges, shape.verdicts, everyRow()), judges, inFull);
        }
        return pick(attempt, judges, shape, feasible, whole, List.of(), inFull);
    }

    /// The candidates, by name: rows may have other nodes before extenders answer.
    private ExtenderCandidates shortlist(int promised) {
        var names = new ArrayList<String>();
        for (int row = candidates.next(0); row >= 0; row = candidates.next(row + 1)) {
            names.add(nodes.view(row).name());
        }
        return new ExtenderCandidates(
                promised < 0 ? Optional.empty() : Optional.of(nodes.view(promised).name()), names);
    }

    private Choice searchAmong(Attempt attempt, ExtenderResult.OnNodes advice, boolean inFull) {
        laps.begin(attempt.profile().meter(), Meter.Point.PRE_FILTER);
        NodeFilters judges = judges(attempt);
        ShapeState known = shape(attempt);
        DiagnosisReport refusal = refusal(attempt, judges, known);
        if (refusal != null) {
            laps.end(Meter.Status.of(refusal.others()));
            return new Choice.NoFit(refusal, Optional.empty());
        }
        laps.next(Meter.Point.FILTER);
        int promised = promisedRow(attempt);
        if (promised >= 0 && advice.passing().equals(List.of(attempt.nominatedNodeName()))) {
            return nominatedRow(attempt, judges) < 0
                    ? new Choice.Outdated()
                    : onlyChoice(attempt, judges, known, promised, List.of(), inFull);
        }
        ShapeState shape = findFeasible(attempt, judges, known);
        laps.end(Meter.Status.SUCCESS);
        if (advice.passing().isEmpty()) {
            return refused(attempt, judges, shape, advice, inFull);
        }
        MutableNodeSet passing = rows(advice.passing());
        noteRefused(advice, passing);
        candidates.retain(passing);
        int feasible = candidates.size();
        return feasible == 0
                ? new Choice.Outdated()
                : pick(attempt, judges, shape, feasible, false, advice.likes(), inFull);
    }

    /// Lists the candidates that extenders take away among those rejected.
    private void noteRefused(ExtenderResult.OnNodes advice, NodeSet passing) {
        var counts = new LinkedHashMap<Reject, Integer>();
        for (int row = candidates.next(0); row >= 0; row = candidates.next(row + 1)) {
            Reject why = advice.refused().get(nodes.view(row).name());
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
            NodeFilters judges,
            ShapeState shape,
            ExtenderResult.OnNodes advice,
            boolean inFull) {
        MutableNodeSet passing = everyRow();
        DiagnosisReport report = diagnosis(attempt, judges, shape.verdicts, passing);
        blame(report, advice, passing);
        return noFit(report, judges, inFull);
    }

    private Choice noFit(DiagnosisReport report, NodeFilters judges, boolean inFull) {
        boolean cheap = nodes.count() <= FEW_NODES;
        return new Choice.NoFit(
                report,
                inFull || cheap ? Optional.of(rejectionsByNode(report, judges)) : Optional.empty());
    }

    /// Adds to a report what extenders said of rows that passed all plugins.
    private void blame(DiagnosisReport report, ExtenderResult.OnNodes advice, NodeSet passing) {
        var refused = new LinkedHashMap<Reject, MutableNodeSet>();
        for (int row = passing.next(0); row >= 0; row = passing.next(row + 1)) {
            // Who is left out without a word counts as never asked.
            Reject why =
                    advice.refused()
                            .getOrDefault(nodes.view(row).name(), DiagnosisReport.NOT_EXAMINED);
            refused.computeIfAbsent(why, other -> noRow()).add(row);
        }
        refused.forEach((why, rows) -> report.add("", why, rows));
        if (advice.narrowed()) {
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
            NodeFilters judges = judges(attempt);
            ShapeState known = shape(attempt);
            DiagnosisReport refusal = refusal(attempt, judges, known);
            if (refusal != null) {
                return new ExplanationResult.Unfit(refusal, List.of());
            }
            ShapeState shape = findFeasible(attempt, judges, known);
            MutableNodeSet passing = everyRow();
            DiagnosisReport report = diagnosis(attempt, judges, nothingKept(attempt), passing);
            if (!passing.equals(candidates)) {
                throw new IllegalStateException(
                        "remembered verdicts %s differ from fresh ones %s"
                                .formatted(candidates, passing));
            }
            int nominated = nominatedRow(attempt, judges);
            List<ExtenderResult.ExtenderScores> likes = List.of();
            boolean whole = shape.whole;
            if (!attempt.choosers().isEmpty() && !passing.isEmpty()) {
                switch (advisor.apply(shortlist(nominated))) {
                    case ExtenderResult.Failed(String message) -> {
                        return new ExplanationResult.Broken(message);
                    }
                    case ExtenderResult.OnEvictions other ->
                            throw new IllegalStateException("not asked");
                    case ExtenderResult.OnNodes advice -> {
                        MutableNodeSet left = rows(advice.passing());
                        MutableNodeSet taken = passing.copy();
                        taken.removeAll(left);
                        blame(report, advice, taken);
                        if (nominated >= 0 && !left.contains(nominated)) {
                            nominated = -1;
                        }
                        likes = advice.likes();
                        whole = false;
                        passing.retain(left);
                    }
                }
            }
            List<NodeDetail> details = rejectionsByNode(report, judges);
            if (passing.isEmpty()) {
                return new ExplanationResult.Unfit(report, details);
            }
            NodeRanking ranking = rankings.computeIfAbsent(attempt.profile(), this::ranking);
            ShapeState ranked = score(ranking, attempt, shape, passing, whole, likes);
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
    public Optional<RejectedNodes> judge(Attempt attempt, int row) {
        NodeFilters judges = judges(attempt);
        DiagnosisReport refusal = refusal(attempt, judges, shape(attempt));
        if (refusal != null) {
            return Optional.of(rejected(refusal.refuser(), refusal.others()));
        }
        MutableNodeSet one = noRow();
        one.add(row);
        DiagnosisReport report = diagnosis(attempt, judges, nothingKept(attempt), one);
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

    private NodeFilters judges(Attempt attempt) {
        EvaluatorPlan<Filter> plan = plan(attempt.profile());
        var judges =
                new NodeFilters(
                        plan.names(), plan.meters(), times, attempt.profile().checksAllFilters());
        attempt.judges = judges;
        return judges;
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
            Attempt attempt, NodeFilters judges, ShapeState shape) {
        PreFilters.PodRejection refusal =
                preparation.prepare(plan(attempt.profile()), attempt, judges, shape.verdicts);
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
    private ShapeState findFeasible(Attempt attempt, NodeFilters judges, ShapeState shape) {
        if (attempt.profile().checksAllFilters()) {
            return findInOrder(attempt, judges);
        }
        try {
            shape.verdicts.refresh(judges);
            shape.whole = narrow(attempt, judges, shape);
            return shape;
        } catch (PluginFailure failure) {
            // A kept evaluator may have been asked about a row that an earlier plugin rejects: only
            // the order can tell.
            shape.verdicts.invalidate();
            return findInOrder(attempt, judges);
        }
    }

    /// Asks filter after filter, without what was remembered.
    private ShapeState findInOrder(Attempt attempt, NodeFilters judges) {
        candidates.setTo(nodes.all());
        restrict(judges, candidates);
        var report = new DiagnosisReport(nodes.count());
        diagnose(attempt, judges, nothingKept(attempt), candidates, report);
        rejectedAfresh.clear();
        rejectedAfresh.addAll(report.summary());
        return forgetful(attempt, candidates);
    }

    /// Leaves in `candidates` the rows that pass everything; true when they are exactly the rows
    /// the shape remembers.
    private boolean narrow(Attempt attempt, NodeFilters judges, ShapeState shape) {
        candidates.setTo(shape.verdicts.feasible());
        rejectedAfresh.clear();
        restrict(judges, candidates);
        boolean whole =
                judges.only() == null || candidates.size() == shape.verdicts.feasibleCount();
        for (int i = 0; i < judges.size(); i++) {
            NodeFilter filter = judges.filter(i);
            if (filter != null && !shape.verdicts.keeps(i)) {
                whole = false;
                judges.sweep(i, filter, nodes, candidates, scratch);
                for (Rejections.Entry entry : scratch.entries()) {
                    rejectedAfresh.add(
                            new RejectedNodes(
                                    judges.name(i),
                                    entry.why().code().label(),
                                    entry.why().reasons(),
                                    entry.rows().size()));
                }
            }
        }
        return forPromised(attempt, judges, candidates, (row, why) -> candidates.remove(row)) == 0
                && whole;
    }

    /// What is done with a row that is rejected for the pods promised to it.
    @FunctionalInterface
    private interface OnRejected {
        void accept(int row, NodeFilters.NodeRejection why);
    }

    /// Judges those of `rows` that were promised to pods as if these ran there already; returns how
    /// many are rejected.
    private int forPromised(
            Attempt attempt, NodeFilters judges, NodeSet rows, OnRejected rejected) {
        NodeSet promised = state.nominations().rows();
        NodeResultCache<Promised> known = null;
        int lasting = judges.onRowsAlone();
        int count = 0;
        for (int i = 0; i < promised.words(); i++) {
            for (long word = promised.word(i) & rows.word(i); word != 0; word &= word - 1) {
                int row = (i << 6) + Long.numberOfTrailingZeros(word);
                if (known == null) {
                    known = memo(attempt, judges, lasting, PROMISED, 0);
                }
                Optional<NodeFilters.NodeRejection> why =
                        withPromised(attempt, judges, row, lasting, known);
                if (why.isPresent()) {
                    rejected.accept(row, why.get());
                    count++;
                }
            }
        }
        return count;
    }

    private void restrict(NodeFilters judges, MutableNodeSet rows) {
        NodeSet inQuestion = inQuestion(judges);
        if (inQuestion != null) {
            rows.retain(inQuestion);
        }
    }

    /// The rows to which plugins narrowed the choice, or null for all.
    private @Nullable NodeSet inQuestion(NodeFilters judges) {
        Set<String> only = judges.only();
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
    private record Promised(Optional<NodeFilters.NodeRejection> ruling) {}

    /// @param lasting how many of the first filters say the same of a row until it changes
    private Optional<NodeFilters.NodeRejection> withPromised(
            Attempt attempt,
            NodeFilters judges,
            int row,
            int lasting,
            NodeResultCache<Promised> known) {
        NodeView node = nodes.view(row);
        Optional<Promised> before = known.get(node);
        if (before.isPresent()) {
            return before.get().ruling();
        }
        NodeFilters.NodeRejection why = withNominated(attempt, judges, row);
        var found = new Promised(Optional.ofNullable(why));
        if (judges.asked(why) <= lasting) {
            known.put(node, found);
        }
        return found.ruling();
    }

    /// The rejection of a row if the pods promised to it ran there already; null when it passes or
    /// none counts.
    private NodeFilters.@Nullable NodeRejection withNominated(
            Attempt attempt, NodeFilters judges, int row) {
        return trial(judges, attempt.pod(), row).withPromised();
    }

    /// The pods promised to a node that count for `pod`: others of no lower priority.
    private List<Pod> promisedBefore(Pod pod, String node) {
        if (state.nominations().podsOn(node).isEmpty()) {
            return List.of();
        }
        List<Pod> counted = state.promised(node);
        counted.removeIf(other ->
                other.uid().equals(pod.uid()) || other.spec().priority() < pod.spec().priority());
        return counted;
    }

    /// The row promised to the pod, if it passes; else -1.
    private int nominatedRow(Attempt attempt, NodeFilters judges) {
        int row = promisedRow(attempt);
        if (row < 0) {
            return -1;
        }
        // Parity: a promised node is tried before all others, even where the choice was narrowed to
        // those, and a plugin that fails there is passed over.
        try {
            return ruling(attempt, judges, row) == null ? row : -1;
        } catch (PluginFailure failure) {
            return -1;
        }
    }

    private int promisedRow(Attempt attempt) {
        String name = attempt.nominatedNodeName();
        return name.isEmpty() ? -1 : nodes.row(name).orElse(-1);
    }

    private static boolean outOfQuestion(NodeFilters judges, String node) {
        Set<String> only = judges.only();
        return only != null && !only.contains(node);
    }

    private NodeFilters.@Nullable NodeRejection ruling(
            Attempt attempt, NodeFilters judges, int row) {
        NodeFilters.NodeRejection ruling = withNominated(attempt, judges, row);
        return ruling == null ? judges.test(nodes.view(row)) : ruling;
    }

    private MutableNodeSet everyRow() {
        return nodes.all().copy();
    }

    /// The verdicts on `rows`, of which those that pass stay.
    ///
    /// @param known verdicts that need not be asked for again
    private DiagnosisReport diagnosis(
            Attempt attempt, NodeFilters judges, ShapeVerdicts known, MutableNodeSet rows) {
        var report = new DiagnosisReport(nodes.count());
        report.blame(judges.narrowing());
        restrict(judges, rows);
        diagnose(attempt, judges, known, rows, report);
        return report;
    }

    /// Runs the filters in their order on `rows`, each on those that passed the ones before; what
    /// passes all stays.
    private void diagnose(
            Attempt attempt,
            NodeFilters judges,
            ShapeVerdicts known,
            MutableNodeSet rows,
            DiagnosisReport report) {
        if (judges.only() != null) {
            var narrowing = new TreeSet<>(judges.narrowing());
            int promised = promisedRow(attempt);
            NodeFilters.NodeRejection ruling =
                    promised < 0 ? null : ruling(attempt, judges, promised);
            if (ruling != null) {
                // Parity: whoever refused the promised node stands in the list too.
                narrowing.add(judges.name(ruling.plugin()));
                if (outOfQuestion(judges, nodes.view(promised).name())) {
                    MutableNodeSet one = noRow();
                    one.add(promised);
                    reject(one, ruling, judges, report);
                }
            }
            report.others(
                    Reject.unresolvable(
                            "node(s) didn't satisfy plugin(s) [%s]"
                                    .formatted(String.join(" ", narrowing))));
        }
        var rejected = new LinkedHashMap<NodeFilters.NodeRejection, MutableNodeSet>();
        forPromised(
                attempt,
                judges,
                rows,
                (row, why) -> {
                    rows.remove(row);
                    rejected.computeIfAbsent(why, other -> noRow()).add(row);
                });
        rejected.forEach((why, those) -> reject(those, why, judges, report));
        if (attempt.profile().checksAllFilters()) {
            askAll(judges, rows, report);
            return;
        }
        for (int i = 0; i < judges.size(); i++) {
            NodeFilter filter = judges.filter(i);
            if (filter != null) {
                var rejections = new Rejections();
                if (known.keeps(i)) {
                    known.rejections(i, rows, rejections);
                } else {
                    judges.sweep(i, filter, nodes, rows, rejections);
                }
                for (Rejections.Entry entry : rejections.entries()) {
                    report.add(judges.name(i), entry.why(), entry.rows());
                }
            }
        }
    }

    /// Shows every row to every filter, rejected or not.
    private void askAll(NodeFilters judges, MutableNodeSet rows, DiagnosisReport report) {
        var rejected = new LinkedHashMap<NodeFilters.NodeRejection, MutableNodeSet>();
        for (int row = rows.next(0); row >= 0; row = rows.next(row + 1)) {
            NodeFilters.NodeRejection why = judges.test(nodes.view(row));
            if (why != null) {
                rows.remove(row);
                rejected.computeIfAbsent(why, other -> noRow()).add(row);
            }
        }
        rejected.forEach((why, those) -> reject(those, why, judges, report));
    }

    private MutableNodeSet noRow() {
        return new MutableNodeSet(nodes.rows());
    }

    private static void reject(
            NodeSet rows,
            NodeFilters.NodeRejection ruling,
            NodeFilters judges,
            DiagnosisReport report) {
        report.add(judges.name(ruling.plugin()), ruling.why(), rows);
        ruling.others().forEach(report::blame);
    }

    private Choice pick(
            Attempt attempt,
            NodeFilters judges,
            ShapeState shape,
            int feasible,
            boolean whole,
            List<ExtenderResult.ExtenderScores> likes,
            boolean inFull) {
        NodeSet rows = whole ? shape.verdicts.feasible() : candidates;
        List<RejectedNodes> rejected = shape.verdicts.summary(judges);
        if (!rejectedAfresh.isEmpty()) {
            rejected = new ArrayList<>(rejected);
            rejected.addAll(rejectedAfresh);
        }
        if (feasible == 1) {
            return onlyChoice(attempt, judges, shape, rows.next(0), rejected, inFull);
        }
        NodeRanking ranking = rankings.computeIfAbsent(attempt.profile(), this::ranking);
        laps.begin(attempt.profile().meter(), Meter.Point.PRE_SCORE);
        ShapeState ranked = score(ranking, attempt, shape, rows, whole, likes);
        ranking.pick(ranked.scores);
        laps.end(Meter.Status.SUCCESS);
        return new Choice.Found(
                ranking.winner,
                nodes.view(ranking.winner).name(),
                feasible,
                ranking.ties,
                ranking.draw,
                ranking.card(ranked, ranking.winner),
                Optional.of(ranking.card(ranked, ranking.runnerUp)),
                rejected,
                detail(attempt, judges, ranked, rows, ranking, inFull));
    }

    /// A node that is taken without scores, because it was promised or is the only one.
    private Choice onlyChoice(
            Attempt attempt,
            NodeFilters judges,
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
                detail(attempt, judges, shape, one, null, inFull));
    }

    /// Scores the rows and returns the shape whose memory the scores come from.
    private ShapeState score(
            NodeRanking ranking,
            Attempt attempt,
            ShapeState shape,
            NodeSet rows,
            boolean whole,
            List<ExtenderResult.ExtenderScores> likes) {
        try {
            ranking.score(attempt, shape, rows, whole, likes);
            return shape;
        } catch (PluginFailure failure) {
            if (whole) {
                throw failure;
            }
            // A kept scorer may have been asked about a row that some other filter rejects.
            ShapeState fresh = forgetful(attempt, rows);
            ranking.score(attempt, fresh, rows, false, likes);
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
        return new NodeRanking(nodes, profile, times, laps, random);
    }

    private Optional<List<NodeDetail>> detail(
            Attempt attempt,
            NodeFilters judges,
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
            all = rejectionsByNode(diagnosis(attempt, judges, nothingKept(attempt), rest), judges);
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

    private List<NodeDetail> rejectionsByNode(DiagnosisReport report, NodeFilters judges) {
        var all = new ArrayList<NodeDetail>();
        var others = new MutableNodeSet(nodes.rows());
        if (judges.only() != null) {
            for (int row = nodes.all().next(0); row >= 0; row = nodes.all().next(row + 1)) {
                others.put(row, outOfQuestion(judges, nodes.view(row).name()));
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
            NodeFilters judges = judges(attempt);
            return Optional.ofNullable(refusal(attempt, judges, shape(attempt)))
                    .map(DiagnosisReport::message);
        } catch (PluginFailure failure) {
            return Optional.of(PluginFailure.textOf(failure));
        }
    }

    /// Runs all filters for the attempt's pod on one node.
    public Verdict filter(Attempt attempt, NodeView node) {
        NodeFilters.NodeRejection ruling = ran(attempt).test(node);
        return ruling == null ? Verdict.PASS : ruling.why();
    }

    /// What was remembered about nodes for pods like the attempt's.
    public <T> NodeResultCache<T> memo(Attempt attempt, StateKey<T> key, long stamp) {
        NodeFilters judges = ran(attempt);
        return memo(attempt, judges, judges.size(), key, stamp);
    }

    private <T> NodeResultCache<T> memo(
            Attempt attempt, NodeFilters judges, int filters, StateKey<T> key, long stamp) {
        String own = state.nominations().nodeOf(attempt.pod().uid());
        return memos.of(attempt, judges, filters, key, stamp, nodes.row(own).orElse(-1));
    }

    /// A trial of the attempt's pod on a node with other pods than it has.
    public NodeWhatIf tryOn(Attempt attempt, NodeView node) {
        return trial(ran(attempt), attempt.pod(), node.row());
    }

    private OverlayWhatIf trial(NodeFilters judges, Pod pod, int row) {
        return new OverlayWhatIf(
                judges, new NodeOverlay(nodes, row), promisedBefore(pod, nodes.view(row).name()));
    }

    private static NodeFilters ran(Attempt attempt) {
        NodeFilters judges = attempt.judges;
        if (judges == null) {
            throw new IllegalStateException("filters can be run again only after they ran");
        }
        return judges;
    }
}
