package com.example.gang;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PodBuilder;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;

class GangTest {
    private static final Gang.Args ARGS = new Gang.Args("gang", "size", Duration.ofSeconds(30));

    private final Scenario scenario =
            Scenario.of(DefaultProfile.builder().with(new Gang.Provider(), ARGS, 1).build());

    @AfterEach
    void close() {
        scenario.close();
    }

    private static PodBuilder member(String name, int size) {
        return pod(name).cpu("1").label("gang", "red").label("size", String.valueOf(size));
    }

    @Test
    void noPodIsScheduledWhileTheGangIsIncomplete() {
        scenario.nodes(node("n").cpu("8"))
                .create(member("a", 3), member("b", 3))
                .untilQuiet()
                .expectUnschedulableBy("a", "Gang")
                .expectUnschedulableBy("b", "Gang")
                .create(member("c", 3))
                .untilQuiet()
                .expectScheduled("a", "b", "c")
                .expectAtRest();
    }

    @Test
    void aPodWithANodeWaitsForTheGangAndReleasesItsNode() {
        scenario.nodes(node("n").cpu("2"))
                .create(member("a", 3), member("b", 3), member("c", 3))
                .untilQuiet();
        assertThat(scenario.stats().waiting()).isEqualTo(2);

        // The third pod is retried on the capacity of the other two, and waits until its timeout,
        // too.
        scenario.advance(Duration.ofSeconds(70));
        assertThat(scenario.stats().waiting()).isZero();
        scenario.create(pod("other").cpu("2"))
                .untilQuiet()
                .expectScheduledOn("other", "n")
                .expectUnschedulableBy("a", "Gang")
                .expectUnschedulableBy("b", "Gang")
                .expectAtRest();
    }

    @Test
    void aNewNodeLetsTheGangStart() {
        scenario.nodes(node("n").cpu("2"))
                .create(member("a", 3), member("b", 3), member("c", 3))
                .untilQuiet()
                .nodes(node("m").cpu("2"))
                .untilQuiet()
                .expectScheduled("a", "b", "c")
                .expectAtRest();
    }

    @Test
    void aMemberThatIsDeletedNoLongerCounts() {
        scenario.nodes(node("n").cpu("8"))
                .create(member("a", 2))
                .untilQuiet()
                .delete("a")
                .create(member("b", 2))
                .untilQuiet()
                .expectUnschedulableBy("b", "Gang");
    }

    @Test
    void podsWithoutAGangAreScheduled() {
        PluginTester.of(new Gang.Provider(), ARGS)
                .nodes(node("n"))
                .schedule(pod("alone"))
                .skipsFilter();
    }

    @Test
    void aPodOfAnIncompleteGangIsRejected() {
        PluginTester.of(new Gang.Provider(), ARGS)
                .nodes(node("n"))
                .schedule(member("a", 3))
                .rejectsPod("gang red has 0 of 3 pods");
    }

    @Test
    void timeoutMustBePositive() {
        var problems = new ArrayList<String>();
        new Gang.Provider()
                .check(
                        new Gang.Args("gang", "size", Duration.ZERO),
                        gate -> false,
                        (path, value, problem) -> problems.add(path + " " + problem));

        assertThat(problems).containsExactly("timeout must be positive");
    }
}
