package dev.berth.sim.fault;

import dev.berth.model.Kind;
import dev.berth.spi.Write;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Random faults, from a generator with the run's seed.
public final class RandomFaults implements Faults {
    private static final int CALL_KINDS = 6;
    private static final int FEED_KINDS = 5;
    private static final int[] SERVER_ERRORS = {500, 502, 503, 504};

    private final double perCall;
    private final double perDelivery;
    private final RandomGenerator chance;

    /// @param perCall the fraction of calls that fail or are slow, from 0 to 1
    /// @param perDelivery the fraction of deliveries with a fault of the watch, from 0 to 1
    public RandomFaults(double perCall, double perDelivery, RandomGenerator chance) {
        this.perCall = perCall;
        this.perDelivery = perDelivery;
        this.chance = chance;
    }

    @Override
    public Optional<CallFault> onWrite(Write write) {
        return onCall();
    }

    @Override
    public Optional<CallFault> onRead(String namespace, String name) {
        return onCall();
    }

    @Override
    public Optional<CallFault> onList(Kind kind) {
        return onCall();
    }

    private synchronized Optional<CallFault> onCall() {
        if (chance.nextDouble() >= perCall) {
            return Optional.empty();
        }
        return Optional.of(
                switch (chance.nextInt(CALL_KINDS)) {
                    case 0 -> new CallFault.Conflict();
                    case 1 -> new CallFault.Throttled(1 + chance.nextInt(3));
                    case 2 ->
                            new CallFault.ServerError(
                                    SERVER_ERRORS[chance.nextInt(SERVER_ERRORS.length)]);
                    case 3 -> new CallFault.LostBefore(upTo(60_000));
                    case 4 -> new CallFault.LostAfter(upTo(60_000));
                    default -> new CallFault.Slow(upTo(60_000));
                });
    }

    @Override
    public synchronized Optional<WatchFault> onDelivery(Kind kind) {
        if (chance.nextDouble() >= perDelivery) {
            return Optional.empty();
        }
        return Optional.of(
                switch (chance.nextInt(FEED_KINDS)) {
                    case 0 -> new WatchFault.Broken();
                    case 1 -> new WatchFault.Stalled(upTo(10_000));
                    case 2 -> new WatchFault.Expired();
                    case 3 -> new WatchFault.Duplicated();
                    default -> new WatchFault.Gap(upTo(10_000));
                });
    }

    @Override
    public synchronized boolean losesEvents() {
        return chance.nextDouble() < perCall;
    }

    private Duration upTo(int millis) {
        return Duration.ofMillis(1 + chance.nextInt(millis));
    }
}
