package dev.berth.observe.metrics;

import java.util.Collection;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/// All metrics of a scheduler process: what is told to whom, and the pages it is shown on.
public final class Metrics {
    private final MetricRegistry main;
    private final MetricRegistry checks;
    private final EngineMeter meter;
    private final EngineGauges gauges;
    private final ClientMetrics client;
    private final ElectionMetrics election;
    private final QueueMetrics queues;
    private final HealthMetrics health;
    private final BerthMetrics berth;

    /// @param gates whether a feature is on
    /// @param epochSeconds the time now
    /// @param lostLines how many lines of the log were lost
    /// @param droppedEvents how many events were never written
    public Metrics(
            MetricOptions options,
            Predicate<String> gates,
            ComponentMetrics.Build build,
            Collection<ComponentMetrics.Feature> features,
            DoubleSupplier epochSeconds,
            LongSupplier lostLines,
            LongSupplier droppedEvents) {
        main = new MetricRegistry(options);
        checks = new MetricRegistry(options);
        meter = new EngineMeter(main, gates);
        gauges = new EngineGauges(main, meter);
        client = new ClientMetrics(main, epochSeconds);
        election = new ElectionMetrics(main);
        queues = new QueueMetrics(main);
        berth = new BerthMetrics(main, lostLines, droppedEvents);
        health = new HealthMetrics(checks);
        ComponentMetrics.register(main, build, features);
        ProcessMetrics.register(main);
    }

    /// What the engine tells.
    public EngineMeter meter() {
        return meter;
    }

    /// To be given the engine's figures about once a second.
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

    public HealthMetrics health() {
        return health;
    }

    public BerthMetrics berth() {
        return berth;
    }

    /// The page `/metrics`.
    ///
    /// @param accept the header of the request; empty if there is none
    public Exposition page(String accept) {
        return Exposition.of(main, accept);
    }

    /// The page `/metrics/slis`.
    public Exposition checksPage(String accept) {
        return Exposition.of(checks, accept);
    }

    /// Counters and histograms of `/metrics` begin anew.
    public void reset() {
        main.reset();
    }
}
