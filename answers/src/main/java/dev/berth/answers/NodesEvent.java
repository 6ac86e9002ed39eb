package dev.berth.answers;

import java.util.List;

/// The payload of `nodes` events: nodes that changed since the last event.
public record NodesEvent(
        @Doc("when the scheduling thread gave the answer, in milliseconds since the Unix epoch")
                long atMillis,
        @Doc("version of the list after these changes") long version,
        @Doc("whether the changes are unknown; then read `nodes` again") boolean reset,
        @Doc("added and changed nodes") List<NodeItem> changed,
        @Doc("names of deleted nodes") List<String> deleted) {}
