package dev.berth.harness.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.harness.cases.CaseFamily;
import dev.berth.harness.cases.DecisionCases;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Obj;

import org.junit.jupiter.api.Test;

class ShrinkerTest {
    private static Json read(String text) {
        return Json.parse(text.replace('\'', '"'));
    }

    @Test
    void nothingButTheReasonRemains() {
        Json document =
                read(
                        "{'a':[1,2,{'x':7,'y':'keep"
                                + " me'},4],'b':{'c':[{'d':true},{'d':false}]},'z':'long text'}");
        Json small = Shrinker.shrink(document, each -> each.text().contains("keep me"), 1_000);
        assertThat(small).isEqualTo(read("{'a':[{'y':'keep me'}]}"));
    }

    @Test
    void twoReasonsFarApartRemainBoth() {
        Json document = read("{'a':[0,0,0,0,'L',0,0,0],'b':{'c':{'d':['R','R']}}}");
        Json small =
                Shrinker.shrink(
                        document,
                        each -> each.text().contains("\"L\"") && each.text().contains("\"R\""),
                        1_000);
        assertThat(small).isEqualTo(read("{'a':['L'],'b':{'c':{'d':['R']}}}"));
    }

    @Test
    void numbersComeDownToTheBoundary() {
        Json small =
                Shrinker.shrink(
                        read("{'n':1000}"),
                        each ->
                                each.at("n").orElse(Json.of(0)) instanceof Json.Num number
                                        && number.asLong().orElse(0) >= 37,
                        1_000);
        assertThat(small).isEqualTo(read("{'n':37}"));
    }

    @Test
    void theTriesAreCounted() {
        var tries = new int[1];
        Json document = DecisionCases.make(CaseFamily.MIXED, 1, 0);
        Json small =
                Shrinker.shrink(
                        document,
                        each -> {
                            tries[0]++;
                            return each.text().contains("Namespace");
                        },
                        20);
        assertThat(tries[0]).isEqualTo(20);
        assertThat(small.text()).contains("Namespace").hasSizeLessThan(document.text().length());
    }

    @Test
    void aWholeCaseBecomesAFewFields() {
        Obj document = DecisionCases.make(CaseFamily.SEQUENCE, 1, 3);
        Json small =
                Shrinker.shrink(
                        document,
                        each -> each.at("pods").isPresent() && each.text().contains("\"Node\""),
                        10_000);
        assertThat(small).isEqualTo(read("{'objects':[{'kind':'Node'}],'pods':[]}"));
    }

    @Test
    void aVariantKeepsNames() {
        Obj document = DecisionCases.make(CaseFamily.FIT, 1, 1);
        assertThat(CaseConstraints.holds(document, document)).isTrue();
        assertThat(CaseConstraints.holds(document, document.without("config"))).isTrue();
        assertThat(
                        CaseConstraints.holds(
                                document,
                                document.with("pods", Json.arr(read("{'metadata':{},'spec':{}}")))))
                .isFalse();
    }

    @Test
    void aVariantKeepsAnOrderAmongPossibleVictims() {
        Json ordered = running("'startTime':'1'", "'startTime':'2'");
        Json oneUnbegun = running("", "'startTime':'2'");
        Json bothAtOnce = running("'startTime':'1'", "'startTime':'1'");
        Json bothUnbegun = running("", "");
        Json onTwoNodes = read(bothUnbegun.text().replaceFirst("\"n\"", "\"m\""));
        assertThat(CaseConstraints.holds(ordered, ordered)).isTrue();
        assertThat(CaseConstraints.holds(ordered, oneUnbegun)).isTrue();
        assertThat(CaseConstraints.holds(ordered, bothUnbegun)).isTrue();
        assertThat(CaseConstraints.holds(ordered, bothAtOnce)).isFalse();
        assertThat(CaseConstraints.holds(ordered, onTwoNodes)).isFalse();
        assertThat(CaseConstraints.holds(onTwoNodes, onTwoNodes)).as("never had one").isTrue();
    }

    @Test
    void podsOfASequenceMayHaveToLeaveToo() {
        Json ordered = sequence("'startTime':'1'", "'startTime':'2'");
        Json bothUnbegun = sequence("", "");
        assertThat(CaseConstraints.holds(ordered, bothUnbegun)).isFalse();
        assertThat(CaseConstraints.holds(ordered, ((Obj) bothUnbegun).with("sequence", false)))
                .isTrue();
    }

    @Test
    void aVariantKeepsAnOrderAmongVolumes() {
        Json ordered = volumes("1Gi", "'name':'x'", "2Gi", "'name':'y'");
        assertThat(CaseConstraints.holds(ordered, ordered)).isTrue();
        assertThat(
                        CaseConstraints.holds(
                                ordered, volumes("1Gi", "'name':'x'", "1Gi", "'name':'y'")))
                .isFalse();
        assertThat(
                        CaseConstraints.holds(
                                ordered, volumes("1Gi", "'name':'x'", "2Gi", "'name':'x'")))
                .isFalse();
    }

    private static Json volumes(String size, String claim, String otherSize, String otherClaim) {
        return read(
                "{'objects':[%s,%s]}"
                        .formatted(volume("a", size, claim), volume("b", otherSize, otherClaim)));
    }

    private static String volume(String name, String size, String claim) {
        return "{'kind':'PersistentVolume','metadata':{'name':'%s'},'spec':{'capacity':{'storage':'%s'},'claimRef':{%s}}}"
                .formatted(name, size, claim);
    }

    private static Json running(String one, String other) {
        return read("{'objects':[%s,%s]}".formatted(pod("a", one), pod("b", other)));
    }

    private static Json sequence(String one, String other) {
        String pods = "%s,%s".formatted(pod("a", one), pod("b", other));
        return read("{'pods':[%s],'sequence':true}".formatted(pods.replace("'n'", "''")));
    }

    private static String pod(String name, String status) {
        return "{'kind':'Pod','metadata':{'name':'%s','namespace':'x'},'spec':{'nodeName':'n','containers':[{'name':'c'}]},'status':{%s}}"
                .formatted(name, status);
    }
}
