package dev.berth.controlplane.store;

import dev.berth.model.Kind;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A controller's watches, one of each kind; one that lagged too far behind begins anew.
public final class WatchSet {
    private final Store store;
    private final Runnable wakeUp;
    private final Map<Kind, Watch> open = new HashMap<>();

    /// @param wakeUp called when there may be something to read
    public WatchSet(Store store, Runnable wakeUp) {
        this.store = store;
        this.wakeUp = wakeUp;
    }

    /// Up to `max` events of the kind that are there now, beginning with what there is as added.
    public List<WatchEvent> read(Kind kind, int max) {
        Watch watch = open.get(kind);
        if (watch == null || watch.ended().isPresent()) {
            watch = store.watch(ObjectSelection.of(kind), wakeUp);
            open.put(kind, watch);
        }
        return watch.read(max);
    }

    /// What there is of the kind is told anew.
    public void startOver(Kind kind) {
        Watch watch = open.remove(kind);
        if (watch != null) {
            watch.close();
        }
    }
}
