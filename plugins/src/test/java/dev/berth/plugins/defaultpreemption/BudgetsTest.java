package dev.berth.plugins.defaultpreemption;

import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.DisruptionBudget;
import dev.berth.model.LabelSelector;
import dev.berth.model.Labels;
import dev.berth.model.Meta;
import dev.berth.model.Pod;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;

class BudgetsTest {
    @Test
    void aDeletedBudgetProtectsNoPod() {
        Pod pod = pod("a").label("app", "a").build();
        var budgets = new DisruptionBudgets();
        budgets.changed(
                Optional.empty(),
                Optional.of(
                        new DisruptionBudget(
                                Meta.named("default", "b", ""),
                                Optional.of(new LabelSelector(Labels.of("app", "a"), List.of())),
                                0,
                                List.of())));
        assertThat(budgets.touchedBy(pod)).containsExactly("default/b");
        long before = budgets.version();

        budgets.forgetAll();

        assertThat(budgets.touchedBy(pod)).isEmpty();
        assertThat(budgets.version()).isGreaterThan(before);
    }
}
