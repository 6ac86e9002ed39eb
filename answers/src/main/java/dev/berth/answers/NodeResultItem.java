package dev.berth.answers;

import java.util.Optional;

/// The result of one node in a scheduling cycle: a rejection or scores.
public record NodeResultItem(
        @Doc("name of the node") String node,
        @Doc("the rejection; absent if the node passed all filters")
                Optional<RejectionItem> rejection,
        @Doc("the scores; absent if the node was rejected or not scored")
                Optional<NodeScoresItem> scores) {}
