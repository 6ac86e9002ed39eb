package dev.berth.sim.link;

import dev.berth.controlplane.store.ListResult;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.Watch;
import dev.berth.controlplane.store.WatchEvent;
import dev.berth.engine.port.Clock;
import dev.berth.engine.port.DeliveredObjects;
import dev.berth.engine.port.Message;
import dev.berth.model.Kind;
import dev.berth.sim.fault.CallFault;
import dev.berth.sim.fault.FaultTally;
import dev.berth.sim.fault.Faults;
import dev.berth.sim.fault.WatchFault;
import dev.berth.sim.time.TimerService;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Lists and watches one kind for a scheduler. It resumes a broken watch, and lists again when the
/// watch has expired (client-go: `Reflector`).
final class StoreReflector {
    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Kind kind;
    private final Store store;
    private final Clock clock;
    private final TimerService agenda;
    private final Runnable wakeUp;
    private final Supplier<Faults> faults;
    private final FaultTally tally;
    private final DeliveredObjects objects;
    private final ArrayDeque<Message> ready = new ArrayDeque<>();

    private @Nullable Watch watch;
    private boolean mustList = true;
    private boolean synced;
    private long seen;
    private long silentUntil = Long.MIN_VALUE;

    StoreReflector(
            Kind kind,
            Store store,
            Clock clock,
            TimerService agenda,
            Runnable wakeUp,
            Supplier<Faults> faults,
            FaultTally tally) {
        this.kind = kind;
        this.store = store;
        this.clock = clock;
        this.agenda = agenda;
        this.wakeUp = wakeUp;
        this.faults = faults;
        this.tally = tally;
        this.objects = new DeliveredObjects(kind, ready::add);
    }

    Kind kind() {
        return kind;
    }

    /// Whether the first list has been delivered completely.
    boolean synced() {
        return synced && ready.isEmpty();
    }

    /// Delivers up to `max` messages. Returns their number.
    int pump(int max, Consumer<Message> inbox) {
        int delivered = deliver(max, inbox);
        while (delivered < max && clock.nowNanos() >= silentUntil) {
            Watch open = watch == null ? connect() : watch;
            boolean moved = open != null && advance(open, max - delivered);
            if (!moved && ready.isEmpty()) {
                break;
            }
            delivered += deliver(max - delivered, inbox);
        }
        return delivered;
    }

    void close() {
        disconnect();
    }

    private int deliver(int max, Consumer<Message> inbox) {
        int delivered = 0;
        while (delivered < max && !ready.isEmpty()) {
            inbox.accept(ready.removeFirst());
            delivered++;
        }
        return delivered;
    }

    /// Opens the watch, after a list if one is needed. Returns null if the list fails.
    private @Nullable Watch connect() {
        while (watch == null) {
            if (mustList && !list()) {
                return null;
            }
            if (store.watch(ObjectSelection.of(kind), seen, wakeUp)
                    instanceof Reply.Granted<Watch>(var opened)) {
                watch = opened;
            } else {
                mustList = true;
            }
        }
        return watch;
    }

    private boolean list() {
        Optional<CallFault> fault = faults.get().onList(kind);
        if (fault.isPresent()) {
            tally.add(fault.get().id());
            silence(pauseAfter(fault.get()));
            return false;
        }
        ListResult listing = store.list(ObjectSelection.of(kind));
        objects.listing();
        listing.objects().forEach(this::seen);
        objects.listed();
        seen = listing.revision();
        mustList = false;
        synced = true;
        return true;
    }

    private static Duration pauseAfter(CallFault fault) {
        return switch (fault) {
            case CallFault.Throttled(int seconds) -> Duration.ofSeconds(seconds);
            case CallFault.Slow(var by) -> by;
            case CallFault.LostBefore(var after) -> after;
            case CallFault.LostAfter(var after) -> after;
            case CallFault.Conflict(), CallFault.ServerError(_) -> RETRY;
        };
    }

    /// Reads the available events, one at a time if faults are on. Returns false if there were
    /// none.
    private boolean advance(Watch open, int max) {
        Faults plan = faults.get();
        List<WatchEvent> events = open.read(plan.off() ? max : 1);
        for (WatchEvent event : events) {
            if (!struck(plan, event)) {
                apply(event);
            }
        }
        if (events.isEmpty()) {
            if (open.ended().isPresent()) {
                disconnect();
                mustList = true;
                return true;
            }
            seen = open.revision();
        }
        return !events.isEmpty();
    }

    /// Injects a fault for the event. Returns true if the event must not be applied.
    private boolean struck(Faults plan, WatchEvent event) {
        Optional<WatchFault> fault = plan.onDelivery(kind);
        if (fault.isEmpty()) {
            return false;
        }
        tally.add(fault.get().id());
        if (fault.get() instanceof WatchFault.Duplicated) {
            int before = ready.size();
            apply(event);
            List.copyOf(ready).stream().skip(before).forEach(ready::add);
            return true;
        }
        disconnect();
        switch (fault.get()) {
            case WatchFault.Duplicated(), WatchFault.Broken() -> {}
            case WatchFault.Stalled(var by) -> silence(by);
            case WatchFault.Expired() -> mustList = true;
            case WatchFault.Gap(var by) -> {
                mustList = true;
                silence(by);
            }
        }
        return true;
    }

    private void apply(WatchEvent event) {
        switch (event.type()) {
            case ADDED, MODIFIED -> seen(event.object());
            case DELETED -> objects.gone(event.object().key());
            case BOOKMARK -> {}
        }
        seen = event.revision();
    }

    private void seen(ObjectVersion object) {
        objects.seen(object.typed(), Optional.of(object.json()));
    }

    private void silence(Duration time) {
        silentUntil = clock.nowNanos() + time.toNanos();
        agenda.at(silentUntil, wakeUp);
    }

    private void disconnect() {
        if (watch != null) {
            watch.close();
            watch = null;
        }
    }
}
