package dev.berth.engine.preemption;

import static dev.berth.engine.preemption.PreemptionReport.budget;
import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.stream.Stream;

/// The choice among several candidates, rule by rule.
class ChoiceTest {
    private static PodBuilder on(String node, String name, int cpu, int priority, long started) {
        return pod(name)
                .cpu(Integer.toString(cpu))
                .priority(priority)
                .started(started)
                .label("name", name)
                .on(node);
    }

    private static PodBuilder high() {
        return pod("high").cpu("4").priority(100);
    }

    private static PreemptionReport two() {
        return PreemptionReport.nodes(node("n1"), node("n2"));
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case(
                        "a node that stands alone is taken, whatever it costs",
                        PreemptionReport.nodes(node("n1"), node("n2").cordoned())
                                .pods(on("n1", "a", 4, 99, 1), on("n2", "b", 4, 1, 900)),
                        high(),
                        "n1 loses a; takes n1"),
                new Case(
                        "1. fewer violations count for more than priorities",
                        two().pods(on("n1", "a", 4, 1, 100), on("n2", "b", 4, 99, 100))
                                .budgets(budget("pdb", "name", "a", 0)),
                        high(),
                        "n1 loses a!; n2 loses b; takes n2 for fewest violations of disruption"
                                + " budgets"),
                new Case(
                        "1. two violations are more than one",
                        two().pods(
                                        on("n1", "a", 2, 1, 100),
                                        on("n1", "b", 2, 1, 100),
                                        on("n2", "c", 2, 9, 100),
                                        on("n2", "d", 2, 9, 100))
                                .budgets(
                                        budget("a", "name", "a", 0),
                                        budget("b", "name", "b", 0),
                                        budget("c", "name", "c", 0)),
                        high(),
                        "n1 loses a!, b!; n2 loses c!, d; takes n2 for fewest violations of"
                                + " disruption budgets"),
                new Case(
                        "2. the most important victim counts for more than the sum",
                        two().pods(
                                        on("n1", "a", 4, 6, 100),
                                        on("n2", "b", 2, 5, 100),
                                        on("n2", "c", 2, 5, 100)),
                        high(),
                        "n1 loses a; n2 loses b, c; takes n2 for lowest priority of the most"
                                + " important victim"),
                new Case(
                        "2. the most important victim counts, not one that may stay",
                        two().pods(
                                        on("n1", "a", 0, 99, 100),
                                        on("n1", "b", 4, 1, 100),
                                        on("n2", "c", 4, 2, 100)),
                        high(),
                        "n1 loses b, spares a; n2 loses c; takes n1 for lowest priority of the most"
                                + " important victim"),
                new Case(
                        "2. the most important victim counts, even where budgets had others first",
                        two().pods(
                                        on("n1", "a", 2, 1, 100),
                                        on("n1", "b", 2, 9, 100),
                                        on("n2", "c", 2, 5, 100),
                                        on("n2", "d", 2, 5, 100))
                                .budgets(budget("a", "name", "a", 0), budget("c", "name", "c", 0)),
                        high(),
                        "n1 loses b, a!; n2 loses c!, d; takes n2 for lowest priority of the most"
                                + " important victim"),
                new Case(
                        "3. the sum of priorities counts next",
                        two().pods(
                                        on("n1", "a", 2, 5, 100),
                                        on("n1", "b", 2, 4, 100),
                                        on("n2", "c", 2, 5, 100),
                                        on("n2", "d", 2, 3, 100)),
                        high(),
                        "n1 loses a, b; n2 loses c, d; takes n2 for lowest sum of priorities, each"
                                + " raised by 2^31"),
                new Case(
                        "3. many of negative priority are not less than one",
                        two().pods(
                                        on("n1", "a", 2, -5, 100),
                                        on("n1", "b", 2, -5, 100),
                                        on("n2", "c", 4, -5, 100)),
                        high(),
                        "n1 loses a, b; n2 loses c; takes n2 for lowest sum of priorities, each"
                                + " raised by 2^31"),
                new Case(
                        "3. the sum of the highest priorities does not overflow",
                        two().pods(
                                        on("n1", "a", 2, Integer.MAX_VALUE - 1, 100),
                                        on("n1", "b", 2, Integer.MAX_VALUE - 1, 100),
                                        on("n2", "c", 4, Integer.MAX_VALUE - 1, 100)),
                        high().priority(Integer.MAX_VALUE),
                        "n1 loses a, b; n2 loses c; takes n2 for lowest sum of priorities, each"
                                + " raised by 2^31"),
                new Case(
                        "4. the number of victims counts next: the lowest priority adds nothing",
                        two().pods(
                                        on("n1", "a", 2, 5, 100),
                                        on("n1", "b", 2, Integer.MIN_VALUE, 100),
                                        on("n2", "c", 4, 5, 100)),
                        high(),
                        "n1 loses a, b; n2 loses c; takes n2 for fewest victims"),
                new Case(
                        "5. the younger victim goes",
                        two().pods(on("n1", "a", 4, 5, 100), on("n2", "b", 4, 5, 200)),
                        high(),
                        "n1 loses a; n2 loses b; takes n2 for latest start of the most important"
                                + " victims"),
                new Case(
                        "5. the oldest of the most important victims counts",
                        two().pods(
                                        on("n1", "a", 2, 5, 100),
                                        on("n1", "b", 2, 5, 900),
                                        on("n2", "c", 2, 5, 200),
                                        on("n2", "d", 2, 5, 300)),
                        high(),
                        "n1 loses a, b; n2 loses c, d; takes n2 for latest start of the most"
                                + " important victims"),
                new Case(
                        "5. the age of lesser victims does not count",
                        two().pods(
                                        on("n1", "a", 2, 5, 300),
                                        on("n1", "b", 2, 4, 1),
                                        on("n2", "c", 2, 5, 200),
                                        on("n2", "d", 2, 4, 900)),
                        high(),
                        "n1 loses a, b; n2 loses c, d; takes n1 for latest start of the most"
                                + " important victims"),
                new Case(
                        "5. who has not started is the youngest",
                        two().pods(
                                        on("n1", "a", 4, 5, 4_000_000_000L),
                                        pod("b").cpu("4").priority(5).on("n2")),
                        high(),
                        "n1 loses a; n2 loses b; takes n2 for latest start of the most important"
                                + " victims"),
                new Case(
                        "6. any of those that share the first place",
                        PreemptionReport.nodes(node("n1"), node("n2"), node("n3"))
                                .pods(
                                        on("n1", "a", 4, 5, 100),
                                        on("n2", "b", 4, 6, 100),
                                        on("n3", "c", 4, 5, 100)),
                        high(),
                        "n1 loses a; n2 loses b; n3 loses c; takes n1 or n3 for lowest priority of"
                                + " the most important victim"),
                new Case(
                        "6. nothing was decided where all are alike",
                        two().pods(on("n1", "a", 4, 5, 100), on("n2", "b", 4, 5, 100)),
                        high(),
                        "n1 loses a; n2 loses b; takes n1 or n2"),
                new Case(
                        "rule after rule, the last that told any apart is named",
                        PreemptionReport.nodes(node("n1"), node("n2"), node("n3"), node("n4"))
                                .pods(
                                        on("n1", "a", 4, 1, 900),
                                        on("n2", "b", 4, 9, 900),
                                        on("n3", "c", 4, 5, 200),
                                        on("n4", "d", 4, 5, 100))
                                .budgets(budget("pdb", "name", "a", 0)),
                        high(),
                        "n1 loses a!; n2 loses b; n3 loses c; n4 loses d; takes n3 for latest start"
                                + " of the most important victims"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theLeastLossIsTaken(Case each) {
        each.check();
    }
}
