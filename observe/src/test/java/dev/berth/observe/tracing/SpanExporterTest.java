package dev.berth.observe.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.sun.management.ThreadMXBean;
import com.sun.net.httpserver.HttpServer;

import dev.berth.engine.port.Log;
import dev.berth.engine.port.Meter;
import dev.berth.engine.port.Trace;
import dev.berth.kubeclient.Sleeper;
import dev.berth.model.Decoder;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import io.opentelemetry.proto.collector.trace.v1.ExportTracePartialSuccess;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.zip.GZIPInputStream;

/// The exporter and a collector that is a server of the test.
class SpanExporterTest {
    private static final Pod WEB =
            new Decoder()
                    .pod(
                            (Json.Obj)
                                    Json.parse(
                                            """
                                            {"metadata":{"name":"web","namespace":"ns","uid":"u1"}}\
                                            """));
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /// A response of the collector.
    private record Reply(int status, Map<String, String> headers, ByteString body) {
        static Reply of(int status) {
            return new Reply(status, Map.of(), ByteString.EMPTY);
        }
    }

    private final LinkedBlockingQueue<Reply> replies = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<ExportTraceServiceRequest> requests =
            new LinkedBlockingQueue<>();
    private final Map<String, String> lastHeaders = new HashMap<>();
    private final List<Duration> pauses = new ArrayList<>();
    private final List<String> log = new ArrayList<>();
    private final CountDownLatch slow = new CountDownLatch(1);
    private boolean answers = true;
    private HttpServer collector;

    @BeforeEach
    void startCollector() throws IOException {
        collector =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        collector.createContext(
                "/v1/traces",
                exchange -> {
                    try (exchange) {
                        byte[] body = exchange.getRequestBody().readAllBytes();
                        exchange.getRequestHeaders()
                                .forEach(
                                        (name, values) -> lastHeaders.put(name, values.getFirst()));
                        InputStream content = new ByteArrayInputStream(body);
                        if ("gzip".equals(lastHeaders.get("Content-encoding"))) {
                            content = new GZIPInputStream(content);
                        }
                        requests.add(ExportTraceServiceRequest.parseFrom(content));
                        if (!answers) {
                            slow.await();
                        }
                        Reply reply = replies.poll();
                        Reply given = reply == null ? Reply.of(200) : reply;
                        given.headers().forEach(exchange.getResponseHeaders()::set);
                        exchange.sendResponseHeaders(
                                given.status(), given.body().isEmpty() ? -1 : given.body().size());
                        given.body().writeTo(exchange.getResponseBody());
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
        collector.start();
    }

    @AfterEach
    void stopCollector() {
        slow.countDown();
        collector.stop(0);
    }

    private Tracing tracing(Map<String, String> more) {
        var environment = new HashMap<>(more);
        environment.putIfAbsent(
                "OTEL_EXPORTER_OTLP_ENDPOINT",
                "http://127.0.0.1:" + collector.getAddress().getPort());
        environment.putIfAbsent("OTEL_TRACES_SAMPLER", "always_on");
        TracingOptions options =
                new TracingSource(environment, "node-1").options(Optional.empty()).orElseThrow();
        return new Tracing(
                options,
                new OtlpRequest(options.resource(), "v1.37.1"),
                new HttpCollector(options, () -> 1_700_000_000_000_000_000L),
                new SplittableRandom(1),
                () -> 1_700_000_000_000_000_000L,
                () -> 0,
                _ -> {},
                pauses::add,
                Log.plain(log::add));
    }

    /// Records attempts, each with one span, and exports them.
    private static void export(Tracing tracing, int attempts) throws InterruptedException {
        record(tracing, attempts);
        tracing.start(Thread.ofVirtual().factory());
        tracing.close(PATIENCE);
    }

    private static void record(Tracing tracing, int attempts) {
        for (int i = 1; i <= attempts; i++) {
            tracing.tracer()
                    .begin(WEB, "default-scheduler", i, 100)
                    .ended(Trace.Result.SCHEDULED, "n1", "", 350);
        }
    }

    private int received() {
        return requests.stream()
                .mapToInt(request -> request.getResourceSpans(0).getScopeSpans(0).getSpansCount())
                .sum();
    }

    @Test
    void aSpanArrivesWithItsTimesAndTheResource() throws Exception {
        Tracing tracing = tracing(Map.of());
        export(tracing, 1);
        var request = requests.remove().getResourceSpans(0);
        assertThat(request.getResource().getAttributesList())
                .anySatisfy(each -> {
                    assertThat(each.getKey()).isEqualTo("service.name");
                    assertThat(each.getValue().getStringValue()).isEqualTo("berth");
                });
        assertThat(request.getScopeSpans(0).getScope().getVersion()).isEqualTo("v1.37.1");
        var span = request.getScopeSpans(0).getSpans(0);
        assertThat(span.getTraceId().size()).isEqualTo(16);
        assertThat(span.getSpanId().size()).isEqualTo(8);
        assertThat(span.getParentSpanId().isEmpty()).isTrue();
        assertThat(span.getStartTimeUnixNano()).isEqualTo(1_700_000_000_000_000_000L);
        assertThat(span.getEndTimeUnixNano()).isEqualTo(1_700_000_000_000_000_250L);
        assertThat(tracing.counts()).isEqualTo(new TraceCounts(1, 0, 0, 0));
        assertThat(lastHeaders).containsEntry("Content-type", "application/x-protobuf");
    }

    @Test
    void compressionAndHeadersAreThoseOfTheEnvironment() throws Exception {
        export(
                tracing(
                        Map.of(
                                "OTEL_EXPORTER_OTLP_COMPRESSION", "gzip",
                                "OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20t")),
                3);
        assertThat(received()).isEqualTo(3);
        assertThat(lastHeaders)
                .containsEntry("Content-encoding", "gzip")
                .containsEntry("Authorization", "Bearer t");
    }

    @Test
    void theExporterWaitsAsLongAsABusyCollectorRequests() throws Exception {
        replies.add(new Reply(429, Map.of("Retry-After", "7"), ByteString.EMPTY));
        replies.add(
                new Reply(
                        503,
                        Map.of("Retry-After", "Tue, 14 Nov 2023 22:13:23 GMT"),
                        ByteString.EMPTY));
        Tracing tracing = tracing(Map.of());
        startThenClose(tracing);
        assertThat(pauses).containsExactly(Duration.ofSeconds(7), Duration.ofSeconds(3));
        assertThat(tracing.counts()).isEqualTo(new TraceCounts(1, 0, 0, 0));
        assertThat(log).hasSize(2).first().asString().contains("Unable to export", "status 429");
    }

    /// Exports one span before the exporter is closed, because it repeats nothing at its end.
    private void startThenClose(Tracing tracing) throws InterruptedException {
        record(tracing, 1);
        tracing.start(Thread.ofVirtual().factory());
        while (tracing.counts().equals(TraceCounts.NONE)) {
            Thread.onSpinWait();
        }
        tracing.close(PATIENCE);
    }

    @Test
    void spansForACollectorThatIsDownAreDroppedAfterFiveAttempts() throws Exception {
        collector.stop(0);
        Tracing tracing = tracing(Map.of());
        startThenClose(tracing);
        assertThat(tracing.counts()).isEqualTo(new TraceCounts(0, 0, 0, 1));
        assertThat(pauses).hasSize(SpanExporter.MAX_ATTEMPTS - 1);
        assertThat(pauses.getFirst()).isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
        assertThat(pauses.getLast()).isBetween(Duration.ofSeconds(4), Duration.ofSeconds(8));
        assertThat(log).hasSize(1);
    }

    @Test
    void aSlowCollectorEndsTheRequestAndNotTheScheduler() throws Exception {
        answers = false;
        Tracing tracing = tracing(Map.of("OTEL_EXPORTER_OTLP_TIMEOUT", "50"));
        startThenClose(tracing);
        assertThat(tracing.counts()).isEqualTo(new TraceCounts(0, 0, 0, 1));
        // A connection that takes longer than the timeout is an attempt without a request.
        assertThat(requests).hasSizeLessThanOrEqualTo(SpanExporter.MAX_ATTEMPTS);
    }

    @Test
    void spansThatDoNotFitIntoTheQueueAreCounted() throws Exception {
        Tracing tracing = tracing(Map.of("OTEL_BSP_MAX_QUEUE_SIZE", "10"));
        export(tracing, 25);
        assertThat(tracing.counts()).isEqualTo(new TraceCounts(10, 15, 0, 0));
        assertThat(received()).isEqualTo(10);
    }

    @Test
    void aRequestThatTheCollectorRejectsIsNotRepeated() throws Exception {
        replies.add(Reply.of(400));
        Tracing tracing = tracing(Map.of());
        export(tracing, 2);
        assertThat(requests).hasSize(1);
        assertThat(tracing.counts()).isEqualTo(new TraceCounts(0, 0, 2, 0));
    }

    @Test
    void spansThatTheCollectorRejectsFromARequestAreCounted() throws Exception {
        replies.add(
                new Reply(
                        200,
                        Map.of(),
                        ExportTraceServiceResponse.newBuilder()
                                .setPartialSuccess(
                                        ExportTracePartialSuccess.newBuilder()
                                                .setRejectedSpans(2)
                                                .setErrorMessage("too old"))
                                .build()
                                .toByteString()));
        Tracing tracing = tracing(Map.of());
        export(tracing, 5);
        assertThat(tracing.counts()).isEqualTo(new TraceCounts(3, 0, 2, 0));
        assertThat(log).first().asString().contains("too old");
    }

    @Test
    void aResponseThatCannotBeReadRejectsNoSpans() throws Exception {
        replies.add(new Reply(200, Map.of(), ByteString.copyFrom(new byte[] {10, 127, 1})));
        Tracing tracing = tracing(Map.of());
        export(tracing, 1);
        assertThat(tracing.counts()).isEqualTo(new TraceCounts(1, 0, 0, 0));
    }

    @Test
    void aTraceWithTooManySpansKeepsItsFirst() throws Exception {
        Tracing tracing = tracing(Map.of());
        Trace trace = tracing.tracer().begin(WEB, "default-scheduler", 1, 0);
        for (int i = 0; i < AttemptTrace.MAX_SPANS + 5; i++) {
            trace.ran(Meter.Point.FILTER, "NodeName", Meter.Status.SUCCESS, i, i + 1);
        }
        trace.ended(Trace.Result.UNSCHEDULABLE, "", "no node", 2_000);
        tracing.start(Thread.ofVirtual().factory());
        tracing.close(PATIENCE);
        assertThat(
                        requests.stream()
                                .flatMap(request ->
                                        request
                                                .getResourceSpans(0)
                                                .getScopeSpans(0)
                                                .getSpansList()
                                                .stream())
                                .map(span -> span.getName()))
                .contains("Scheduling attempt", "Filter");
        assertThat(tracing.counts().queueFull()).isEqualTo(5);
    }

    @Test
    void theSameSeedSamplesTheSameAttempts() {
        assertThat(sampled(7)).isEqualTo(sampled(7)).isNotEqualTo(sampled(8));
        assertThat(sampled(7).size()).isBetween(60, 140);
    }

    private static List<Integer> sampled(long seed) {
        var tracer =
                new SamplingTracer(
                        10_000,
                        new SplittableRandom(seed),
                        () -> 0,
                        () -> 0,
                        new SpanQueue(1, 1, () -> {}));
        var sampled = new ArrayList<Integer>();
        for (int i = 0; i < 10_000; i++) {
            if (tracer.begin(WEB, "default-scheduler", 1, 0).on()) {
                sampled.add(i);
            }
        }
        return sampled;
    }

    @Test
    void anAttemptThatIsNotSampledAllocatesNothing() {
        var tracer =
                new SamplingTracer(
                        1,
                        new SplittableRandom(3),
                        () -> 0,
                        () -> 0,
                        new SpanQueue(1, 1, () -> {}));
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int sampled = 0;
        for (int warmUp = 0; warmUp < 20_000; warmUp++) {
            sampled += tracer.begin(WEB, "default-scheduler", 1, 0).on() ? 1 : 0;
        }
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 10_000; i++) {
            sampled += tracer.begin(WEB, "default-scheduler", 1, 0).on() ? 1 : 0;
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(sampled).isZero();
        assertThat(allocated).isLessThan(1_000);
    }

    @Test
    void aFullBatchEndsTheWaitOfTheExporter() throws Exception {
        var signaled = new CountDownLatch(1);
        Sleeper sleeper =
                new Sleeper() {
                    @Override
                    public void atMost(Duration time) throws InterruptedException {
                        signaled.await();
                    }

                    @Override
                    public void wake() {
                        signaled.countDown();
                    }
                };
        var queue = new SpanQueue(10, 3, sleeper::wake);
        var trace =
                new SamplingTracer(1_000_000, new SplittableRandom(1), () -> 0, () -> 0, queue)
                        .begin(WEB, "default-scheduler", 1, 0);
        trace.call("", "", "POST pods/binding").ended("");
        trace.ended(Trace.Result.SCHEDULED, "n1", "", 1);
        assertThat(signaled.getCount()).isEqualTo(1);
        trace.call("", "", "PATCH pods/status").ended("");
        assertThat(signaled.getCount()).isZero();
        assertThat(queue.take()).hasSize(3);
    }
}
