package dev.berth.engine.port;

/// The position in a trace at which calls are made: a plugin at an extension point, or the attempt
/// itself. It follows the code of plugins and extenders to other threads.
///
/// @param point empty for the attempt itself
/// @param plugin empty for the attempt itself
public record TraceScope(Trace trace, String point, String plugin) {
    /// A position in no trace.
    public static final TraceScope NONE = new TraceScope(Trace.NONE, "", "");

    private static final ScopedValue<TraceScope> CURRENT = ScopedValue.newInstance();

    /// The attempt itself.
    public static TraceScope of(Trace trace) {
        return trace.on() ? new TraceScope(trace, "", "") : NONE;
    }

    /// A plugin at an extension point.
    public static TraceScope of(Trace trace, String point, String plugin) {
        return trace.on() ? new TraceScope(trace, point, plugin) : NONE;
    }

    /// The position of the code that this thread runs.
    public static TraceScope current() {
        return CURRENT.orElse(NONE);
    }

    public boolean on() {
        return trace.on();
    }

    /// Begins a call at this position.
    public Trace.Call call(String name) {
        return trace.call(point, plugin, name);
    }

    /// Code that runs at this position, on any thread.
    public Runnable carriedBy(Runnable code) {
        return on() ? () -> ScopedValue.where(CURRENT, this).run(code) : code;
    }

    /// Runs code at this position.
    public <T, X extends Throwable> T call(ScopedValue.CallableOp<T, X> code) throws X {
        return on() ? ScopedValue.where(CURRENT, this).call(code) : code.call();
    }
}
