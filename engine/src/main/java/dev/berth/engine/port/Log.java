package dev.berth.engine.port;

import dev.berth.model.Pod;

import org.jspecify.annotations.Nullable;

import java.util.function.Consumer;

/// A structured log; thread-safe.
///
/// Lines are written asynchronously, in order, and dropped if there are too many. So values must
/// not change afterwards.
public interface Log {
    /// Writes nothing.
    Log NONE =
            new Log() {
                @Override
                public boolean enabled(int verbosity) {
                    return false;
                }

                @Override
                public void info(int verbosity, String message, Object... keysAndValues) {}

                @Override
                public void warn(String message, Object... keysAndValues) {}

                @Override
                public void error(
                        @Nullable Throwable problem, String message, Object... keysAndValues) {}
            };

    /// Writes warnings, errors and messages of verbosity 0 as lines of text.
    static Log plain(Consumer<String> lines) {
        return new PlainLog(lines);
    }

    /// The same without informational messages.
    default Log problemsOnly() {
        Log all = this;
        return new Log() {
            @Override
            public boolean enabled(int verbosity) {
                return false;
            }

            @Override
            public void info(int verbosity, String message, Object... keysAndValues) {}

            @Override
            public void warn(String message, Object... keysAndValues) {
                all.warn(message, keysAndValues);
            }

            @Override
            public void error(
                    @Nullable Throwable problem, String message, Object... keysAndValues) {
                all.error(problem, message, keysAndValues);
            }
        };
    }

    /// The log of one class, which can have its own verbosity.
    default Log of(Class<?> writer) {
        return this;
    }

    /// Whether messages of this verbosity are written.
    boolean enabled(int verbosity);

    /// Logs a message; verbosity 0 is always written.
    void info(int verbosity, String message, Object... keysAndValues);

    /// Logs a message about a pod.
    default void info(int verbosity, String message, Pod pod) {
        if (enabled(verbosity)) {
            info(verbosity, message, "pod", pod);
        }
    }

    void warn(String message, Object... keysAndValues);

    void error(@Nullable Throwable problem, String message, Object... keysAndValues);
}
