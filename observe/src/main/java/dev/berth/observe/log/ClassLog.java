package dev.berth.observe.log;

import dev.berth.engine.port.Log;

import org.jspecify.annotations.Nullable;

/// The log of one class.
final class ClassLog implements Log {
    private final Logs logs;
    private final String simpleName;

    /// The level and its origin in one object, because several threads can compute them at the same
    /// time.
    private volatile Known known;

    private record Known(Verbosity from, int level) {}

    /// @param simpleName the name of the class; empty if there is none
    ClassLog(Logs logs, String simpleName) {
        this.logs = logs;
        this.simpleName = simpleName;
        this.known = know(logs.levels());
    }

    private Known know(Verbosity from) {
        return new Known(from, from.of(simpleName));
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // Another verbosity is another object.
    public boolean enabled(int level) {
        Verbosity now = logs.levels();
        Known mine = known;
        if (mine.from() != now) {
            mine = know(now);
            known = mine;
        }
        return level <= mine.level();
    }

    @Override
    public void info(int level, String message, Object... keysAndValues) {
        if (enabled(level)) {
            logs.write(LogLine.Severity.INFO, level, null, message, keysAndValues);
        }
    }

    @Override
    public void warn(String message, Object... keysAndValues) {
        logs.write(LogLine.Severity.WARNING, 0, null, message, keysAndValues);
    }

    @Override
    public void error(@Nullable Throwable problem, String message, Object... keysAndValues) {
        logs.write(LogLine.Severity.ERROR, 0, problem, message, keysAndValues);
    }
}
