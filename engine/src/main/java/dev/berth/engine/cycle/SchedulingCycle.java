package dev.berth.engine.cycle;

import dev.berth.engine.profile.Named;
import dev.berth.engine.profile.PluginTimes;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.profile.Weighted;
import dev.berth.engine.state.ClusterState;
import dev.berth.engine.state.NodeTable;
import dev.berth.engine.view.Decision.NodeDetail;
import dev.berth.engine.view.Decision.RejectedNodes;
import dev.berth.engine.view.Decision.ScoreCard;
import dev.berth.model.Pod;
import dev.berth.spi.Filter;
import dev.berth.spi.Hope;
import dev.berth.spi.Judgement;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nomination;
import dev.berth.spi.PodChange;
import dev.berth.spi.PostFilter;
import dev.berth.spi.PostFilterVerdict;
import dev.berth.spi.Reject;
import dev.berth.spi.Rejections;
import dev.berth.spi.Verdict;
import dev.berth.spi.Write;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Finds the node for a pod.
///
/// The rules are kube-scheduler's: pre-filter, filter with and without nominated pods, the
/// nominated node first, sampling in rotation, score, normalise, weigh, pick. The way is ours.
/// Every node is examined for every pod, but what was found for the last pod of the same shape
/// still holds except for the rows that changed since, so a cycle usually replays one or two rows
/// of the change log ([ShapeVerdicts], [ShapeScores]) and picks from block maxima ([Ranking]).
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
/// Upstream stops filtering at a sample of nodes to save time. We need not: an unset or zero
/// `percentageOfNodesToScore` means every node here; with 1 to 99 the first K feasible nodes in
/// rotation are taken and the start moves on as if the search had stopped there.
///
/// References: core behaviour of kube-scheduler v1.36 (`schedule_one`), Omega's and Borg's score
/// caching and equivalence classes, from which shapes descend.
public final class SchedulingCycle {
    private static final int ALWAYS_ENOUGH = 100;

    private final ClusterState state;
    private final NodeTable nodes;
    private final ShapeCache shapes;
    private final PluginTimes times;
    private final RandomGenerator random;
    private final Map<Profile, Ranking> rankings = new HashMap<>();
    private final Map<Profile, List<String>> filterNames = new HashMap<>();
    private final MutableNodeSet candidates = new MutableNodeSet(64);
    private final Rejections scratch = new Rejections();
    private int nextStart;

    public SchedulingCycle(ClusterState state, PluginTimes times, RandomGenerator random) {
        this.state = state;
        this.nodes = state.nodes();
        this.shapes = new ShapeCache(nodes);
        this.times = times;
        this.random = random;
    }

    /// Searches a node for the attempt's pod; `inFull` keeps verdicts and scores of every node.
    public Choice choose(Attempt attempt, boolean inFull) {
        if (nodes.count() == 0) {
            return new Choice.NoNodes();
        }
        try {
            return search(attempt, inFull);
        } catch (PluginFailure failure) {
            return new Choice.Broken(PluginFailure.textOf(failure));
        } catch (RuntimeException bug) {
            // Ours, not a plugin's: what is remembered may be wrong, so all of it is made anew.
            shapes.clear();
            return new Choice.Broken("internal error: " + bug);
        }
    }

    private Choice search(Attempt attempt, boolean inFull) {
        Profile profile = attempt.profile();
        if (samples(profile)) {
            // Parity: the order is that of the cycle's start even where this pod does not need it.
            nodes.visitingOrder();
        }
        ShapeState shape = shapes.of(attempt.pod().shape(), profile);
        var judges =
                new Judges(filterNames.computeIfAbsent(profile, SchedulingCycle::namesOf), times);
        attempt.judges = judges;
        DiagnosisReport refusal = refusal(attempt, judges, shape);
        if (refusal != null) {
            return new Choice.NoFit(refusal, Optional.empty());
        }
        boolean whole;
        try {
            shape.verdicts.refresh(judges);
            whole = narrow(attempt, judges, shape);
        } catch (PluginFailure failure) {
            // A kept evaluator may have been asked about a row that an earlier plugin rejects: only
            // the order can tell.
            shape.verdicts.invalidate();
            candidates.setTo(nodes.all());
            restrict(judges, candidates);
            diagnose(attempt, judges, candidates, new DiagnosisReport(nodes.count()));
            shape = new ShapeState(nodes, profile);
            shape.verdicts.adopt(candidates);
            whole = false;
        }
        int nominated = nominatedRow(attempt.pod());
        if (nominated >= 0) {
            candidates.clear();
            candidates.add(nominated);
            whole = false;
        } else {
            whole &= !sample(profile, judges, attempt.pod());
        }
        int feasible = whole ? shape.verdicts.feasibleCount() : candidates.size();
        if (feasible == 0) {
            candidates.setTo(nodes.all());
            restrict(judges, candidates);
            var report = new DiagnosisReport(nodes.count());
            report.blame(judges.narrowing());
            diagnose(attempt, judges, candidates, report);
            return new Choice.NoFit(
                    report, inFull ? Optional.of(rejectionsByNode(report)) : Optional.empty());
        }
        return pick(attempt, judges, shape, feasible, whole, inFull);
    }

    private static List<String> namesOf(Profile profile) {
        return profile.filters().stream().map(Named::name).toList();
    }

    /// Makes the filters of this attempt; the diagnosis when the pod as a whole is refused, else
    /// null.
    private @Nullable DiagnosisReport refusal(Attempt attempt, Judges judges, ShapeState shape) {
        List<Named<Filter>> filters = attempt.profile().filters();
        String refuser = "";
        Reject refusal = null;
        for (int i = 0; i < filters.size(); i++) {
            NodeFilter known = shape.verdicts.keptFilter(i, attempt.pod());
            Set<String> only = null;
            if (known != null) {
                judges.set(i, known);
                only = shape.verdicts.keptNames(i);
            } else {
                switch (judge(filters.get(i), attempt)) {
                    case Judgement.Skip skip -> shape.verdicts.drop(i);
                    case Judgement.Refuse(Reject why) -> {
                        shape.verdicts.drop(i);
                        switch (why.hope()) {
                            case NONE -> {
                                return refusedBy(
                                        judges.name(i), why, Collections.emptyNavigableSet());
                            }
                            case PREEMPTION -> {
                                refuser = judges.name(i);
                                refusal = why;
                            }
                            case EVENT ->
                                    throw new PluginFailure(
                                            "running PreFilter plugin \"%s\": %s"
                                                    .formatted(judges.name(i), why.message()));
                        }
                    }
                    case Judgement.Judge(NodeFilter filter) ->
                            install(i, filter, null, judges, shape, attempt);
                    case Judgement.JudgeOnly(NodeFilter filter, var names) -> {
                        install(i, filter, names, judges, shape, attempt);
                        only = names;
                    }
                }
            }
            if (only != null) {
                judges.narrow(i, only);
                if (judges.only() != null && judges.only().isEmpty()) {
                    return refusedBy("", nothingLeft(judges), judges.narrowing());
                }
            }
        }
        return refusal == null ? null : refusedBy(refuser, refusal, judges.narrowing());
    }

    private DiagnosisReport refusedBy(String plugin, Reject why, NavigableSet<String> narrowing) {
        var report = new DiagnosisReport(nodes.count());
        report.blame(narrowing);
        report.refuse(plugin, why);
        return report;
    }

    private Judgement judge(Named<Filter> filter, Attempt attempt) {
        times.mark(filter.name());
        try {
            return filter.plugin().filterFor(attempt);
        } catch (RuntimeException | LinkageError problem) {
            throw new PluginFailure(
                    "running PreFilter plugin \"%s\": ".formatted(filter.name()), problem);
        } finally {
            times.unmark();
        }
    }

    private static void install(
            int plugin,
            NodeFilter filter,
            @Nullable Set<String> only,
            Judges judges,
            ShapeState shape,
            Attempt attempt) {
        judges.set(plugin, filter);
        if (filter.dependsOn().cacheable()) {
            shape.verdicts.keep(plugin, filter, only, attempt.pod());
        } else {
            shape.verdicts.drop(plugin);
        }
    }

    private static Reject nothingLeft(Judges judges) {
        return judges.narrowing().size() == 1
                ? Reject.unresolvable("node(s) didn't satisfy plugin " + judges.narrowing().first())
                : Reject.unresolvable(
                        "node(s) didn't satisfy plugin(s) %s simultaneously"
                                .formatted(goList(judges.narrowing())));
    }

    private static String goList(Set<String> names) {
        return "[" + String.join(" ", names) + "]";
    }

    /// Leaves in `candidates` the rows that pass everything; true when they are exactly the rows
    /// the shape remembers.
    private boolean narrow(Attempt attempt, Judges judges, ShapeState shape) {
        candidates.setTo(shape.verdicts.feasible());
        boolean whole = true;
        boolean restricted = false;
        for (int i = 0; i < judges.size(); i++) {
            NodeFilter filter = judges.filter(i);
            if (filter != null && !shape.verdicts.keeps(i)) {
                if (!restricted) {
                    restrict(judges, candidates);
                    restricted = true;
                }
                whole = false;
                judges.sweep(i, filter, nodes, candidates, scratch);
            }
        }
        if (!state.nominations().isEmpty()) {
            for (String node : state.nominations().nodes()) {
                OptionalInt row = nodes.row(node);
                if (row.isPresent()
                        && candidates.contains(row.getAsInt())
                        && withNominated(attempt, judges, row.getAsInt()) != null) {
                    candidates.remove(row.getAsInt());
                    whole = false;
                }
            }
        }
        return whole;
    }

    private void restrict(Judges judges, MutableNodeSet rows) {
        Set<String> only = judges.only();
        if (only == null) {
            return;
        }
        var kept = new MutableNodeSet(nodes.rows());
        for (String name : only) {
            nodes.row(name).ifPresent(row -> kept.add(row));
        }
        rows.retain(kept);
    }

    /// The rejection of a row if the pods promised to it ran there already; null when it passes or
    /// none counts.
    private Judges.@Nullable Ruling withNominated(Attempt attempt, Judges judges, int row) {
        NodeView view = nodes.view(row);
        var counted = new ArrayList<Pod>();
        for (String uid : state.nominations().podsOn(view.name())) {
            if (!uid.equals(attempt.pod().uid())) {
                state.pod(uid)
                        .map(entry -> entry.seen())
                        .filter(pod -> pod.spec().priority() >= attempt.pod().spec().priority())
                        .ifPresent(counted::add);
            }
        }
        if (counted.isEmpty()) {
            return null;
        }
        var overlay = new Overlay(view, counted);
        var changes = new ArrayList<PodChange>();
        for (Pod pod : counted) {
            changes.add(new PodChange(pod, overlay, true));
        }
        return judges.testAfter(overlay, changes);
    }

    /// The row promised to the pod, if it passes; else -1.
    private int nominatedRow(Pod pod) {
        int row = promisedRow(pod);
        return row >= 0 && candidates.contains(row) ? row : -1;
    }

    private int promisedRow(Pod pod) {
        String name = pod.status().nominatedNodeName();
        return name.isEmpty() ? -1 : nodes.row(name).orElse(-1);
    }

    /// Whether a share of the nodes is enough for the pods of a profile.
    private static boolean samples(Profile profile) {
        // Differs: an unset percentage examines every node, see docs/parity.md.
        int percentage = profile.percentageOfNodesToScore();
        return profile.scores().isEmpty() || percentage > 0 && percentage < 100;
    }

    /// Cuts the candidates down to the wanted number in rotation order; true when any was cut.
    private boolean sample(Profile profile, Judges judges, Pod pod) {
        Set<String> only = judges.only();
        if (!samples(profile) && only == null) {
            return false;
        }
        int percentage = profile.percentageOfNodesToScore();
        boolean firstWins = profile.scores().isEmpty();
        int[] order = nodes.visitingOrder();
        if (only != null) {
            order = restricted(order, only);
        }
        int wanted = firstWins ? 1 : wanted(order.length, percentage == 0 ? 100 : percentage);
        var taken = new MutableNodeSet(nodes.rows());
        int refused = promisedRow(pod);
        int found = 0;
        int processed = 0;
        for (int i = 0; i < order.length; i++) {
            int row = order[(nextStart + i) % order.length];
            if (candidates.contains(row)) {
                if (found == wanted) {
                    break;
                }
                found++;
                taken.add(row);
            }
            processed++;
            if (row == refused) {
                refused = -1;
            }
        }
        if (refused >= 0) {
            // Parity: the promised node was tried first; refused and then not met again, it counts.
            processed++;
        }
        // Parity: the next search starts where this one stopped, counted over all nodes.
        nextStart = (nextStart + processed) % nodes.count();
        boolean cut = found < candidates.size();
        candidates.setTo(taken);
        return cut;
    }

    private int[] restricted(int[] order, Set<String> only) {
        int[] kept = new int[order.length];
        int count = 0;
        for (int row : order) {
            if (only.contains(nodes.view(row).name())) {
                kept[count++] = row;
            }
        }
        return java.util.Arrays.copyOf(kept, count);
    }

    /// How many feasible nodes are enough among `count`.
    static int wanted(int count, int percentage) {
        if (count < ALWAYS_ENOUGH) {
            return count;
        }
        return Math.max(ALWAYS_ENOUGH, count * percentage / 100);
    }

    /// Runs the filters in their order on `rows`, each on those that passed the ones before; what
    /// passes all stays.
    private void diagnose(
            Attempt attempt, Judges judges, MutableNodeSet rows, DiagnosisReport report) {
        Set<String> only = judges.only();
        if (only != null) {
            report.others(
                    Reject.unresolvable(
                            "node(s) didn't satisfy plugin(s) " + goList(judges.narrowing())));
        }
        if (!state.nominations().isEmpty()) {
            for (String node : state.nominations().nodes()) {
                OptionalInt row = nodes.row(node);
                if (row.isPresent() && rows.contains(row.getAsInt())) {
                    Judges.Ruling ruling = withNominated(attempt, judges, row.getAsInt());
                    if (ruling != null) {
                        rows.remove(row.getAsInt());
                        var one = new MutableNodeSet(nodes.rows());
                        one.add(row.getAsInt());
                        report.add(judges.name(ruling.plugin()), ruling.why(), one);
                    }
                }
            }
        }
        var rejections = new Rejections();
        for (int i = 0; i < judges.size(); i++) {
            NodeFilter filter = judges.filter(i);
            if (filter != null) {
                judges.sweep(i, filter, nodes, rows, rejections);
                for (Rejections.Entry entry : rejections.entries()) {
                    report.add(judges.name(i), entry.why(), entry.rows());
                }
            }
        }
    }

    private Choice pick(
            Attempt attempt,
            Judges judges,
            ShapeState shape,
            int feasible,
            boolean whole,
            boolean inFull) {
        NodeSet rows = whole ? shape.verdicts.feasible() : candidates;
        List<RejectedNodes> rejected = shape.verdicts.summary(judges);
        if (feasible == 1) {
            int row = rows.next(0);
            String name = nodes.view(row).name();
            return new Choice.Found(
                    row,
                    name,
                    1,
                    1,
                    0,
                    Ranking.unscored(name),
                    Optional.empty(),
                    rejected,
                    detail(attempt, judges, shape, rows, null, inFull));
        }
        Ranking ranking = rankings.computeIfAbsent(attempt.profile(), this::ranking);
        ranking.rank(attempt, shape, rows, whole);
        return new Choice.Found(
                ranking.winner,
                nodes.view(ranking.winner).name(),
                feasible,
                ranking.ties,
                ranking.draw,
                ranking.card(shape, ranking.winner),
                Optional.of(ranking.card(shape, ranking.runnerUp)),
                rejected,
                detail(attempt, judges, shape, rows, ranking, inFull));
    }

    private Ranking ranking(Profile profile) {
        List<Weighted> scores = profile.scores();
        return new Ranking(nodes, scores, times, random);
    }

    private Optional<List<NodeDetail>> detail(
            Attempt attempt,
            Judges judges,
            ShapeState shape,
            NodeSet feasible,
            @Nullable Ranking ranking,
            boolean inFull) {
        if (!inFull) {
            return Optional.empty();
        }
        var rest = nodes.all().copy();
        rest.removeAll(feasible);
        restrict(judges, rest);
        var report = new DiagnosisReport(nodes.count());
        try {
            diagnose(attempt, judges, rest, report);
        } catch (PluginFailure failure) {
            // What is only told must not change what was decided.
            return Optional.empty();
        }
        List<NodeDetail> all = rejectionsByNode(report);
        for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
            String name = nodes.view(row).name();
            ScoreCard card = ranking == null ? Ranking.unscored(name) : ranking.card(shape, row);
            all.add(new NodeDetail(name, Optional.empty(), Optional.of(card)));
        }
        return Optional.of(all);
    }

    private List<NodeDetail> rejectionsByNode(DiagnosisReport report) {
        var all = new ArrayList<NodeDetail>();
        for (var group : report.groups()) {
            var rejection =
                    Optional.of(
                            new RejectedNodes(
                                    group.plugin(),
                                    group.why().hope().code(),
                                    group.why().reasons(),
                                    1));
            for (int row = group.rows().next(0); row >= 0; row = group.rows().next(row + 1)) {
                all.add(new NodeDetail(nodes.view(row).name(), rejection, Optional.empty()));
            }
        }
        return all;
    }

    /// Runs all filters for the attempt's pod on one node.
    public Verdict filter(Attempt attempt, NodeView node) {
        Judges judges = attempt.judges;
        if (judges == null) {
            throw new IllegalStateException("filters can be run again only after they ran");
        }
        Judges.Ruling ruling = judges.test(node);
        return ruling == null ? Verdict.PASS : ruling.why();
    }

    /// What post filters achieved for a pod that fits nowhere.
    public record Aftermath(Nomination nomination, List<Write> writes) {}

    /// Lets the post filters try to make room; their message becomes part of the diagnosis.
    public Aftermath tryToHelp(Attempt attempt, DiagnosisReport diagnosis) {
        List<Named<PostFilter>> plugins = attempt.profile().postFilters();
        if (plugins.isEmpty()) {
            return new Aftermath(Nomination.CLEAR, List.of());
        }
        Nomination nomination = Nomination.KEEP;
        var reasons = new ArrayList<String>();
        for (Named<PostFilter> plugin : plugins) {
            times.mark(plugin.name());
            PostFilterVerdict verdict;
            try {
                verdict =
                        Objects.requireNonNull(
                                plugin.plugin().postFilter(attempt, diagnosis),
                                "a post filter must not return null");
            } catch (RuntimeException | LinkageError problem) {
                // Parity: a post filter that fails does not change the outcome; its text is shown.
                diagnosis.postFilterMessage(PluginFailure.textOf(problem));
                return new Aftermath(Nomination.KEEP, List.of());
            } finally {
                times.unmark();
            }
            switch (verdict) {
                case PostFilterVerdict.Helped(Nomination promised, List<Write> writes) -> {
                    return new Aftermath(promised, writes);
                }
                case PostFilterVerdict.NoHelp(Reject why, Nomination wanted) -> {
                    if (why.hope() == Hope.NONE) {
                        diagnosis.postFilterMessage(why.message());
                        return new Aftermath(wanted, List.of());
                    }
                    if (wanted instanceof Nomination.Promise) {
                        nomination = wanted;
                    }
                    reasons.addAll(why.reasons());
                }
            }
        }
        diagnosis.postFilterMessage(String.join(", ", reasons));
        return new Aftermath(nomination, List.of());
    }
}
