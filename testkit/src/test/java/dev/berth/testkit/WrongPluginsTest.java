package dev.berth.testkit;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.Pod;
import dev.berth.spi.Bind;
import dev.berth.spi.BindVerdict;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeView;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.Placement;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PostFilter;
import dev.berth.spi.PostFilterVerdict;
import dev.berth.spi.PreBind;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.QueueEntry;
import dev.berth.spi.QueueSort;
import dev.berth.spi.QueueingHints.NeededLabel;
import dev.berth.spi.QueueingHints.QueueingHint;
import dev.berth.spi.Reject;
import dev.berth.spi.Reserve;
import dev.berth.spi.Score;
import dev.berth.spi.StateObserver;
import dev.berth.spi.Verdict;
import dev.berth.spi.Write;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What the tester reports about wrong plugins and wrong tests.
class WrongPluginsTest {
    private static PluginTester on(Plugin plugin) {
        return PluginTester.of(plugin).nodes(node("n1"));
    }

    /// Null, which the SPI does not allow, as a plugin without NullAway returns it.
    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"})
    private static <T> T none() {
        return (@Nullable T) null;
    }

    @Test
    void aNullVerdictIsReportedWithTheAllowedResults() {
        PreEnqueue plugin = pod -> none();

        assertThatThrownBy(() -> on(plugin).preEnqueue(pod("p")))
                .isInstanceOf(AssertionError.class)
                .hasMessage(
                        "PreEnqueue of the plugin returned null for pod default/p; return"
                                + " Verdict.PASS or a Reject");
    }

    @Test
    void anExceptionIsReportedWithTheExtensionPointAndItsCause() {
        Permit plugin =
                (cycle, node) -> {
                    throw new IllegalStateException("broken");
                };

        assertThatThrownBy(() -> on(plugin).place(pod("p"), "n1").allows())
                .isInstanceOf(AssertionError.class)
                .hasMessage(
                        "Permit of the plugin threw an exception for pod default/p:"
                                + " java.lang.IllegalStateException: broken")
                .hasCauseInstanceOf(IllegalStateException.class);
    }

    @Test
    void aNullResultOfFilterAndScoreIsReported() {
        assertThatThrownBy(() -> on((Filter) cycle -> none()).schedule(pod("p")))
                .hasMessageStartingWith("Filter of the plugin returned null for pod default/p");
        assertThatThrownBy(() -> on((Score) (cycle, feasible) -> none()).schedule(pod("p")))
                .hasMessageStartingWith("Score of the plugin returned null for pod default/p");
        assertThatThrownBy(() ->
                        on((Filter) cycle -> PreFilterResult.of(node -> none())).schedule(pod("p")))
                .hasMessage("NodeFilter.test returned null; return Verdict.PASS or a Reject");
    }

    @Test
    void aScoreOutOfRangeIsReported() {
        Score plugin = (cycle, feasible) -> PreScoreResult.of(node -> 101);

        assertThatThrownBy(() -> on(plugin).schedule(pod("p")))
                .hasMessage(
                        "Score of the plugin gives node n1 the score 101 after normalization;"
                                + " scores are 0 to 100");
    }

    @Test
    void aNullResultOfTheOtherPointsIsReported() {
        assertThatThrownBy(() -> on((PostFilter) (cycle, why) -> none()).postFilter(pod("p")))
                .hasMessageStartingWith("PostFilter of the plugin returned null");
        assertThatThrownBy(() -> on((PreBind) placement -> none()).place(pod("p"), "n1").preBinds())
                .hasMessageStartingWith("PreBind of the plugin returned null");
        assertThatThrownBy(() -> on((Bind) placement -> none()).place(pod("p"), "n1").binds())
                .hasMessageStartingWith("Bind of the plugin returned null");
    }

    @Test
    void aVerdictOtherThanTheExpectedOneIsReported() {
        PermitVerdict wait = new PermitVerdict.Wait(Duration.ofSeconds(5), List.of("later"));
        PluginTester tester = on((Permit) (cycle, node) -> wait);

        assertThatThrownBy(() -> tester.place(pod("a"), "n1").allows())
                .hasMessage("Permit did not allow default/a: " + wait);
        assertThatThrownBy(() -> tester.place(pod("b"), "n1").waits(Duration.ofSeconds(6), "later"))
                .hasMessageStartingWith("Permit did not let default/b wait for PT6S because of");
        assertThatThrownBy(() -> tester.place(pod("c"), "n1").denies("later"))
                .hasMessage("Permit did not deny default/c for [later]: " + wait);
        assertThatThrownBy(() ->
                        tester.place(pod("d"), "n1")
                                .waits(Duration.ofSeconds(5), "later")
                                .isAllowed())
                .hasMessage("the plugin has not allowed default/d: it waits for at most PT5S");
    }

    @Test
    void anExtensionPointThatThePluginDoesNotImplementIsReported() {
        assertThatThrownBy(
                        () -> on((PreEnqueue) pod -> Verdict.PASS).place(pod("p"), "n1").reserves())
                .hasMessageStartingWith(
                        "the plugin does not implement Reserve; it implements PreEnqueue");
    }

    @Test
    void aPodThatTheFilterRejectsCannotBePlaced() {
        Filter plugin = cycle -> PreFilterResult.of(node -> Reject.unschedulable("no"));

        assertThatThrownBy(() -> on(plugin).place(pod("p"), "n1"))
                .hasMessageStartingWith("n1 was rejected: ");
        assertThatThrownBy(() -> on(plugin).place(pod("p"), "n2"))
                .hasMessage("there is no node n2; add it with nodes(...)");
    }

    /// Binds with a write, and declares another one.
    private record TwoWrites(PluginContext context) implements Bind {
        @Override
        public BindVerdict bind(Placement placement) throws InterruptedException {
            context.write(write(placement, "elsewhere"));
            return BindVerdict.BOUND;
        }

        @Override
        public Optional<Write> bindingWrite(Placement placement) {
            return Optional.of(write(placement, placement.node()));
        }

        private static Write write(Placement placement, String node) {
            Pod pod = placement.pod();
            return new Write.BindPod(pod.namespace(), pod.name(), pod.uid(), node);
        }

        static final class Provider implements PluginProvider<PluginProvider.NoArgs> {
            @Override
            public String name() {
                return "TwoWrites";
            }

            @Override
            public PluginProvider.NoArgs defaults() {
                return PluginProvider.NoArgs.NONE;
            }

            @Override
            public Plugin create(PluginProvider.NoArgs args, PluginContext context) {
                return new TwoWrites(context);
            }
        }
    }

    @Test
    void bindAndBindingWriteMustSendTheSame() {
        PluginTester tester = PluginTester.of(new TwoWrites.Provider()).nodes(node("n1"));

        assertThatThrownBy(() -> tester.place(pod("p"), "n1").binds())
                .hasMessageStartingWith("bindingWrite and bind differ: bindingWrite returns")
                .hasMessageContaining("elsewhere");
    }

    /// Compares every pod as smaller than every other.
    private static final class Contradiction implements QueueSort {
        @Override
        public int compare(QueueEntry a, QueueEntry b) {
            return a.equals(b) ? 0 : -1;
        }
    }

    @Test
    void comparisonsThatContradictEachOtherAreReported() {
        assertThatThrownBy(() -> on(new Contradiction()).queueOrder(pod("a"), pod("b")))
                .hasMessage(
                        "QueueSort contradicts itself: compare(a, b) is -1, and compare(b, a) is"
                                + " -1");
    }

    /// Fails in the second call of Unreserve.
    private static final class ReleasesOnce implements Reserve {
        private boolean released;

        @Override
        public Verdict reserve(PodCycle cycle, NodeView node) {
            return Verdict.PASS;
        }

        @Override
        public void unreserve(Placement placement) {
            if (released) {
                throw new IllegalStateException("nothing is reserved");
            }
            released = true;
        }
    }

    @Test
    void unreserveMustBeIdempotent() {
        assertThatThrownBy(() -> on(new ReleasesOnce()).place(pod("p"), "n1").reserves().fails())
                .hasMessage(
                        "Unreserve of ReleasesOnce threw an exception for pod default/p:"
                                + " java.lang.IllegalStateException: nothing is reserved");
    }

    @Test
    void anUnwatchedResourceIsReported() {
        EnqueueExtensions plugin = hints -> hints.on("widgets.v1.example.com", 1);

        assertThatThrownBy(() -> on(plugin).registeredEvents())
                .hasMessageContaining("which Berth does not watch")
                .hasMessageContaining("Plugin.reads()");
    }

    @Test
    void aMissingRegistrationIsReported() {
        EnqueueExtensions plugin = hints -> hints.on("Node", 1);
        PluginTester tester = on(plugin);

        assertThatThrownBy(
                        () -> tester.unschedulable(pod("p")).requeuedByDeleting(pod("q").on("n1")))
                .hasMessage(
                        "the plugin has no registration for [AssignedPodDelete], so the change does"
                                + " not requeue default/p; it has registered [NodeAdd]");
        assertThatThrownBy(() -> tester.unschedulable(pod("p")).notRequeuedByAdding(node("n2")))
                .hasMessage(
                        "a queueing hint of the plugin for [NodeAdd] returned true for default/p");
        assertThatThrownBy(() -> tester.unschedulable(pod("p")).requeuedByAdding(pod("q")))
                .hasMessage("the change of Pod default/q is no event for other pods");
        assertThatThrownBy(() -> tester.registers("Node", 2))
                .hasMessageStartingWith("the plugin does not register ");
    }

    @Test
    void labelsThatAnAddedObjectDoesNotNeedAreReported() {
        QueueingHint wrong =
                new QueueingHint() {
                    @Override
                    public boolean shouldQueue(Pod unschedulable, ObjectChange change) {
                        return true;
                    }

                    @Override
                    public Optional<Set<NeededLabel>> labelsOfAdded(Pod unschedulable) {
                        return Optional.of(Set.of(new NeededLabel("app", "db")));
                    }
                };
        EnqueueExtensions plugin = hints -> hints.on("Node", ClusterEvent.ADD, wrong);

        on(plugin).unschedulable(pod("p")).requeuedByAdding(node("n2").label("app", "db"));
        assertThatThrownBy(() ->
                        on(plugin)
                                .unschedulable(pod("p"))
                                .requeuedByAdding(node("n2").label("app", "web")))
                .hasMessage(
                        "the queueing hint of the plugin for NodeAdd returned true for default/p"
                                + " and the added Node n2, which has none of the labels that"
                                + " labelsOfAdded returned: [app=db]; return every label that can"
                                + " help, or Optional.empty()");
    }

    @Test
    void aResultThatPodsOfOnePodShapeDoNotShareIsReported() {
        EnqueueExtensions plugin =
                hints ->
                        hints.on(
                                "Node",
                                ClusterEvent.ADD,
                                QueueingHint.forPodShape((pod, change) -> pod.name().equals("p")));

        on(plugin).unschedulable(pod("q")).notRequeuedByAdding(node("n2"));
        assertThatThrownBy(() -> on(plugin).unschedulable(pod("p")).requeuedByAdding(node("n2")))
                .hasMessage(
                        "the queueing hint of the plugin for NodeAdd returned true for default/p"
                                + " and false for a pod with the same pod shape, but"
                                + " sharedByPodShape returned true; return false if the result"
                                + " depends on the name or the UID of the pod");
    }

    @Test
    void aKindThatThePluginDoesNotReadIsReported() {
        assertThatThrownBy(() ->
                        on((Filter) cycle -> PreFilterResult.SKIP)
                                .objects("{apiVersion: a/v1, kind: B, metadata: {name: b}}"))
                .hasMessage(
                        "the plugin does not read the kind a/v1 B; return it from Plugin.reads()");
    }

    @Test
    void allowingAPodForAnotherPluginIsReported() {
        PluginTester tester = PluginTester.of(new TicketPlugin.Provider());

        assertThatThrownBy(() -> tester.context().waitingPods().allow("default/p", "Tickets"))
                .hasMessage(
                        "WaitingPods.allow was called for the plugin \"Tickets\", but the name of"
                                + " the plugin is \"Ticket\"");
    }

    /// Evicts in a dry run.
    private record Careless(PluginContext context) implements PostFilter {
        @Override
        public PostFilterVerdict postFilter(PodCycle cycle, dev.berth.spi.Diagnosis diagnosis) {
            context.activate(List.of("default/other"));
            return new PostFilterVerdict.Aborted("nothing to do");
        }

        static final class Provider implements PluginProvider<PluginProvider.NoArgs> {
            @Override
            public String name() {
                return "Careless";
            }

            @Override
            public PluginProvider.NoArgs defaults() {
                return PluginProvider.NoArgs.NONE;
            }

            @Override
            public Plugin create(PluginProvider.NoArgs args, PluginContext context) {
                return new Careless(context);
            }
        }
    }

    @Test
    void aSideEffectInADryRunIsReported() {
        PluginTester tester = PluginTester.of(new Careless.Provider()).nodes(node("n1"));

        tester.postFilter(pod("p")).aborts("nothing to do");
        assertThatThrownBy(() -> tester.postFilterInDryRun(pod("p")))
                .hasMessageStartingWith("PostFilter of Careless has side effects in a dry run: ")
                .hasMessageContaining("activated pods [default/other, default/other]");
    }

    /// Counts pods, and does not clear the count.
    private static final class Forgetful implements StateObserver, Score {
        private int pods;

        @Override
        public void podPlaced(Pod pod, String node) {
            pods++;
        }

        @Override
        public void forgetAll() {}

        @Override
        public PreScoreResult scorerFor(PodCycle cycle, dev.berth.spi.NodeSet feasible) {
            return PreScoreResult.of(NodeScorer.uniform(pods));
        }
    }

    @Test
    void anIndexThatIsNotClearedGivesOtherResultsAfterARebuild() {
        PluginTester tester = on(new Forgetful()).running(pod("p").on("n1"));

        tester.schedule(pod("q")).scores("n1", 1);
        assertThatThrownBy(() -> tester.rebuildIndex().schedule(pod("q")).scores("n1", 1))
                .hasMessageStartingWith("n1 scored 2, not 1");
    }

    @Test
    void missingExtensionPointsAreReportedWithTheCallsThatRunThem() {
        PluginTester tester = on(new Forgetful());

        assertThatThrownBy(tester::verifyAllPointsExercised)
                .hasMessage(
                        "no test has run these extension points of Forgetful: Score (call"
                                + " schedule(pod)), StateObserver.forgetAll (call rebuildIndex())");
        tester.schedule(pod("q"));
        tester.rebuildIndex().verifyAllPointsExercised();
    }

    @Test
    void aFailureNamesTheExtensionPointsThatHaveNotRun() {
        PluginTester tester = on(new Forgetful());

        assertThatThrownBy(() -> tester.schedule(pod("q")).scores("n1", 7))
                .hasMessage(
                        "n1 scored 0, not 7; all scores: {n1=0}\n"
                                + "(not run so far: StateObserver.forgetAll;"
                                + " verifyAllPointsExercised() asserts that nothing is missing)");
    }

    @Test
    void aRecordWithoutTestersIsReported() {
        assertThatThrownBy(() -> new ExercisedPoints().verifyAllPointsExercised())
                .hasMessage(
                        "no tester records its extension points here; create testers with"
                                + " recordIn(...)");
    }
}
