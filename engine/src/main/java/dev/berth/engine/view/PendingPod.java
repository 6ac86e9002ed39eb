package dev.berth.engine.view;

import java.util.List;
import java.util.NavigableSet;

/// A pending pod: where it is and who rejected it last.
public record PendingPod(
        String pod,
        String uid,
        String queue,
        int attempts,
        int consecutiveErrors,
        NavigableSet<String> rejectedBy,
        String gatedBy,
        List<QueueMove> moves) {}
