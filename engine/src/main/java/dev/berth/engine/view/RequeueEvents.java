package dev.berth.engine.view;

import dev.berth.spi.ClusterEvent;

import java.util.List;

/// The events for which a plugin requeues the pods that it rejected (kube-scheduler:
/// `EventsToRegister`).
public record RequeueEvents(String plugin, List<ClusterEvent> events) {
    public RequeueEvents {
        events = List.copyOf(events);
    }
}
