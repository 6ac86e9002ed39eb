package dev.berth.engine.profile;

import dev.berth.engine.port.Log;
import dev.berth.engine.port.Meter;
import dev.berth.model.Pod;
import dev.berth.spi.DependsOn;
import dev.berth.spi.Filter;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.ObjectLookup;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.Placement;
import dev.berth.spi.PodChange;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PostFilterVerdict;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.QueueEntry;
import dev.berth.spi.QueueSort;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.Rejections;
import dev.berth.spi.Reserve;
import dev.berth.spi.StateObserver;
import dev.berth.spi.Verdict;
import dev.berth.spi.WriteOutcome;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// Runs plugins at their extension points, and code that they hand to their contexts: records which
/// plugin takes time, checks the result, and turns whatever is thrown into a [PluginFailure] that
/// keeps the cause.
///
/// Other code calls plugins in two cases: [Profile] creates them, registers their events and closes
/// them, and the indexes of the state call pod matchers, term readers and node conditions. An
/// exception of those is kept in the index and thrown again to the plugin that reads the counts.
///
/// A method that throws a failure leaves it to its caller to end the attempt and to report it to
/// [#failures]. A method that returns normally has reported it.
///
/// Calls for one node are made without a lambda and are not timed one by one, because reading the
/// clock would take longer than most of them.
public final class PluginRunner {
    private final PluginTimes times;
    private final PluginFailures failures;
    private final ScorePluginRunner scores;
    private final HintRunner hints;
    private final BindingPluginRunner binding;

    public PluginRunner(PluginTimes times, PluginFailures failures) {
        this.times = times;
        this.failures = failures;
        this.scores = new ScorePluginRunner(times);
        this.hints = new HintRunner(times, failures);
        this.binding = new BindingPluginRunner(failures);
    }

    /// The calls of score plugins.
    public ScorePluginRunner scores() {
        return scores;
    }

    /// The calls of queueing hints.
    public HintRunner hints() {
        return hints;
    }

    /// The calls of the binding cycle, which may be made by any thread.
    public BindingPluginRunner binding() {
        return binding;
    }

    /// A runner that measures nothing.
    ///
    /// @param log receives failures, on the thread of the call that fails
    public static PluginRunner unmeasured(Log log) {
        return new PluginRunner(new PluginTimes(() -> 0), PluginFailures.toLog(log));
    }

    public PluginTimes times() {
        return times;
    }

    public PluginFailures failures() {
        return failures;
    }

    public Verdict preEnqueue(NamedPlugin<PreEnqueue> plugin, Pod pod) {
        long began = times.beginCall();
        String before = times.enter(PluginCall.PRE_ENQUEUE, plugin.name(), pod);
        try {
            return PluginFailure.required(plugin.plugin().preEnqueue(pod));
        } catch (RuntimeException | Error problem) {
            throw PluginFailure.of(PluginCall.PRE_ENQUEUE, plugin.name(), problem);
        } finally {
            times.leave(before);
            times.endCall(plugin.name(), began);
        }
    }

    /// Compares two pods; if the plugin fails, they are equal.
    public int compare(NamedPlugin<QueueSort> plugin, QueueEntry a, QueueEntry b) {
        String before = times.enter(PluginCall.QUEUE_SORT, plugin.name());
        try {
            return plugin.plugin().compare(a, b);
        } catch (RuntimeException | Error problem) {
            failures.report(
                    PluginFailure.of(PluginCall.QUEUE_SORT, plugin.name(), problem), a.pod());
            return 0;
        } finally {
            times.leave(before);
        }
    }

    /// PreFilter. The caller reads the clock after the last plugin.
    ///
    /// @param alone whether the plugin is disabled at PreFilter and enabled at Filter
    public PreFilterResult preFilter(String plugin, Filter filter, PodCycle cycle, boolean alone) {
        times.mark(PluginCall.PRE_FILTER, plugin);
        try {
            return PluginFailure.required(
                    alone ? filter.filterWithoutPreFilter(cycle) : filter.filterFor(cycle));
        } catch (RuntimeException | Error problem) {
            throw PluginFailure.of(PluginCall.PRE_FILTER, plugin, problem);
        }
    }

    /// Records a call of PreFilter or PreScore.
    public void preparedBy(Meter.OfPlugin meter, Meter.Point point, Meter.Status status) {
        // Parity: runPreFilterPlugin does not count a plugin that skips as evaluated.
        if (status != Meter.Status.SKIP) {
            meter.evaluated(point, 1);
        }
        if (times.detailed()) {
            times.unmark();
            times.report(meter, point, status);
        }
    }

    /// What the verdicts of a filter depend on.
    public DependsOn dependsOn(String plugin, NodeFilter filter) {
        try {
            return PluginFailure.required(filter.dependsOn());
        } catch (RuntimeException | Error problem) {
            throw PluginFailure.of(PluginCall.FILTER, plugin, problem);
        }
    }

    /// Whether results that were cached for a filter or a scorer are still valid. `call` is
    /// [PluginCall#FILTER] or [PluginCall#SCORE].
    public boolean stillValid(PluginCall call, String plugin, DependsOn depends) {
        try {
            return depends.stillValid();
        } catch (RuntimeException | Error problem) {
            throw PluginFailure.of(call, plugin, problem);
        }
    }

    /// AddPod and RemovePod.
    public NodeFilter after(String plugin, NodeFilter filter, PodChange change) {
        try {
            return PluginFailure.required(filter.after(change));
        } catch (RuntimeException | Error problem) {
            throw PluginFailure.of(
                    change.added() ? PluginCall.ADD_POD : PluginCall.REMOVE_POD, plugin, problem);
        }
    }

    public NodeSet passingWithAnyPods(String plugin, NodeFilter filter, Nodes nodes, NodeSet rows) {
        try {
            return PluginFailure.required(filter.passingWithAnyPods(nodes, rows));
        } catch (RuntimeException | Error problem) {
            throw PluginFailure.of(PluginCall.FILTER, plugin, problem);
        }
    }

    public Verdict filter(String plugin, NodeFilter filter, NodeView node) {
        try {
            return PluginFailure.required(filter.test(node));
        } catch (RuntimeException | Error problem) {
            throw PluginFailure.of(PluginCall.FILTER, plugin, problem);
        }
    }

    /// The same, with its time.
    public Verdict filterTimed(
            String plugin, Meter.OfPlugin meter, NodeFilter filter, NodeView node) {
        times.mark(PluginCall.FILTER, plugin);
        var status = Meter.Status.ERROR;
        try {
            Verdict verdict = filter(plugin, filter, node);
            status = statusOf(verdict);
            return verdict;
        } finally {
            times.unmark();
            meter.evaluated(Meter.Point.FILTER, 1);
            times.report(meter, Meter.Point.FILTER, status);
        }
    }

    /// Runs one plugin on all candidates. The rejected rows are in `out` and leave `candidates`.
    public void filterAll(
            String plugin,
            Meter.OfPlugin meter,
            NodeFilter filter,
            Nodes nodes,
            MutableNodeSet candidates,
            Rejections out) {
        int evaluated = times.measured() ? candidates.size() : 0;
        times.mark(PluginCall.FILTER, plugin);
        out.clear();
        var status = Meter.Status.ERROR;
        try {
            filter.testAll(nodes, candidates, out);
            // Many verdicts have no common status.
            status = Meter.Status.SUCCESS;
        } catch (RuntimeException | Error problem) {
            throw PluginFailure.of(PluginCall.FILTER, plugin, problem);
        } finally {
            times.unmark();
            meter.evaluated(Meter.Point.FILTER, evaluated);
            times.report(meter, Meter.Point.FILTER, status);
        }
        for (Rejections.Entry entry : out.entries()) {
            candidates.removeAll(entry.rows());
        }
    }

    /// Explains a rejection; if the plugin fails, without details.
    public RejectionDetails explain(String plugin, Pod pod, Supplier<RejectionDetails> code) {
        times.mark(PluginCall.EXPLAIN, plugin);
        try {
            return PluginFailure.required(code.get());
        } catch (RuntimeException | Error problem) {
            failures.report(PluginFailure.of(PluginCall.EXPLAIN, plugin, problem), pod);
            return RejectionDetails.NONE;
        } finally {
            times.unmark();
        }
    }

    public PostFilterVerdict postFilter(
            String plugin,
            Meter.OfProfile meter,
            Supplier<PostFilterVerdict> code,
            Function<PostFilterVerdict, Meter.Status> status) {
        return timed(PluginCall.POST_FILTER, plugin, meter, Meter.Point.POST_FILTER, code, status);
    }

    public Verdict reserve(
            NamedPlugin<Reserve> plugin, Meter.OfProfile meter, PodCycle cycle, NodeView node) {
        return timed(
                PluginCall.RESERVE,
                plugin.name(),
                meter,
                Meter.Point.RESERVE,
                () -> plugin.plugin().reserve(cycle, node),
                PluginRunner::statusOf);
    }

    public void unreserve(NamedPlugin<Reserve> plugin, Placement placement) {
        report(
                PluginCall.UNRESERVE,
                plugin.name(),
                placement.pod(),
                () -> plugin.plugin().unreserve(placement));
    }

    /// What the plugin describes as reserved; if it fails, the text of the failure.
    public List<String> reservations(NamedPlugin<Reserve> plugin, PodCycle cycle, NodeView node) {
        try {
            return PluginFailure.required(plugin.plugin().describeReservation(cycle, node));
        } catch (RuntimeException | Error problem) {
            failures.report(
                    PluginFailure.of(PluginCall.RESERVE, plugin.name(), problem), cycle.pod());
            return List.of("failed: " + PluginFailure.textOf(problem));
        }
    }

    public PermitVerdict permit(
            NamedPlugin<Permit> plugin, Meter.OfProfile meter, PodCycle cycle, NodeView node) {
        return timed(
                PluginCall.PERMIT,
                plugin.name(),
                meter,
                Meter.Point.PERMIT,
                () -> plugin.plugin().permit(cycle, node),
                verdict ->
                        switch (verdict) {
                            case PermitVerdict.Allow allow -> Meter.Status.SUCCESS;
                            case PermitVerdict.Wait wait -> Meter.Status.WAIT;
                            case PermitVerdict.Deny(Reject why) -> Meter.Status.of(why);
                        });
    }

    /// Runs code of a plugin with `runLater`.
    public void runLater(String plugin, Runnable code) {
        report(PluginCall.RUN_LATER, plugin, null, code);
    }

    /// Passes the outcome of a write to the plugin that has submitted it.
    ///
    /// @param pod the pod that was written, if it is known
    public void written(
            String plugin, Consumer<WriteOutcome> code, WriteOutcome outcome, @Nullable Pod pod) {
        report(PluginCall.WRITE_OUTCOME, plugin, pod, () -> code.accept(outcome));
    }

    /// Looks for what a binding thread of the plugin awaits. A failure is passed to that thread,
    /// where the binding fails with it.
    public <T> Optional<T> await(
            String plugin, Function<ObjectLookup, Optional<T>> code, ObjectLookup objects) {
        times.mark(PluginCall.AWAIT, plugin);
        try {
            return PluginFailure.required(code.apply(objects));
        } catch (RuntimeException | Error problem) {
            throw PluginFailure.of(PluginCall.AWAIT, plugin, problem);
        } finally {
            times.unmark();
        }
    }

    /// Informs an observer; returns the failure if it fails.
    public Optional<PluginFailure> observe(
            NamedPlugin<StateObserver> plugin, Consumer<StateObserver> change) {
        long began = times.beginCall();
        String before = times.enter(PluginCall.STATE_OBSERVER, plugin.name());
        try {
            change.accept(plugin.plugin());
            return Optional.empty();
        } catch (RuntimeException | Error problem) {
            var failure = PluginFailure.of(PluginCall.STATE_OBSERVER, plugin.name(), problem);
            failures.report(failure, null);
            return Optional.of(failure);
        } finally {
            times.leave(before);
            times.endCall(plugin.name(), began);
        }
    }

    /// Runs code whose failure is reported and has no other effect.
    private void report(PluginCall call, String plugin, @Nullable Pod pod, Runnable code) {
        times.mark(call, plugin);
        try {
            code.run();
        } catch (RuntimeException | Error problem) {
            failures.report(PluginFailure.of(call, plugin, problem), pod);
        } finally {
            times.unmark();
        }
    }

    private <T> T timed(
            PluginCall call,
            String plugin,
            Meter.OfProfile meter,
            Meter.Point point,
            Supplier<T> code,
            Function<T, Meter.Status> statusOf) {
        times.mark(call, plugin);
        var status = Meter.Status.ERROR;
        try {
            T result = PluginFailure.required(code.get());
            status = statusOf.apply(result);
            return result;
        } catch (RuntimeException | Error problem) {
            throw PluginFailure.of(call, plugin, problem);
        } finally {
            times.unmark();
            if (times.detailed()) {
                times.report(meter.plugin(plugin), point, status);
            }
        }
    }

    private static Meter.Status statusOf(Verdict verdict) {
        return switch (verdict) {
            case Verdict.Pass pass -> Meter.Status.SUCCESS;
            case Reject why -> Meter.Status.of(why);
        };
    }
}
