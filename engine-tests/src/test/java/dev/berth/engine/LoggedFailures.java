package dev.berth.engine;

import dev.berth.engine.port.Log;
import dev.berth.model.KubeObject;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Keeps the failures that are logged with an exception.
final class LoggedFailures implements Log {
    /// @param values the values of the log line by key, with names for objects
    record Failure(String message, Throwable problem, Map<String, Object> values) {
        /// The frames of the exception and of its causes.
        List<StackTraceElement> stackTraces() {
            var frames = new ArrayList<StackTraceElement>();
            for (Throwable each = problem; each != null; each = each.getCause()) {
                frames.addAll(Arrays.asList(each.getStackTrace()));
            }
            return frames;
        }
    }

    private final List<Failure> failures = new ArrayList<>();

    List<Failure> all() {
        return failures;
    }

    @Override
    public boolean enabled(int verbosity) {
        return false;
    }

    @Override
    public void info(int verbosity, String message, Object... keysAndValues) {}

    @Override
    public void warn(String message, Object... keysAndValues) {}

    @Override
    public void error(@Nullable Throwable problem, String message, Object... keysAndValues) {
        if (problem != null) {
            var values = new HashMap<String, Object>();
            for (int i = 0; i < keysAndValues.length; i += 2) {
                Object value = keysAndValues[i + 1];
                values.put(
                        keysAndValues[i].toString(),
                        value instanceof KubeObject object ? object.meta().name() : value);
            }
            failures.add(new Failure(message, problem, values));
        }
    }
}
