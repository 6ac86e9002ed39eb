package dev.berth.app.decide;

import dev.berth.app.terminal.TerminalEscapes;
import dev.berth.engine.port.Log;

import org.jspecify.annotations.Nullable;

import java.io.PrintWriter;
import java.io.StringWriter;

/// Prints failures with their stack traces, for authors of plugins.
final class FailureLog implements Log {
    private final PrintWriter out;
    private final Log lines;

    FailureLog(PrintWriter out) {
        this.out = out;
        this.lines = Log.plain(out::println);
    }

    @Override
    public boolean enabled(int verbosity) {
        return false;
    }

    @Override
    public void info(int verbosity, String message, Object... keysAndValues) {}

    @Override
    public void warn(String message, Object... keysAndValues) {
        lines.warn(message, keysAndValues);
    }

    @Override
    public void error(@Nullable Throwable problem, String message, Object... keysAndValues) {
        lines.error(null, message, keysAndValues);
        if (problem != null) {
            var trace = new StringWriter();
            problem.printStackTrace(new PrintWriter(trace));
            out.print(TerminalEscapes.document(trace.toString().replace("\t", "    ")));
        }
        out.flush();
    }
}
