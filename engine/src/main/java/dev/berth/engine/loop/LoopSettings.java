package dev.berth.engine.loop;

import dev.berth.engine.extender.Extenders;
import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.BindingExecutor;
import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.engine.port.Meter;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.queue.Backoff;
import dev.berth.engine.view.Decision;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/// Everything the loop is given from outside.
///
/// @param ticker real time for measurements; decides nothing
/// @param scheduling whether pods are scheduled from the start
/// @param maxUnderWay how many calls may be unanswered before nothing more is decided
/// @param rateLimit how often pods may be tried
/// @param sampling chance for measurements; decides nothing
public record LoopSettings(
        List<ProfileSpec> profiles,
        Extenders extenders,
        ApiPort api,
        Clock clock,
        LongSupplier ticker,
        BindingExecutor executor,
        RandomGenerator random,
        Backoff backoff,
        Duration maxUnschedulable,
        Duration slowIteration,
        int decisionsKept,
        boolean scheduling,
        int maxUnderWay,
        AttemptRateLimit rateLimit,
        Consumer<Decision> decisions,
        Log log,
        Meter meter,
        RandomGenerator sampling) {}
