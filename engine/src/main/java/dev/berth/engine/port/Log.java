package dev.berth.engine.port;

import org.jspecify.annotations.Nullable;

import java.util.function.Consumer;

/// Where events with keys are written for operators; any thread may.
///
/// Nobody waits for it: lines are written soon, in their order, and lost where too many come at
/// once. So values must not change afterwards.
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

    /// Warnings, errors and what is always written, as lines for somebody who looks on.
    static Log plain(Consumer<String> lines) {
        return new PlainLog(lines);
    }

    /// The same without what merely happened.
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

    /// The log for what is written by one class, which may be more or less talkative than others.
    default Log of(Class<?> writer) {
        return this;
    }

    /// Whether something of this verbosity is written, for whoever would have to work for it.
    boolean enabled(int verbosity);

    /// Something happened; 0 is always written, the higher the number the less it matters.
    void info(int verbosity, String message, Object... keysAndValues);

    void warn(String message, Object... keysAndValues);

    void error(@Nullable Throwable problem, String message, Object... keysAndValues);
}
