package dev.berth.observe.slf4j;

import dev.berth.engine.port.Log;

import org.slf4j.ILoggerFactory;
import org.slf4j.IMarkerFactory;
import org.slf4j.Logger;
import org.slf4j.helpers.BasicMarkerFactory;
import org.slf4j.helpers.NOPMDCAdapter;
import org.slf4j.spi.MDCAdapter;
import org.slf4j.spi.SLF4JServiceProvider;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The SLF4J provider. SLF4J creates it, so the log is in a static field. Until a log is set, the
/// output of libraries is discarded.
public final class LogProvider implements SLF4JServiceProvider, ILoggerFactory {
    private static volatile Log log = Log.NONE;

    private final IMarkerFactory markers = new BasicMarkerFactory();
    private final MDCAdapter context = new NOPMDCAdapter();
    private final Map<String, Logger> loggers = new ConcurrentHashMap<>();

    /// Sets the log of all libraries.
    public static void use(Log given) {
        log = given;
    }

    static Log log() {
        return log;
    }

    @Override
    public Logger getLogger(String name) {
        return loggers.computeIfAbsent(name, LibraryLogger::new);
    }

    @Override
    public ILoggerFactory getLoggerFactory() {
        return this;
    }

    @Override
    public IMarkerFactory getMarkerFactory() {
        return markers;
    }

    @Override
    public MDCAdapter getMDCAdapter() {
        return context;
    }

    @Override
    public String getRequestedApiVersion() {
        return "2.0.99";
    }

    @Override
    public void initialize() {}
}
