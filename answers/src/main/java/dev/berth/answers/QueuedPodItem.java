package dev.berth.answers;

import java.util.List;
import java.util.OptionalLong;

/// A pending pod.
public record QueuedPodItem(
        @Doc("namespace/name") String pod,
        @Doc("priority of the pod") int priority,
        @Doc("scheduling attempts so far") int attempts,
        @Doc("when the pod entered its state, regardless of retries that did not change it")
                long sinceMillis,
        @Doc("when its backoff or its Permit timeout ends; absent if neither applies")
                OptionalLong untilMillis,
        @Doc("plugins that rejected the pod last, that gate it, or whose Permit it waits for")
                List<String> plugins,
        @Doc("node that the pod is assumed on, or empty") String node,
        @Doc("node that the pod is nominated to, or empty") String nominatedNodeName,
        @Doc("events that requeue the pod") List<RequeueItem> requeue) {}
