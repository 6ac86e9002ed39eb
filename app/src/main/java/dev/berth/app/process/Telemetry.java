package dev.berth.app.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.config.FeatureGates;
import dev.berth.engine.view.EngineStats;
import dev.berth.model.Pod;
import dev.berth.observe.metrics.ComponentMetrics;
import dev.berth.observe.metrics.Metrics;
import dev.berth.observe.metrics.ResourceMetrics;
import dev.berth.observe.tracing.TraceCounts;
import dev.berth.serving.zpage.MetricsText;

import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// The metrics of a scheduler process.
final class Telemetry {
    /// The name of the controller with which kube-scheduler reloads certificates; Berth reads them
    /// again when needed.
    private static final List<String> QUEUES =
            List.of(
                    "DynamicConfigMapCABundle-client-ca",
                    "DynamicServingCertificateController",
                    "RequestHeaderAuthRequestController");

    private Telemetry() {}

    /// @param lostLines number of lost log lines
    /// @param droppedEvents number of events that were not written
    /// @param traces spans that were exported and dropped
    static Metrics metrics(
            ProcessOptions options,
            LongSupplier lostLines,
            LongSupplier droppedEvents,
            Supplier<TraceCounts> traces) {
        FeatureGates gates = options.configuration().gates();
        var metrics =
                new Metrics(
                        options.metrics(),
                        gates::on,
                        new ComponentMetrics.Build(
                                options.release(),
                                "",
                                "",
                                options.emulated(),
                                gates.minCompatibilityVersion().toString()),
                        gates.all().stream()
                                .map(gate ->
                                        new ComponentMetrics.Feature(
                                                gate.name(), gate.stage(), gate.on()))
                                .toList(),
                        () -> System.currentTimeMillis() / 1e3,
                        lostLines,
                        droppedEvents,
                        traces);
        QUEUES.forEach(metrics.queues()::known);
        return metrics;
    }

    /// The metrics page. It queries the engine; without an answer, it shows the last state.
    static MetricsText all(Metrics metrics, Supplier<Optional<EngineStats>> engine) {
        return new MetricsText() {
            @Override
            public Page scrape(String accept) {
                engine.get().ifPresent(metrics.gauges());
                return page(metrics.page(accept));
            }

            @Override
            public void reset() {
                metrics.reset();
            }
        };
    }

    /// The resource requests of pods. Only the leader exports them, so that they are exported once.
    static MetricsText resources(Supplier<Optional<List<Pod>>> pods, BooleanSupplier leads) {
        return accept ->
                leads.getAsBoolean()
                        ? page(ResourceMetrics.of(pods.get().orElseThrow(), accept))
                        : MetricsText.Page.EMPTY;
    }

    static MetricsText health(Metrics metrics) {
        return accept -> page(metrics.checksPage(accept));
    }

    private static MetricsText.Page page(dev.berth.observe.metrics.Exposition made) {
        return new MetricsText.Page(made.contentType(), made.text().getBytes(UTF_8));
    }
}
