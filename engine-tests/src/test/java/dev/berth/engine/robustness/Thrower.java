package dev.berth.engine.robustness;

import dev.berth.model.Pod;
import dev.berth.spi.Bind;
import dev.berth.spi.BindVerdict;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.Diagnosis;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nomination;
import dev.berth.spi.NormalizeScore;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.Placement;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PostBind;
import dev.berth.spi.PostFilter;
import dev.berth.spi.PostFilterVerdict;
import dev.berth.spi.PreBind;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreFlight;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.Reserve;
import dev.berth.spi.Score;
import dev.berth.spi.StateObserver;
import dev.berth.spi.Verdict;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/// A plugin at all extension points that misbehaves where the test wants it. Otherwise it accepts
/// everything, and counts the pods on nodes.
@SuppressWarnings("NullAway") // To return null is one of its faults.
public final class Thrower
        implements PreEnqueue,
                Filter,
                Score,
                PostFilter,
                Reserve,
                Permit,
                PreBind,
                Bind,
                PostBind,
                EnqueueExtensions,
                StateObserver {
    public static final String NAME = "Thrower";
    private static final Duration NEVER = Duration.ofSeconds(Long.MIN_VALUE);

    private final Fault fault;
    private final BiPredicate<FaultPoint, Pod> strikes;
    private final Set<String> placed = new TreeSet<>();
    private boolean rejecting;
    private boolean denying;

    /// @param strikes at which extension point and for which pod it misbehaves
    public Thrower(Fault fault, BiPredicate<FaultPoint, Pod> strikes) {
        this.fault = fault;
        this.strikes = strikes;
    }

    /// Rejects every node from now on, or no longer.
    public void rejecting(boolean on) {
        rejecting = on;
    }

    /// Denies every pod on permit from now on, or no longer.
    void denying(boolean on) {
        denying = on;
    }

    /// The pods on nodes, as reported to the observer.
    public Set<String> placed() {
        return placed;
    }

    private boolean strike(FaultPoint spot, Pod pod) {
        boolean strikes = this.strikes.test(spot, pod);
        if (strikes) {
            fault.strike();
        }
        return strikes;
    }

    private <T> T answer(FaultPoint spot, Pod pod, T defaultValue) {
        return strike(spot, pod) ? null : defaultValue;
    }

    @Override
    public Verdict preEnqueue(Pod pod) {
        return answer(FaultPoint.PRE_ENQUEUE, pod, Verdict.PASS);
    }

    @Override
    public PreFilterResult filterFor(PodCycle cycle) {
        Pod pod = cycle.pod();
        Verdict defaultValue = rejecting ? Reject.unschedulable("on purpose") : Verdict.PASS;
        return answer(
                FaultPoint.PRE_FILTER,
                pod,
                PreFilterResult.of(node -> answer(FaultPoint.FILTER, pod, defaultValue)));
    }

    @Override
    public PostFilterVerdict postFilter(PodCycle cycle, Diagnosis diagnosis) {
        return answer(
                FaultPoint.POST_FILTER,
                cycle.pod(),
                new PostFilterVerdict.Failure(Reject.unschedulable(), Nomination.KEEP));
    }

    @Override
    public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
        Pod pod = cycle.pod();
        return answer(
                FaultPoint.PRE_SCORE,
                pod,
                PreScoreResult.of(
                        new NodeScorer() {
                            @Override
                            public long score(NodeView node) {
                                return strike(FaultPoint.SCORE, pod) ? 1_000 : 1;
                            }

                            @Override
                            public NormalizeScore normalizeScore() {
                                return NormalizeScore.byRange((score, lowest, highest) ->
                                        strike(FaultPoint.NORMALIZE, pod) ? -1 : score);
                            }
                        }));
    }

    @Override
    public Verdict reserve(PodCycle cycle, NodeView node) {
        return answer(FaultPoint.RESERVE, cycle.pod(), Verdict.PASS);
    }

    @Override
    public void unreserve(Placement placement) {
        strike(FaultPoint.UNRESERVE, placement.pod());
    }

    @Override
    public PermitVerdict permit(PodCycle cycle, NodeView node) {
        if (strike(FaultPoint.PERMIT, cycle.pod())) {
            return fault == Fault.NULL ? null : new PermitVerdict.Wait(NEVER, java.util.List.of());
        }
        return denying
                ? new PermitVerdict.Deny(Reject.unschedulable("on purpose"))
                : PermitVerdict.ALLOW;
    }

    @Override
    public PreFlight preFlight(Placement placement) {
        return answer(FaultPoint.PRE_FLIGHT, placement.pod(), PreFlight.NEEDED);
    }

    @Override
    public Verdict preBind(Placement placement) {
        return answer(FaultPoint.PRE_BIND, placement.pod(), Verdict.PASS);
    }

    @Override
    public BindVerdict bind(Placement placement) {
        return answer(FaultPoint.BIND, placement.pod(), BindVerdict.SKIP);
    }

    @Override
    public void postBind(Placement placement) {
        strike(FaultPoint.POST_BIND, placement.pod());
    }

    @Override
    public void eventsToRegister(QueueingHints hints) {
        hints.on(
                ClusterEvent.NODE,
                ClusterEvent.UPDATE_NODE_LABEL,
                (unschedulable, change) -> strike(FaultPoint.HINT, unschedulable));
        hints.on(ClusterEvent.TARGET_POD, ClusterEvent.UPDATE_POD_LABEL);
    }

    @Override
    public void podPlaced(Pod pod, String node) {
        strike(FaultPoint.OBSERVER, pod);
        if (!placed.add(pod.uid())) {
            throw new IllegalStateException(pod.uid() + " was placed twice");
        }
    }

    @Override
    public void podRemoved(Pod pod, String node) {
        strike(FaultPoint.OBSERVER, pod);
        if (!placed.remove(pod.uid())) {
            throw new IllegalStateException(pod.uid() + " was never placed");
        }
    }

    @Override
    public void forgetAll() {
        placed.clear();
    }
}
