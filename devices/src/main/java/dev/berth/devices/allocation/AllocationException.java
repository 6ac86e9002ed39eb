package dev.berth.devices.allocation;

import java.util.Objects;

/// The attempt to allocate devices fails with an error, on every node. Expected, so it has no stack
/// trace.
public final class AllocationException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public AllocationException(String message) {
        super(message);
    }

    /// The message.
    public String text() {
        return Objects.toString(getMessage(), "");
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
