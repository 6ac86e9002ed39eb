package com.example.nodecost;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import dev.berth.config.DefaultProfile;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.Test;

/// Runs the plugin together with the default plugins, in a scheduler on virtual time.
class NodeCostScenarioTest {
    // snippet: scenario
    @Test
    void aPodWaitsForANodeItCanAfford() {
        var profile =
                DefaultProfile.builder()
                        .with(new NodeCost.Provider(), new NodeCost.Args("cents", 100), 5)
                        .build();

        try (var scenario = Scenario.of(profile)) {
            scenario.nodes(node("dear").label("cents", 250))
                    .create(pod("web").cpu("1"))
                    .untilQuiet()
                    .expectUnschedulableBy("web", "NodeCost")
                    .update(node("dear").label("cents", 90))
                    .untilQuiet()
                    .expectScheduledOn("web", "dear");
        }
    }
    // end
}
