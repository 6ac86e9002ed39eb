package dev.berth.answers;

import java.util.List;

/// The scores of one node.
public record NodeScoresItem(
        @Doc("name of the node; empty if the caller may not list nodes") String node,
        @Doc("sum of the weighted scores") long total,
        @Doc("scores by plugin") List<PluginScoreItem> scores) {}
