package dev.berth.harness.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Obj;

import org.junit.jupiter.api.Test;

import java.util.List;

class CoverageTest {
    private static Obj read(String text) {
        return (Obj) Json.parse(text.replace('\'', '"'));
    }

    @Test
    void whatWasNeverReachedIsSeldom() {
        assertThat(new Coverage().lines(1, 100))
                .anyMatch(line -> line.contains("NodeName |") && line.endsWith("<< seldom"))
                .anyMatch(
                        line -> line.contains("ImageLocality full") && line.endsWith("<< seldom"));
    }

    @Test
    void aScoreIsFullByItsWeight() {
        var coverage = new Coverage();
        Obj one =
                read(
                        "{'config':{'profiles':[{'schedulerName':'s','plugins':{'score':{'enabled':[{'name':'ImageLocality','weight':5}]}}}]}}");
        coverage.add(
                one,
                List.of(
                        read(
                                "{'profile':'s','outcome':'scheduled','nodes':{'a':{'scores':{'ImageLocality':500,'TaintToleration':300},'total':800},'b':{'scores':{'ImageLocality':0,'TaintToleration':3},'total':3}}}")));
        assertThat(coverage.lines(1, 1))
                .contains(
                        "         1  ImageLocality full",
                        "         1  ImageLocality zero",
                        "         1  TaintToleration full",
                        "         1  TaintToleration between",
                        "         2  NodeAffinity absent");
    }

    @Test
    void reasonsOfOneFamilyAreCountedTogether() {
        var coverage = new Coverage();
        coverage.add(
                Obj.EMPTY,
                List.of(
                        read(
                                "{'outcome':'unschedulable','nodes':{'a':{'plugin':'NodeResourcesFit','code':'Unschedulable','reasons':['Insufficient"
                                    + " a.b/c','Insufficient d.e/f']}}}")));
        assertThat(coverage.lines(1, 1))
                .contains("         2  NodeResourcesFit | Unschedulable | Insufficient (extended)");
    }

    private static final String RUNNING =
            "{'kind':'Pod','metadata':{'namespace':'x','name':'%s'},'spec':{'nodeName':'%s','priority':%d},'status':{'startTime':'2026-01-01T00:0%d:00Z'}}";

    private static Obj cluster() {
        return read(
                "{'objects':[%s,%s,%s,%s],'pods':[{'kind':'Pod','metadata':{'namespace':'x','name':'p'},'spec':{'priority':9},'status':{'nominatedNodeName':'n2'}}]}"
                        .formatted(
                                RUNNING.formatted("a", "n1", 1, 1),
                                RUNNING.formatted("b", "n1", 0, 1),
                                RUNNING.formatted("c", "n2", 1, 2),
                                RUNNING.formatted("d", "n2", 20, 2)));
    }

    private static Obj rejected(String candidates, String picked, String message) {
        return read(
                "{'pod':'x/p','outcome':'unschedulable','nodes':{'n1':{'plugin':'NodePorts'},'n2':{'plugin':'X','code':'UnschedulableAndUnresolvable'}},'preemption':{'candidates':{%s},'picked':[%s],'message':'%s'}}"
                        .formatted(candidates, picked, message));
    }

    private static List<String> preemption(Obj reply) {
        var coverage = new Coverage();
        coverage.add(cluster(), List.of(reply));
        return coverage.lines(1, 0).stream()
                .dropWhile(line -> !line.contains("preemption: results"))
                .takeWhile(line -> !line.endsWith("errors"))
                .filter(line -> line.startsWith("         1  "))
                .map(String::strip)
                .map(line -> line.substring(3))
                .toList();
    }

    @Test
    void whatDecidesBetweenCandidatesIsCounted() {
        String candidates =
                "'n1':{'victims':['x/a'],'pdbViolations':0},'n2':{'victims':['x/c'],'pdbViolations':0}";
        assertThat(preemption(rejected(candidates, "'n2'", "")))
                .containsExactlyInAnyOrder(
                        "evaluated",
                        "several candidates",
                        "one picked of several",
                        "decided by the start",
                        "some pods spared",
                        "victims above spared ones",
                        "a candidate rejected by NodePorts",
                        "a candidate rejected by X",
                        "a candidate nominated for the pod",
                        "the unresolvable nominated node of the pod");
    }

    @Test
    void victimsAndBudgetsAreCounted() {
        String candidates = "'n1':{'victims':['x/a','x/b'],'pdbViolations':1}";
        assertThat(preemption(rejected(candidates, "'n1'", "")))
                .containsExactlyInAnyOrder(
                        "evaluated",
                        "one candidate",
                        "several victims",
                        "budgets violated",
                        "budgets violated on every candidate",
                        "a candidate rejected by NodePorts",
                        "the unresolvable nominated node of the pod");
    }

    @Test
    void eachReasonWithoutVictimsIsCounted() {
        String message =
                "preemption: 0/4 nodes are available: 12 Insufficient"
                        + " a.b/c, 2 Preemption is not helpful for scheduling.";
        assertThat(preemption(rejected("", "", message)))
                .containsExactlyInAnyOrder(
                        "evaluated",
                        "no candidate",
                        "no preemption: 0/n nodes are available: Insufficient (extended)",
                        "no preemption: 0/n nodes are available: Preemption is not helpful for"
                                + " scheduling",
                        "the unresolvable nominated node of the pod");
        assertThat(
                        preemption(
                                rejected(
                                        "",
                                        "",
                                        "preemption: not eligible due to preemptionPolicy=Never.")))
                .contains("no preemption: not eligible due to preemptionPolicy=Never.");
    }

    @Test
    void onlyWhatHasToBeReachedCanBeSeldom() {
        var coverage = new Coverage();
        coverage.add(cluster(), List.of(rejected("", "", "preemption: something new")));
        assertThat(coverage.lines(1, 100))
                .contains("         1  no preemption: something new")
                .contains("         0  decided by random choice  << seldom");
    }
}
