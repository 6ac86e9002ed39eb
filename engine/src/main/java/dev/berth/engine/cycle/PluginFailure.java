package dev.berth.engine.cycle;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/// A plugin threw, or said what it may not say: the attempt fails, nothing else.
public final class PluginFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public PluginFailure(String message) {
        super(message);
    }

    public PluginFailure(String before, Throwable cause) {
        super(before + textOf(cause), cause);
    }

    /// The answer, which no plugin may leave out.
    public static <T> T answered(@Nullable T answer) {
        return Objects.requireNonNull(answer, "null is no answer");
    }

    /// What an exception says, or what it is when it says nothing.
    public static String textOf(Throwable problem) {
        String message = problem.getMessage();
        return message == null || message.isEmpty() ? problem.toString() : message;
    }
}
