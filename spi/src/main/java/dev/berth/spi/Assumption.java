package dev.berth.spi;

/// How long it holds what the scheduler assumes of an object, and who is told.
public enum Assumption {
    /// Of the very version that was seen when it was made: whatever is seen next ends it. Nobody is
    /// woken by it. So it is with volumes and claims.
    OF_THIS_VERSION,
    /// Until a newer version is seen than the assumed one. Assuming and taking back are events that
    /// parked pods hear of, and the event that confirms it is not told again. So it is with claims
    /// of devices.
    UNTIL_NEWER
}
