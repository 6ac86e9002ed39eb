package dev.berth.spi;

import dev.berth.model.Pod;

/// Decides whether a pod may become ready at all; while one says no the pod is gated.
public interface PreEnqueue extends Plugin {
    Verdict preEnqueue(Pod pod);
}
