package dev.berth.controlplane.api;

import dev.berth.controlplane.store.DeleteRequest;

/// How something is to be deleted.
///
/// @param propagation what becomes of those it owns
public record DeleteOptions(DeleteRequest deletion, Propagation propagation, boolean dryRun) {
    public static final DeleteOptions DEFAULT =
            new DeleteOptions(DeleteRequest.DEFAULT, Propagation.UNSAID, false);

    /// In Kubernetes' words, but for [#UNSAID], which leaves it to the kind.
    public enum Propagation {
        UNSAID,
        ORPHAN,
        BACKGROUND,
        FOREGROUND
    }
}
