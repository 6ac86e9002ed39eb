package dev.berth.engine.robustness;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.port.ProfileSpec.PluginSet;
import dev.berth.engine.port.ProfileSpec.Use;
import dev.berth.model.Pod;
import dev.berth.spi.ExtensionPoint;
import dev.berth.spi.QueueSort;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/// A plugin that misbehaves, at any extension point, affects only its own attempts, and is counted.
class ThrowerTest {
    private static final Set<FaultPoint> ENDS_THE_ATTEMPT =
            EnumSet.of(
                    FaultPoint.PRE_FILTER,
                    FaultPoint.FILTER,
                    FaultPoint.PRE_SCORE,
                    FaultPoint.SCORE,
                    FaultPoint.NORMALIZE,
                    FaultPoint.RESERVE,
                    FaultPoint.PERMIT,
                    FaultPoint.PRE_FLIGHT,
                    FaultPoint.PRE_BIND,
                    FaultPoint.BIND);

    private static final Set<FaultPoint> RETURNS_NOTHING =
            EnumSet.of(
                    FaultPoint.SCORE,
                    FaultPoint.NORMALIZE,
                    FaultPoint.UNRESERVE,
                    FaultPoint.POST_BIND,
                    FaultPoint.HINT,
                    FaultPoint.OBSERVER);

    record Case(FaultPoint spot, Fault fault) {}

    static Stream<Case> cases() {
        return Arrays.stream(FaultPoint.values())
                .flatMap(spot ->
                        Arrays.stream(Fault.values())
                                .filter(fault -> possible(spot, fault))
                                .map(fault -> new Case(spot, fault)));
    }

    private static boolean possible(FaultPoint spot, Fault fault) {
        return switch (fault) {
            case NULL -> !RETURNS_NOTHING.contains(spot);
            case OUT_OF_RANGE -> spot == FaultPoint.SCORE || spot == FaultPoint.NORMALIZE;
            default -> true;
        };
    }

    private boolean calm;

    private boolean isBad(Pod pod) {
        return !calm && pod.name().startsWith("bad");
    }

    private Thrower thrower(Case at) {
        return new Thrower(at.fault(), (spot, pod) -> spot == at.spot() && isBad(pod));
    }

    private static Scenario scenario(Thrower thrower) {
        var profile = ProfileSpec.named("default-scheduler").with(Thrower.NAME, thrower);
        return Scenario.of(DefaultProfile.addTo(profile).build());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void otherPodsAreScheduledAndThePodItselfOnceThePluginIsRepaired(Case at) {
        Thrower thrower = thrower(at);
        try (Scenario scenario = scenario(thrower)) {
            scenario.nodes(node("n1"), node("n2"));
            switch (at.spot()) {
                case POST_FILTER -> scenario.create(pod("bad").cpu("64"));
                case HINT -> {
                    thrower.rejecting(true);
                    scenario.create(pod("bad"))
                            .untilQuiet()
                            .expectUnschedulableBy("bad", Thrower.NAME);
                    thrower.rejecting(false);
                    scenario.update(node("n1").label("is", "new"));
                }
                case UNRESERVE -> {
                    thrower.denying(true);
                    scenario.create(pod("bad"))
                            .untilQuiet()
                            .expectUnschedulableBy("bad", Thrower.NAME);
                    thrower.denying(false);
                }
                default -> scenario.create(pod("bad"));
            }
            scenario.create(pod("good")).untilQuiet().expectScheduled("good");
            whileItFails(scenario, at);
            assertThat(scenario.stats().failuresByPlugin())
                    .containsOnlyKeys(Thrower.NAME + "/" + counted(at));
            assertThat(scenario.stats().pluginFailures()).isPositive();

            calm = true;
            scenario.update(node("n1").label("is", "calm"));
            if (at.spot() == FaultPoint.PRE_ENQUEUE) {
                scenario.update(pod("bad").label("is", "calm"));
            }
            if (at.spot() == FaultPoint.UNRESERVE) {
                scenario.activate("bad");
            }
            scenario.advance(Duration.ofSeconds(30)).untilQuiet();
            if (at.spot() == FaultPoint.POST_FILTER) {
                scenario.nodes(node("big").cpu("64")).advance(Duration.ofSeconds(30));
            }
            scenario.untilQuiet().expectScheduled("good", "bad").expectAtRest();
            assertThat(thrower.placed())
                    .containsExactlyInAnyOrder(
                            scenario.pod("good").uid(), scenario.pod("bad").uid());
        }
    }

    /// A score out of range is found when it is weighted.
    private static String counted(Case at) {
        return at.fault() == Fault.OUT_OF_RANGE ? FaultPoint.SCORE.label() : at.spot().label();
    }

    private static void whileItFails(Scenario scenario, Case at) {
        if (ENDS_THE_ATTEMPT.contains(at.spot())) {
            scenario.expectIn("backoff", "bad");
        } else if (at.spot() == FaultPoint.PRE_ENQUEUE) {
            scenario.expectIn("gated", "bad");
        } else if (at.spot() == FaultPoint.POST_FILTER) {
            scenario.expectUnschedulableBy("bad", "NodeResourcesFit");
        } else if (at.spot() == FaultPoint.HINT) {
            scenario.advance(Duration.ofSeconds(2)).expectScheduled("bad");
        } else if (at.spot() != FaultPoint.UNRESERVE) {
            scenario.expectScheduled("bad");
        }
        assertThat(scenario.stats().assumed()).isZero();
    }

    @Test
    void anEndlessWaitOnPermitIsCutAndOneBeforeItsBeginningIsNone() {
        Thrower thrower = thrower(new Case(FaultPoint.PERMIT, Fault.OUT_OF_RANGE));
        try (Scenario scenario = scenario(thrower)) {
            scenario.nodes(node("n1"))
                    .create(pod("bad"))
                    .untilQuiet()
                    .expectUnschedulableBy("bad", Thrower.NAME);
            calm = true;
            scenario.activate("bad").advance(Duration.ofSeconds(30)).expectScheduled("bad");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"EXCEPTION", "OVERFLOW", "MISSING_CLASS", "ASSERTION"})
    void podsThatCannotBeOrderedGoAsTheyCame(Fault fault) {
        QueueSort sort =
                (_, _) -> {
                    fault.strike();
                    return 0;
                };
        var profile = ProfileSpec.named("default-scheduler").with("BadSort", sort);
        DefaultProfile.addTo(profile);
        profile.at(
                ExtensionPoint.QUEUE_SORT,
                new PluginSet(List.of(new Use("BadSort", 0)), Set.of("*")));
        try (Scenario scenario = Scenario.of(profile.build())) {
            scenario.nodes(node("n1"))
                    .create(pod("a"), pod("b"), pod("c"))
                    .untilQuiet()
                    .expectScheduled("a", "b", "c")
                    .expectAtRest();
            assertThat(scenario.stats().failuresByPlugin()).containsOnlyKeys("BadSort/QueueSort");
            assertThat(scenario.decisions().stream().map(decision -> decision.pod()))
                    .containsExactly("default/a", "default/b", "default/c");
        }
    }

    @Test
    void anObserverThatNeverRecoversIsLeftAloneForAWhile() {
        Thrower thrower = new Thrower(Fault.EXCEPTION, (spot, pod) -> spot == FaultPoint.OBSERVER);
        try (Scenario scenario = scenario(thrower)) {
            scenario.nodes(node("n1"));
            for (int i = 0; i < 50; i++) {
                scenario.create(pod("p" + i)).untilQuiet();
            }
            assertThat(scenario.stats().failuresByPlugin().get("Thrower/StateObserver"))
                    .isBetween(1L, 10L);
        }
    }
}
