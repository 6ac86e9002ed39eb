package dev.berth.observe.slf4j;

import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/// Writes the log of a library with the name of its logger.
///
/// The messages of libraries matter less to the operators of a scheduler, so they have higher
/// verbosity levels: info is 4, debug is 6, trace is 8.
final class LibraryLogger extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1L;
    private static final int INFO = 4;
    private static final int DEBUG = 6;
    private static final int TRACE = 8;

    LibraryLogger(String name) {
        this.name = name;
    }

    @Override
    public boolean isTraceEnabled() {
        return LogProvider.log().enabled(TRACE);
    }

    @Override
    public boolean isDebugEnabled() {
        return LogProvider.log().enabled(DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
        return LogProvider.log().enabled(INFO);
    }

    @Override
    public boolean isWarnEnabled() {
        return true;
    }

    @Override
    public boolean isErrorEnabled() {
        return true;
    }

    @Override
    protected String getFullyQualifiedCallerName() {
        return LibraryLogger.class.getName();
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            String pattern,
            Object @Nullable [] arguments,
            @Nullable Throwable problem) {
        String message = MessageFormatter.basicArrayFormat(pattern, arguments);
        switch (level) {
            case ERROR -> LogProvider.log().error(problem, message, "logger", name);
            case WARN -> {
                if (problem == null) {
                    LogProvider.log().warn(message, "logger", name);
                } else {
                    LogProvider.log().warn(message, "logger", name, "err", problem.toString());
                }
            }
            case INFO -> LogProvider.log().info(INFO, message, "logger", name);
            case DEBUG -> LogProvider.log().info(DEBUG, message, "logger", name);
            case TRACE -> LogProvider.log().info(TRACE, message, "logger", name);
        }
    }
}
