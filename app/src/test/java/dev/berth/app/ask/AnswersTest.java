package dev.berth.app.ask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.app.terminal.TerminalEscapes;
import dev.berth.app.terminal.TerminalStyle;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;

/// What people read, from what a scheduler answers.
class AnswersTest {
    private static Json.Obj json(String text) {
        return (Json.Obj) TerminalEscapes.of(Json.parse(text));
    }

    private static final Json.Obj WAITING =
            json(
                    """
                    {"pod":"shop/big","state":"unschedulable",
                     "answer":"shop/big waits: none of 5 nodes fits it","node":"","since":1000,
                     "groups":[
                      {"plugin":"NodeResourcesFit","code":"Unschedulable",
                       "reasons":["Insufficient cpu"],"nodes":1,"names":["n1"],
                       "help":"node-resources-fit"},
                      {"plugin":"TaintToleration","code":"UnschedulableAndUnresolvable",
                       "reasons":["node(s) had untolerated taint(s)"],"nodes":1,"names":["n5"],
                       "help":"taint-toleration"},
                      {"plugin":"NodeResourcesFit","code":"UnschedulableAndUnresolvable",
                       "reasons":["Insufficient cpu"],"nodes":3,"names":["n2","n3","n4"],
                       "help":"node-resources-fit"}],
                     "helps":[{"plugin":"NodeResourcesFit","events":["NodeAdd","AssignedPodDelete"],
                       "words":["a node is added","a pod leaves a node"]}],
                     "hints":["ask for less cpu than 4"],
                     "attempts":[
                      {"attempt":2,"at":50000,"tookMicros":1200,"nodes":5,"feasible":0,
                       "outcome":"unschedulable","message":"0/5 nodes are available"},
                      {"attempt":1,"at":1000,"tookMicros":80,"nodes":5,"feasible":0,
                       "outcome":"unschedulable"}]}
                    """);

    @Test
    void aPodThatWaitsIsExplainedByReasonThenByWhatHelps() {
        assertThat(PodAnswer.text(WAITING, 61_000, TerminalStyle.OFF))
                .isEqualTo(
                        """
                        shop/big waits: none of 5 nodes fits it

                        NODES  REFUSED BY        REASON                            NAMES
                        4      NodeResourcesFit  Insufficient cpu                  n1, n2, n3, …
                        1      TaintToleration   node(s) had untolerated taint(s)  n5

                        it is tried again when:
                          a node is added or a pod leaves a node (NodeResourcesFit)

                        what you can do:
                          ask for less cpu than 4

                        read more:
                          docs/plugins/node-resources-fit.md
                          docs/plugins/taint-toleration.md

                        ATTEMPT  AGE  OUTCOME        NODE  FIT  TOOK
                        2        11s  unschedulable  -     0/5  1.2ms
                        1        1m   unschedulable  -     0/5  80µs
                        """);
    }

    @Test
    void aPodThatIsPlacedIsExplainedByScores() {
        Json.Obj placed =
                json(
                        """
                        {"answer":"shop/web is on n1","node":"n1","groups":[],
                         "difference":["ImageLocality gave n1 20 more than n2"],
                         "attempts":[{"attempt":1,"at":0,"tookMicros":90,"nodes":3,"feasible":2,
                          "outcome":"placed","node":"n1",
                          "winner":{"node":"n1","total":120,"scores":[
                            {"plugin":"NodeResourcesFit","raw":100,"normalised":100,"weighted":100},
                            {"plugin":"ImageLocality","raw":20,"normalised":20,"weighted":20}]},
                          "runnerUp":{"node":"n2","total":100,"scores":[
                            {"plugin":"NodeResourcesFit","raw":100,"normalised":100,"weighted":100}
                            ]}}]}
                        """);
        assertThat(PodAnswer.text(placed, 0, TerminalStyle.OFF))
                .isEqualTo(
                        """
                        shop/web is on n1

                        SCORES            n1   n2
                        NodeResourcesFit  100  100
                        ImageLocality     20   -
                        total             120  100

                        what made the difference:
                          ImageLocality gave n1 20 more than n2

                        ATTEMPT  AGE  OUTCOME  NODE  FIT  TOOK
                        1        0s   placed   n1    2/3  90µs
                        """);
    }

    @Test
    void aPreemptorNamesItsVictimsExceptThoseTheUserMayNotSee() {
        Json.Obj preemptor =
                json(
                        """
                        {"answer":"shop/vip waits for its victims to leave n1","attempts":[
                         {"attempt":1,"at":0,"outcome":"unschedulable","preemption":
                          {"examined":2,"possible":1,"node":"n1","decidedBy":"","victims":[
                           {"pod":"shop/low","priority":0,"why":["Insufficient cpu"]},
                           {"pod":"","priority":5,"violates":true}]}}]}
                        """);
        assertThat(PodAnswer.text(preemptor, 0, TerminalStyle.OFF))
                .contains(
                        """
                        it made room on n1, the only node where that helps
                          victim shop/low, priority 0: with it Insufficient cpu
                          victim that you may not see, priority 5; a budget is violated
                        """);
    }

    @Test
    void theFirstLineIsBoldWhereThatIsWanted() {
        assertThat(PodAnswer.text(WAITING, 0, TerminalStyle.ON))
                .startsWith("\033[1mshop/big waits: none of 5 nodes fits it\033[0m\n");
    }

    @Test
    void theJudgementOnThePresentStateSaysThatItIsOne() {
        Json.Obj present =
                json(
                        """
                        {"pod":"shop/big","at":1,"outcome":"unschedulable",
                         "note":"recomputed on the present state","message":"0/1 nodes are available",
                         "best":[],"groups":[{"plugin":"NodeName","reasons":["other node"],"nodes":1,
                         "names":["n1"],"help":"node-name"}],"nodes":[]}
                        """);
        assertThat(PresentAnswer.text(present, TerminalStyle.OFF))
                .isEqualTo(
                        """
                        shop/big would fit nowhere now: 0/1 nodes are available

                        NODES  REFUSED BY  REASON      NAMES
                        1      NodeName    other node  n1

                        read more:
                          docs/plugins/node-name.md

                        recomputed on the present state
                        """);
        assertThat(
                        PresentAnswer.text(
                                json(
                                        "{\"pod\":\"a/b\",\"outcome\":\"scheduled\",\"best\":[\"n1\",\"n2\"]}"),
                                TerminalStyle.OFF))
                .isEqualTo("a/b would go to n1 or n2 now\n");
    }

    @Test
    void aNodeShowsItsFreeResourcesTaintsAndRejectedPods() {
        Json.Obj node =
                json(
                        """
                        {"answer":"n1 would take 2 of 5 pods that wait","resources":["cpu","memory","gpu"],
                         "node":{"name":"n1","zone":"a","ready":true,"taints":["gpu:NoSchedule"],
                          "allocatable":[4000,8589934592,0],"requested":[1500,1073741824,0]},
                         "groups":[{"plugin":"NodeResourcesFit","reasons":["Insufficient cpu"],
                          "pods":2,"names":["a/b","a/c"],"help":"node-resources-fit"}],
                         "fits":2,"hidden":1}
                        """);
        assertThat(NodeAnswer.text(node, TerminalStyle.OFF))
                .isEqualTo(
                        """
                        n1 would take 2 of 5 pods that wait

                        RESOURCE  REQUESTED  OF   FREE
                        cpu       1.5        4    2.5
                        memory    1Gi        8Gi  7Gi

                        taints:
                          gpu:NoSchedule

                        PODS  REFUSED BY        REASON            NAMES
                        2     NodeResourcesFit  Insufficient cpu  a/b, a/c

                        pods of namespaces you may not see: 1

                        read more:
                          docs/plugins/node-resources-fit.md
                        """);
    }

    @Test
    void whyNotNamesTheRejectingPluginOrComparesScores() {
        assertThat(
                        WhyNotAnswer.text(
                                json(
                                        """
                                        {"answer":"n1 refuses a/b","outcome":"rejected",
                                         "group":{"plugin":"NodePorts","reasons":["no free ports"],
                                         "nodes":1,"help":"node-ports"}}
                                        """),
                                TerminalStyle.OFF))
                .isEqualTo(
                        """
                        n1 refuses a/b

                        NodePorts refused it:
                          no free ports

                        read more:
                          docs/plugins/node-ports.md
                        """);
        assertThat(
                        WhyNotAnswer.text(
                                json(
                                        """
                                        {"answer":"n2 scores higher","outcome":"fits",
                                         "card":{"node":"n1","total":1,"scores":[
                                          {"plugin":"P","weighted":1}]},
                                         "best":{"node":"n2","total":2,"scores":[
                                          {"plugin":"P","weighted":2}]},"note":"recomputed"}
                                        """),
                                TerminalStyle.OFF))
                .isEqualTo(
                        """
                        n2 scores higher

                        SCORES  n1  n2
                        P       1   2
                        total   1   2

                        recomputed
                        """);
    }

    private static final Json.Obj QUEUE =
            json(
                    """
                    {"lanes":[
                     {"lane":"active","count":0,"hidden":0,"pods":[]},
                     {"lane":"backoff","count":1,"hidden":0,"pods":[{"pod":"a/b","priority":10,
                      "attempts":3,"since":1000,"until":9000,"by":["NodePorts"],"node":""}]},
                     {"lane":"unschedulable","count":5,"hidden":2,"pods":[{"pod":"a/c","priority":0,
                      "attempts":1,"since":0,"by":["NodeName","NodePorts"],"node":"","wakes":[
                      {"plugin":"NodeName","events":["NodeAdd"],"words":["a node is added"]},
                      {"plugin":"NodePorts","events":["AssignedPodDelete"],
                       "words":["a node is added","a pod leaves a node"]}]}]}]}
                    """);

    @Test
    void theQueueIsShownByLane() {
        assertThat(QueueAnswer.text(QUEUE, "", 4_000, TerminalStyle.OFF))
                .isEqualTo(
                        """
                        6 pods wait: 1 backoff, 5 unschedulable

                        BACKOFF  PRIORITY  ATTEMPTS  FOR  STILL  BY         NODE
                        a/b      10        3         3s   5s     NodePorts  -

                        UNSCHEDULABLE  PRIORITY  ATTEMPTS  FOR  STILL  BY                  NODE
                        a/c            0         1         4s   -      NodeName,NodePorts  -
                        and 2 more; berth queue unschedulable --limit N shows them
                        and 2 in namespaces you may not see
                        """);
    }

    @Test
    void oneLaneIsShownWithWhatWouldWakeItsPods() {
        assertThat(QueueAnswer.text(QUEUE, "unschedulable", 4_000, TerminalStyle.OFF))
                .startsWith("5 pods wait in the lane unschedulable\n\nUNSCHEDULABLE")
                .contains("TRIED AGAIN WHEN\n", "-     a node is added or a pod leaves a node\n")
                .doesNotContain("BACKOFF");
        assertThat(QueueAnswer.text(QUEUE, "active", 0, TerminalStyle.OFF))
                .isEqualTo("no pods wait in the lane active\n");
    }
}
