package dev.berth.kube.write;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.Clock;
import dev.berth.engine.port.ReadOutcome;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.kubeclient.http.NotSentException;
import dev.berth.kubeclient.wire.JsonFormat;
import dev.berth.kubeclient.wire.ProtobufFormat;
import dev.berth.kubeclient.wire.WireFormat;
import dev.berth.model.Condition;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.spi.Nomination;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

class KubePortTest {
    private static final String REFUSED =
            """
            {"kind":"Status","apiVersion":"v1","status":"Failure","message":"no free CPU","reason":"Conflict","code":409}\
            """;
    private static final Write BIND = new Write.BindPod("ns", "web", "u1", "n1");

    /// The server's handling of a request.
    private interface Server {
        ApiResponse answer(ApiRequest request) throws IOException;
    }

    private final LinkedBlockingQueue<ApiRequest> requests = new LinkedBlockingQueue<>();
    private final WireFormat json = new JsonFormat(new Decoder(), Set.of());
    private final WriteGate gate = new WriteGate(() -> this.leads);
    private final List<Duration> pauses = new ArrayList<>();
    private boolean leads = true;
    private Clock clock = () -> 1_000_000_000L;

    /// Runs while a request waits for the rate limit.
    private Runnable beforeSent = () -> {};

    private static ApiResponse answer(int status, String body) {
        return new ApiResponse(
                status, Map.of(), new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
    }

    private KubePort port(WireFormat format, int maxInFlight, Server server) {
        return new KubePort(
                request -> {
                    beforeSent.run();
                    request.passage().enter();
                    try {
                        requests.add(request);
                        return server.answer(request);
                    } finally {
                        request.passage().leave();
                    }
                },
                format,
                clock,
                pauses::add,
                gate,
                events -> {},
                maxInFlight,
                Thread.ofVirtual().factory());
    }

    private static WriteOutcome outcome(KubePort port, Write write) {
        var answer = new CompletableFuture<WriteOutcome>();
        port.submit(List.of(new ApiPort.Call(write, answer::complete)));
        return answer.join();
    }

    private static ReadOutcome read(KubePort port) {
        var answer = new CompletableFuture<ReadOutcome>();
        port.read("ns", "web", answer::complete);
        return answer.join();
    }

    private static Pod pod() {
        return new Decoder()
                .pod(
                        (Json.Obj)
                                Json.parse(
                                        """
                                        {"metadata":{"name":"web","namespace":"ns","uid":"u1"}}\
                                        """));
    }

    @Test
    void aBindingNamesThePodAndTheNode() {
        assertThat(outcome(port(json, 1, _ -> answer(201, "{}")), BIND))
                .isEqualTo(WriteOutcome.DONE);
        ApiRequest request = requests.remove();
        assertThat(request).hasToString("POST /api/v1/namespaces/ns/pods/web/binding");
        assertThat(new String(request.body(), StandardCharsets.UTF_8))
                .isEqualTo(
                        """
                        {"kind":"Binding","apiVersion":"v1","metadata":{"name":"web","namespace":"ns","uid":"u1"},"target":{"kind":"Node","name":"n1"}}\
                        """);
    }

    @Test
    void aTracedCallHasTheTraceOfTheCall() {
        var parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
        var answer = new CompletableFuture<WriteOutcome>();
        KubePort port = port(json, 1, _ -> answer(201, "{}"));
        port.submit(List.of(new ApiPort.Call(BIND, parent, answer::complete)));
        assertThat(answer.join()).isEqualTo(WriteOutcome.DONE);
        assertThat(requests.remove().traceparent()).isEqualTo(parent);
        assertThat(outcome(port, BIND)).isEqualTo(WriteOutcome.DONE);
        assertThat(requests.remove().traceparent()).isEmpty();
    }

    /// Responds with one status after the other.
    private static Server responding(List<Integer> statuses) {
        var left = new LinkedBlockingQueue<>(statuses);
        return _ -> {
            int status = left.remove();
            if (status == 0) {
                throw new NotSentException("refused", new ConnectException("refused"));
            }
            return answer(status, status == 201 ? "{}" : REFUSED.replace("409", "" + status));
        };
    }

    record Retries(String name, List<Integer> statuses, Class<?> outcome, int pauses) {
        @Override
        public String toString() {
            return name;
        }
    }

    static final List<Retries> RETRIES =
            List.of(
                    new Retries(
                            "503, 503, created",
                            List.of(503, 503, 201),
                            WriteOutcome.Done.class,
                            2),
                    new Retries(
                            "500, refused connection, created",
                            List.of(500, 0, 201),
                            WriteOutcome.Done.class,
                            2),
                    new Retries("a conflict is final", List.of(409), WriteOutcome.Refused.class, 0),
                    new Retries(
                            "too many requests is final",
                            List.of(429),
                            WriteOutcome.Refused.class,
                            0),
                    new Retries(
                            "after a 503, a conflict may be our own bind",
                            List.of(503, 409),
                            WriteOutcome.Unknown.class,
                            1),
                    new Retries(
                            "503 four times",
                            List.of(503, 503, 503, 503),
                            WriteOutcome.Unknown.class,
                            3),
                    new Retries(
                            "refused connections were not sent",
                            List.of(0, 0, 0, 0),
                            WriteOutcome.Refused.class,
                            3),
                    new Retries(
                            "refused connections after a 500",
                            List.of(500, 0, 0, 0),
                            WriteOutcome.Unknown.class,
                            3));

    @ParameterizedTest
    @FieldSource("RETRIES")
    void aBindIsRetriedAsByKubeScheduler(Retries each) {
        assertThat(outcome(port(json, 1, responding(each.statuses())), BIND))
                .isInstanceOf(each.outcome());
        assertThat(pauses)
                .isEqualTo(
                        List.of(
                                        Duration.ofMillis(10),
                                        Duration.ofMillis(50),
                                        Duration.ofMillis(250))
                                .subList(0, each.pauses()));
        assertThat(requests).hasSize(each.statuses().size());
    }

    @Test
    void aBindingIsSentAsProtobufWhereSupported() {
        outcome(port(new ProtobufFormat(new Decoder()), 1, _ -> answer(201, "")), BIND);
        ApiRequest request = requests.remove();
        assertThat(request.contentType()).isEqualTo(ApiRequest.PROTOBUF);
        assertThat(new String(request.body(), StandardCharsets.ISO_8859_1)).startsWith("k8s\0");
    }

    @Test
    void aMergePatchReturnsTheResourceVersion() {
        var patch =
                new Write.Merge(
                        Kind.PERSISTENT_VOLUME_CLAIM,
                        "ns",
                        "data",
                        "u2",
                        Json.Obj.EMPTY.with("metadata", Json.Obj.EMPTY.with("uid", "u2")));

        assertThat(
                        outcome(
                                port(
                                        json,
                                        1,
                                        _ ->
                                                answer(
                                                        200,
                                                        """
                                                        {"metadata":{"name":"data","namespace":"ns","resourceVersion":"17"}}\
                                                        """)),
                                patch))
                .isEqualTo(new WriteOutcome.Done("17"));
        ApiRequest request = requests.remove();
        assertThat(request).hasToString("PATCH /api/v1/namespaces/ns/persistentvolumeclaims/data");
        assertThat(request.contentType()).isEqualTo(ApiRequest.MERGE_PATCH);
        assertThat(new String(request.body(), StandardCharsets.UTF_8))
                .isEqualTo("{\"metadata\":{\"uid\":\"u2\"}}");
    }

    @Test
    void aRejectionIsReportedWithItsCode() {
        assertThat(outcome(port(json, 1, _ -> answer(409, REFUSED)), BIND))
                .isEqualTo(new WriteOutcome.Refused(409, "no free CPU"));
    }

    @Test
    void aServerThatFailsMayHaveBoundThePod() {
        for (int code : List.of(500, 502, 503, 504)) {
            assertThat(outcome(port(json, 1, _ -> answer(code, REFUSED)), BIND))
                    .isEqualTo(new WriteOutcome.Unknown("no free CPU"));
        }
        assertThat(
                        outcome(
                                port(json, 1, _ -> answer(500, REFUSED)),
                                new Write.DeletePod("ns", "web", "u1")))
                .isEqualTo(new WriteOutcome.Refused(500, "no free CPU"));
    }

    @Test
    void withoutAResponseTheOutcomeIsUnknown() {
        KubePort silent =
                port(
                        json,
                        1,
                        _ -> {
                            throw new IOException("cut off");
                        });
        assertThat(outcome(silent, BIND))
                .isEqualTo(
                        new WriteOutcome.Unknown(
                                "POST /api/v1/namespaces/ns/pods/web/binding: cut off"));
    }

    @Test
    void anUncheckedExceptionIsReportedAndTheThreadContinues() {
        KubePort broken =
                port(
                        json,
                        1,
                        _ -> {
                            throw new IllegalStateException("a bug");
                        });
        assertThat(outcome(broken, BIND))
                .isInstanceOfSatisfying(
                        WriteOutcome.Unknown.class,
                        unknown -> assertThat(unknown.message()).endsWith("a bug"));
        assertThat(read(broken)).isInstanceOf(ReadOutcome.Failed.class);
        assertThat(outcome(broken, BIND)).isInstanceOf(WriteOutcome.Unknown.class);
    }

    @Test
    void aRequestThatWasNotSentIsRejected() {
        KubePort away =
                port(
                        json,
                        1,
                        _ -> {
                            throw new NotSentException("no such host", new IOException());
                        });
        assertThat(outcome(away, BIND)).isEqualTo(new WriteOutcome.Refused(0, "no such host"));
    }

    @Test
    void aReplicaThatDoesNotLeadSendsNothing() {
        leads = false;
        assertThat(outcome(port(json, 1, _ -> answer(201, "{}")), BIND))
                .isEqualTo(new WriteOutcome.Refused(0, "this replica is no longer the leader"));
        assertThat(requests).isEmpty();
    }

    @Test
    void aWriterThatLosesTheLeaseSendsNothing() {
        beforeSent = () -> leads = false;
        assertThat(outcome(port(json, 1, _ -> answer(201, "{}")), BIND))
                .isEqualTo(new WriteOutcome.Refused(0, "this replica is no longer the leader"));
        assertThat(requests).isEmpty();
    }

    @Test
    void afterTheGateIsShutOnlyWritesInFlightAreReported() throws Exception {
        var begun = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        KubePort port =
                port(
                        json,
                        1,
                        request -> {
                            if (request.method().equals("GET")) {
                                return answer(404, "");
                            }
                            begun.countDown();
                            try {
                                go.await();
                            } catch (InterruptedException e) {
                                throw new IOException(e);
                            }
                            return answer(201, "{}");
                        });
        var ended = new LinkedBlockingQueue<String>();
        port.submit(List.of(new ApiPort.Call(BIND, _ -> ended.add("on the wire"))));
        begun.await();
        port.submit(List.of(new ApiPort.Call(BIND, _ -> ended.add("in line"))));
        gate.shut();
        assertThat(gate.awaitEmpty(0)).isFalse();

        go.countDown();
        assertThat(gate.awaitEmpty(Long.MAX_VALUE)).isTrue();
        assertThat(read(port)).isEqualTo(new ReadOutcome.Absent());
        var last = new CompletableFuture<ReadOutcome>();
        port.submit(List.of(new ApiPort.Call(BIND, _ -> ended.add("too late"))));
        port.read("ns", "web", last::complete);
        last.join();
        assertThat(ended).containsExactly("on the wire");
        assertThat(requests).filteredOn(each -> each.method().equals("POST")).hasSize(1);
    }

    @Test
    void aPatchWithoutAChangeIsNotSent() {
        var nothing = new Write.PatchPodStatus(pod(), Optional.empty(), Nomination.KEEP);
        assertThat(outcome(port(json, 1, _ -> answer(200, "{}")), nothing))
                .isEqualTo(WriteOutcome.DONE);
        assertThat(requests).isEmpty();
    }

    @Test
    void aConditionIsPatchedIntoTheStatus() {
        var condition =
                new Condition(
                        "PodScheduled", "False", "Unschedulable", "full", Optional.empty(), 3);
        outcome(
                port(json, 1, _ -> answer(200, "{}")),
                new Write.PatchPodStatus(
                        pod(), Optional.of(condition), new Nomination.Nominate("n2")));
        ApiRequest request = requests.remove();
        assertThat(request).hasToString("PATCH /api/v1/namespaces/ns/pods/web/status");
        assertThat(request.contentType()).isEqualTo(ApiRequest.STRATEGIC_MERGE_PATCH);
        assertThat(new String(request.body(), StandardCharsets.UTF_8))
                .contains("\"uid\":\"u1\"")
                .contains("\"nominatedNodeName\":\"n2\"")
                .contains("\"lastTransitionTime\":\"1970-01-01T00:00:01Z\"")
                .contains("\"observedGeneration\":3");
    }

    @Test
    void timestampsComeFromTheClock() {
        clock =
                new Clock() {
                    @Override
                    public long nowNanos() {
                        return 0;
                    }

                    @Override
                    public Instant instant() {
                        return Instant.parse("2030-01-02T03:04:05Z");
                    }
                };
        var condition = new Condition("PodScheduled", "False", "", "", Optional.empty(), 1);
        outcome(
                port(json, 1, _ -> answer(200, "{}")),
                new Write.PatchPodStatus(pod(), Optional.of(condition), Nomination.KEEP));
        assertThat(new String(requests.remove().body(), StandardCharsets.UTF_8))
                .contains("\"lastTransitionTime\":\"2030-01-02T03:04:05Z\"");
    }

    @Test
    void aDeletionHasThePodUidAsPrecondition() {
        outcome(port(json, 1, _ -> answer(200, "{}")), new Write.DeletePod("ns", "web", "u1"));
        ApiRequest request = requests.remove();
        assertThat(request).hasToString("DELETE /api/v1/namespaces/ns/pods/web");
        assertThat(new String(request.body(), StandardCharsets.UTF_8))
                .contains("\"preconditions\":{\"uid\":\"u1\"}");
    }

    @Test
    void aPodIsReadBack() {
        assertThat(
                        read(
                                port(
                                        json,
                                        1,
                                        _ ->
                                                answer(
                                                        200,
                                                        """
                                                        {"metadata":{"name":"web","namespace":"ns","uid":"u1"},"spec":{"nodeName":"n1"}}\
                                                        """))))
                .isInstanceOfSatisfying(
                        ReadOutcome.Found.class,
                        found -> assertThat(found.pod().spec().nodeName()).isEqualTo("n1"));
        assertThat(read(port(json, 1, _ -> answer(404, "")))).isEqualTo(new ReadOutcome.Absent());
        assertThat(read(port(json, 1, _ -> answer(500, REFUSED))))
                .isEqualTo(new ReadOutcome.Failed("no free CPU"));
    }

    @Test
    void readsPrecedeWaitingWrites() throws Exception {
        var begun = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        KubePort port =
                port(
                        json,
                        1,
                        _ -> {
                            begun.countDown();
                            try {
                                go.await();
                            } catch (InterruptedException e) {
                                throw new IOException(e);
                            }
                            return answer(404, "");
                        });
        var ended = new LinkedBlockingQueue<String>();
        port.submit(List.of(new ApiPort.Call(BIND, _ -> ended.add("first"))));
        begun.await();
        port.submit(List.of(new ApiPort.Call(BIND, _ -> ended.add("second"))));
        port.read("ns", "web", _ -> ended.add("read"));
        assertThat(port.waiting()).isEqualTo(2);
        go.countDown();
        assertThat(List.of(ended.take(), ended.take(), ended.take()))
                .containsExactly("first", "read", "second");
    }

    @Test
    void noMoreRequestsAreInFlightThanAllowed() throws Exception {
        var waiting = new LinkedBlockingQueue<CountDownLatch>();
        KubePort port =
                port(
                        json,
                        3,
                        _ -> {
                            var gate = new CountDownLatch(1);
                            waiting.add(gate);
                            try {
                                gate.await();
                            } catch (InterruptedException e) {
                                throw new IOException(e);
                            }
                            return answer(201, "{}");
                        });
        var ended = new ArrayList<CompletableFuture<WriteOutcome>>();
        for (int i = 0; i < 10; i++) {
            var one = new CompletableFuture<WriteOutcome>();
            ended.add(one);
            port.submit(List.of(new ApiPort.Call(BIND, one::complete)));
        }
        List<CountDownLatch> three = List.of(waiting.take(), waiting.take(), waiting.take());
        assertThat(port.waiting()).isEqualTo(7);
        three.forEach(CountDownLatch::countDown);
        for (int i = 0; i < 7; i++) {
            waiting.take().countDown();
        }
        ended.forEach(one -> assertThat(one.join()).isEqualTo(WriteOutcome.DONE));
    }

    @Test
    void aCallWhoseRequestCannotBeCreatedIsAnswered() {
        clock =
                new Clock() {
                    @Override
                    public long nowNanos() {
                        return 0;
                    }

                    @Override
                    public Instant instant() {
                        throw new IllegalStateException("no time");
                    }
                };
        assertThat(outcome(port(json, 1, _ -> answer(201, "{}")), BIND))
                .isEqualTo(
                        new WriteOutcome.Refused(
                                0,
                                "cannot create the request: java.lang.IllegalStateException: no"
                                        + " time"));
        assertThat(requests).isEmpty();
    }
}
