package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.decide.Decider;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.robustness.Fault;
import dev.berth.engine.robustness.FaultPoint;
import dev.berth.engine.robustness.Thrower;
import dev.berth.engine.view.DryRunResult;
import dev.berth.model.Labels;
import dev.berth.model.Pod;
import dev.berth.spi.Bind;
import dev.berth.spi.BindVerdict;
import dev.berth.spi.Filter;
import dev.berth.spi.Placement;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodMatcher;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.Reject;
import dev.berth.spi.Verdict;
import dev.berth.spi.Write;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/// A failure of a plugin is logged once with its stack trace, pod, plugin and extension point, and
/// counted, and the pod's event has the text of the failure.
class PluginFailureReportTest {
    private final LoggedFailures failures = new LoggedFailures();

    private Rig rig(Map<String, Plugin> plugins) {
        return new Rig(plugins, builder -> builder.log(failures));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    PRE_FILTER  | running PreFilter plugin "Thrower": thrown on purpose
                    FILTER      | running "Thrower" filter plugin: thrown on purpose
                    PRE_SCORE   | running PreScore plugin "Thrower": thrown on purpose
                    SCORE       | running Score plugins: plugin "Thrower" failed with: thrown on purpose
                    NORMALIZE   | running Normalize on Score plugins: plugin "Thrower" failed with: thrown on purpose
                    RESERVE     | running Reserve plugin "Thrower": thrown on purpose
                    PERMIT      | running Permit plugin "Thrower": thrown on purpose
                    PRE_FLIGHT  | running PreBindPreFlight "Thrower": thrown on purpose
                    PRE_BIND    | running PreBind plugin "Thrower": thrown on purpose
                    BIND        | running Bind plugin "Thrower": thrown on purpose
                    """)
    void aFailureThatEndsTheAttemptIsReportedOnce(FaultPoint spot, String note) {
        Rig rig = failing(spot);
        rig.nodes(node("n1"), node("n2")).pods(pod("web"));
        expectOneFailure(rig, spot);
        assertThat(rig.api.notes("FailedScheduling")).containsExactly(note);
    }

    @ParameterizedTest
    @CsvSource({"PRE_ENQUEUE", "POST_BIND", "OBSERVER"})
    void aFailureThatEndsNoAttemptIsReportedOnce(FaultPoint spot) {
        Rig rig = failing(spot);
        rig.nodes(node("n1"), node("n2")).pods(pod("web"));
        expectOneFailure(rig, spot);
        assertThat(rig.api.notes("FailedScheduling")).isEmpty();
    }

    @Test
    void aFailureInPostFilterIsReportedOnceAndIsPartOfTheEvent() {
        Rig rig = failing(FaultPoint.POST_FILTER);
        rig.nodes(node("n1").cpu("1")).pods(pod("web").cpu("8"));
        expectOneFailure(rig, FaultPoint.POST_FILTER);
        assertThat(rig.api.notes("FailedScheduling"))
                .containsExactly("0/1 nodes are available: 1 Insufficient cpu. thrown on purpose");
    }

    private Rig failing(FaultPoint spot) {
        var once = new boolean[1];
        Plugin thrower =
                new Thrower(
                        Fault.EXCEPTION,
                        (at, pod) -> at == spot && (spot != FaultPoint.OBSERVER || !fired(once)));
        return rig(Map.of(Thrower.NAME, thrower));
    }

    /// An observer is rebuilt at once, so it fails only the first time.
    private static boolean fired(boolean[] once) {
        boolean fired = once[0];
        once[0] = true;
        return fired;
    }

    private void expectOneFailure(Rig rig, FaultPoint spot) {
        assertThat(failures.all()).hasSize(1);
        LoggedFailures.Failure failure = failures.all().getFirst();
        assertThat(failure.message()).isEqualTo("Plugin failed");
        assertThat(failure.values())
                .containsEntry("plugin", Thrower.NAME)
                .containsEntry("extensionPoint", spot.label());
        if (spot != FaultPoint.OBSERVER) {
            assertThat(failure.values()).containsEntry("pod", "web");
        }
        assertThat(failure.problem().getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(Thrower.class.getName()));
        assertThat(rig.stats().failuresByPlugin())
                .containsExactly(Map.entry(Thrower.NAME + "/" + spot.label(), 1L));
    }

    @Test
    void aBindPluginThatCannotDescribeItsWriteIsReportedAndBindsTheLongWay() {
        Bind bind =
                new Bind() {
                    @Override
                    public BindVerdict bind(Placement placement) {
                        return BindVerdict.BOUND;
                    }

                    @Override
                    public Optional<Write> bindingWrite(Placement placement) {
                        throw new IllegalStateException("no write");
                    }
                };
        Rig rig = rig(Map.of("Own", bind)).nodes(node("n1")).pods(pod("web"));
        assertThat(rig.stats().scheduled()).isEqualTo(1);
        assertThat(failures.all()).hasSize(1);
        assertThat(failures.all().getFirst().problem()).hasMessage("no write");
        assertThat(rig.stats().failuresByPlugin()).containsOnlyKeys("Own/Bind");
    }

    @Test
    void aFailureInADryRunWithoutAClusterIsReportedOnce() {
        Plugin thrower = new Thrower(Fault.EXCEPTION, (at, pod) -> at == FaultPoint.PRE_FILTER);
        ProfileSpec profile =
                DefaultProfile.addTo(
                                ProfileSpec.named("default-scheduler").with(Thrower.NAME, thrower))
                        .build();
        try (var decider = new Decider(List.of(profile), List.of(), failures)) {
            decider.put(node("n1").build());
            DryRunResult result = decider.decide(pod("web").build(), false);
            assertThat(result.outcome()).isEqualTo(DryRunResult.Outcome.ERROR);
        }
        assertThat(failures.all()).hasSize(1);
        assertThat(failures.all().getFirst().stackTraces())
                .anyMatch(frame -> frame.getClassName().equals(Thrower.class.getName()));
    }

    @Test
    void aFilterThatFailsForOtherNodesDoesNotKeepAPodFromItsNominatedNode() {
        Filter failsForB =
                cycle ->
                        PreFilterResult.of(node -> {
                            if (node.name().equals("b")) {
                                throw new IllegalStateException("b fails");
                            }
                            return Verdict.PASS;
                        });
        ProfileSpec profile =
                DefaultProfile.addTo(
                                ProfileSpec.named("default-scheduler").with("Fails", failsForB))
                        .build();
        try (var decider = new Decider(List.of(profile))) {
            decider.put(node("a").build());
            decider.put(node("b").build());
            DryRunResult result = decider.decide(pod("web").nominated("a").build(), false);
            assertThat(result.best()).containsExactly("a");
            assertThat(result.nodes())
                    .hasEntrySatisfying("a", node -> assertThat(node.scores()).isPresent())
                    .hasEntrySatisfying(
                            "b",
                            node ->
                                    assertThat(node.rejection())
                                            .hasValueSatisfying(why -> {
                                                assertThat(why.plugin()).isEqualTo("Fails");
                                                assertThat(why.code()).isEqualTo("Error");
                                                assertThat(why.reasons())
                                                        .containsExactly(
                                                                "running \"Fails\" filter plugin:"
                                                                        + " b fails");
                                            }));
        }
    }

    /// Matches pods with a label, and fails for pods labelled `broken`.
    private record Picky(AtomicBoolean mended) implements PodMatcher {
        @Override
        public boolean matches(String namespace, Labels labels) {
            if (labels.get("broken").isPresent() && !mended.get()) {
                throw new IllegalStateException("cannot read the labels");
            }
            return labels.get("app").isPresent();
        }
    }

    /// Rejects nodes with a matching pod.
    private static Function<PluginContext, Plugin> apart(AtomicBoolean mended) {
        var matcher = new Picky(mended);
        return context ->
                (Filter)
                        cycle -> {
                            var group = context.selectorGroup(matcher);
                            return PreFilterResult.of(node ->
                                    group.count(node.row()) == 0
                                            ? Verdict.PASS
                                            : Reject.unschedulable("a matching pod"));
                        };
    }

    @Test
    void aMatcherThatFailsDoesNotCountAsNoMatch() {
        var mended = new AtomicBoolean();
        var makers = new LinkedHashMap<String, Function<PluginContext, Plugin>>();
        makers.put("Apart", apart(mended));
        Rig rig =
                Rig.making(makers)
                        .nodes(node("n1"))
                        .pods(pod("first").label("app", "web").label("broken", "yes").on("n1"))
                        .pods(pod("second"));
        assertThat(rig.api.bound).isEmpty();
        assertThat(rig.api.notes("FailedScheduling").getFirst())
                .startsWith("running \"Apart\" filter plugin: pod matcher Picky")
                .contains("failed for pods in namespace \"default\"");
        assertThat(rig.stats().failuresByPlugin()).containsOnlyKeys("Apart/Filter");

        mended.set(true);
        rig.seconds(30);
        assertThat(rig.api.bound).as("the matching pod is counted").isEmpty();
        assertThat(rig.api.notes("FailedScheduling").getLast())
                .startsWith("0/1 nodes are available: 1 a matching pod.");
        Pod first = pod("first").build();
        rig.gone(first.uid()).seconds(30);
        assertThat(rig.api.bound).containsKey("default/second");
    }
}
