package dev.berth.dashboard;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.view.Lane;
import dev.berth.engine.view.Query;
import dev.berth.engine.view.Standings;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.stream.Collectors;

/// Where every pod is said to be, at one moment.
class StandingsTest {
    @Test
    void everyPodIsInOneLane() {
        Scenario scenario =
                Scenario.of(DefaultProfile.spec())
                        .nodes(node("n1").cpu("2"))
                        .create(
                                pod("placed").cpu("1"),
                                pod("big").cpu("9"),
                                pod("gated").gate("quota"),
                                pod("theirs").scheduler("other"))
                        .untilQuiet();
        Map<String, Lane> lanes =
                scenario.ask(new Query.Everyone()).pods().stream()
                        .collect(
                                Collectors.toMap(
                                        each -> each.pod().name(), Standings.Standing::lane));
        assertThat(lanes)
                .containsOnly(
                        Map.entry("placed", Lane.BOUND),
                        Map.entry("big", Lane.UNSCHEDULABLE),
                        Map.entry("gated", Lane.GATED),
                        Map.entry("theirs", Lane.FOREIGN));
    }

    @Test
    void anAssumedPodIsCountedOnce() {
        Scenario scenario = Scenario.of(DefaultProfile.spec()).nodes(node("n1").cpu("100"));
        scenario.untilQuiet();
        for (int i = 0; i < 50; i++) {
            scenario.create(pod("p" + i).cpu("1"));
        }
        // A question is a turn: it is asked between any two steps of the way.
        for (int turn = 0; turn < 200; turn++) {
            assertThat(scenario.ask(new Query.Everyone()).pods())
                    .extracting(Standings.Standing::lane)
                    .doesNotContain(Lane.FOREIGN, Lane.DELETING);
        }
    }
}
