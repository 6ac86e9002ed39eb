package dev.berth.engine.port;

import dev.berth.model.KubeObject;
import dev.berth.model.MessageText;

import org.jspecify.annotations.Nullable;

import java.util.function.Consumer;

/// Writes warnings and errors as lines of text. Values are shortened and escaped, and an object is
/// written as its name and UID, because its content comes from users.
final class PlainLog implements Log {
    private static final int MAX_VALUE = 1_000;

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
        write(problem == null ? message : message + ": " + shown(problem), keysAndValues);
    }

    private void write(String message, Object... keysAndValues) {
        var line = new StringBuilder(message);
        for (int i = 0; i + 1 < keysAndValues.length; i += 2) {
            line.append(' ')
                    .append(keysAndValues[i])
                    .append('=')
                    .append(shown(keysAndValues[i + 1]));
        }
        lines.accept(line.toString());
    }

    private static String shown(@Nullable Object value) {
        return MessageText.plain(
                value instanceof KubeObject object
                        ? object.key() + " (uid " + object.meta().uid() + ")"
                        : String.valueOf(value),
                MAX_VALUE);
    }
}
