package dev.berth.observe.metrics;

import dev.berth.observe.tracing.TraceCounts;

import java.util.Collection;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// All metrics of a scheduler process, and the pages that expose them.
public final class Metrics {
    private final MetricRegistry main;
    private final MetricRegistry checks;
    private final EngineMeter meter;
    private final EngineGauges gauges;
    private final ClientMetrics client;
    private final ElectionMetrics election;
    private final QueueMetrics queues;
    private final InformerMetrics informers;
    private final HealthMetrics health;
    private final BerthMetrics berth;

    /// @param gates whether a feature is enabled
    /// @param epochSeconds the current time
    /// @param lostLines the number of lost log lines
    /// @param droppedEvents the number of events that were never written
    /// @param traces the spans that were exported and dropped
    public Metrics(
            MetricOptions options,
            Predicate<String> gates,
            ComponentMetrics.Build build,
            Collection<ComponentMetrics.Feature> features,
            DoubleSupplier epochSeconds,
            LongSupplier lostLines,
            LongSupplier droppedEvents,
            Supplier<TraceCounts> traces) {
        main = new MetricRegistry(options);
        checks = new MetricRegistry(options);
        meter = new EngineMeter(main, gates);
        gauges = new EngineGauges(main, meter);
        client = new ClientMetrics(main, epochSeconds);
        election = new ElectionMetrics(main);
        queues = new QueueMetrics(main);
        informers = new InformerMetrics(main);
        berth = new BerthMetrics(main, lostLines, droppedEvents, traces);
        health = new HealthMetrics(checks);
        ComponentMetrics.register(main, build, features);
        ProcessMetrics.register(main);
    }

    /// Receives the measurements of the engine.
    public EngineMeter meter() {
        return meter;
    }

    /// Receives the statistics of the engine about once per second.
    public EngineGauges gauges() {
        return gauges;
    }

    public ClientMetrics client() {
        return client;
    }

    public ElectionMetrics election() {
        return election;
    }

    public QueueMetrics queues() {
        return queues;
    }

    public InformerMetrics informers() {
        return informers;
    }

    public HealthMetrics health() {
        return health;
    }

    public BerthMetrics berth() {
        return berth;
    }

    /// The page `/metrics`.
    ///
    /// @param accept the `Accept` header; empty if there is none
    public Exposition page(String accept) {
        return Exposition.of(main, accept);
    }

    /// The page `/metrics/slis`.
    public Exposition checksPage(String accept) {
        return Exposition.of(checks, accept);
    }

    /// Resets the counters and histograms of `/metrics`.
    public void reset() {
        main.reset();
    }
}
