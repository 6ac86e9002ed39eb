package dev.berth.testkit;

import dev.berth.engine.state.ClusterState;
import dev.berth.model.Pod;
import dev.berth.spi.Bind;
import dev.berth.spi.BindVerdict;
import dev.berth.spi.NodeView;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.Placement;
import dev.berth.spi.PostBind;
import dev.berth.spi.PreBind;
import dev.berth.spi.PreFlight;
import dev.berth.spi.Reject;
import dev.berth.spi.Reserve;
import dev.berth.spi.StateKey;
import dev.berth.spi.Verdict;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// One attempt in which a pod is placed on a node: Reserve, Permit, PreBind, Bind, PostBind, and
/// Unreserve if the attempt fails.
///
/// ```java
/// tester.place(pod("web"), "n1")
///         .reserves()
///         .waits(Duration.ofSeconds(30), "gang red: 1 of 2 pods have a node")
///         .timesOut();
/// ```
///
/// Each method runs an extension point and asserts its result. It first runs the earlier extension
/// points that the plugin implements and that the test has not run; these must pass. While the
/// attempt lasts, the pod is assumed on the node. If the attempt fails, Unreserve runs twice,
/// because it must be idempotent, and the pod leaves the node.
public final class PlacementTester {
    private enum Step {
        RESERVE,
        PERMIT,
        PRE_BIND,
        BIND,
        POST_BIND
    }

    private enum Wait {
        NONE,
        WAITING,
        ALLOWED
    }

    /// The placement, which reads the cycle state.
    private record TestPlacement(Pod pod, TestCycle cycle) implements Placement {
        @Override
        public String node() {
            return pod.spec().nodeName();
        }

        @Override
        public <T> Optional<T> get(StateKey<T> key) {
            return cycle.get(key);
        }
    }

    private final PluginCalls calls;
    private final TestContext context;
    private final ClusterState state;
    private final TestCycle cycle;
    private final TestPlacement placement;
    private final Set<Step> done = EnumSet.noneOf(Step.class);
    private Wait wait = Wait.NONE;
    private Duration timeout = Duration.ZERO;
    private String failure = "";

    /// @param pod the pod with its node, which the state has assumed
    PlacementTester(
            PluginCalls calls, TestContext context, ClusterState state, TestCycle cycle, Pod pod) {
        this.calls = calls;
        this.context = context;
        this.state = state;
        this.cycle = cycle;
        this.placement = new TestPlacement(pod, cycle);
    }

    /// Asserts that Reserve passes.
    public PlacementTester reserves() {
        Verdict verdict = reserve();
        calls.require(
                verdict instanceof Verdict.Pass,
                "Reserve rejected %s: %s".formatted(pod().key(), verdict));
        return this;
    }

    /// Asserts that Reserve rejects the pod for exactly these reasons. The attempt fails.
    public PlacementTester rejectsInReserve(String... reasons) {
        requireReasons("Reserve", reserve(), reasons);
        return end("Reserve rejected the pod");
    }

    private Verdict reserve() {
        Reserve plugin = calls.as(Reserve.class, TestedPoint.RESERVE);
        begin(Step.RESERVE);
        Verdict verdict =
                calls.call(
                        TestedPoint.RESERVE,
                        pod(),
                        "Verdict.PASS or a Reject",
                        () -> plugin.reserve(cycle, node()));
        calls.call(
                TestedPoint.RESERVE,
                pod(),
                "an empty list from describeReservation",
                () -> plugin.describeReservation(cycle, node()));
        context.settle();
        return verdict;
    }

    /// Asserts that Permit allows the pod at once.
    public PlacementTester allows() {
        PermitVerdict verdict = permit();
        calls.require(
                verdict instanceof PermitVerdict.Allow,
                "Permit did not allow %s: %s".formatted(pod().key(), verdict));
        return this;
    }

    /// Asserts that Permit lets the pod wait for at most this time, for exactly these reasons. From
    /// then on, the pod is one of the waiting pods of the context.
    public PlacementTester waits(Duration atMost, String... reasons) {
        PermitVerdict verdict = permit();
        calls.require(
                verdict.equals(new PermitVerdict.Wait(atMost, List.of(reasons))),
                "Permit did not let %s wait for %s because of %s: %s"
                        .formatted(pod().key(), atMost, List.of(reasons), verdict));
        return this;
    }

    /// Asserts that Permit rejects the pod for exactly these reasons. The attempt fails.
    public PlacementTester denies(String... reasons) {
        PermitVerdict verdict = permit();
        calls.require(
                verdict instanceof PermitVerdict.Deny(Reject why)
                        && why.reasons().equals(List.of(reasons)),
                "Permit did not deny %s for %s: %s"
                        .formatted(pod().key(), List.of(reasons), verdict));
        return end("Permit denied the pod");
    }

    private PermitVerdict permit() {
        Permit plugin = calls.as(Permit.class, TestedPoint.PERMIT);
        begin(Step.PERMIT);
        PermitVerdict verdict =
                calls.call(
                        TestedPoint.PERMIT,
                        pod(),
                        "PermitVerdict.ALLOW, Wait or Deny",
                        () -> plugin.permit(cycle, node()));
        if (verdict instanceof PermitVerdict.Wait(Duration atMost, var reasons)) {
            wait = Wait.WAITING;
            timeout = atMost;
            context.waiting().add(pod(), placement.node(), calls.name(), new Ending());
        }
        context.settle();
        return verdict;
    }

    private final class Ending implements TestWaitingPods.Ending {
        @Override
        public void allowed() {
            wait = Wait.ALLOWED;
        }

        @Override
        public void rejected(String message) {
            wait = Wait.NONE;
            end(message);
        }
    }

    /// Asserts that the pod still waits on Permit.
    public PlacementTester isWaiting() {
        context.settle();
        calls.require(
                failure.isEmpty() && wait == Wait.WAITING,
                "%s does not wait on Permit: %s".formatted(pod().key(), progress()));
        return this;
    }

    /// Asserts that the plugin has allowed the waiting pod.
    public PlacementTester isAllowed() {
        context.settle();
        calls.require(
                failure.isEmpty() && wait == Wait.ALLOWED,
                "the plugin has not allowed %s: %s".formatted(pod().key(), progress()));
        return this;
    }

    /// Asserts that the plugin has rejected the waiting pod with this message. The attempt has
    /// failed, and Unreserve has run.
    public PlacementTester isRejected(String message) {
        context.settle();
        calls.require(
                failure.equals(message),
                "%s was not rejected with '%s': %s".formatted(pod().key(), message, progress()));
        return this;
    }

    private String progress() {
        if (!failure.isEmpty()) {
            return "its attempt failed: " + failure;
        }
        return switch (wait) {
            case NONE -> "Permit has not let it wait";
            case WAITING -> "it waits for at most " + timeout;
            case ALLOWED -> "the plugin has allowed it";
        };
    }

    /// Advances the clock by the timeout of the waiting pod. The attempt fails, unless the plugin
    /// ends the wait in the meantime.
    public PlacementTester timesOut() {
        isWaiting();
        context.advance(timeout);
        isWaiting();
        context.waiting().end(pod().uid());
        wait = Wait.NONE;
        return end(
                "rejected due to timeout after waiting %s at plugin %s"
                        .formatted(timeout, calls.name()));
    }

    /// Asserts that PreBind has something to do and passes.
    public PlacementTester preBinds() {
        Optional<Verdict> verdict = preBind();
        calls.require(verdict.isPresent(), "PreBindPreFlight returned Skip for " + pod().key());
        calls.require(
                verdict.get() instanceof Verdict.Pass,
                "PreBind rejected %s: %s".formatted(pod().key(), verdict.get()));
        return this;
    }

    /// Asserts that PreBindPreFlight returns Skip.
    public PlacementTester skipsPreBind() {
        Optional<Verdict> verdict = preBind();
        calls.require(verdict.isEmpty(), "PreBind ran for " + pod().key());
        return this;
    }

    /// Asserts that PreBind rejects the pod for exactly these reasons. The attempt fails.
    public PlacementTester rejectsInPreBind(String... reasons) {
        requireReasons("PreBind", preBind().orElse(Verdict.PASS), reasons);
        return end("PreBind rejected the pod");
    }

    /// The verdict of PreBind; empty if it has nothing to do.
    private Optional<Verdict> preBind() {
        PreBind plugin = calls.as(PreBind.class, TestedPoint.PRE_BIND);
        begin(Step.PRE_BIND);
        PreFlight preFlight =
                calls.call(
                        TestedPoint.PRE_BIND,
                        pod(),
                        "a PreFlight from preFlight",
                        () -> plugin.preFlight(placement));
        if (!preFlight.needed()) {
            return Optional.empty();
        }
        Verdict verdict =
                calls.call(
                        TestedPoint.PRE_BIND,
                        pod(),
                        "Verdict.PASS or a Reject",
                        () -> plugin.preBind(placement));
        context.settle();
        return Optional.of(verdict);
    }

    /// Asserts that Bind binds the pod. If the plugin implements `bindingWrite` and `bind`, both
    /// must send the same write.
    public PlacementTester binds() {
        BindVerdict verdict = bind();
        calls.require(
                verdict instanceof BindVerdict.Bound,
                "Bind did not bind %s: %s".formatted(pod().key(), verdict));
        return this;
    }

    /// Asserts that Bind leaves the pod to the next plugin.
    public PlacementTester skipsBind() {
        BindVerdict verdict = bind();
        calls.require(
                verdict instanceof BindVerdict.Skip,
                "Bind did not return Skip for %s: %s".formatted(pod().key(), verdict));
        return this;
    }

    /// Asserts that Bind rejects the pod for exactly these reasons. The attempt fails.
    public PlacementTester rejectsInBind(String... reasons) {
        BindVerdict verdict = bind();
        calls.require(
                verdict instanceof Reject reject && reject.reasons().equals(List.of(reasons)),
                "Bind did not reject %s for %s: %s"
                        .formatted(pod().key(), List.of(reasons), verdict));
        return end("Bind rejected the pod");
    }

    private BindVerdict bind() {
        Bind plugin = calls.as(Bind.class, TestedPoint.BIND);
        begin(Step.BIND);
        Optional<Write> only =
                calls.call(
                        TestedPoint.BIND,
                        pod(),
                        "Optional.empty() or a write from bindingWrite",
                        () -> plugin.bindingWrite(placement));
        int before = context.writes().size();
        BindVerdict verdict =
                calls.call(
                        TestedPoint.BIND,
                        pod(),
                        "BindVerdict.BOUND, SKIP or a Reject",
                        () -> plugin.bind(placement));
        context.settle();
        List<Write> sent = context.writes().subList(before, context.writes().size());
        calls.require(
                only.isEmpty()
                        || !(context.outcome() instanceof WriteOutcome.Done)
                        || sent.equals(List.of(only.get())),
                "bindingWrite and bind differ: bindingWrite returns %s, bind sends %s"
                        .formatted(only, sent));
        return verdict;
    }

    /// Asserts that PostBind runs without an exception.
    public PlacementTester postBinds() {
        PostBind plugin = calls.as(PostBind.class, TestedPoint.POST_BIND);
        begin(Step.POST_BIND);
        calls.run(TestedPoint.POST_BIND, pod(), () -> plugin.postBind(placement));
        context.settle();
        return this;
    }

    /// Lets the attempt fail for a reason outside of the plugin, for example because another plugin
    /// rejects the pod or the bind fails.
    public PlacementTester fails() {
        requireLasting();
        context.waiting().end(pod().uid());
        return end("the attempt failed for a reason outside of the plugin");
    }

    private PlacementTester end(String why) {
        failure = why;
        if (calls.plugin() instanceof Reserve plugin) {
            calls.exercised(TestedPoint.UNRESERVE);
            calls.run(TestedPoint.UNRESERVE, pod(), () -> plugin.unreserve(placement));
            calls.run(TestedPoint.UNRESERVE, pod(), () -> plugin.unreserve(placement));
        }
        state.forget(pod().uid());
        context.settle();
        return this;
    }

    /// Begins a step after those before it.
    private void begin(Step step) {
        requireLasting();
        calls.require(
                done.stream().allMatch(each -> each.compareTo(step) < 0),
                "%s or a later step of this attempt has run already; begin another attempt with place(pod, node)"
                        .formatted(step));
        for (Step earlier : Step.values()) {
            if (earlier.compareTo(step) < 0 && !done.contains(earlier)) {
                runEarlier(earlier);
            }
        }
        calls.require(
                wait != Wait.WAITING || step == Step.RESERVE || step == Step.PERMIT,
                "%s waits on Permit; the plugin must allow it before it can be bound"
                        .formatted(pod().key()));
        done.add(step);
    }

    private void runEarlier(Step step) {
        switch (step) {
            case RESERVE -> {
                if (calls.implement(TestedPoint.RESERVE)) {
                    reserves();
                }
            }
            case PERMIT -> {
                if (calls.implement(TestedPoint.PERMIT)) {
                    permit();
                }
            }
            case PRE_BIND -> {
                if (calls.implement(TestedPoint.PRE_BIND)) {
                    Verdict verdict = preBind().orElse(Verdict.PASS);
                    calls.require(verdict instanceof Verdict.Pass, "PreBind rejected " + verdict);
                }
            }
            case BIND -> {
                if (calls.implement(TestedPoint.BIND)) {
                    BindVerdict verdict = bind();
                    calls.require(
                            !(verdict instanceof Reject), "Bind rejected the pod: " + verdict);
                }
            }
            case POST_BIND -> {}
        }
    }

    private void requireLasting() {
        calls.require(
                failure.isEmpty(),
                "the attempt of %s has failed (%s); begin another one with place(pod, node)"
                        .formatted(pod().key(), failure));
    }

    private void requireReasons(String point, Verdict verdict, String... reasons) {
        calls.require(
                verdict instanceof Reject reject && reject.reasons().equals(List.of(reasons)),
                "%s did not reject %s for %s: %s"
                        .formatted(point, pod().key(), List.of(reasons), verdict));
    }

    private Pod pod() {
        return placement.pod();
    }

    private NodeView node() {
        return state.nodes().view(state.nodes().row(placement.node()).orElseThrow());
    }
}
