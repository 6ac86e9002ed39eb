package dev.berth.controlplane.store;

import dev.berth.model.Kind;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The watches of a controller, one for each kind. A watch that expires starts again.
public final class WatchSet {
    private final Store store;
    private final Runnable wakeUp;
    private final Map<Kind, Watch> open = new HashMap<>();

    /// @param wakeUp called when a watch may have events to read
    public WatchSet(Store store, Runnable wakeUp) {
        this.store = store;
        this.wakeUp = wakeUp;
    }

    /// Up to `max` available events of the kind. The first events are the existing objects as
    /// added.
    public List<WatchEvent> read(Kind kind, int max) {
        Watch watch = open.get(kind);
        if (watch == null || watch.ended().isPresent()) {
            watch = store.watch(ObjectSelection.of(kind), wakeUp);
            open.put(kind, watch);
        }
        return watch.read(max);
    }

    /// Restarts the watch of the kind, which delivers the existing objects again.
    public void startOver(Kind kind) {
        Watch watch = open.remove(kind);
        if (watch != null) {
            watch.close();
        }
    }
}
