package dev.berth.engine.loop;

import dev.berth.engine.extender.Extenders;
import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.BindingExecutor;
import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.engine.port.Meter;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.port.Tracer;
import dev.berth.engine.queue.Backoff;
import dev.berth.engine.view.Decision;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/// The configuration and the interfaces of the engine.
///
/// @param rateLimit the rate limit of attempts
public record LoopSettings(
        List<ProfileSpec> profiles,
        Extenders extenders,
        Ports ports,
        Limits limits,
        AttemptRateLimit rateLimit,
        Observation observation,
        Randomness random) {
    /// The API server, time and threads.
    public record Ports(ApiPort api, Clock clock, BindingExecutor executor) {}

    /// @param maxUnschedulable how long a pod stays unschedulable before it is retried without an
    ///   event
    /// @param slowIteration loop iterations that take longer are counted and logged
    /// @param maxCallsInFlight how many API calls may be unanswered before no more pods are
    ///   scheduled
    /// @param scheduling whether pods are scheduled from the start
    public record Limits(
            Backoff backoff,
            Duration maxUnschedulable,
            Duration slowIteration,
            int decisionsKept,
            int maxCallsInFlight,
            boolean scheduling) {}

    /// What is measured, traced, logged and recorded; it influences no decision.
    ///
    /// @param ticker real time in nanoseconds
    public record Observation(
            LongSupplier ticker,
            Log log,
            Meter meter,
            Tracer tracer,
            Consumer<Decision> decisions) {}

    /// @param decisions for decisions
    /// @param sampling for the choice of the cycles that are timed plugin by plugin; influences no
    ///   decision
    public record Randomness(RandomGenerator decisions, RandomGenerator sampling) {}
}
