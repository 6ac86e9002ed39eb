package dev.berth.answers;

import java.util.List;

/// A PreEnqueue plugin that gates a pod.
public record GateItem(
        @Doc("name of the plugin") String plugin,
        @Doc("reasons of the plugin") List<String> reasons,
        @Doc("facts behind the reasons") List<FactItem> facts) {}
