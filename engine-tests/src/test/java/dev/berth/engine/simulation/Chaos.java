package dev.berth.engine.simulation;

import static java.util.Objects.requireNonNull;

import dev.berth.spi.NodeView;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.Placement;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PostBind;
import dev.berth.spi.PreBind;
import dev.berth.spi.PreFlight;
import dev.berth.spi.Reject;
import dev.berth.spi.Reserve;
import dev.berth.spi.Verdict;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/// A plugin that rejects, waits and throws by chance, and watches that every reservation ends
/// exactly once.
final class Chaos implements Reserve, Permit, PreBind, PostBind {
    private final Violations violations;
    private final SplittableRandom random;
    private final Set<String> reserved = new HashSet<>();
    private final Set<String> everReserved = new HashSet<>();
    private @Nullable PluginContext context;
    private int percent;

    Chaos(Violations violations, long seed) {
        this.violations = violations;
        random = new SplittableRandom(seed);
    }

    void percent(int percent) {
        this.percent = percent;
    }

    boolean strikes() {
        return percent > 0 && random.nextInt(100) < percent;
    }

    @Override
    public Verdict reserve(PodCycle cycle, NodeView node) {
        if (!reserved.add(cycle.pod().uid())) {
            throw violations.of("S8", cycle.pod().uid() + " was reserved twice");
        }
        everReserved.add(cycle.pod().uid());
        if (strikes()) {
            return Reject.unschedulable("chaos");
        }
        return Verdict.PASS;
    }

    @Override
    public void unreserve(Placement placement) {
        if (!reserved.remove(placement.pod().uid())
                && everReserved.contains(placement.pod().uid())) {
            throw violations.of("S8", placement.pod().uid() + " was unreserved after its end");
        }
    }

    @Override
    public PermitVerdict permit(PodCycle cycle, NodeView node) {
        if (strikes()) {
            return switch (random.nextInt(3)) {
                case 0 ->
                        new PermitVerdict.Wait(Duration.ofMillis(random.nextInt(5_000)), List.of());
                case 1 -> new PermitVerdict.Deny(Reject.unschedulable("chaos"));
                default -> throw new IllegalStateException("chaos in permit");
            };
        }
        return PermitVerdict.ALLOW;
    }

    @Override
    public PreFlight preFlight(Placement placement) {
        if (strikes() && random.nextInt(3) == 0) {
            throw new IllegalStateException("chaos in pre-flight");
        }
        return random.nextInt(4) == 0 ? PreFlight.NEEDED : PreFlight.SKIP;
    }

    /// Made with this.
    Chaos in(PluginContext given) {
        context = given;
        return this;
    }

    void pause(Duration time) throws InterruptedException {
        requireNonNull(context).pause(time);
    }

    @Override
    public Verdict preBind(Placement placement) throws InterruptedException {
        if (strikes()) {
            try {
                pause(Duration.ofMillis(random.nextInt(4_000)));
            } catch (InterruptedException turnedBack) {
                if (random.nextBoolean()) {
                    throw turnedBack;
                }
                // Does not listen, as some plugins do not.
            }
        }
        if (strikes()) {
            if (random.nextBoolean()) {
                throw new IllegalStateException("chaos in pre-bind");
            }
            return Reject.unschedulable("chaos");
        }
        return Verdict.PASS;
    }

    @Override
    public void postBind(Placement placement) {
        if (!reserved.remove(placement.pod().uid())) {
            throw violations.of(
                    "S8", placement.pod().uid() + " was post-bound without a reservation");
        }
    }

    /// Pods with a reservation that has not ended.
    Set<String> reserved() {
        return reserved;
    }
}
