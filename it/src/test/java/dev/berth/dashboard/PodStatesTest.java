package dev.berth.dashboard;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.view.PodStates;
import dev.berth.engine.view.Query;
import dev.berth.engine.view.SchedulingState;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.stream.Collectors;

/// The scheduling states of all pods at one moment.
class PodStatesTest {
    @Test
    void everyPodIsInOneState() {
        Scenario scenario =
                Scenario.of(DefaultProfile.spec())
                        .nodes(node("n1").cpu("2"))
                        .create(
                                pod("placed").cpu("1"),
                                pod("big").cpu("9"),
                                pod("gated").gate("quota"),
                                pod("theirs").scheduler("other"))
                        .untilQuiet();
        Map<String, SchedulingState> states =
                scenario.ask(new Query.AllPodStates()).pods().stream()
                        .collect(
                                Collectors.toMap(
                                        each -> each.pod().name(), PodStates.PodState::state));
        assertThat(states)
                .containsOnly(
                        Map.entry("placed", SchedulingState.BOUND),
                        Map.entry("big", SchedulingState.UNSCHEDULABLE),
                        Map.entry("gated", SchedulingState.GATED),
                        Map.entry("theirs", SchedulingState.OTHER_SCHEDULER));
    }

    @Test
    void anAssumedPodNeverSeemsToBelongToAnotherScheduler() {
        Scenario scenario = Scenario.of(DefaultProfile.spec()).nodes(node("n1").cpu("100"));
        scenario.untilQuiet();
        for (int i = 0; i < 50; i++) {
            scenario.create(pod("p" + i).cpu("1"));
        }
        // A question is a loop iteration: it comes between any two steps of a binding.
        for (int turn = 0; turn < 200; turn++) {
            assertThat(scenario.ask(new Query.AllPodStates()).pods())
                    .extracting(PodStates.PodState::state)
                    .doesNotContain(SchedulingState.OTHER_SCHEDULER, SchedulingState.DELETING);
        }
    }
}
