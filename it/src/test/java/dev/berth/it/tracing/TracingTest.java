package dev.berth.it.tracing;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.Engine;
import dev.berth.engine.StepThreads;
import dev.berth.engine.SystemClock;
import dev.berth.engine.VirtualClock;
import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.Extender;
import dev.berth.engine.port.ExtenderSpec;
import dev.berth.engine.port.Log;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.port.ReadOutcome;
import dev.berth.kube.extender.HttpExtender;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.observe.tracing.Tracing;
import dev.berth.observe.tracing.TracingOptions;
import dev.berth.observe.tracing.TracingSource;
import dev.berth.spi.EventRecord;
import dev.berth.spi.NodeView;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.Placement;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreBind;
import dev.berth.spi.PreFlight;
import dev.berth.spi.Verdict;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// The traces of attempts, as a collector receives them.
class TracingTest {
    private static final String ATTEMPT = "Scheduling attempt";

    private final LinkedBlockingQueue<Span> spans = new LinkedBlockingQueue<>();
    private final Map<String, String> traceparents = new ConcurrentHashMap<>();
    private HttpServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/v1/traces", this::collect);
        server.createContext("/filter", this::filter);
        server.start();
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
    }

    private String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void collect(HttpExchange exchange) throws IOException {
        try (exchange) {
            ExportTraceServiceRequest.parseFrom(exchange.getRequestBody())
                    .getResourceSpansList()
                    .forEach(resource ->
                            resource.getScopeSpansList()
                                    .forEach(scope -> spans.addAll(scope.getSpansList())));
            exchange.sendResponseHeaders(200, -1);
        }
    }

    private void filter(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            traceparents.put(
                    "extender",
                    String.valueOf(exchange.getRequestHeaders().getFirst("traceparent")));
            byte[] answer = "{\"NodeNames\":[\"n1\",\"n2\"]}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
        }
    }

    /// Accepts all writes but those that it is told to reject.
    private final class Server implements ApiPort {
        private final WriteOutcome outcomeOfBind;

        Server(WriteOutcome outcomeOfBind) {
            this.outcomeOfBind = outcomeOfBind;
        }

        @Override
        public void submit(List<Call> calls) {
            for (Call call : calls) {
                traceparents.put(call.write().getClass().getSimpleName(), call.traceparent());
                call.answer()
                        .accept(
                                call.write() instanceof Write.BindPod
                                        ? outcomeOfBind
                                        : WriteOutcome.DONE);
            }
        }

        @Override
        public void read(String namespace, String name, Consumer<ReadOutcome> answer) {
            answer.accept(new ReadOutcome.Absent());
        }

        @Override
        public void events(List<EventRecord> events) {}
    }

    /// Writes a Lease before the pod is bound.
    private record Recorder(PluginContext context) implements PreBind, Permit {
        @Override
        public PreFlight preFlight(Placement placement) {
            return PreFlight.NEEDED;
        }

        @Override
        public Verdict preBind(Placement placement) throws InterruptedException {
            context.write(
                    new Write.Merge(
                            Kind.RESOURCE_CLAIM, "default", "record", "u-record", Json.Obj.EMPTY));
            return Verdict.PASS;
        }

        @Override
        public PermitVerdict permit(PodCycle cycle, NodeView node) {
            return PermitVerdict.ALLOW;
        }
    }

    private void run(UnaryOperator<Engine.Builder> builder, WriteOutcome outcomeOfBind, String cpu)
            throws InterruptedException {
        TracingOptions options =
                new TracingSource(
                                Map.of(
                                        "OTEL_EXPORTER_OTLP_ENDPOINT",
                                        address(),
                                        "OTEL_TRACES_SAMPLER",
                                        "always_on"),
                                "node-1")
                        .options(Optional.empty())
                        .orElseThrow();
        var tracing =
                new Tracing(
                        options,
                        "test",
                        new SplittableRandom(5),
                        new SystemClock(),
                        SystemClock::ticks,
                        Log.NONE);
        try (Engine engine =
                builder.apply(Engine.builder())
                        .api(new Server(outcomeOfBind))
                        .clock(VirtualClock.atEpoch())
                        .executor(new StepThreads())
                        .tracer(tracing.tracer())
                        .build()) {
            engine.post(new Message.NodeSeen(node("n1").cpu("4").build()));
            engine.post(new Message.NodeSeen(node("n2").cpu("4").build()));
            engine.post(new Message.PodSeen(pod("web").cpu(cpu).build()));
            while (engine.runOnce() > 0) {
                // Time does not move, so a pod that fails is not tried again.
            }
        }
        tracing.start(Thread.ofVirtual().factory());
        tracing.close(Duration.ofSeconds(30));
    }

    private static Engine.Builder defaults(Engine.Builder builder) {
        return builder.profile(DefaultProfile.spec());
    }

    private Span named(String name) {
        return spans.stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is missing in " + tree()));
    }

    /// The names of spans with the names of their parents.
    private Map<String, String> tree() {
        Map<String, String> names =
                spans.stream()
                        .collect(
                                Collectors.toMap(
                                        span -> hex(span.getSpanId().toByteArray()),
                                        Span::getName));
        var tree = new HashMap<String, String>();
        spans.forEach(span ->
                tree.put(
                        span.getName(),
                        span.getParentSpanId().isEmpty()
                                ? ""
                                : names.getOrDefault(
                                        hex(span.getParentSpanId().toByteArray()), "missing")));
        return tree;
    }

    private static String hex(byte[] id) {
        return HexFormat.of().formatHex(id);
    }

    private static Map<String, String> attributes(Span span) {
        return span.getAttributesList().stream()
                .collect(
                        Collectors.toMap(
                                KeyValue::getKey, each -> each.getValue().getStringValue()));
    }

    private static String traceparent(Span span) {
        return "00-%s-%s-01"
                .formatted(
                        hex(span.getTraceId().toByteArray()), hex(span.getSpanId().toByteArray()));
    }

    @Test
    void anAttemptIsATreeOfExtensionPointsPluginsAndCalls() throws Exception {
        run(TracingTest::defaults, WriteOutcome.DONE, "1");
        assertThat(tree())
                .containsEntry(ATTEMPT, "")
                .containsEntry("PreFilter", ATTEMPT)
                .containsEntry("PreFilter NodeResourcesFit", "PreFilter")
                .containsEntry("Filter", ATTEMPT)
                .containsEntry("Filter NodeResourcesFit", "Filter")
                .containsEntry("PreScore", ATTEMPT)
                .containsEntry("Score", ATTEMPT)
                .containsEntry("Score NodeResourcesFit", "Score")
                .containsEntry("Reserve", ATTEMPT)
                .containsEntry("Permit", ATTEMPT)
                .containsEntry("Bind", ATTEMPT)
                .containsEntry("Bind DefaultBinder", "Bind")
                .containsEntry("POST pods/binding", "Bind DefaultBinder")
                .doesNotContainValue("missing");
        assertThat(attributes(named(ATTEMPT)))
                .containsEntry("k8s.pod.name", "web")
                .containsEntry("k8s.namespace.name", "default")
                .containsEntry("berth.profile", "default-scheduler")
                .containsEntry("berth.result", "scheduled")
                .containsKey("k8s.node.name")
                .containsKey("k8s.pod.uid");
        assertThat(attributes(named("Filter NodeResourcesFit")))
                .containsEntry("berth.plugin", "NodeResourcesFit")
                .containsEntry("berth.extension_point", "Filter")
                .containsEntry("berth.status", "Success");
        assertThat(traceparents).containsEntry("BindPod", traceparent(named("POST pods/binding")));
        assertThat(named("POST pods/binding").getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
    }

    @Test
    void aChildRunsWithinItsParent() throws Exception {
        run(TracingTest::defaults, WriteOutcome.DONE, "1");
        Map<String, Span> byId =
                spans.stream()
                        .collect(
                                Collectors.toMap(
                                        span -> hex(span.getSpanId().toByteArray()), span -> span));
        assertThat(spans)
                .filteredOn(span -> !span.getParentSpanId().isEmpty())
                .isNotEmpty()
                .allSatisfy(span -> {
                    Span parent =
                            byId.getOrDefault(
                                    hex(span.getParentSpanId().toByteArray()),
                                    Span.getDefaultInstance());
                    assertThat(span.getStartTimeUnixNano())
                            .as(span.getName())
                            .isGreaterThanOrEqualTo(parent.getStartTimeUnixNano());
                    assertThat(span.getEndTimeUnixNano())
                            .as(span.getName())
                            .isGreaterThanOrEqualTo(span.getStartTimeUnixNano());
                    assertThat(span.getTraceId()).isEqualTo(parent.getTraceId());
                });
    }

    @Test
    void anUnschedulablePodHasItsMessageAndTheStatusPatch() throws Exception {
        run(TracingTest::defaults, WriteOutcome.DONE, "64");
        assertThat(attributes(named(ATTEMPT)))
                .containsEntry("berth.result", "unschedulable")
                .doesNotContainKey("k8s.node.name");
        assertThat(attributes(named(ATTEMPT)).get("berth.message"))
                .startsWith("0/2 nodes are available: 2 Insufficient cpu.");
        assertThat(named(ATTEMPT).getStatus().getCode())
                .isEqualTo(Status.StatusCode.STATUS_CODE_UNSET);
        assertThat(tree())
                .containsEntry("PostFilter", ATTEMPT)
                .containsEntry("PostFilter DefaultPreemption", "PostFilter")
                .containsEntry("PATCH pods/status", ATTEMPT)
                .doesNotContainValue("missing");
        assertThat(traceparents)
                .containsEntry("PatchPodStatus", traceparent(named("PATCH pods/status")));
    }

    @Test
    void aRejectedBindIsAnErrorOfTheCallAndOfTheAttempt() throws Exception {
        run(TracingTest::defaults, new WriteOutcome.Refused(409, "no free CPU"), "1");
        assertThat(named("POST pods/binding").getStatus().getMessage())
                .isEqualTo("409: no free CPU");
        assertThat(named(ATTEMPT).getStatus().getCode())
                .isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
        assertThat(tree()).containsEntry("Unreserve", ATTEMPT);
    }

    @Test
    void theTraceContinuesInExtendersAndOnTheThreadsOfPlugins() throws Exception {
        var spec =
                new ExtenderSpec(
                        address(),
                        "filter",
                        "",
                        "",
                        "",
                        1,
                        ExtenderSpec.Tls.NONE,
                        Duration.ofSeconds(30),
                        true,
                        List.of(),
                        false);
        var profile = ProfileSpec.named("default-scheduler");
        DefaultProfile.addTo(profile);
        profile.with("Recorder", Recorder::new, 1);
        Extender extender = new HttpExtender(spec);
        run(
                builder -> builder.profile(profile.build()).extenders(List.of(extender)),
                WriteOutcome.DONE,
                "1");
        assertThat(tree())
                .containsEntry("POST " + address() + "/filter", ATTEMPT)
                .containsEntry("PreBind Recorder", "PreBind")
                .containsEntry("PATCH resourceclaims", "PreBind Recorder")
                .containsEntry("Permit Recorder", "Permit")
                .doesNotContainValue("missing");
        assertThat(traceparents)
                .containsEntry("extender", traceparent(named("POST " + address() + "/filter")))
                .containsEntry("Merge", traceparent(named("PATCH resourceclaims")));
    }
}
