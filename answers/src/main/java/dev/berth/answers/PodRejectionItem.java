package dev.berth.answers;

import java.util.List;

/// Pods that one plugin rejects on a node for the same reasons.
public record PodRejectionItem(
        @Doc("name of the plugin") String plugin,
        @Doc("reasons of the plugin") List<String> reasons,
        @Doc("number of pods") int pods,
        @Doc("some of the pods by namespace/name") List<String> podNames,
        @Doc("help page of the plugin, or empty") String helpPage,
        @Doc("facts behind the rejection") List<FactItem> facts) {}
