package dev.berth.sim.fault;

import dev.berth.model.Kind;
import dev.berth.spi.Write;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// The faults of a test. Each fault affects the first call or delivery that it applies to, once, in
/// the given order.
public final class ScriptedFaults implements Faults {
    private record Planned(Predicate<Write> victim, CallFault fault) {}

    private final List<Planned> writes = new ArrayList<>();
    private final ArrayDeque<CallFault> reads = new ArrayDeque<>();
    private final Map<Kind, ArrayDeque<CallFault>> lists = new HashMap<>();
    private final Map<Kind, ArrayDeque<WatchFault>> feeds = new HashMap<>();
    private boolean eventsLost;

    /// Affects the next write of a type.
    public ScriptedFaults next(Class<? extends Write> type, CallFault fault) {
        return next(type::isInstance, fault);
    }

    public synchronized ScriptedFaults next(Predicate<Write> victim, CallFault fault) {
        writes.add(new Planned(victim, fault));
        return this;
    }

    public synchronized ScriptedFaults nextRead(CallFault fault) {
        reads.add(fault);
        return this;
    }

    public synchronized ScriptedFaults nextList(Kind kind, CallFault fault) {
        lists.computeIfAbsent(kind, k -> new ArrayDeque<>()).add(fault);
        return this;
    }

    public synchronized ScriptedFaults next(Kind kind, WatchFault fault) {
        feeds.computeIfAbsent(kind, k -> new ArrayDeque<>()).add(fault);
        return this;
    }

    /// Starts or stops losing Kubernetes events.
    public synchronized ScriptedFaults losingEvents(boolean lost) {
        eventsLost = lost;
        return this;
    }

    @Override
    public synchronized boolean losesEvents() {
        return eventsLost;
    }

    @Override
    public synchronized Optional<CallFault> onWrite(Write write) {
        for (int i = 0; i < writes.size(); i++) {
            if (writes.get(i).victim.test(write)) {
                return Optional.of(writes.remove(i).fault);
            }
        }
        return Optional.empty();
    }

    @Override
    public synchronized Optional<CallFault> onRead(String namespace, String name) {
        return Optional.ofNullable(reads.poll());
    }

    @Override
    public synchronized Optional<CallFault> onList(Kind kind) {
        ArrayDeque<CallFault> planned = lists.get(kind);
        return planned == null ? Optional.empty() : Optional.ofNullable(planned.poll());
    }

    @Override
    public synchronized Optional<WatchFault> onDelivery(Kind kind) {
        ArrayDeque<WatchFault> planned = feeds.get(kind);
        return planned == null ? Optional.empty() : Optional.ofNullable(planned.poll());
    }
}
