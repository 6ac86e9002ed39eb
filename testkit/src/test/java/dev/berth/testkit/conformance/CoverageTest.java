package dev.berth.testkit.conformance;

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
}
