package dev.berth.answers;

/// The score that one plugin gives to a node.
public record PluginScoreItem(
        @Doc("name of the plugin") String plugin,
        @Doc("result of Score") long raw,
        @Doc("result of NormalizeScore, 0 to 100") long normalized,
        @Doc("normalized score times the weight of the plugin") long weighted) {}
