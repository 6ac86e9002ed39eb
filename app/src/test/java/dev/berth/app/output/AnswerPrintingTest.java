package dev.berth.app.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.answers.AnswerCodec;
import dev.berth.answers.DryRunAnswer;
import dev.berth.answers.ExplainNodeAnswer;
import dev.berth.answers.ExplainPodAnswer;
import dev.berth.answers.QueueAnswer;
import dev.berth.answers.WhyNotAnswer;
import dev.berth.app.explain.DryRunText;
import dev.berth.app.explain.NodeExplanationText;
import dev.berth.app.explain.PodExplanationText;
import dev.berth.app.explain.QueueText;
import dev.berth.app.explain.WhyNotText;
import dev.berth.app.terminal.TerminalEscapes;
import dev.berth.app.terminal.TerminalStyle;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/// What the command line prints for the answers of a scheduler.
class AnswerPrintingTest {
    private static final Path GOLDEN = Path.of("..", "answers", "golden");

    private static Json.Obj json(String text) {
        return (Json.Obj) TerminalEscapes.of(Json.parse(text));
    }

    private static String pod(Json.Obj answer, TerminalStyle paint) {
        return PodExplanationText.of(AnswerCodec.decode(answer, ExplainPodAnswer.class), paint);
    }

    private static String dryRun(Json.Obj answer) {
        return DryRunText.of(AnswerCodec.decode(answer, DryRunAnswer.class), TerminalStyle.OFF);
    }

    private static String node(Json.Obj answer) {
        return NodeExplanationText.of(
                AnswerCodec.decode(answer, ExplainNodeAnswer.class), TerminalStyle.OFF);
    }

    private static String whyNot(Json.Obj answer) {
        return WhyNotText.of(AnswerCodec.decode(answer, WhyNotAnswer.class), TerminalStyle.OFF);
    }

    private static String queue(Json.Obj answer, boolean requeue) {
        return QueueText.of(
                AnswerCodec.decode(answer, QueueAnswer.class), requeue, TerminalStyle.OFF);
    }

    /// A golden answer, and how the command line prints it.
    record Golden(String file, BiFunction<Golden, Json.Obj, String> printer) {
        Json.Obj answer() {
            try {
                return (Json.Obj) Json.parse(Files.readString(GOLDEN.resolve(file)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        String printed(Json.Obj answer) {
            return printer.apply(this, answer);
        }

        @Override
        public String toString() {
            return file;
        }
    }

    static Stream<Golden> goldens() {
        return Stream.of(
                new Golden("explain-pod.json", (it, answer) -> pod(answer, TerminalStyle.OFF)),
                new Golden("dry-run.json", (it, answer) -> dryRun(answer)),
                new Golden("explain-node.json", (it, answer) -> node(answer)),
                new Golden("why-not.json", (it, answer) -> whyNot(answer)),
                new Golden("queue.json", (it, answer) -> queue(answer, true)));
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void theAnswerOfANewerServerIsPrintedAsBefore(Golden golden) {
        Json.Obj newer = golden.answer().with("addedLater", Json.arr(Json.of("text")));
        assertThat(golden.printed(newer)).isEqualTo(golden.printed(golden.answer())).isNotBlank();
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void theAnswerOfAnOlderServerIsPrintedWithoutTheFieldItLacks(Golden golden) {
        Json.Obj whole = golden.answer();
        for (String field : whole.fields().keySet()) {
            assertThat(golden.printed(whole.without(field))).as(field).isNotEmpty();
        }
    }

    private static final Json.Obj UNSCHEDULABLE =
            json(
                    """
                    {"atMillis":61000,"pod":"shop/big","state":"unschedulable",
                     "summary":"shop/big is unschedulable: none of 5 nodes fits.","sinceMillis":1000,
                     "rejections":[
                      {"plugin":"NodeResourcesFit","code":"Unschedulable",
                       "reasons":["Insufficient cpu"],"nodes":1,"nodeNames":["n1"],
                       "helpPage":"node-resources-fit",
                       "facts":[{"type":"resource","subject":"cpu","nodes":1,
                        "text":"cpu: 4 requested, 1 free of 8 allocatable"}]},
                      {"plugin":"TaintToleration","code":"UnschedulableAndUnresolvable",
                       "reasons":["node(s) had untolerated taint(s)"],"nodes":1,"nodeNames":["n5"],
                       "helpPage":"taint-toleration"},
                      {"plugin":"NodeResourcesFit","code":"UnschedulableAndUnresolvable",
                       "reasons":["Insufficient cpu"],"nodes":3,"nodeNames":["n2","n3","n4"],
                       "helpPage":"node-resources-fit"}],
                     "requeue":[{"plugin":"NodeResourcesFit","events":["NodeAdd","AssignedPodDelete"],
                       "descriptions":["a node is added","a pod is removed from its node"]}],
                     "hints":["NodeResourcesFit: add a node"],
                     "attempts":[
                      {"attempt":2,"atMillis":50000,"tookMicros":1200,"nodes":5,"feasible":0,
                       "outcome":"unschedulable","message":"0/5 nodes are available"},
                      {"attempt":1,"atMillis":1000,"tookMicros":80,"nodes":5,"feasible":0,
                       "outcome":"unschedulable"}]}
                    """);

    @Test
    void anUnschedulablePodHasItsRejectionsThenItsRequeueEvents() {
        assertThat(pod(UNSCHEDULABLE, TerminalStyle.OFF))
                .isEqualTo(
                        """
                        shop/big is unschedulable: none of 5 nodes fits.

                        NODES  PLUGIN            REASON                            NODE NAMES
                        4      NodeResourcesFit  Insufficient cpu                  n1, n2, n3, …
                        1      TaintToleration   node(s) had untolerated taint(s)  n5

                        Facts:
                          NodeResourcesFit: cpu: 4 requested, 1 free of 8 allocatable

                        Requeued when:
                          a node is added or a pod is removed from its node (NodeResourcesFit)

                        What you can do:
                          NodeResourcesFit: add a node

                        Help pages:
                          berth explain plugin NodeResourcesFit
                          berth explain plugin TaintToleration

                        ATTEMPT  AGE  OUTCOME        NODE  FEASIBLE  DURATION
                        2        11s  unschedulable  -     0/5       1.2ms
                        1        1m   unschedulable  -     0/5       80µs
                        """);
    }

    @Test
    void aBoundPodHasItsScores() {
        Json.Obj bound =
                json(
                        """
                        {"summary":"shop/web is bound to n1.","node":"n1",
                         "scoreDifferences":["ImageLocality: 20 against 0 (+20)"],
                         "attempts":[{"attempt":1,"atMillis":0,"tookMicros":90,"nodes":3,"feasible":2,
                          "outcome":"scheduled","node":"n1",
                          "winner":{"node":"n1","total":120,"scores":[
                            {"plugin":"NodeResourcesFit","raw":100,"normalized":100,"weighted":100},
                            {"plugin":"ImageLocality","raw":20,"normalized":20,"weighted":20}]},
                          "runnerUp":{"node":"n2","total":100,"scores":[
                            {"plugin":"NodeResourcesFit","raw":100,"normalized":100,"weighted":100}
                            ]}}]}
                        """);
        assertThat(pod(bound, TerminalStyle.OFF))
                .isEqualTo(
                        """
                        shop/web is bound to n1.

                        SCORES            n1   n2
                        NodeResourcesFit  100  100
                        ImageLocality     20   -
                        Total             120  100

                        Score differences:
                          ImageLocality: 20 against 0 (+20)

                        ATTEMPT  AGE  OUTCOME    NODE  FEASIBLE  DURATION
                        1        0s   scheduled  n1    2/3       90µs
                        """);
    }

    @Test
    void aPreemptorNamesItsVictimsExceptHiddenOnes() {
        Json.Obj preemptor =
                json(
                        """
                        {"summary":"shop/vip is nominated to n1.","attempts":[
                         {"attempt":1,"atMillis":0,"outcome":"unschedulable","preemption":
                          {"summary":"shop/vip preempts 2 pods on n1.","victims":[
                           {"pod":"shop/low","priority":0,"reasons":["Insufficient cpu"],
                            "budgets":["web"],"violatesBudget":true},
                           {"pod":"","priority":5}],"reprieved":["shop/small"]}}]}
                        """);
        assertThat(pod(preemptor, TerminalStyle.OFF))
                .contains(
                        """
                        shop/vip preempts 2 pods on n1.
                          evicts shop/low, priority 0; if it stays: Insufficient cpu; disruption budget web is violated
                          evicts a pod that you cannot list, priority 5
                          reprieves shop/small
                        """);
    }

    @Test
    void theSummaryIsBoldOnATerminal() {
        assertThat(pod(UNSCHEDULABLE, TerminalStyle.ON))
                .startsWith("\033[1mshop/big is unschedulable: none of 5 nodes fits.\033[0m\n");
    }

    @Test
    void aDryRunHasTheMessageAndANote() {
        Json.Obj answer =
                json(
                        """
                        {"pod":"shop/big","outcome":"unschedulable",
                         "summary":"shop/big is unschedulable: the only node does not fit.",
                         "note":"This is a dry run.","message":"0/1 nodes are available",
                         "rejections":[{"plugin":"NodeName","reasons":["other node"],"nodes":1,
                         "nodeNames":["n1"],"helpPage":"node-name"}]}
                        """);
        assertThat(dryRun(answer))
                .isEqualTo(
                        """
                        shop/big is unschedulable: the only node does not fit.

                        NODES  PLUGIN    REASON      NODE NAMES
                        1      NodeName  other node  n1

                        0/1 nodes are available

                        Help pages:
                          berth explain plugin NodeName

                        This is a dry run.
                        """);
    }

    @Test
    void aNodeHasItsResourcesItsTaintsAndTheRejectedPods() {
        Json.Obj answer =
                json(
                        """
                        {"summary":"n1 has 2 pods.","resources":["cpu","memory","gpu"],
                         "node":{"name":"n1","zone":"a","ready":true,"taints":["gpu:NoSchedule"],
                          "allocatable":[4000,8589934592,0],"requested":[1500,1073741824,0]},
                         "rejections":[{"plugin":"NodeResourcesFit","reasons":["Insufficient cpu"],
                          "pods":2,"podNames":["a/b","a/c"],"helpPage":"node-resources-fit"}],
                         "fits":2,"hidden":1}
                        """);
        assertThat(node(answer))
                .isEqualTo(
                        """
                        n1 has 2 pods.

                        RESOURCE  REQUESTED  ALLOCATABLE  FREE
                        cpu       1.5        4            2.5
                        memory    1Gi        8Gi          7Gi

                        Taints:
                          gpu:NoSchedule

                        PODS  PLUGIN            REASON            POD NAMES
                        2     NodeResourcesFit  Insufficient cpu  a/b, a/c

                        1 more pod that you cannot list

                        Help pages:
                          berth explain plugin NodeResourcesFit
                        """);
    }

    @Test
    void whyNotNamesTheRejectionOrComparesScores() {
        assertThat(
                        whyNot(
                                json(
                                        """
                                        {"summary":"a/b does not fit on n1.","outcome":"rejected",
                                         "rejection":{"plugin":"NodePorts","reasons":["no free ports"],
                                         "nodes":1,"helpPage":"node-ports"}}
                                        """)))
                .isEqualTo(
                        """
                        a/b does not fit on n1.

                        Help pages:
                          berth explain plugin NodePorts
                        """);
        assertThat(
                        whyNot(
                                json(
                                        """
                                        {"summary":"a/b fits on n1.","outcome":"fits","node":"n1",
                                         "scores":{"node":"n1","total":1,"scores":[
                                          {"plugin":"P","weighted":1}]},
                                         "bestScores":{"node":"n2","total":2,"scores":[
                                          {"plugin":"P","weighted":2}]},"note":"A dry run."}
                                        """)))
                .isEqualTo(
                        """
                        a/b fits on n1.

                        SCORES  n1  n2
                        P       1   2
                        Total   1   2

                        A dry run.
                        """);
    }

    private static final String BACKOFF =
            """
            {"state":"backoff","count":1,"hidden":0,"pods":[{"pod":"a/b","priority":10,
              "attempts":3,"sinceMillis":1000,"untilMillis":9000,"plugins":["NodePorts"],
              "nominatedNodeName":"n7"}]}
            """;

    private static final String UNSCHEDULABLE_PODS =
            """
            {"state":"unschedulable","count":5,"hidden":2,"pods":[{"pod":"a/c","priority":0,
              "attempts":1,"sinceMillis":0,"plugins":["NodeName","NodePorts"],"requeue":[
              {"plugin":"NodeName","events":["NodeAdd"],"descriptions":["a node is added"]},
              {"plugin":"NodePorts","events":["AssignedPodDelete"],
               "descriptions":["a node is added","a pod is removed from its node"]}]}]}
            """;

    @Test
    void theQueueIsPrintedByState() {
        assertThat(
                        queue(
                                json(
                                        "{\"atMillis\":4000,\"states\":[{\"state\":\"active\"},%s,%s]}"
                                                .formatted(BACKOFF, UNSCHEDULABLE_PODS)),
                                false))
                .isEqualTo(
                        """
                        6 pending pods: 1 backoff, 5 unschedulable.

                        BACKOFF  PRIORITY  ATTEMPTS  IN STATE  TIME LEFT  PLUGINS    NODE  NOMINATED NODE
                        a/b      10        3         3s        5s         NodePorts  -     n7

                        UNSCHEDULABLE  PRIORITY  ATTEMPTS  IN STATE  TIME LEFT  PLUGINS             NODE  NOMINATED NODE
                        a/c            0         1         4s        -          NodeName,NodePorts  -     -
                        2 more; berth queue unschedulable --limit N shows them
                        2 pods that you cannot list
                        """);
    }

    @Test
    void oneStateIsPrintedWithTheEventsThatRequeueItsPods() {
        assertThat(
                        queue(
                                json(
                                        "{\"atMillis\":4000,\"states\":[%s]}"
                                                .formatted(UNSCHEDULABLE_PODS)),
                                true))
                .startsWith("5 pods in state unschedulable.\n\nUNSCHEDULABLE")
                .contains(
                        "REQUEUED WHEN\n",
                        "-               a node is added or a pod is removed from its node\n");
        assertThat(queue(json("{\"states\":[{\"state\":\"active\"}]}"), true))
                .isEqualTo("No pods are active.\n");
        assertThat(
                        queue(
                                json("{\"states\":[{\"state\":\"active\"},{\"state\":\"gated\"}]}"),
                                false))
                .isEqualTo("No pods are waiting.\n");
    }
}
