package dev.berth.observe.tracing;

import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Trace;
import dev.berth.engine.port.Tracer;
import dev.berth.model.Pod;

import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/// Samples attempts at a fixed rate. The seed determines which attempts are sampled and their IDs.
final class SamplingTracer implements Tracer {
    private static final int MILLION = 1_000_000;

    private final int perMillion;
    private final SplittableRandom chance;
    private final Clock clock;
    private final LongSupplier ticker;
    private final SpanQueue queue;

    SamplingTracer(
            int perMillion,
            SplittableRandom chance,
            Clock clock,
            LongSupplier ticker,
            SpanQueue queue) {
        this.perMillion = perMillion;
        this.chance = chance;
        this.clock = clock;
        this.ticker = ticker;
        this.queue = queue;
    }

    @Override
    public boolean on() {
        return perMillion > 0;
    }

    @Override
    public Trace begin(Pod pod, String profile, int attempt, long beganTicks) {
        if (chance.nextInt(MILLION) >= perMillion) {
            return Trace.NONE;
        }
        return new AttemptTrace(
                queue, ticker, chance.split(), pod, profile, attempt, beganTicks, clock.nowNanos());
    }
}
