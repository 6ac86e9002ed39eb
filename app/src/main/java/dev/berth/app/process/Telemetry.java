package dev.berth.app.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.config.Configuration;
import dev.berth.config.FeatureGates;
import dev.berth.engine.Engine;
import dev.berth.engine.view.Query;
import dev.berth.observe.metrics.BerthMetrics;
import dev.berth.observe.metrics.ClientMetrics;
import dev.berth.observe.metrics.ComponentMetrics;
import dev.berth.observe.metrics.ElectionMetrics;
import dev.berth.observe.metrics.EngineGauges;
import dev.berth.observe.metrics.EngineMeter;
import dev.berth.observe.metrics.HealthMetrics;
import dev.berth.observe.metrics.MetricOptions;
import dev.berth.observe.metrics.ProcessMetrics;
import dev.berth.observe.metrics.QueueMetrics;
import dev.berth.observe.metrics.Registry;
import dev.berth.observe.metrics.ResourceMetrics;
import dev.berth.serving.page.Exposition;

import java.util.List;
import java.util.function.BooleanSupplier;

/// Everything that is counted and timed in a scheduler process, and how it is shown.
final class Telemetry {
    private static final String RELEASE = "v1.36.4";
    private static final String MINOR = "1.36";
    private static final String OLDEST = "1.33";

    private final Registry registry;
    private final Registry health;
    private final EngineMeter meter;
    private final EngineGauges gauges;
    private final ClientMetrics client;
    private final ElectionMetrics election;
    private final HealthMetrics checks;
    private final BerthMetrics own;

    Telemetry(MetricOptions options, Configuration configuration) {
        registry = new Registry(options);
        health = new Registry(options);
        FeatureGates gates = configuration.gates();
        meter = new EngineMeter(registry, gates::on);
        gauges = new EngineGauges(registry, meter);
        client = new ClientMetrics(registry, () -> System.currentTimeMillis() / 1e3);
        election = new ElectionMetrics(registry);
        checks = new HealthMetrics(health);
        own = new BerthMetrics(registry, () -> 0);
        ProcessMetrics.register(registry);
        ComponentMetrics.register(
                registry,
                new ComponentMetrics.Build(RELEASE, "", "", MINOR, OLDEST),
                gates.all().stream()
                        .map(gate ->
                                new ComponentMetrics.Feature(gate.name(), gate.stage(), gate.on()))
                        .toList());
        var queues = new QueueMetrics(registry);
        for (String name :
                List.of(
                        "DynamicConfigMapCABundle-client-ca",
                        "DynamicServingCertificateController",
                        "RequestHeaderAuthRequestController")) {
            queues.known(name);
        }
    }

    EngineMeter meter() {
        return meter;
    }

    ClientMetrics client() {
        return client;
    }

    ElectionMetrics election() {
        return election;
    }

    HealthMetrics checks() {
        return checks;
    }

    BerthMetrics own() {
        return own;
    }

    /// The page with everything; what the engine holds is asked for when somebody looks.
    Exposition all(Engine engine) {
        return new Exposition() {
            @Override
            public Page scrape(String accept) {
                gauges.accept(engine.ask(new Query.Stats()).join());
                return page(dev.berth.observe.metrics.Exposition.of(registry, accept));
            }

            @Override
            public void reset() {
                registry.reset();
            }
        };
    }

    /// What pods ask for; only the leader tells, so that it is told once.
    static Exposition resources(Engine engine, BooleanSupplier leads) {
        return accept ->
                leads.getAsBoolean()
                        ? page(ResourceMetrics.of(engine.ask(new Query.Pods()).join(), accept))
                        : Exposition.Page.EMPTY;
    }

    Exposition health() {
        return accept -> page(dev.berth.observe.metrics.Exposition.of(health, accept));
    }

    private static Exposition.Page page(dev.berth.observe.metrics.Exposition made) {
        return new Exposition.Page(made.contentType(), made.text().getBytes(UTF_8));
    }
}
