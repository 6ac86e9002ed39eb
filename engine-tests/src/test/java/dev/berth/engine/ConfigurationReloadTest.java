package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.term;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.port.EngineConfiguration;
import dev.berth.engine.port.Extender;
import dev.berth.engine.port.ExtenderException;
import dev.berth.engine.port.ExtenderSpec;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.port.ReloadOutcome;
import dev.berth.engine.queue.QueueName;
import dev.berth.engine.scenario.Profiles;
import dev.berth.engine.view.QueueMove;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.Placement;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PodMatcher;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.QueueEntry;
import dev.berth.spi.QueueSort;
import dev.berth.spi.Reject;
import dev.berth.spi.Reserve;
import dev.berth.spi.Score;
import dev.berth.spi.StateKey;
import dev.berth.spi.StateObserver;
import dev.berth.spi.Verdict;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;
import dev.berth.testkit.Build;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

class ConfigurationReloadTest {
    /// A pod whose UID is its name.
    private static PodBuilder pod(String name) {
        return Build.pod(name).uid(name);
    }

    private static EngineConfiguration configuration(ProfileSpec... profiles) {
        return new EngineConfiguration(
                List.of(profiles), List.of(), Duration.ofSeconds(1), Duration.ofSeconds(10));
    }

    private static ReloadOutcome reload(Rig rig, EngineConfiguration configuration) {
        CompletableFuture<ReloadOutcome> outcome = rig.engine.reload(configuration);
        rig.settle();
        return outcome.join();
    }

    private static ReloadOutcome reload(Rig rig, ProfileSpec... profiles) {
        return reload(rig, configuration(profiles));
    }

    private static ProfileSpec with(String name, Plugin plugin) {
        return Profiles.with(name, plugin);
    }

    private static ProfileSpec inTree() {
        return Profiles.inTree();
    }

    /// Rejects every node.
    private static final class RejectAll implements Filter {
        int closed;

        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            return PreFilterResult.of(node -> Reject.unschedulable("rejected by RejectAll"));
        }

        @Override
        public void close() {
            closed++;
        }
    }

    /// Lets every pod wait, and records how its reservations end.
    private static final class WaitForever implements Permit, Reserve {
        final List<String> calls = new ArrayList<>();

        @Override
        public PermitVerdict permit(PodCycle cycle, NodeView node) {
            return new PermitVerdict.Wait(Duration.ofMinutes(10), List.of("waits"));
        }

        @Override
        public Verdict reserve(PodCycle cycle, NodeView node) {
            calls.add("reserve " + cycle.pod().name());
            return Verdict.PASS;
        }

        @Override
        public void unreserve(Placement placement) {
            calls.add("unreserve " + placement.pod().name());
        }

        @Override
        public void close() {
            calls.add("close");
        }
    }

    @Test
    void aPodThatARemovedPluginRejectedGetsANewAttempt() {
        var rejecting = new RejectAll();
        Rig rig = Rig.with("RejectAll", rejecting);
        rig.nodes(node("n1").cpu("4")).pods(pod("web"));
        assertThat(rig.place("web")).isEqualTo(QueueName.UNSCHEDULABLE);

        assertThat(reload(rig, inTree())).isEqualTo(new ReloadOutcome.InForce(1));
        rig.seconds(2);

        assertThat(rig.api.bound).containsEntry("web", "n1");
        assertThat(rejecting.closed).isEqualTo(1);
        assertThat(rig.loop().retiredConfigurations()).isZero();
    }

    @Test
    void aRejectedPodIsEvaluatedByTheNewPlugins() {
        Rig rig = Rig.plain();
        reload(rig, with("RejectAll", new RejectAll()));
        rig.nodes(node("n1").cpu("4")).pods(pod("web"));

        assertThat(rig.api.bound).isEmpty();
        assertThat(rig.queued("web").unschedulablePlugins()).containsExactly("RejectAll");
    }

    @Test
    void aPodThatWaitsOnPermitKeepsItsPlugins() {
        var waiting = new WaitForever();
        Rig rig = Rig.with("WaitForever", waiting);
        rig.nodes(node("n1").cpu("4")).pods(pod("web"));
        assertThat(rig.loop().binder().waiting().size()).isEqualTo(1);

        reload(rig, inTree());
        rig.seconds(5);

        assertThat(rig.loop().binder().waiting().size()).isEqualTo(1);
        assertThat(rig.loop().state().assumed("web")).isTrue();
        assertThat(waiting.calls).containsExactly("reserve web");
        assertThat(rig.loop().retiredConfigurations()).isEqualTo(1);

        rig.engine.post(new Message.Allow("web", "WaitForever"));
        rig.settle();
        rig.seconds(2);

        assertThat(rig.api.bound).containsEntry("web", "n1");
        assertThat(waiting.calls).containsExactly("reserve web", "close");
        assertThat(rig.loop().retiredConfigurations()).isZero();
    }

    @Test
    void aPodThatIsRejectedOnPermitIsUnreservedByItsPluginsAndRetriedWithTheNewOnes() {
        var waiting = new WaitForever();
        Rig rig = Rig.with("WaitForever", waiting);
        rig.nodes(node("n1").cpu("4")).pods(pod("web"));
        reload(rig, inTree());

        rig.engine.post(new Message.Reject("web", "WaitForever", "too late"));
        rig.settle();
        rig.seconds(3);

        assertThat(waiting.calls).containsExactly("reserve web", "unreserve web", "close");
        assertThat(rig.api.bound).containsEntry("web", "n1");
    }

    @Test
    void aBindInProgressThatFailsIsUndoneByItsPlugins() {
        var waiting =
                new Reserve() {
                    final List<String> calls = new ArrayList<>();

                    @Override
                    public Verdict reserve(PodCycle cycle, NodeView node) {
                        return Verdict.PASS;
                    }

                    @Override
                    public void unreserve(Placement placement) {
                        calls.add("unreserve");
                    }

                    @Override
                    public void close() {
                        calls.add("close");
                    }
                };
        Rig rig = Rig.with("Reserving", waiting);
        rig.api.hold(write -> write instanceof Write.BindPod);
        rig.nodes(node("n1").cpu("4")).pods(pod("web"));
        assertThat(rig.loop().binder().size()).isEqualTo(1);

        reload(rig, inTree());
        rig.seconds(2);
        assertThat(waiting.calls).isEmpty();
        assertThat(rig.loop().state().assumed("web")).isTrue();

        rig.api.bindAnswers.add(new WriteOutcome.Refused(500, "no"));
        rig.api.answerAll();
        rig.settle();
        rig.seconds(3);

        assertThat(waiting.calls).containsExactly("unreserve", "close");
        assertThat(rig.api.bound).containsEntry("web", "n1");
    }

    @Test
    void nominationsSurvive() {
        Rig rig = Rig.plain();
        rig.nodes(node("n1").cpu("1"));
        rig.pods(pod("low").cpu("1").priority(0).on("n1"));
        rig.api.hold(write -> write instanceof Write.DeletePod);
        rig.pods(pod("high").cpu("1").priority(10));
        assertThat(rig.loop().state().nominations().nodeOf("high")).isEqualTo("n1");

        reload(rig, inTree());

        assertThat(rig.loop().state().nominations().nodeOf("high")).isEqualTo("n1");
    }

    @Test
    void aPreemptionThatIsInProgressContinues() {
        Rig rig = Rig.plain();
        rig.nodes(node("n1").cpu("1"), node("n2").cpu("1"));
        rig.pods(pod("low1").cpu("1").priority(0).on("n1"));
        rig.pods(pod("low2").cpu("1").priority(0).on("n2"));
        rig.api.hold(write -> write instanceof Write.DeletePod);
        rig.pods(pod("high").cpu("1").priority(10));
        assertThat(rig.api.unanswered).hasSize(1);

        reload(rig, inTree());
        rig.seconds(3);
        assertThat(rig.loop().retiredConfigurations()).isEqualTo(1);
        assertThat(rig.queued("high").gatingPlugin()).isEqualTo("DefaultPreemption");
        assertThat(rig.api.unanswered).hasSize(1);

        rig.api.answerAll();
        rig.settle();
        rig.seconds(2);
        assertThat(rig.api.deletes()).hasSize(1);
        assertThat(rig.loop().retiredConfigurations()).isZero();
    }

    @Test
    void preEnqueueOfTheNewProfileGatesActivePods() {
        PreEnqueue gate = pod -> Reject.unschedulable("closed");
        Rig rig = Rig.plain();
        rig.engine.post(new Message.Pause(true));
        rig.nodes(node("n1").cpu("4")).pods(pod("web"));
        assertThat(rig.place("web")).isEqualTo(QueueName.ACTIVE);

        reload(rig, with("Gate", gate));
        assertThat(rig.queued("web").gatingPlugin()).isEqualTo("Gate");
        assertThat(rig.queued("web").moves().getLast().event())
                .isEqualTo(QueueMove.CONFIGURATION_RELOAD);

        reload(rig, inTree());
        assertThat(rig.place("web")).isEqualTo(QueueName.ACTIVE);
    }

    /// Pods in the order of their names, or in the reverse order.
    private record ByName(boolean reverse) implements QueueSort {
        @Override
        public int compare(QueueEntry one, QueueEntry other) {
            int order = one.pod().name().compareTo(other.pod().name());
            return reverse ? -order : order;
        }
    }

    private static ProfileSpec sortedBy(QueueSort sort) {
        return Profiles.remaking("PrioritySort", context -> sort);
    }

    @Test
    void anotherQueueSortReordersTheQueue() {
        Rig rig = Rig.plain();
        reload(rig, sortedBy(new ByName(false)));
        rig.engine.post(new Message.Pause(true));
        rig.nodes(node("n1").cpu("8"));
        rig.pods(pod("b"), pod("d"), pod("a"), pod("c"));

        reload(rig, sortedBy(new ByName(true)));
        rig.engine.post(new Message.Pause(false));
        rig.settle();

        assertThat(rig.decisions)
                .extracting(each -> each.pod())
                .containsExactly("default/d", "default/c", "default/b", "default/a");
    }

    @Test
    void anotherBackoffAppliesToPodsInBackoff() {
        Rig rig = Rig.plain();
        rig.api.bindAnswers.add(new WriteOutcome.Refused(500, "no"));
        rig.nodes(node("n1").cpu("4")).pods(pod("web"));
        assertThat(rig.place("web")).isEqualTo(QueueName.ERROR_BACKOFF);

        reload(
                rig,
                new EngineConfiguration(
                        List.of(inTree()),
                        List.of(),
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(120)));
        rig.seconds(30);
        assertThat(rig.place("web")).isEqualTo(QueueName.ERROR_BACKOFF);
        rig.seconds(32);
        assertThat(rig.api.bound).containsKey("web");
    }

    @Test
    void profilesAreAddedAndRemoved() {
        Rig rig = Rig.plain();
        rig.nodes(node("n1").cpu("1"));
        rig.pods(pod("large").cpu("2"), pod("other").cpu("1").scheduler("second"));
        assertThat(rig.place("other")).isEqualTo(QueueName.NONE);
        assertThat(rig.place("large")).isEqualTo(QueueName.UNSCHEDULABLE);

        ProfileSpec second = Profiles.only("second", List.of("NodeResourcesFit"));
        assertThat(reload(rig, second)).isEqualTo(new ReloadOutcome.InForce(1));

        assertThat(rig.api.bound).containsKey("other");
        assertThat(rig.place("large")).isEqualTo(QueueName.NONE);
        rig.pods(pod("later"));
        assertThat(rig.place("later")).isEqualTo(QueueName.NONE);
    }

    @Test
    void aPodWhoseProfileIsRemovedDuringItsAttemptLeavesTheQueueWhenTheAttemptFails() {
        var waiting = new WaitForever();
        Rig rig = Rig.with("WaitForever", waiting);
        rig.nodes(node("n1").cpu("4")).pods(pod("web"));

        reload(rig, Profiles.only("second", List.of("NodeResourcesFit")));
        rig.engine.post(new Message.Reject("web", "WaitForever", "too late"));
        rig.settle();

        assertThat(rig.place("web")).isEqualTo(QueueName.NONE);
        assertThat(rig.loop().queue().sizes().inFlight()).isZero();
        assertThat(rig.loop().state().nominations().nodeOf("web")).isEmpty();
        reload(rig, inTree());
        assertThat(rig.api.bound).containsKey("web");
    }

    @Test
    void aConfigurationWhosePluginsCannotBeCreatedChangesNothing() {
        var rejecting = new RejectAll();
        Rig rig = Rig.plain();
        var makers = new LinkedHashMap<String, Function<PluginContext, Plugin>>();
        makers.put("RejectAll", context -> rejecting);
        makers.put(
                "Broken",
                context -> {
                    throw new IllegalArgumentException("maxCents must be positive, was 0");
                });
        ReloadOutcome outcome = reload(rig, Profiles.making(makers, inTree().gates()));

        assertThat(outcome)
                .isEqualTo(
                        new ReloadOutcome.Rejected(
                                "initializing profiles: creating profile for scheduler name"
                                        + " default-scheduler: initializing plugin \"Broken\":"
                                        + " maxCents must be positive, was 0",
                                false));
        assertThat(rejecting.closed).isEqualTo(1);
        rig.nodes(node("n1").cpu("4")).pods(pod("web"));
        assertThat(rig.api.bound).containsKey("web");
    }

    /// Records the placed pods.
    private static final class Observer implements Filter, StateObserver {
        final List<String> placed = new ArrayList<>();

        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            return new PreFilterResult.Skip();
        }

        @Override
        public void podPlaced(Pod pod, String node) {
            placed.add(pod.name());
        }

        @Override
        public void forgetAll() {
            placed.clear();
        }
    }

    @Test
    void aNewObserverReceivesTheStateAndTheOldOneNothingMore() {
        var before = new Observer();
        var after = new Observer();
        Rig rig = Rig.with("Observer", before);
        rig.nodes(node("n1").cpu("4")).pods(pod("one"));

        reload(rig, with("Observer", after));
        rig.pods(pod("two"));

        assertThat(before.placed).containsExactly("one");
        assertThat(after.placed).containsExactly("one", "two");
    }

    @Test
    void workThatAClosedPluginHasPlannedDoesNotRun() {
        var ran = new ArrayList<String>();
        Rig rig =
                Rig.making(
                        Map.of(
                                "Planner",
                                context -> {
                                    context.runLater(Duration.ofMinutes(5), () -> ran.add("late"));
                                    context.runLater(() -> ran.add("soon"));
                                    return new RejectAll();
                                }));
        reload(rig, inTree());
        rig.seconds(600);

        assertThat(ran).containsExactly("soon");
    }

    /// Lets time pass second by second, so that planned work can plan more.
    private static void pass(Rig rig, int seconds) {
        for (int i = 0; i < seconds; i++) {
            rig.seconds(1);
        }
    }

    /// Writes until a write succeeds, 5 seconds after each failure.
    private static final class Retrying implements Reserve {
        private final PluginContext context;
        final List<String> calls = new ArrayList<>();

        Retrying(PluginContext context) {
            this.context = context;
        }

        @Override
        public Verdict reserve(PodCycle cycle, NodeView node) {
            send();
            return Verdict.PASS;
        }

        @Override
        public void unreserve(Placement placement) {}

        private void send() {
            context.submit(
                    new Write.DeletePod("default", "other", "u-other"),
                    outcome -> {
                        calls.add(outcome instanceof WriteOutcome.Done ? "done" : "failed");
                        if (!(outcome instanceof WriteOutcome.Done)) {
                            context.runLater(Duration.ofSeconds(5), this::send);
                        }
                    });
        }

        @Override
        public void close() {
            calls.add("close");
        }
    }

    @Test
    void aWriteOfARetiredPluginIsRetriedUntilItSucceeds() {
        var plugins = new ArrayList<Retrying>();
        Rig rig =
                Rig.making(
                        Map.of(
                                "Retrying",
                                context -> {
                                    plugins.add(new Retrying(context));
                                    return plugins.getLast();
                                }));
        for (int i = 0; i < 4; i++) {
            rig.api.deleteAnswers.add(new WriteOutcome.Refused(500, "no"));
        }
        rig.nodes(node("n1").cpu("4")).pods(pod("web"));
        reload(rig, inTree());
        pass(rig, 12);
        assertThat(plugins.getFirst().calls).containsExactly("failed", "failed", "failed");
        assertThat(rig.loop().retiredConfigurations()).isEqualTo(1);

        pass(rig, 20);
        assertThat(plugins.getFirst().calls).endsWith("done", "close");
        assertThat(rig.loop().retiredConfigurations()).isZero();
    }

    @Test
    void workThatIsPlannedAgainAndAgainEndsAfterALimit() {
        var ran = new ArrayList<Long>();
        Rig rig =
                Rig.making(
                        Map.of(
                                "Periodic",
                                context -> {
                                    new Object() {
                                        void plan() {
                                            context.runLater(
                                                    Duration.ofSeconds(30),
                                                    () -> {
                                                        ran.add(context.nowNanos());
                                                        plan();
                                                    });
                                        }
                                    }.plan();
                                    return new RejectAll();
                                }));
        reload(rig, inTree());
        pass(rig, 120);
        assertThat(rig.loop().retiredConfigurations()).isEqualTo(1);
        pass(rig, 1_200);
        assertThat(rig.loop().retiredConfigurations()).isZero();
        int before = ran.size();
        pass(rig, 600);
        assertThat(ran).hasSize(before);
    }

    private record Names(List<String> names) {
        Names() {
            this(new ArrayList<>());
        }
    }

    private static final StateKey<Names> VALUE = StateKey.of("names", Names.class);

    /// Asks for the shared value with each attempt.
    private record Sharing(PluginContext context) implements Filter {
        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            context.shared(VALUE, Names::new).names().add(cycle.pod().name());
            return new PreFilterResult.Skip();
        }
    }

    private static ProfileSpec making(String name, Function<PluginContext, Plugin> maker) {
        return Profiles.making(Map.of(name, maker), inTree().gates());
    }

    @Test
    void aSharedValueSurvivesAReloadUntilItsUsersAreGone() {
        var values = new ArrayList<Names>();
        Function<PluginContext, Plugin> reading =
                context -> {
                    values.add(context.shared(VALUE, Names::new));
                    return new RejectAll();
                };
        Rig rig = Rig.making(Map.of("Sharing", Sharing::new));
        rig.nodes(node("n1").cpu("4")).pods(pod("one"));
        reload(rig, making("Sharing", Sharing::new));
        rig.pods(pod("two"));
        reload(rig, making("Reading", reading));
        assertThat(values.getLast().names()).containsExactly("one", "two");

        reload(rig, inTree());
        reload(rig, inTree());
        reload(rig, making("Reading", reading));
        assertThat(values.getLast().names()).isEmpty();
    }

    @Test
    void aRejectedConfigurationLeavesNoSharedValue() {
        var created = new ArrayList<String>();
        Function<PluginContext, Plugin> reading =
                context -> {
                    context.shared(
                            VALUE,
                            () -> {
                                created.add("value");
                                return new Names();
                            });
                    return new RejectAll();
                };
        Rig rig = Rig.plain();
        var makers = new LinkedHashMap<String, Function<PluginContext, Plugin>>();
        makers.put("Reading", reading);
        makers.put(
                "Broken",
                context -> {
                    throw new IllegalArgumentException("broken");
                });
        for (int i = 0; i < 2; i++) {
            assertThat(reload(rig, Profiles.making(makers, inTree().gates())))
                    .isInstanceOf(ReloadOutcome.Rejected.class);
        }
        assertThat(created).hasSize(2);
    }

    /// Counts pods with a matcher of its own.
    private static final class Counts implements Filter {
        private final PluginContext context;
        private final PodMatcher matcher;
        int matched;

        Counts(PluginContext context) {
            this.context = context;
            this.matcher =
                    (namespace, labels) -> {
                        matched++;
                        return true;
                    };
        }

        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            context.selectorGroup(matcher);
            return new PreFilterResult.Skip();
        }
    }

    @Test
    void matchersOfClosedPluginsDoNotRun() {
        var plugins = new ArrayList<Counts>();
        Rig rig =
                Rig.making(
                        Map.of(
                                "Counts",
                                context -> {
                                    plugins.add(new Counts(context));
                                    return plugins.getLast();
                                }));
        rig.nodes(node("n1").cpu("4")).pods(pod("one").label("app", "one"));
        int before = plugins.getFirst().matched;
        assertThat(before).isPositive();
        reload(rig, inTree());
        rig.pods(pod("two").label("app", "two"));
        assertThat(rig.api.bound).containsKey("two");
        assertThat(plugins.getFirst().matched).isEqualTo(before);
    }

    @Test
    void aReloadThatIsWithdrawnDoesNotComeIntoForce() {
        Rig rig = Rig.plain();
        CompletableFuture<ReloadOutcome> outcome =
                rig.engine.reload(configuration(with("RejectAll", new RejectAll())));
        assertThat(rig.engine.withdrawReload(outcome)).isTrue();
        rig.settle();

        assertThat(outcome).isCancelled();
        rig.nodes(node("n1").cpu("4")).pods(pod("web"));
        assertThat(rig.api.bound).containsKey("web");
        CompletableFuture<ReloadOutcome> handled = rig.engine.reload(configuration(inTree()));
        rig.settle();
        assertThat(rig.engine.withdrawReload(handled)).isFalse();
        assertThat(handled.join()).isInstanceOf(ReloadOutcome.InForce.class);
    }

    @Test
    void theWeightOfAScoreChanges() {
        Rig rig = new Rig(Map.of("Prefer1", new Prefer("n1"), "Prefer2", new Prefer("n2")));
        rig.nodes(node("n1").cpu("64"), node("n2").cpu("64"));

        reload(rig, preferring(5, 1));
        rig.pods(pod("one"));
        reload(rig, preferring(1, 5));
        rig.pods(pod("two"));

        assertThat(rig.api.bound).containsEntry("one", "n1").containsEntry("two", "n2");
    }

    private static ProfileSpec preferring(long first, long second) {
        return ProfileSpec.named("default-scheduler")
                .with("PrioritySort", maker("PrioritySort"), 1)
                .with("DefaultBinder", maker("DefaultBinder"), 1)
                .with("Prefer1", context -> new Prefer("n1"), first)
                .with("Prefer2", context -> new Prefer("n2"), second)
                .build();
    }

    private static Function<PluginContext, Plugin> maker(String name) {
        return Objects.requireNonNull(inTree().makers().get(name));
    }

    private record Prefer(String name) implements Score {
        @Override
        public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
            NodeScorer scorer = node -> node.node().name().equals(name) ? 100 : 0;
            return PreScoreResult.of(scorer);
        }
    }

    /// The in-tree plugins; those that are created are added to `created`.
    private static ProfileSpec recording(List<WeakReference<Plugin>> created) {
        var makers = new LinkedHashMap<String, Function<PluginContext, Plugin>>();
        inTree().makers()
                .forEach((name, maker) ->
                        makers.put(
                                name,
                                context -> {
                                    Plugin plugin = maker.apply(context);
                                    created.add(new WeakReference<>(plugin));
                                    return plugin;
                                }));
        return inTree().with(makers);
    }

    @Test
    void theEngineKeepsNoReferenceToPluginsOfEarlierConfigurations() {
        Rig rig = Rig.plain();
        rig.nodes(node("n1").cpu("64"), node("n2").cpu("64").label("zone", "a"));
        var created = new ArrayList<WeakReference<Plugin>>();
        for (int i = 0; i < 10; i++) {
            reload(rig, recording(created));
            rig.pods(
                    pod("p" + i)
                            .label("app", "a" + i % 3)
                            .ratherNear(1, term("kubernetes.io/hostname").of("app", "a1"))
                            .away(term("kubernetes.io/hostname").of("app", "none")),
                    pod("large" + i).cpu("100"));
        }
        int perReload = created.size() / 10;
        reload(rig, inTree());
        rig.seconds(2);

        assertThat(rig.api.bound).hasSize(10);
        assertThat(perReload).isGreaterThan(10);
        await(() -> live(created) == 0, () -> live(created) + " of " + created.size());
    }

    private static long live(List<WeakReference<Plugin>> created) {
        return created.stream().filter(each -> each.get() != null).count();
    }

    /// Collects garbage until the condition holds.
    private static void await(BooleanSupplier condition, Supplier<String> description) {
        for (int i = 0; i < 20 && !condition.getAsBoolean(); i++) {
            System.gc();
        }
        assertThat(condition.getAsBoolean()).as(description).isTrue();
    }

    /// An extender that accepts all nodes when it is told to.
    private static final class SlowExtender implements Extender {
        private final ExtenderSpec spec;
        private final StepThreads executor;
        final CompletableFuture<Boolean> answer = new CompletableFuture<>();
        int calls;
        int closed;

        SlowExtender(String name, StepThreads executor) {
            this.executor = executor;
            this.spec =
                    new ExtenderSpec(
                            "http://" + name,
                            "filter",
                            "",
                            "",
                            "",
                            1,
                            ExtenderSpec.Tls.NONE,
                            Duration.ofSeconds(5),
                            true,
                            List.of(),
                            false);
        }

        @Override
        public ExtenderSpec spec() {
            return spec;
        }

        @Override
        public Filtered filter(ExtenderArgs args) throws ExtenderException, InterruptedException {
            calls++;
            try {
                executor.await(answer);
            } catch (ExecutionException e) {
                throw new ExtenderException("failed", e);
            }
            return new Filtered(args.names(), Map.of(), Map.of());
        }

        @Override
        public Map<String, Long> prioritize(ExtenderArgs args) {
            return Map.of();
        }

        @Override
        public void bind(Pod pod, String node) {}

        @Override
        public List<Evictions> preempt(Json.Obj pod, List<Evictions> proposed) {
            return proposed;
        }

        @Override
        public void close() {
            closed++;
        }
    }

    @Test
    void anAttemptThatWaitsForExtendersEndsWithTheExtendersThatItBeganWith() {
        var executor = new StepThreads();
        var first = new SlowExtender("first", executor);
        var second = new SlowExtender("second", executor);
        second.answer.complete(true);
        var rig =
                new Rig(Map.of(), builder -> builder.executor(executor).extenders(List.of(first)));
        rig.nodes(node("n1").cpu("4")).pods(pod("one"));
        assertThat(first.calls).isEqualTo(1);

        reload(
                rig,
                new EngineConfiguration(
                        List.of(inTree()),
                        List.of(second),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(10)));
        rig.seconds(2);
        assertThat(first.closed).isZero();
        assertThat(rig.api.bound).isEmpty();

        first.answer.complete(true);
        rig.settle();
        rig.seconds(2);
        rig.pods(pod("two"));

        assertThat(rig.api.bound).containsOnlyKeys("one", "two");
        assertThat(first.calls).isEqualTo(1);
        assertThat(first.closed).isEqualTo(1);
        assertThat(second.calls).isEqualTo(1);
        rig.engine.close();
        assertThat(first.closed).isEqualTo(1);
        assertThat(second.closed).isEqualTo(1);
    }

    @Test
    void theFirstExtenderNeedsARestart() {
        var extender = new SlowExtender("first", new StepThreads());
        Rig rig = Rig.plain();
        ReloadOutcome outcome =
                reload(
                        rig,
                        new EngineConfiguration(
                                List.of(inTree()),
                                List.of(extender),
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(10)));

        assertThat(outcome)
                .isEqualTo(
                        new ReloadOutcome.Rejected(
                                "extenders: the scheduler has started without extenders and does"
                                        + " not keep the complete pods and nodes that they receive;"
                                        + " restart it to add the first extender",
                                true));
        assertThat(extender.closed).isEqualTo(1);
    }
}
