package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.port.Message;
import dev.berth.engine.view.DryRunResult;
import dev.berth.engine.view.Query;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.Counting;
import dev.berth.spi.DependsOn;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.NormalizeScore;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.Placement;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PodMatcher;
import dev.berth.spi.PostBind;
import dev.berth.spi.PreBind;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreFlight;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.QueueSort;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.Reserve;
import dev.berth.spi.Score;
import dev.berth.spi.Verdict;
import dev.berth.spi.Write;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/// Code of plugins that the engine calls apart from the main method of an extension point: if it
/// fails, that is logged once with the stack trace, and counted.
class PluginCodeFailureTest {
    private static final String OWN = "Own";

    private final LoggedFailures failures = new LoggedFailures();

    private Rig rig(Function<PluginContext, Plugin> plugin) {
        return rig(OWN, plugin);
    }

    private Rig rig(String name, Function<PluginContext, Plugin> plugin) {
        return Rig.making(Map.of(name, plugin), builder -> builder.log(failures));
    }

    private static IllegalStateException onPurpose() {
        return new IllegalStateException("thrown on purpose");
    }

    private void expectOneFailure(Rig rig, String extensionPoint) {
        assertThat(failures.all()).hasSize(1);
        LoggedFailures.Failure failure = failures.all().getFirst();
        assertThat(failure.message()).isEqualTo("Plugin failed");
        assertThat(failure.values())
                .containsEntry("plugin", OWN)
                .containsEntry("extensionPoint", extensionPoint);
        assertThat(failure.stackTraces())
                .as("a stack trace that shows the code of the plugin")
                .anyMatch(frame -> frame.getMethodName().contains("onPurpose"));
        assertThat(rig.stats().failuresByPlugin())
                .containsExactly(Map.entry(OWN + "/" + extensionPoint, 1L));
    }

    private void expectOneFailureFor(Rig rig, String pod, String extensionPoint) {
        expectOneFailure(rig, extensionPoint);
        assertThat(failures.all().getFirst().values()).containsEntry("pod", pod);
    }

    private static Filter filter(BooleanSupplier dependsOnFails, BooleanSupplier valid) {
        var filter =
                new NodeFilter() {
                    @Override
                    public Verdict test(NodeView node) {
                        return Verdict.PASS;
                    }

                    @Override
                    public DependsOn dependsOn() {
                        if (dependsOnFails.getAsBoolean()) {
                            throw onPurpose();
                        }
                        return DependsOn.onAttributes().validWhile(valid);
                    }
                };
        return cycle -> PreFilterResult.of(filter);
    }

    @Test
    void aFilterThatCannotDeclareItsDependenciesFailsTheAttempt() {
        Rig rig = rig(context -> filter(() -> true, () -> true));
        rig.nodes(node("n1")).pods(pod("web"));
        expectOneFailureFor(rig, "web", "Filter");
        assertThat(rig.api.notes("FailedScheduling"))
                .containsExactly("running \"Own\" filter plugin: thrown on purpose");
    }

    @Test
    void aFilterWhoseValidityCannotBeCheckedFailsTheAttemptAndIsCreatedAgain() {
        var fails = new AtomicBoolean();
        Rig rig =
                rig(context ->
                        filter(
                                () -> false,
                                () -> {
                                    if (fails.getAndSet(false)) {
                                        throw onPurpose();
                                    }
                                    return true;
                                }));
        rig.nodes(node("n1")).pods(pod("first"));
        fails.set(true);
        rig.pods(pod("second"));
        expectOneFailureFor(rig, "second", "Filter");
        assertThat(rig.api.notes("FailedScheduling"))
                .containsExactly("running \"Own\" filter plugin: thrown on purpose");
        rig.seconds(30);
        assertThat(rig.api.bound).containsKey("default/second");
    }

    @Test
    void aFilterThatFailsForAQueryAboutANodeIsReported() {
        var fails = new AtomicBoolean();
        Rig rig =
                rig(context ->
                        (Filter)
                                cycle -> {
                                    if (fails.get()) {
                                        throw onPurpose();
                                    }
                                    return PreFilterResult.of(
                                            node -> Reject.unschedulable("not yet"));
                                });
        rig.nodes(node("n1")).pods(pod("web"));
        fails.set(true);
        var answer = rig.engine.ask(new Query.ExplainNode("n1", 10));
        rig.engine.runOnce();
        assertThat(answer.join().orElseThrow().verdicts())
                .singleElement()
                .satisfies(verdict ->
                        assertThat(verdict.rejection().orElseThrow().why().reasons())
                                .containsExactly(
                                        "running PreFilter plugin \"Own\": thrown on purpose"));
        expectOneFailureFor(rig, "web", "PreFilter");
    }

    /// Gives every node the same score.
    private abstract static class Scorer implements NodeScorer, Score {
        @Override
        public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
            return PreScoreResult.of(this);
        }

        @Override
        public long score(NodeView node) {
            return 1;
        }
    }

    @Test
    void aScorerThatCannotDeclareItsDependenciesFailsTheAttempt() {
        Rig rig =
                rig(context ->
                        new Scorer() {
                            @Override
                            public DependsOn dependsOn() {
                                throw onPurpose();
                            }
                        });
        rig.nodes(node("n1"), node("n2")).pods(pod("web"));
        expectOneFailureFor(rig, "web", "Score");
        assertThat(rig.api.notes("FailedScheduling"))
                .containsExactly(
                        "running Score plugins: plugin \"Own\" failed with: thrown on purpose");
    }

    @Test
    void aScorerWhoseValidityCannotBeCheckedFailsTheAttemptAndIsCreatedAgain() {
        var fails = new AtomicBoolean();
        Rig rig =
                rig(context ->
                        new Scorer() {
                            @Override
                            public DependsOn dependsOn() {
                                return DependsOn.onAttributes()
                                        .validWhile(() -> {
                                            if (fails.getAndSet(false)) {
                                                throw onPurpose();
                                            }
                                            return true;
                                        });
                            }
                        });
        rig.nodes(node("n1"), node("n2")).pods(pod("first"));
        fails.set(true);
        rig.pods(pod("second"));
        expectOneFailureFor(rig, "second", "Score");
        rig.seconds(30);
        assertThat(rig.api.bound).containsKey("default/second");
    }

    @Test
    void aScorerThatCannotReturnItsNormalizationFailsTheAttempt() {
        Rig rig =
                rig(context ->
                        new Scorer() {
                            @Override
                            public NormalizeScore normalizeScore() {
                                throw onPurpose();
                            }
                        });
        rig.nodes(node("n1"), node("n2")).pods(pod("web"));
        expectOneFailureFor(rig, "web", "ScoreExtensionNormalize");
        assertThat(rig.api.notes("FailedScheduling"))
                .containsExactly(
                        "running Normalize on Score plugins: plugin \"Own\" failed with: thrown on"
                                + " purpose");
    }

    @Test
    void codeThatRunsLaterMayFail() {
        Rig rig =
                rig(context ->
                        (Filter)
                                cycle -> {
                                    context.runLater(() -> {
                                        throw onPurpose();
                                    });
                                    return PreFilterResult.SKIP;
                                });
        rig.nodes(node("n1")).pods(pod("web"));
        expectOneFailure(rig, "RunLater");
        assertThat(rig.api.bound).containsKey("default/web");
        assertThat(rig.stats().pluginFailures()).as("no message failed").isEqualTo(1);
    }

    @Test
    void codeThatRunsAfterADelayMayFail() {
        Rig rig =
                rig(context ->
                        (Filter)
                                cycle -> {
                                    context.runLater(
                                            Duration.ofSeconds(5),
                                            () -> {
                                                throw onPurpose();
                                            });
                                    return PreFilterResult.SKIP;
                                });
        rig.nodes(node("n1")).pods(pod("web"));
        assertThat(failures.all()).isEmpty();
        rig.seconds(5);
        expectOneFailure(rig, "RunLater");
        assertThat(rig.stats().pluginFailures()).as("no message failed").isEqualTo(1);
    }

    @Test
    void codeThatReceivesTheOutcomeOfAWriteMayFail() {
        Rig rig =
                rig(context ->
                        (PostBind)
                                placement ->
                                        context.submit(
                                                delete(placement.pod()),
                                                outcome -> {
                                                    throw onPurpose();
                                                }));
        rig.nodes(node("n1")).pods(pod("web")).settle();
        expectOneFailureFor(rig, "web", "WriteOutcome");
        assertThat(rig.stats().pluginFailures()).as("no message failed").isEqualTo(1);
    }

    private static Write delete(Pod pod) {
        return new Write.DeletePod(pod.namespace(), pod.name(), pod.uid());
    }

    /// Waits in PreBind for something that it fails to look up.
    private record Awaiting(PluginContext context) implements PreBind {
        @Override
        public PreFlight preFlight(Placement placement) {
            return PreFlight.NEEDED;
        }

        @Override
        public Verdict preBind(Placement placement) throws Exception {
            context.await(
                    objects -> {
                        throw onPurpose();
                    },
                    Duration.ofMinutes(1));
            return Verdict.PASS;
        }
    }

    @Test
    void codeThatLooksForAnAwaitedObjectFailsTheBinding() {
        Rig rig = rig(Awaiting::new);
        rig.nodes(node("n1")).pods(pod("web")).settle();
        expectOneFailureFor(rig, "web", "PreBind");
        assertThat(rig.api.notes("FailedScheduling"))
                .containsExactly(
                        "running PreBind plugin \"Own\": java.lang.IllegalStateException: thrown on"
                                + " purpose");
    }

    private record Unreserving() implements Reserve, Permit {
        @Override
        public Verdict reserve(PodCycle cycle, NodeView node) {
            return Verdict.PASS;
        }

        @Override
        public void unreserve(Placement placement) {
            throw onPurpose();
        }

        @Override
        public PermitVerdict permit(PodCycle cycle, NodeView node) {
            return new PermitVerdict.Deny(Reject.unschedulable("not permitted"));
        }
    }

    @Test
    void aFailureInUnreserveIsReportedOnceAndTheEventNamesTheRejection() {
        Rig rig = rig(context -> new Unreserving());
        rig.nodes(node("n1")).pods(pod("web"));
        expectOneFailureFor(rig, "web", "Unreserve");
        assertThat(rig.api.notes("FailedScheduling"))
                .singleElement()
                .asString()
                .contains("not permitted")
                .doesNotContain("on purpose");
    }

    private static final class Hinting implements Filter, EnqueueExtensions {
        private boolean rejects = true;

        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            return PreFilterResult.of(
                    node -> rejects ? Reject.unschedulable("not yet") : Verdict.PASS);
        }

        @Override
        public void eventsToRegister(QueueingHints hints) {
            hints.on(
                    ClusterEvent.NODE,
                    ClusterEvent.UPDATE_NODE_LABEL,
                    (pod, change) -> {
                        throw onPurpose();
                    });
        }
    }

    @Test
    void aQueueingHintThatFailsIsReportedOnceAndThePodIsRequeued() {
        var plugin = new Hinting();
        Rig rig = rig(context -> plugin);
        rig.nodes(node("n1")).pods(pod("web"));
        plugin.rejects = false;
        rig.engine.post(new Message.NodeSeen(node("n1").label("new", "yes").build()));
        rig.settle();
        expectOneFailureFor(rig, "web", "QueueingHint");
        rig.seconds(30);
        assertThat(rig.api.bound).containsKey("default/web");
    }

    @Test
    void eachFailedComparisonOfAQueueSortPluginIsReportedOnce() {
        var thrown = new AtomicInteger();
        QueueSort failing =
                (_, _) -> {
                    thrown.incrementAndGet();
                    throw onPurpose();
                };
        Rig rig = rig("PrioritySort", context -> failing);
        rig.nodes(node("n1")).report(pod("first")).report(pod("second")).settle();
        assertThat(thrown).hasPositiveValue();
        assertThat(failures.all())
                .hasSize(thrown.get())
                .allSatisfy(failure ->
                        assertThat(failure.values())
                                .containsEntry("plugin", "PrioritySort")
                                .containsEntry("extensionPoint", "QueueSort")
                                .containsKey("pod"));
        assertThat(rig.stats().failuresByPlugin())
                .containsExactly(Map.entry("PrioritySort/QueueSort", (long) thrown.get()));
        assertThat(rig.api.bound).containsOnlyKeys("default/first", "default/second");
    }

    /// Declares that it depends on the node alone, and does not keep to it.
    private static final class Undeclared implements Filter, NodeFilter {
        private boolean rejects;

        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            return PreFilterResult.of(this);
        }

        @Override
        public Verdict test(NodeView node) {
            return rejects ? Reject.unschedulable("changed its mind") : Verdict.PASS;
        }

        @Override
        public DependsOn dependsOn() {
            return DependsOn.onAttributes();
        }
    }

    @Test
    void aCachedVerdictThatDiffersFromAFreshOneIsCounted() {
        var plugin = new Undeclared();
        Rig rig = rig(context -> plugin);
        rig.nodes(node("n1")).pods(pod("first"));
        plugin.rejects = true;
        var answer = rig.engine.ask(new Query.DryRun("default/first"));
        rig.engine.runOnce();
        assertThat(answer.join().orElseThrow().result().outcome())
                .isEqualTo(DryRunResult.Outcome.ERROR);
        assertThat(rig.stats().failuresByPlugin())
                .containsExactly(Map.entry("scheduler/CachedVerdicts", 1L));
        assertThat(failures.all()).hasSize(1);
    }

    /// Fails for nodes that are labelled `broken`.
    private record UnbrokenNodes(AtomicBoolean repaired) implements Counting.NodeCondition {
        @Override
        public boolean matches(Node node) {
            if (node.labels().get("broken").isPresent() && !repaired.get()) {
                throw onPurpose();
            }
            return true;
        }
    }

    /// Rejects all nodes if any pod with the label `app` is counted.
    private static Function<PluginContext, Plugin> alone(AtomicBoolean repaired) {
        PodMatcher matcher = (namespace, labels) -> labels.get("app").isPresent();
        var counting = new Counting("kubernetes.io/hostname", true, new UnbrokenNodes(repaired));
        return context ->
                (Filter)
                        cycle -> {
                            int counted = context.selectorGroup(matcher).by(counting).positive();
                            return PreFilterResult.of(node ->
                                    counted == 0
                                            ? Verdict.PASS
                                            : Reject.unschedulable("a counted pod"));
                        };
    }

    @Test
    void aNodeConditionThatFailsDoesNotCountAsNo() {
        var repaired = new AtomicBoolean();
        Rig rig = rig(alone(repaired));
        rig.nodes(node("n1").label("kubernetes.io/hostname", "n1").label("broken", "yes"))
                .pods(pod("first").label("app", "web").on("n1"))
                .pods(pod("second"));
        assertThat(rig.api.bound).isEmpty();
        assertThat(rig.api.notes("FailedScheduling").getFirst())
                .startsWith("running PreFilter plugin \"Own\": node condition UnbrokenNodes")
                .endsWith("failed for node n1");
        expectOneFailureFor(rig, "second", "PreFilter");

        repaired.set(true);
        rig.seconds(30);
        assertThat(rig.api.bound).as("the first pod is counted").isEmpty();
        assertThat(rig.api.notes("FailedScheduling").getLast())
                .startsWith("0/1 nodes are available: 1 a counted pod.");
    }

    @Test
    void aNodeConditionThatFailsWhenANodeChangesFailsTheNextAttempt() {
        var repaired = new AtomicBoolean();
        Rig rig = rig(alone(repaired));
        rig.nodes(node("n1").label("kubernetes.io/hostname", "n1")).pods(pod("first"));
        assertThat(rig.api.bound).containsKey("default/first");
        rig.nodes(node("n1").label("kubernetes.io/hostname", "n1").label("broken", "yes"))
                .pods(pod("second"));
        expectOneFailureFor(rig, "second", "PreFilter");
        rig.nodes(node("n1").label("kubernetes.io/hostname", "n1")).seconds(30);
        assertThat(rig.api.bound).containsKey("default/second");
    }
}
