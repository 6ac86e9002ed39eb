package dev.berth.engine.port;

import org.jspecify.annotations.Nullable;

/// Where events with keys are written for operators; any thread may.
public interface Log {
    /// Nobody reads it.
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

    /// Whether something of this verbosity is written, for whoever would have to work for it.
    boolean enabled(int verbosity);

    /// Something happened; 0 is always written, the higher the number the less it matters.
    void info(int verbosity, String message, Object... keysAndValues);

    void warn(String message, Object... keysAndValues);

    void error(@Nullable Throwable problem, String message, Object... keysAndValues);
}
