package dev.berth.harness.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import static java.util.stream.Collectors.joining;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Obj;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.util.List;
import java.util.stream.Stream;

class RecordComparisonTest {
    record Case(String name, String expected, String actual, String path) {
        @Override
        public String toString() {
            return name;
        }
    }

    static final List<Case> CASES =
            List.of(
                    new Case(
                            "the order of keys is free",
                            "{'outcome':'scheduled','nodes':{'a':{'total':1},'b':{'total':2}}}",
                            "{'nodes':{'b':{'total':2},'a':{'total':1}},'outcome':'scheduled'}",
                            ""),
                    new Case(
                            "a score differs",
                            "{'nodes':{'a':{'scores':{'X':1},'total':1}}}",
                            "{'nodes':{'a':{'scores':{'X':2},'total':1}}}",
                            "[0].nodes.a.scores.X"),
                    new Case(
                            "a field is missing",
                            "{'nodes':{'a':{'scores':{'X':1},'total':1}}}",
                            "{'nodes':{'a':{'scores':{},'total':1}}}",
                            "[0].nodes.a.scores.X"),
                    new Case(
                            "extended resources come in any order",
                            fit("Insufficient cpu", "Insufficient a/b", "Insufficient c/d"),
                            fit("Insufficient cpu", "Insufficient c/d", "Insufficient a/b"),
                            ""),
                    new Case(
                            "cpu comes before memory",
                            fit("Insufficient cpu", "Insufficient memory"),
                            fit("Insufficient memory", "Insufficient cpu"),
                            "[0].nodes.n.reasons[0]"),
                    new Case(
                            "cpu comes before extended resources",
                            fit("Insufficient cpu", "Insufficient a/b"),
                            fit("Insufficient a/b", "Insufficient cpu"),
                            "[0].nodes.n.reasons[0]"),
                    new Case(
                            "the reasons of others are in order",
                            fit("x", "y").replace("NodeResourcesFit", "Other"),
                            fit("y", "x").replace("NodeResourcesFit", "Other"),
                            "[0].nodes.n.reasons[0]"),
                    new Case(
                            "of an error only the message counts",
                            "{'outcome':'error','message':'m','nodes':{'a':{'total':1}}}",
                            "{'outcome':'error','message':'m','nodes':{},'best':[]}",
                            ""),
                    new Case(
                            "another message",
                            "{'outcome':'error','message':'m'}",
                            "{'outcome':'error','message':'n'}",
                            "[0].message"),
                    new Case(
                            "an error against none",
                            "{'outcome':'error','message':'m'}",
                            "{'outcome':'scheduled','message':''}",
                            "[0].outcome"),
                    new Case(
                            "the errors of nodes come in any order",
                            withErrors("a[0]: x", "b, c"),
                            withErrors("b, c", "a[0]: x"),
                            ""),
                    new Case(
                            "another error of a node",
                            withErrors("a", "b"),
                            withErrors("c", "a"),
                            "[0].preemption.message"),
                    new Case("null is not nothing", "{'preFilter':null}", "{}", "[0].preFilter"),
                    new Case(
                            "nodes that tie come in any order",
                            preemption("'x/a','x/b'", 0, "'n1','n2'"),
                            preemption("'x/a','x/b'", 0, "'n2','n1'"),
                            ""),
                    new Case(
                            "another node is picked",
                            preemption("'x/a'", 0, "'n1'"),
                            preemption("'x/a'", 0, "'n2'"),
                            "[0].preemption.picked[0]"),
                    new Case(
                            "victims have an order",
                            preemption("'x/a','x/b'", 0, "'n1'"),
                            preemption("'x/b','x/a'", 0, "'n1'"),
                            "[0].preemption.candidates.n1.victims[0]"),
                    new Case(
                            "a victim more",
                            preemption("'x/a'", 0, "'n1'"),
                            preemption("'x/a','x/b'", 0, "'n1'"),
                            "[0].preemption.candidates.n1.victims"),
                    new Case(
                            "budgets are counted",
                            preemption("'x/a'", 1, "'n1'"),
                            preemption("'x/a'", 0, "'n1'"),
                            "[0].preemption.candidates.n1.pdbViolations"),
                    new Case(
                            "a candidate is missing",
                            preemption("'x/a'", 0, "'n1'"),
                            "{'preemption':{'candidates':{},'picked':['n1'],'message':''}}",
                            "[0].preemption.candidates.n1"),
                    new Case(
                            "preemption is compared before the message that contains it",
                            "{'message':'a b','preemption':{'candidates':{},'message':'b'}}",
                            "{'message':'a c','preemption':{'candidates':{},'message':'c'}}",
                            "[0].preemption.message"),
                    new Case(
                            "preemption did not run",
                            "{'preemption':null}",
                            preemption("'x/a'", 0, "'n1'"),
                            "[0].preemption"));

    private static String preemption(String victims, int violations, String picked) {
        return "{'preemption':{'candidates':{'n1':{'victims':[%s],'pdbViolations':%d}},'picked':[%s],'message':''}}"
                .formatted(victims, violations, picked);
    }

    private static String withErrors(String... errors) {
        String list =
                Stream.of(errors)
                        .map(error -> "running \\\"F\\\" filter plugin: " + error)
                        .collect(joining(", ", "preemption: [", "]"));
        return "{'outcome':'unschedulable','message':'0/2: %1$s','preemption':{'message':'%1$s'}}"
                .formatted(list);
    }

    private static String fit(String... reasons) {
        return "{'nodes':{'n':{'plugin':'NodeResourcesFit','code':'Unschedulable','reasons':['"
                + String.join("','", reasons)
                + "']}}}";
    }

    private static Obj read(String text) {
        return (Obj) Json.parse(text.replace('\'', '"'));
    }

    @ParameterizedTest
    @FieldSource("CASES")
    void recordsAreComparedByValue(Case one) {
        String path =
                RecordComparison.of(List.of(read(one.expected())), List.of(read(one.actual())))
                        .map(Difference::path)
                        .orElse("");
        assertThat(path).isEqualTo(one.path());
    }

    @Test
    void onlyThePanicOfTheScoreOfVolumeBindingIsNoDifference() {
        List<Obj> decided = List.of(read("{'outcome':'scheduled'}"), read("{'outcome':'gated'}"));
        assertThat(RecordComparison.of(panic("volumebinding.(*VolumeBinding).Score"), decided))
                .isEmpty();
        assertThat(RecordComparison.of(panic("volumebinding.(*VolumeBinding).Filter"), decided))
                .isPresent();
    }

    private static List<Obj> panic(String function) {
        return List.of(
                read(
                        "{'outcome':'error','message':'panic in"
                                + " k8s.io/kubernetes/pkg/scheduler/framework/plugins/"
                                + function
                                + ": runtime error: invalid memory address or nil pointer"
                                + " dereference'}"));
    }

    @Test
    void anAnswerThatIsMissingIsADifference() {
        assertThat(RecordComparison.of(List.of(read("{}")), List.of()))
                .hasValueSatisfying(found ->
                        assertThat(found)
                                .hasToString("records: expected 1 records, was 0 records"));
    }

    @Test
    void theKindOfADifferenceNamesNoNode() {
        assertThat(new Difference("[3].nodes.n12.scores.NodeAffinity", "1", "2").kind())
                .isEqualTo("[].nodes.*.scores.NodeAffinity");
        assertThat(new Difference("[3].preemption.candidates.n1.victims[2]", "a", "b").kind())
                .isEqualTo("[].preemption.candidates.*.victims[]");
        assertThat(new Difference("[0].message", "0/12 nodes are available: none", "x").kind())
                .isEqualTo("[].message #/# nodes are available: none");
    }
}
