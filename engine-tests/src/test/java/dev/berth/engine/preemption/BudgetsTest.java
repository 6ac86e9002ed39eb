package dev.berth.engine.preemption;

import static dev.berth.engine.preemption.PreemptionReport.budget;
import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.LabelSelector;
import dev.berth.model.Labels;
import dev.berth.model.Requirement;
import dev.berth.spi.Preemption;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The effect of disruption budgets on the choice of victims.
class BudgetsTest {
    private static final Optional<LabelSelector> DB =
            Optional.of(new LabelSelector(Labels.of("app", "db"), List.of()));

    private static PodBuilder db(String name) {
        return pod(name).cpu("2").priority(1).started(100).label("app", "db").on("n1");
    }

    private static PodBuilder high(int cpu) {
        return pod("high").cpu(Integer.toString(cpu)).priority(10);
    }

    private static Optional<LabelSelector> expression(
            String key, String operator, String... values) {
        return Optional.of(
                new LabelSelector(
                        Labels.NONE, List.of(new Requirement(key, operator, List.of(values)))));
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case(
                        "whom a budget protects stays, and a more important pod goes",
                        PreemptionReport.nodes(node("n1"))
                                .pods(db("a"), pod("b").cpu("2").priority(5).on("n1"))
                                .budgets(budget("pdb", "app", "db", 0)),
                        high(2),
                        "n1 loses b, spares a; takes n1"),
                new Case(
                        "a budget that allows for it protects nobody",
                        PreemptionReport.nodes(node("n1"))
                                .pods(db("a"), pod("b").cpu("2").priority(5).on("n1"))
                                .budgets(budget("pdb", "app", "db", 1)),
                        high(2),
                        "n1 loses a, spares b; takes n1"),
                new Case(
                        "without a budget nobody is protected",
                        PreemptionReport.nodes(node("n1"))
                                .pods(db("a"), pod("b").cpu("2").priority(5).on("n1")),
                        high(2),
                        "n1 loses a, spares b; takes n1"),
                new Case(
                        "what is allowed goes to the most important; the others are protected",
                        PreemptionReport.nodes(node("n1"))
                                .pods(db("a"), db("b").priority(2))
                                .budgets(budget("pdb", "app", "db", 1)),
                        high(2),
                        "n1 loses b, spares a; takes n1"),
                new Case(
                        "of the protected the most important may come back first",
                        PreemptionReport.nodes(node("n1"))
                                .pods(db("a"), db("b").priority(2))
                                .budgets(budget("pdb", "app", "db", 0)),
                        high(2),
                        "n1 loses a!, spares b; takes n1"),
                new Case(
                        "where it must be, a budget is violated",
                        PreemptionReport.nodes(node("n1"))
                                .pods(db("a"), db("b"))
                                .budgets(budget("pdb", "app", "db", 1)),
                        high(4),
                        "n1 loses a, b!; takes n1"),
                new Case(
                        "a pod without labels is under no budget, even if one selects by absence",
                        PreemptionReport.nodes(node("n1"))
                                .pods(
                                        pod("a").cpu("2").priority(1).on("n1"),
                                        pod("b").cpu("2").priority(5).on("n1"))
                                .budgets(budget("pdb", expression("app", "DoesNotExist"), 0)),
                        high(2),
                        "n1 loses a, spares b; takes n1"),
                new Case(
                        "a pod with other labels is selected by absence",
                        PreemptionReport.nodes(node("n1"))
                                .pods(
                                        pod("a").cpu("2").priority(1).label("x", "y").on("n1"),
                                        pod("b").cpu("2").priority(5).on("n1"))
                                .budgets(budget("pdb", expression("app", "DoesNotExist"), 0)),
                        high(2),
                        "n1 loses b, spares a; takes n1"),
                new Case(
                        "a budget of another namespace protects nobody here",
                        PreemptionReport.nodes(node("n1"))
                                .pods(db("a"), pod("b").cpu("2").priority(5).on("n1"))
                                .budgets(budget("other", "pdb", DB, 0)),
                        high(2),
                        "n1 loses a, spares b; takes n1"),
                new Case(
                        "a pod of another namespace is under the budgets there",
                        PreemptionReport.nodes(node("n1"))
                                .pods(
                                        db("a").namespace("other"),
                                        pod("b").cpu("2").priority(5).on("n1"))
                                .budgets(budget("other", "pdb", DB, 0)),
                        high(2),
                        "n1 loses b, spares other/a; takes n1"),
                new Case(
                        "a budget that does not select the pod does not protect it",
                        PreemptionReport.nodes(node("n1"))
                                .pods(db("a"), pod("b").cpu("2").priority(5).on("n1"))
                                .budgets(budget("pdb", "app", "web", 0)),
                        high(2),
                        "n1 loses a, spares b; takes n1"),
                new Case(
                        "a budget that selects everything protects nobody",
                        PreemptionReport.nodes(node("n1"))
                                .pods(db("a"), pod("b").cpu("2").priority(5).on("n1"))
                                .budgets(
                                        budget(
                                                "pdb",
                                                Optional.of(
                                                        new LabelSelector(Labels.NONE, List.of())),
                                                0)),
                        high(2),
                        "n1 loses a, spares b; takes n1"),
                new Case(
                        "a budget without a selector protects nobody",
                        PreemptionReport.nodes(node("n1"))
                                .pods(db("a"), pod("b").cpu("2").priority(5).on("n1"))
                                .budgets(budget("pdb", Optional.empty(), 0)),
                        high(2),
                        "n1 loses a, spares b; takes n1"),
                new Case(
                        "a budget that cannot be read protects nobody",
                        PreemptionReport.nodes(node("n1"))
                                .pods(db("a"), pod("b").cpu("2").priority(5).on("n1"))
                                .budgets(budget("pdb", expression("app", "In"), 0)),
                        high(2),
                        "n1 loses a, spares b; takes n1"),
                new Case(
                        "whom a budget has counted already it does not protect",
                        PreemptionReport.nodes(node("n1"))
                                .pods(db("a"), pod("b").cpu("2").priority(5).on("n1"))
                                .budgets(budget("pdb", DB, 0, "a")),
                        high(2),
                        "n1 loses a, spares b; takes n1"),
                new Case(
                        "whom a budget has counted already it does not count again",
                        PreemptionReport.nodes(node("n1"))
                                .pods(db("a").priority(2), db("b"))
                                .budgets(budget("pdb", DB, 1, "a")),
                        high(4),
                        "n1 loses a, b; takes n1"),
                new Case(
                        "one of two budgets is enough",
                        PreemptionReport.nodes(node("n1"))
                                .pods(
                                        db("a").label("tier", "back"),
                                        pod("b").cpu("2").priority(5).on("n1"))
                                .budgets(
                                        budget("one", "app", "db", 5),
                                        budget("two", "tier", "back", 0)),
                        high(2),
                        "n1 loses b, spares a; takes n1"),
                new Case(
                        "a pod that violates one budget does not count for the next",
                        PreemptionReport.nodes(node("n1"))
                                .pods(
                                        db("a").priority(2).label("tier", "back"),
                                        pod("b").cpu("2")
                                                .priority(1)
                                                .label("tier", "back")
                                                .on("n1"))
                                .budgets(
                                        budget("one", "app", "db", 0),
                                        budget("two", "tier", "back", 1)),
                        high(4),
                        "n1 loses a!, b; takes n1"),
                new Case(
                        "a pod counts for the budgets before the one that it violates",
                        PreemptionReport.nodes(node("n1"))
                                .pods(
                                        db("a").priority(2).label("tier", "back"),
                                        pod("b").cpu("2")
                                                .priority(1)
                                                .label("tier", "back")
                                                .on("n1"))
                                .budgets(
                                        budget("two", "app", "db", 0),
                                        budget("one", "tier", "back", 1)),
                        high(4),
                        "n1 loses a!, b!; takes n1"),
                new Case(
                        "each node is counted by itself",
                        PreemptionReport.nodes(node("n1"), node("n2"))
                                .pods(db("a").cpu("4"), db("b").cpu("4").on("n2"))
                                .budgets(budget("pdb", "app", "db", 1)),
                        high(4),
                        "n1 loses a; n2 loses b; takes n1 or n2"),
                new Case(
                        "who comes back is no violation",
                        PreemptionReport.nodes(node("n1"))
                                .pods(
                                        db("a").cpu("1"),
                                        db("b").cpu("1"),
                                        pod("c").cpu("2").priority(5).on("n1"))
                                .budgets(budget("pdb", "app", "db", 0)),
                        high(2),
                        "n1 loses c, spares a, b; takes n1"),
                new Case(
                        "victims of both kinds stand in the order of their importance",
                        PreemptionReport.nodes(node("n1").cpu("6"))
                                .pods(db("a"), pod("b").cpu("2").priority(5).on("n1"), db("c"))
                                .budgets(budget("pdb", "app", "db", 0)),
                        high(6),
                        "n1 loses b, a!, c!; takes n1"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void budgetsAreKeptWhereThatIsPossible(Case each) {
        each.check();
    }

    @Test
    void aChangedBudgetCountsFromThenOn() {
        try (PreemptionReport cluster =
                PreemptionReport.nodes(node("n1"))
                        .pods(db("a"), pod("b").cpu("2").priority(5).on("n1"))
                        .budgets(budget("pdb", "app", "db", 1))) {
            assertThat(cluster.outcome(high(2))).isEqualTo("n1 loses a, spares b; takes n1");
            cluster.budgets(budget("pdb", "app", "db", 0));
            assertThat(cluster.outcome(high(2))).isEqualTo("n1 loses b, spares a; takes n1");
            cluster.budgets(budget("pdb", expression("app", "In"), 0));
            assertThat(cluster.outcome(high(2))).isEqualTo("n1 loses a, spares b; takes n1");
        }
    }

    @Test
    void theReceiptNamesTheBudgetsOfEachVictim() {
        try (PreemptionReport cluster =
                PreemptionReport.nodes(node("n1"))
                        .pods(
                                db("a").label("tier", "back"),
                                db("b").priority(2),
                                pod("c").cpu("0").priority(1).on("n1"))
                        .budgets(
                                budget("one", "app", "db", 1),
                                budget("two", "tier", "back", 7),
                                budget("done", DB, 0, "a", "b"))) {
            Preemption.Candidate taken = cluster.ask(high(4)).preemption().orElseThrow().chosen();
            assertThat(taken.violations()).isEqualTo(1);
            assertThat(taken.reprieved()).containsExactly("default/c");
            assertThat(taken.victims())
                    .extracting(
                            Preemption.Victim::pod,
                            Preemption.Victim::budgets,
                            Preemption.Victim::violates)
                    .containsExactly(
                            org.assertj.core.groups.Tuple.tuple(
                                    "default/b", List.of("default/one"), false),
                            org.assertj.core.groups.Tuple.tuple(
                                    "default/a", List.of("default/one", "default/two"), true));
        }
    }
}
