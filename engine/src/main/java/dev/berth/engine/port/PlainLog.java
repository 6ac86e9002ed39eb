package dev.berth.engine.port;

import org.jspecify.annotations.Nullable;

import java.util.function.Consumer;

/// Writes warnings and errors as lines of text.
final class PlainLog implements Log {
    private final Consumer<String> lines;

    PlainLog(Consumer<String> lines) {
        this.lines = lines;
    }

    @Override
    public boolean enabled(int verbosity) {
        return verbosity <= 0;
    }

    @Override
    public void info(int verbosity, String message, Object... keysAndValues) {
        if (enabled(verbosity)) {
            write(message, keysAndValues);
        }
    }

    @Override
    public void warn(String message, Object... keysAndValues) {
        write(message, keysAndValues);
    }

    @Override
    public void error(@Nullable Throwable problem, String message, Object... keysAndValues) {
        write(problem == null ? message : message + ": " + problem, keysAndValues);
    }

    private void write(String message, Object... keysAndValues) {
        var line = new StringBuilder(message);
        for (int i = 0; i + 1 < keysAndValues.length; i += 2) {
            line.append(' ').append(keysAndValues[i]).append('=').append(keysAndValues[i + 1]);
        }
        lines.accept(line.toString());
    }
}
