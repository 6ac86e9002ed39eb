package dev.berth.engine.view;

import dev.berth.spi.ClusterEvent;

import java.util.List;

/// The events at which a plugin wants to look again at the pods it rejected.
public record Requeue(String plugin, List<ClusterEvent> events) {}
