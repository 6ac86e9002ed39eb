package dev.berth.spi;

import java.time.Duration;
import java.util.List;

/// The result of a permit plugin.
public sealed interface PermitVerdict {
    PermitVerdict ALLOW = new Allow();

    /// The plugin allows the pod. The pod is bound after all permit plugins allow it.
    record Allow() implements PermitVerdict {}

    /// The pod waits until the plugin allows or rejects it (see [WaitingPods]), and is rejected
    /// after the timeout. The timeout is limited to 15 minutes.
    ///
    /// @param atMost the timeout
    /// @param reasons what the pod waits for
    record Wait(Duration atMost, List<String> reasons) implements PermitVerdict {
        public Wait {
            reasons = List.copyOf(reasons);
        }
    }

    /// The plugin rejects the pod, and the attempt fails.
    record Deny(Reject why) implements PermitVerdict {}
}
