package dev.berth.observe.log;

import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.observe.slf4j.LogProvider;

import org.jspecify.annotations.Nullable;

import java.io.OutputStream;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.ThreadFactory;

/// The log of the process: filters lines by verbosity and passes them to the writing thread.
public final class Logs implements Log, AutoCloseable {
    private final LogWriter writer;
    private final Clock clock;
    private final Log general;
    private volatile Verbosity verbosity;

    Logs(LogWriter writer, Clock clock, Verbosity verbosity) {
        this.writer = writer;
        this.clock = clock;
        this.verbosity = verbosity;
        this.general = new ClassLog(this, "");
    }

    /// Starts the writing thread.
    ///
    /// @param threads creates the writing thread
    public static Logs start(
            LogOptions options,
            Clock clock,
            ZoneId zone,
            OutputStream out,
            OutputStream err,
            ThreadFactory threads) {
        var writer =
                new LogWriter(
                        format(options.format(), zone), options, out, err, LogWriter.MAX_WAITING);
        threads.newThread(writer).start();
        return new Logs(writer, clock, Verbosity.of(options.verbosity(), options.modules()));
    }

    /// Formats an error as a line with its line break, for callers that have no log.
    public static String error(
            LogOptions.Format format,
            Clock clock,
            ZoneId zone,
            String message,
            Object... keysAndValues) {
        Caller caller = Caller.find();
        var line = new StringBuilder();
        format(format, zone)
                .write(
                        new LogLine(
                                clock.nowNanos(),
                                LogLine.Severity.ERROR,
                                0,
                                message,
                                null,
                                caller.folder(),
                                caller.position(),
                                keysAndValues),
                        line);
        return line.toString();
    }

    private static LineFormat format(LogOptions.Format format, ZoneId zone) {
        return switch (format) {
            case TEXT -> new TextLines(() -> ProcessHandle.current().pid(), zone);
            case JSON -> new JsonLines();
        };
    }

    /// Sets the verbosity of all classes that `--vmodule` does not match.
    public void verbosity(int level) {
        verbosity = verbosity.withDefault(level);
    }

    public int verbosity() {
        return verbosity.defaults();
    }

    Verbosity levels() {
        return verbosity;
    }

    /// Directs the output of libraries that log through SLF4J to this log.
    public void serveLibraries() {
        LogProvider.use(this);
    }

    /// The number of lines that were lost because the queue was full.
    public long lostLines() {
        return writer.lost();
    }

    @Override
    public Log of(Class<?> place) {
        return new ClassLog(this, place.getSimpleName());
    }

    @Override
    public boolean enabled(int level) {
        return general.enabled(level);
    }

    @Override
    public void info(int level, String message, Object... keysAndValues) {
        general.info(level, message, keysAndValues);
    }

    @Override
    public void warn(String message, Object... keysAndValues) {
        general.warn(message, keysAndValues);
    }

    @Override
    public void error(@Nullable Throwable problem, String message, Object... keysAndValues) {
        general.error(problem, message, keysAndValues);
    }

    void write(
            LogLine.Severity severity,
            int level,
            @Nullable Throwable problem,
            String message,
            Object... keysAndValues) {
        Caller caller = Caller.find();
        Instant now = clock.instant();
        writer.accept(
                new LogLine(
                        now.getEpochSecond() * 1_000_000_000L + now.getNano(),
                        severity,
                        level,
                        message,
                        problem,
                        caller.folder(),
                        caller.position(),
                        keysAndValues));
    }

    /// Writes the remaining lines.
    @Override
    public void close() {
        writer.close();
    }
}
