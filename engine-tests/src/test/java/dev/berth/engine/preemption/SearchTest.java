package dev.berth.engine.preemption;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.view.Decision;
import dev.berth.model.Encoder;
import dev.berth.plugins.defaultpreemption.DefaultPreemption;
import dev.berth.plugins.defaultpreemption.PreemptionArgs;
import dev.berth.spi.Preemption;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Objects;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/// The number of nodes that are evaluated before a candidate is selected.
class SearchTest {
    private static ProfileSpec profile(int percentage, int absolute) {
        var profile = ProfileSpec.named("default-scheduler");
        ProfileSpec defaultValue = DefaultProfile.spec();
        for (ProfileSpec.Use use : defaultValue.multiPoint()) {
            if (use.name().equals("DefaultPreemption")) {
                profile.with(
                        new DefaultPreemption.Provider(),
                        new PreemptionArgs(percentage, absolute),
                        1);
            } else {
                var maker = Objects.requireNonNull(defaultValue.makers().get(use.name()));
                profile.with(use.name(), maker, use.weight());
            }
        }
        return profile.gates(defaultValue.gates()).build();
    }

    /// Full nodes; a budget protects the victims on some, and others are too small in any case.
    private static Preemption search(
            ProfileSpec profile,
            int nodes,
            long seed,
            IntPredicate kept,
            IntPredicate unresolvable) {
        var scenario =
                Scenario.of(profile, seed)
                        .create(Encoder.object(PreemptionReport.budget("pdb", "kept", "yes", 0)));
        for (int i = 0; i < nodes; i++) {
            scenario.nodes(node("n" + i).cpu("4"))
                    .running(
                            pod("low-" + i)
                                    .cpu("2")
                                    .priority(1)
                                    .label("kept", kept.test(i) ? "yes" : "no")
                                    .on("n" + i),
                            pod("other-" + i)
                                    .cpu("2")
                                    .priority(unresolvable.test(i) ? 20 : 1)
                                    .label("kept", kept.test(i) ? "yes" : "no")
                                    .on("n" + i));
        }
        scenario.create(pod("high").cpu("4").priority(10)).untilQuiet();
        var outcome = (Decision.Unschedulable) scenario.decisions().getFirst().outcome();
        return outcome.preemption().orElseThrow();
    }

    record Enough(int percentage, int absolute, int nodes, int examined) {}

    static Stream<Enough> enough() {
        return Stream.of(
                new Enough(10, 100, 8, 8),
                new Enough(0, 1, 8, 1),
                new Enough(50, 1, 8, 4),
                new Enough(50, 6, 8, 6),
                new Enough(30, 1, 8, 2),
                new Enough(100, 1, 8, 8),
                new Enough(0, 100, 8, 8),
                new Enough(10, 2, 30, 3));
    }

    @ParameterizedTest
    @MethodSource
    void enough(Enough each) {
        Preemption found =
                search(
                        profile(each.percentage(), each.absolute()),
                        each.nodes(),
                        1,
                        i -> false,
                        i -> false);
        assertThat(found.examined()).isEqualTo(each.examined());
        assertThat(found.possible()).isEqualTo(each.examined());
        assertThat(found.candidates()).as("only the chosen one is told").hasSize(1);
        assertThat(found.best()).hasSize(1);
    }

    @Test
    void theSearchGoesOnUntilANodeViolatesNoBudget() {
        for (long seed = 1; seed <= 5; seed++) {
            Preemption found = search(profile(0, 1), 8, seed, i -> i != 5, i -> false);
            assertThat(found.best()).containsExactly("n5");
            assertThat(found.possible()).as("one of each kind is kept").isBetween(1, 2);
        }
    }

    @Test
    void whereEveryNodeViolatesABudgetAllAreLookedAt() {
        Preemption found = search(profile(0, 1), 8, 1, i -> true, i -> false);
        assertThat(found.examined()).isEqualTo(8);
        assertThat(found.possible()).isEqualTo(1);
        assertThat(found.chosen().violations()).isEqualTo(2);
    }

    @Test
    void nodesThatDoNotHelpDoNotCount() {
        for (long seed = 1; seed <= 5; seed++) {
            Preemption found = search(profile(0, 2), 8, seed, i -> false, i -> i != 2 && i != 6);
            assertThat(found.possible()).isEqualTo(2);
            assertThat(found.best()).containsAnyOf("n2", "n6");
        }
    }

    @Test
    void whereTheSearchBeginsIsLeftToChance() {
        var taken = new TreeSet<String>();
        for (long seed = 1; seed <= 20; seed++) {
            taken.addAll(search(profile(0, 1), 8, seed, i -> false, i -> false).best());
        }
        assertThat(taken).hasSizeGreaterThan(3);
    }
}
