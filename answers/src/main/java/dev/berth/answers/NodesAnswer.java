package dev.berth.answers;

import java.util.List;

/// The answer of `nodes`: every node.
public record NodesAnswer(
        @Doc("when the scheduling thread gave the answer, in milliseconds since the Unix epoch")
                long atMillis,
        @Doc("version of the list; `nodes` events build on it") long version,
        @Doc("names of the resources, in the order of the amounts") List<String> resources,
        @Doc("the nodes; empty if the caller may not list nodes") List<NodeItem> nodes,
        @Doc("nodes that the caller may not list") int hidden) {}
