package dev.berth.model.device;

import dev.berth.model.Quantity;

import java.util.Map;

/// Counters that the devices of a pool share (Kubernetes: `CounterSet`), or what a device consumes
/// of them (Kubernetes: `DeviceCounterConsumption`).
///
/// @param compatible whether the consumption names no compatibility groups
public record CounterSet(String name, Map<String, Quantity> counters, boolean compatible) {}
