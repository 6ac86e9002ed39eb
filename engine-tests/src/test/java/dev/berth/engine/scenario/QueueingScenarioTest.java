package dev.berth.engine.scenario;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;
import static dev.berth.testkit.Build.pods;
import static dev.berth.testkit.Build.term;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeView;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.Plugin;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.Verdict;
import dev.berth.testkit.PodBuilder;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/// How pods wait and come back: gates, backoff, events while an attempt is under way, failures.
class QueueingScenarioTest {
    private static final Kind FOO = new Kind("example.com", "v1", "Foo", "foos", true);

    record Gates(
            String name,
            List<PodBuilder> pods,
            List<String> scheduled,
            List<String> deleted,
            List<String> ungated) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Gates> gates() {
        return Stream.of(
                new Gates(
                        "pods without gates",
                        List.of(pod("a"), pod("b")),
                        List.of("a", "b"),
                        List.of(),
                        List.of()),
                new Gates(
                        "one pod with a gate",
                        List.of(pod("a").gate("g"), pod("b")),
                        List.of("b"),
                        List.of(),
                        List.of()),
                new Gates(
                        "one of two pods is let in",
                        List.of(pod("a").gate("g"), pod("b").gate("h"), pod("c")),
                        List.of("c"),
                        List.of(),
                        List.of("b")),
                new Gates(
                        "a pod is let in after another went",
                        List.of(pod("a").gate("g"), pod("b")),
                        List.of("b"),
                        List.of("b"),
                        List.of("a")));
    }

    @ParameterizedTest
    @MethodSource("gates")
    void gatedPodsWaitForTheirGates(Gates each) {
        var scenario =
                Scenario.of(Profiles.inTree()).nodes(node("n1")).create(each.pods).untilQuiet();
        each.scheduled.forEach(scenario::expectScheduled);
        each.deleted.forEach(scenario::delete);
        scenario.untilQuiet();
        for (PodBuilder builder : each.pods) {
            Pod pod = builder.build();
            if (!pod.spec().schedulingGates().isEmpty()) {
                scenario.expectIn("gated", pod.name()).expectAttempts(pod.name(), 0);
            }
        }
        each.ungated.forEach(scenario::ungate);
        scenario.untilQuiet();
        each.ungated.forEach(name -> scenario.expectScheduled(name).expectAttempts(name, 1));
        scenario.expectAtRest().expectNoPodForgotten();
    }

    @Test
    void theLastGateRequeuesAtOnceAndNoOtherDoes() {
        Scenario.of(Profiles.inTree())
                .nodes(node("n1"))
                .create(pod("a").gate("g").gate("h"))
                .untilQuiet()
                .update(pod("a").gate("h"))
                .untilQuiet()
                .expectIn("gated", "a")
                .ungate("a")
                .untilQuiet()
                .expectScheduledOn("a", "n1")
                .expectRequeuedBy("a", "TargetPodUpdatePodSchedulingGatesEliminated")
                .expectAtRest();
    }

    /// Counts its calls, as a PreEnqueue plugin or as a filter.
    private static final class Counter implements PreEnqueue, Filter, EnqueueExtensions {
        private final boolean wantsUpdates;
        private int admissions;
        private int hints;
        private int judgements;

        Counter(boolean wantsUpdates) {
            this.wantsUpdates = wantsUpdates;
        }

        @Override
        public Verdict preEnqueue(Pod pod) {
            admissions++;
            return pod.spec().schedulingGates().isEmpty()
                    ? Verdict.PASS
                    : Reject.unresolvable("gated");
        }

        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            judgements++;
            return PreFilterResult.SKIP;
        }

        @Override
        public void eventsToRegister(QueueingHints on) {
            if (wantsUpdates) {
                on.on(
                        ClusterEvent.POD,
                        ClusterEvent.UPDATE,
                        (unschedulable, change) -> {
                            hints++;
                            return true;
                        });
            }
        }
    }

    private static ProfileSpec gatedBy(Counter counter) {
        var profile = ProfileSpec.named("default-scheduler").with("Counter", counter);
        ProfileSpec defaultValue = DefaultProfile.spec();
        for (ProfileSpec.Use use : defaultValue.multiPoint()) {
            if (!use.name().equals("SchedulingGates")) {
                var maker = defaultValue.makers().get(use.name());
                profile.with(use.name(), Objects.requireNonNull(maker), use.weight());
            }
        }
        return profile.build();
    }

    @Test
    void aGatedPodMakesNoWork() {
        var counter = new Counter(false);
        var scenario =
                Scenario.of(gatedBy(counter))
                        .nodes(node("n1"))
                        .create(pod("gated").gate("g").near(term("zone").of("app", "x")))
                        .untilQuiet();
        assertThat(counter.admissions).isEqualTo(1);
        scenario.nodes(node("n2").label("zone", "a"))
                .update(node("n1").cpu("8"))
                .running(pod("x").label("app", "x").on("n2"))
                .untilQuiet()
                .update(pod("x").label("app", "x").label("more", ""))
                .untilQuiet()
                .delete("x")
                .deleteNode("n2")
                .untilQuiet();
        assertThat(counter.admissions).isEqualTo(1);
        assertThat(counter.judgements).isZero();
        scenario.expectIn("gated", "gated").expectAtRest();
    }

    @Test
    void aPreEnqueuePluginWithoutEventsDoesNotRunWhenThePodChanges() {
        var counter = new Counter(false);
        Scenario.of(gatedBy(counter))
                .nodes(node("n1"))
                .create(pod("a").gate("g"))
                .untilQuiet()
                .ungate("a")
                .untilQuiet()
                .expectIn("gated", "a")
                .expectAtRest();
        assertThat(counter.admissions).isEqualTo(1);
    }

    @Test
    void aPreEnqueuePluginRunsAgainAtTheEventsItRegistered() {
        var counter = new Counter(true);
        var scenario =
                Scenario.of(gatedBy(counter))
                        .nodes(node("n1"))
                        .create(pod("a").gate("g"))
                        .running(pod("x").on("n1"))
                        .untilQuiet();
        int asked = counter.admissions;
        scenario.update(pod("x").annotation("foo", "bar")).untilQuiet().expectIn("gated", "a");
        assertThat(counter.admissions).isEqualTo(asked + 1);
        scenario.ungate("a").untilQuiet().expectScheduled("a").expectAtRest();
        assertThat(counter.hints).isPositive();
    }

    @Test
    void aCustomObjectRequeuesThePodsThatWaitForIt() {
        Filter never = new Never("foos.v1.example.com", ClusterEvent.ALL);
        Scenario.of(Profiles.with("Never", never))
                .nodes(node("n1"))
                .create(pod("a"))
                .untilQuiet()
                .expectUnschedulableBy("a", "Never")
                .create(foo("f"))
                .untilQuiet()
                .expectAttempts("a", 2)
                .expectRequeuedBy("a", "foos.v1.example.comAdd")
                .expectUnschedulableBy("a", "Never")
                .expectAtRest();
    }

    @Test
    void aNamespaceRequeuesThePodsOfAPluginThatReadsNamespaces() {
        Scenario.of(Profiles.with("Never", new Never("namespaces.v1.", ClusterEvent.ALL)))
                .nodes(node("n1"))
                .create(pod("a"))
                .untilQuiet()
                .create(
                        Json.Obj.EMPTY
                                .with("apiVersion", "v1")
                                .with("kind", "Namespace")
                                .with("metadata", Json.Obj.of("name", Json.of("red"))))
                .untilQuiet()
                .expectRequeuedBy("a", "namespaces.v1.Add")
                .expectAtRest();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Namespace", "bars.v1.example.com", "scheduling.k8s.io/PodGroup", ""})
    void aRegistrationForEventsThatCannotOccurIsRejected(String resource) {
        ProfileSpec profile = Profiles.with("Never", new Never(resource, ClusterEvent.ALL));

        assertThatThrownBy(() -> Scenario.of(profile))
                .hasMessageContaining(
                        "plugin Never registers for events of \"" + resource + "\", which")
                .hasMessageContaining("Node, PersistentVolume,")
                .hasMessageContaining("foos.v1.example.com")
                .hasMessageContaining("Plugin.reads()");
    }

    @Test
    void everyKindThatAPluginRegistersForIsWatched() {
        var device = new Never(ClusterEvent.RESOURCE_SLICE, ClusterEvent.ADD);
        Scenario.of(Profiles.with("Never", device))
                .nodes(node("n1"))
                .create(pod("a"))
                .untilQuiet()
                .create(
                        Json.Obj.EMPTY
                                .with("apiVersion", "resource.k8s.io/v1")
                                .with("kind", "ResourceSlice")
                                .with("metadata", Json.Obj.of("name", Json.of("s"))))
                .untilQuiet()
                .expectRequeuedBy("a", "resource.k8s.io/ResourceSliceAdd")
                .expectAtRest();
    }

    /// Rejects every node, and registers for given events.
    private record Never(String resource, int actions) implements Filter, EnqueueExtensions {
        @Override
        public Set<Kind> reads() {
            return Set.of(FOO, Kind.NAMESPACE);
        }

        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            return PreFilterResult.of(node -> Reject.unschedulable("never"));
        }

        @Override
        public void eventsToRegister(QueueingHints hints) {
            hints.on(resource, actions);
        }
    }

    private static Json.Obj foo(String name) {
        return Json.Obj.EMPTY
                .with("apiVersion", "example.com/v1")
                .with("kind", "Foo")
                .with("metadata", Json.Obj.of("name", Json.of(name)).with("namespace", "default"));
    }

    /// Lets every pod wait on Permit, registers for labels of nodes, and counts its calls.
    private static final class Waiting implements Permit, EnqueueExtensions {
        private int hints;

        @Override
        public PermitVerdict permit(PodCycle cycle, NodeView node) {
            return new PermitVerdict.Wait(Duration.ofSeconds(30), List.of());
        }

        @Override
        public void eventsToRegister(QueueingHints on) {
            on.on(
                    ClusterEvent.NODE,
                    ClusterEvent.UPDATE_NODE_LABEL,
                    (unschedulable, change) -> {
                        hints++;
                        return true;
                    });
        }
    }

    @Test
    void whatHappensDuringAPermitWaitCountsWhenThePodIsDenied() {
        var waiting = new Waiting();
        var scenario =
                Scenario.of(Profiles.with("Waiting", waiting))
                        .nodes(node("n1"))
                        .create(pod("first"))
                        .untilQuiet()
                        .update(node("n1").label("updated", ""))
                        .untilQuiet()
                        .create(pod("second"))
                        .untilQuiet()
                        .expectIn("waiting", "first", "second")
                        .deny("first", "Waiting", "no")
                        .untilQuiet();
        scenario.expectRequeuedBy("first", "ScheduleAttemptFailure")
                .expectAttempts("first", 2)
                .expectIn("waiting", "first");
        assertThat(waiting.hints).isEqualTo(1);
        scenario.allow("first", "Waiting")
                .allow("second", "Waiting")
                .untilQuiet()
                .expectScheduled("first", "second")
                .expectAtRest();
    }

    @Test
    void withoutAnEventADeniedPodIsUnschedulable() {
        Scenario.of(Profiles.with("Waiting", new Waiting()))
                .nodes(node("n1"))
                .create(pod("a"))
                .untilQuiet()
                .deny("a", "Waiting", "no")
                .untilQuiet()
                .expectUnschedulableBy("a", "Waiting")
                .expectPending("a", "0/1 nodes are available: 1 no.")
                .expectAtRest()
                .update(node("n1").label("updated", ""))
                .untilQuiet()
                .expectRequeuedBy("a", "NodeUpdateNodeLabel")
                .expectIn("waiting", "a")
                .advance(Duration.ofSeconds(30))
                .untilQuiet()
                .expectUnschedulableBy("a", "Waiting")
                .expectAtRest();
    }

    @Test
    void aPodInBackoffIsPoppedEarlyWhenNoPodIsActive() {
        Scenario.of(engine ->
                        engine.profile(Profiles.inTree())
                                .backoff(Duration.ofSeconds(1000), Duration.ofSeconds(1000)))
                .nodes(node("n1"))
                .create(pod("a").nodeSelector("foo", "bar"))
                .untilQuiet()
                .expectUnschedulableBy("a", "NodeAffinity")
                .nodes(node("n2").label("foo", "bar"))
                .untilQuiet()
                .expectScheduledOn("a", "n2")
                .expectRequeuedBy("a", "NodeAdd")
                .expectAtRest();
    }

    @Test
    void podsOfEqualPriorityAlternate() {
        var scenario =
                Scenario.of(Profiles.inTree())
                        .nodes(node("n1").pods(1))
                        .running(pod("first").on("n1"))
                        .create(pods("web", 8))
                        .untilQuiet();
        String gone = "first";
        for (int turn = 0; turn < 8; turn++) {
            scenario.advance(Duration.ofSeconds(20)).delete(gone).untilQuiet();
            gone = "web-" + turn;
            scenario.expectScheduledOn(gone, "n1");
        }
        scenario.expectAtRest().expectNoPodForgotten();
    }

    @Test
    void anUnresolvablePodOfHighPriorityDoesNotDelayTheOthers() {
        var scenario =
                Scenario.of(Profiles.inTree())
                        .nodes(node("n1").cpu("1").pods(110))
                        .create(pod("hopeless").cpu("64").priority(1_000))
                        .untilQuiet();
        for (int i = 0; i < 20; i++) {
            // Every deletion requeues the unresolvable pod, because its plugin returns a positive
            // hint.
            scenario.running(pod("old-" + i).on("n1"))
                    .create(pod("web-" + i))
                    .untilQuiet()
                    .delete("old-" + i)
                    .untilQuiet()
                    .expectScheduled("web-" + i);
        }
        scenario.expectUnschedulableBy("hopeless", "NodeResourcesFit")
                .expectAtRest()
                .expectNoPodForgotten();
    }

    @Test
    void whileOthersAreReadyARequeuedPodWaitsOutItsBackoff() {
        var scenario =
                Scenario.of(Profiles.inTree())
                        .nodes(node("n1").pods(3))
                        .running(pod("x").on("n1"), pod("y").on("n1"), pod("z").on("n1"))
                        .create(pod("early"))
                        .untilQuiet()
                        .expectUnschedulableBy("early", "NodeResourcesFit");
        scenario.delete("x").create(pod("late-1")).untilQuiet();
        assertThat(scenario.decisions().stream().map(decision -> decision.pod()))
                .as("the one that is ready goes before the one that backs off")
                .containsExactly("default/early", "default/late-1", "default/early");
        scenario.expectScheduled("late-1").expectAtRest();
    }

    @Test
    void aPodIsRequeuedByThePluginsOfItsOwnProfile() {
        var never = new Never(ClusterEvent.NODE, ClusterEvent.ADD);
        var picky = new Never(ClusterEvent.NODE, ClusterEvent.DELETE);
        Scenario.of(engine ->
                        engine.profile(named("one", Map.of("Never", never)))
                                .profile(named("two", Map.of("Never", picky))))
                .nodes(node("n1"))
                .create(pod("a").scheduler("one"), pod("b").scheduler("two"))
                .create(pod("c").scheduler("nobody").namespace("elsewhere"))
                .untilQuiet()
                .nodes(node("n2"))
                .untilQuiet()
                .expectAttempts("a", 2)
                .expectAttempts("b", 1)
                .deleteNode("n2")
                .untilQuiet()
                .expectAttempts("a", 2)
                .expectAttempts("b", 2)
                .expectAttempts("elsewhere/c", 0)
                .expectAtRest();
    }

    private static ProfileSpec named(String name, Map<String, Plugin> plugins) {
        var profile = ProfileSpec.named(name);
        plugins.forEach(profile::with);
        return DefaultProfile.addTo(profile).build();
    }

    @Test
    void aPodActivatesThePodsThatWaitForIt() {
        // Executors wait for their driver, which activates them when it is bound.
        var job =
                new Filter() {
                    private boolean driverPlaced;

                    @Override
                    public PreFilterResult filterFor(PodCycle cycle) {
                        boolean driver = cycle.pod().labels().has("driver");
                        driverPlaced |= driver;
                        if (driver) {
                            cycle.activate("default/executor-0");
                            cycle.activate("default/executor-1");
                        }
                        return driverPlaced
                                ? PreFilterResult.SKIP
                                : PreFilterResult.rejectPod(Reject.unresolvable("no driver yet"));
                    }
                };
        Scenario.of(Profiles.with("Job", new WithoutEvents(job)))
                .nodes(node("n1"))
                .create(pods("executor", 2))
                .untilQuiet()
                .expectUnschedulableBy("executor-0", "Job")
                .expectUnschedulableBy("executor-1", "Job")
                .create(pod("driver").label("driver", ""))
                .untilQuiet()
                .expectScheduled("driver", "executor-0", "executor-1")
                .expectRequeuedBy("executor-0", "ForceActivate")
                .expectAtRest();
    }

    /// A plugin that registers for no event.
    private record WithoutEvents(Filter filter) implements Filter, EnqueueExtensions {
        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            return filter.filterFor(cycle);
        }

        @Override
        public void eventsToRegister(QueueingHints hints) {}
    }
}
