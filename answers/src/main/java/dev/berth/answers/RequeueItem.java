package dev.berth.answers;

import java.util.List;

/// The events for which a plugin requeues a pod that it rejected.
public record RequeueItem(
        @Doc("name of the plugin") String plugin,
        @Doc("labels of the events") List<String> events,
        @Doc("the same events in words, such as \"a node is added\"") List<String> descriptions) {}
