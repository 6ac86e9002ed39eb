package dev.berth.engine.scenario;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.model.Kind;
import dev.berth.model.Taint;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.Placement;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PostBind;
import dev.berth.spi.PreBind;
import dev.berth.spi.PreFlight;
import dev.berth.spi.Reject;
import dev.berth.spi.Verdict;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// `nominatedNodeName`: written before a binding that takes long, cleared when it fails, and
/// respected for other pods meanwhile.
class NominationScenarioTest {
    private static final Permit WAITING =
            (cycle, node) -> new PermitVerdict.Wait(Duration.ofMinutes(10), List.of());

    /// Takes a minute, then answers.
    private record Slow(PluginContext context, Verdict answer) implements PreBind {
        @Override
        public Verdict preBind(Placement placement) throws Exception {
            context.pause(Duration.ofMinutes(1));
            return answer;
        }
    }

    private static ProfileSpec slow(Verdict answer) {
        return DefaultProfile.addTo(
                        ProfileSpec.named("default-scheduler")
                                .with("Slow", context -> new Slow(context, answer), 1))
                .build();
    }

    /// No PostFilter plugin handles the pod, so its nomination is cleared.
    private static ProfileSpec withoutHelp() {
        return Profiles.only(
                List.of(
                        "SchedulingGates",
                        "NodeUnschedulable",
                        "TaintToleration",
                        "NodeResourcesFit"));
    }

    @Test
    void theNodeIsShownWhileAPodIsPreparedForIt() {
        Scenario.of(slow(Verdict.PASS))
                .nodes(node("n1"))
                .create(pod("a"))
                .untilQuiet()
                .expectNominated("a", "n1")
                .advance(Duration.ofMinutes(1))
                .untilQuiet()
                .expectScheduledOn("a", "n1")
                .expectNominated("a", "")
                .expectAtRest();
    }

    @Test
    void theNodeIsShownWhileAPodWaitsOnPermit() {
        Scenario.of(Profiles.with("Waiting", WAITING))
                .nodes(node("n1"))
                .create(pod("a"))
                .untilQuiet()
                .expectNominated("a", "n1")
                .allow("a", "Waiting")
                .untilQuiet()
                .expectScheduledOn("a", "n1")
                .expectNominated("a", "")
                .expectAtRest();
    }

    @Test
    void whereNothingTakesTimeNothingIsShown() {
        Permit allowing = (cycle, node) -> PermitVerdict.ALLOW;
        var scenario =
                Scenario.of(Profiles.with("Allowing", allowing))
                        .nodes(node("n1"))
                        .create(pod("a"))
                        .untilQuiet()
                        .expectScheduled("a")
                        .expectAtRest();
        assertThat(scenario.pod("a").status().nominatedNodeName()).isEmpty();
        assertThat(versions(scenario)).as("created and bound").isEqualTo(2);
    }

    @Test
    void aPreparationThatIsNotNeededShowsNothing() {
        var idle =
                new PreBind() {
                    @Override
                    public PreFlight preFlight(Placement placement) {
                        return PreFlight.SKIP;
                    }

                    @Override
                    public Verdict preBind(Placement placement) {
                        throw new IllegalStateException("nobody should ask");
                    }
                };
        var scenario =
                Scenario.of(Profiles.with("Idle", idle))
                        .nodes(node("n1"))
                        .create(pod("a"))
                        .untilQuiet()
                        .expectScheduled("a")
                        .expectAtRest();
        assertThat(versions(scenario)).as("created and bound").isEqualTo(2);
    }

    /// How many versions of the pod `a` there were.
    private static long versions(Scenario scenario) {
        return scenario
                .cluster()
                .store()
                .watch(ObjectSelection.of(Kind.POD), 1, () -> {})
                .orThrow()
                .read(100)
                .stream()
                .filter(event -> event.object().name().equals("a"))
                .count();
    }

    @Test
    void postBindDoesNotSeeWhatWasShown() {
        var seen = new ArrayList<String>();
        PostBind listener = placement -> seen.add(placement.pod().status().nominatedNodeName());
        Scenario.of(
                        DefaultProfile.addTo(
                                        ProfileSpec.named("default-scheduler")
                                                .with("Waiting", WAITING)
                                                .with("Listener", listener))
                                .build())
                .nodes(node("n1"))
                .create(pod("a"))
                .untilQuiet()
                .allow("a", "Waiting")
                .untilQuiet()
                .expectScheduled("a")
                .expectAtRest();
        assertThat(seen).containsExactly("");
    }

    @Test
    void aFailedPreparationTakesTheNodeBackAndThePodBacksOff() {
        Scenario.of(slow(Reject.unschedulable("not ready")))
                .nodes(node("n1").cpu("1"))
                .create(pod("a").cpu("1"))
                .untilQuiet()
                .expectNominated("a", "n1")
                .create(pod("b").cpu("1").priority(-1))
                .untilQuiet()
                .expectUnschedulableBy("b", "NodeResourcesFit")
                .advance(Duration.ofMinutes(1))
                .expectNominated("a", "")
                .expectIn("backoff", "a")
                .expectNominated("b", "n1");
    }

    @Test
    void aDeniedPermitTakesTheNodeBackAndTheCapacityIsForOthers() {
        Permit holding =
                (cycle, node) ->
                        cycle.pod().name().equals("a")
                                ? new PermitVerdict.Wait(Duration.ofMinutes(10), List.of())
                                : PermitVerdict.ALLOW;
        Scenario.of(Profiles.with("Holding", new ReschedulingScenarioTest.ForNodes(holding)))
                .nodes(node("n1").cpu("1"))
                .create(pod("a").cpu("1"))
                .untilQuiet()
                .expectNominated("a", "n1")
                .create(pod("b").cpu("1"))
                .untilQuiet()
                .expectUnschedulableBy("b", "NodeResourcesFit")
                .deny("a", "Holding", "no")
                .untilQuiet()
                .expectNominated("a", "")
                .expectUnschedulableBy("a", "Holding")
                .expectScheduledOn("b", "n1")
                .expectRequeuedBy("b", "AssignedPodDelete")
                .expectAtRest();
    }

    @Test
    void aNominatedNodeThatIsTooSmallIsForgottenWhenThePodFails() {
        Scenario.of(withoutHelp())
                .nodes(node("n1").cpu("4"))
                .untilQuiet()
                .create(pod("big").cpu("5").nominated("n1"))
                .untilQuiet()
                .expectUnschedulableBy("big", "NodeResourcesFit")
                .expectNominated("big", "")
                .create(pod("small").cpu("3"))
                .untilQuiet()
                .expectScheduledOn("small", "n1")
                .expectAtRest();
    }

    @Test
    void aNominationIsNoneAgainstHigherPriority() {
        Scenario.of(withoutHelp())
                .nodes(node("n1").cpu("4").cordoned())
                .untilQuiet()
                .create(pod("low").cpu("4").priority(1).gate("g"))
                .untilQuiet()
                .nominate("low", "n1")
                .untilQuiet()
                .update(node("n1").cpu("4"))
                .create(pod("high").cpu("4").priority(100))
                .untilQuiet()
                .expectScheduledOn("high", "n1")
                .ungate("low")
                .untilQuiet()
                .expectUnschedulableBy("low", "NodeResourcesFit")
                .expectNominated("low", "")
                .expectAtRest();
    }

    @Test
    void aNominationHoldsAgainstEqualAndLowerPriority() {
        Scenario.of(withoutHelp())
                .nodes(node("n1").cpu("4"))
                .create(pod("promised").cpu("3").priority(10).gate("g"))
                .untilQuiet()
                .nominate("promised", "n1")
                .untilQuiet()
                .create(pod("equal").cpu("2").priority(10), pod("lower").cpu("2"))
                .untilQuiet()
                .expectUnschedulableBy("equal", "NodeResourcesFit")
                .expectUnschedulableBy("lower", "NodeResourcesFit")
                .ungate("promised")
                .untilQuiet()
                .expectScheduledOn("promised", "n1")
                .expectNominated("promised", "")
                .expectUnschedulableBy("equal", "NodeResourcesFit")
                .expectAtRest();
    }

    @Test
    void aClearedNominationRequeuesThePodsItBlocked() {
        Scenario.of(withoutHelp())
                .nodes(node("n1").memory("32"))
                .create(pod("mid").memory("25").priority(200).gate("g"))
                .untilQuiet()
                .nominate("mid", "n1")
                .untilQuiet()
                .create(pod("low").memory("20").priority(100))
                .untilQuiet()
                .expectUnschedulableBy("low", "NodeResourcesFit")
                .nominate("mid", "")
                .untilQuiet()
                .expectScheduledOn("low", "n1")
                .expectRequeuedBy("low", "AssignedPodDelete")
                .expectAtRest();
    }

    @Test
    void aNominatedPodThatIsDeletedRequeuesThePodsItBlocked() {
        Scenario.of(withoutHelp())
                .nodes(node("n1").memory("32"))
                .create(pod("mid").memory("25").priority(200).gate("g"))
                .untilQuiet()
                .nominate("mid", "n1")
                .untilQuiet()
                .create(pod("low").memory("20").priority(100))
                .untilQuiet()
                .expectUnschedulableBy("low", "NodeResourcesFit")
                .delete("mid")
                .untilQuiet()
                .expectScheduledOn("low", "n1")
                .expectRequeuedBy("low", "AssignedPodDelete")
                .expectAtRest();
    }

    @Test
    void aPodOnAnotherNodeThanItsNominationFreesTheNominatedNode() {
        Scenario.of(withoutHelp())
                .nodes(node("n1").memory("32"), node("n2").memory("32"))
                .create(pod("mid").memory("25").priority(200).gate("g"))
                .running(pod("old").memory("32").on("n2"))
                .untilQuiet()
                .nominate("mid", "n1")
                .untilQuiet()
                .create(pod("low").memory("20").priority(100).toleration("k", "Exists", "", ""))
                .update(node("n1").memory("32").taint("k", "", Taint.NO_SCHEDULE))
                .untilQuiet()
                .expectUnschedulableBy("low", "NodeResourcesFit")
                .delete("old")
                .ungate("mid")
                .untilQuiet()
                .expectScheduledOn("mid", "n2")
                .expectScheduledOn("low", "n1")
                .expectAtRest();
    }
}
