package dev.berth.controlplane.api;

import dev.berth.controlplane.store.DeleteRequest;

/// The options of a deletion.
///
/// @param propagation how the deletion propagates to the dependents of the object
public record DeleteOptions(DeleteRequest deletion, Propagation propagation, boolean dryRun) {
    public static final DeleteOptions DEFAULT =
            new DeleteOptions(DeleteRequest.DEFAULT, Propagation.UNSPECIFIED, false);

    /// `propagationPolicy`. [#UNSPECIFIED] means that the request has none, so that the kind
    /// decides.
    public enum Propagation {
        UNSPECIFIED,
        ORPHAN,
        BACKGROUND,
        FOREGROUND
    }
}
