package dev.berth.harness.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Obj;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.util.List;

class RecordChangesTest {
    record Case(String name, String from, String to, List<String> changes) {
        @Override
        public String toString() {
            return name;
        }
    }

    static final List<Case> CASES =
            List.of(
                    new Case(
                            "every node and every score counts",
                            "{'nodes':{'a':{'scores':{'X':1},'total':1},'b':{'scores':{'X':1},'total':1}}}",
                            "{'nodes':{'a':{'scores':{'X':1,'Y':0},'total':1},'b':{'scores':{'X':1,'Y':5},'total':6}}}",
                            List.of(
                                    "nodes.scores.Y of node a: absent => 0",
                                    "nodes.scores.Y of node b: absent => 5")),
                    new Case(
                            "a total that is not the sum of the scores",
                            "{'nodes':{'a':{'scores':{'X':1},'total':1}}}",
                            "{'nodes':{'a':{'scores':{'X':1},'total':2}}}",
                            List.of("nodes.total of node a: 1 => 2")),
                    new Case(
                            "the best node follows from a score",
                            "{'node':'a','best':['a'],'nodes':{'a':{'scores':{'X':1},'total':1}}}",
                            "{'node':'b','best':['b'],'nodes':{'a':{'scores':{'X':0},'total':0}}}",
                            List.of("nodes.scores.X of node a: 1 => 0")),
                    new Case(
                            "another best node without a reason",
                            "{'node':'a','best':['a'],'nodes':{'a':{'scores':{'X':1},'total':1}}}",
                            "{'node':'b','best':['b'],'nodes':{'a':{'scores':{'X':1},'total':1}}}",
                            List.of("best: [\"a\"] => [\"b\"]", "node: \"a\" => \"b\"")),
                    new Case(
                            "outcome, plugins and message follow from a rejection",
                            "{'outcome':'scheduled','unschedulablePlugins':[],'message':'','nodes':{'a':{'scores':{'X':1},'total':1}}}",
                            "{'outcome':'unschedulable','unschedulablePlugins':['P'],'message':'m','nodes':{'a':{'plugin':'P','code':'Unschedulable','reasons':['r','s']}}}",
                            List.of(
                                    "nodes.rejection of node a: accepted => P Unschedulable: r;"
                                            + " s")),
                    new Case(
                            "other plugins without another rejection",
                            "{'unschedulablePlugins':[],'message':'m','nodes':{}}",
                            "{'unschedulablePlugins':['P'],'message':'n','nodes':{}}",
                            List.of("message: m => n", "unschedulablePlugins: [] => [\"P\"]")),
                    new Case(
                            "the message contains the result of preemption",
                            "{'message':'m."
                                + " old','preemption':{'candidates':{},'picked':[],'message':'old'}}",
                            "{'message':'m."
                                + " new','preemption':{'candidates':{},'picked':[],'message':'new'}}",
                            List.of("preemption.message: old => new")),
                    new Case(
                            "budgets and victims",
                            "{'preemption':{'candidates':{'a':{'victims':['x'],'pdbViolations':2}},'picked':['a'],'message':''}}",
                            "{'preemption':{'candidates':{'a':{'victims':['y'],'pdbViolations':1}},'picked':['a'],'message':''}}",
                            List.of(
                                    "preemption.victims of node a: [\"x\"] => [\"y\"]",
                                    "preemption.pdbViolations of node a: 2 => 1")),
                    new Case(
                            "an error",
                            "{'outcome':'scheduled','node':'a','nodes':{}}",
                            "{'outcome':'error','message':'panic','nodes':{}}",
                            List.of("error: scheduled => error: panic")),
                    new Case(
                            "the order of extended resources is free",
                            "{'message':'m','nodes':{'a':{'plugin':'NodeResourcesFit','code':'Unschedulable','reasons':['x','y']}}}",
                            "{'message':'n','nodes':{'a':{'plugin':'NodeResourcesFit','code':'Unschedulable','reasons':['y','x']}}}",
                            List.of("message: m => n")),
                    new Case("equal records", "{'node':'a'}", "{'node':'a'}", List.of()));

    @ParameterizedTest
    @FieldSource("CASES")
    void allChangesWithACauseOfTheirOwnAreListed(Case each) {
        assertThat(RecordChanges.between(read(each.from()), read(each.to())))
                .extracting(RecordChange::toString)
                .containsExactlyElementsOf(each.changes());
    }

    @Test
    void scoresFollowFromTheFeasibleNodes() {
        assertThat(
                        RecordChanges.between(
                                read(
                                        "{'nodes':{'a':{'scores':{'X':1},'total':1},'b':{'scores':{'X':1},'total':1}}}"),
                                read(
                                        "{'nodes':{'a':{'scores':{'X':3},'total':3},'b':{'plugin':'P','code':'Unschedulable','reasons':['r']}}}")))
                .extracting(RecordChange::path, RecordChange::follows)
                .containsExactly(tuple("nodes.rejection", false), tuple("nodes.scores.X", true));
    }

    private static Obj read(String text) {
        return (Obj) Json.parse(text.replace('\'', '"'));
    }
}
