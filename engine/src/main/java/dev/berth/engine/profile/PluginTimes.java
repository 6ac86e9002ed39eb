package dev.berth.engine.profile;

import dev.berth.engine.port.Meter;
import dev.berth.engine.port.Trace;
import dev.berth.engine.port.TraceScope;
import dev.berth.engine.port.Tracer;
import dev.berth.model.Pod;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/// Knows which plugin is running, and which took longest in the present loop iteration.
///
/// The ticker is read once per call of a plugin: the time since the last mark belongs to the plugin
/// that was marked.
///
/// The scheduling thread writes; other threads may read which plugin runs ([#running] and
/// [#extensionPoint]). They see it late at worst, which is enough to name a plugin that hangs.
public final class PluginTimes {
    private static final String NO_PLUGIN = "";
    private static final VarHandle CURRENT;
    private static final VarHandle CALL;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            CURRENT = lookup.findVarHandle(PluginTimes.class, "current", String.class);
            CALL = lookup.findVarHandle(PluginTimes.class, "call", PluginCall.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private static final int SAMPLED_PERCENT = 10;
    private static final int TIMED_ITERATIONS = 1_000;

    private final LongSupplier ticker;
    private final Meter meter;
    private final Tracer tracer;
    private final RandomGenerator chance;
    private final AtomicReference<@Nullable Pod> pod = new AtomicReference<>();
    private boolean sampled;
    private Trace trace = Trace.NONE;

    /// Whether the present cycle is timed plugin by plugin, for metrics or for its trace.
    private boolean detailed;

    private String last = NO_PLUGIN;
    private long lastCall;
    private String current = NO_PLUGIN;
    private PluginCall call = PluginCall.ATTEMPT;
    private @Nullable Pod attempted;
    private long since;
    private String slowest = NO_PLUGIN;
    private long slowestNanos;
    private int timedIterations;
    private boolean interruptSeen;
    private String interrupter = NO_PLUGIN;
    private PluginCall interrupterCall = PluginCall.ATTEMPT;

    /// @param ticker real time in nanoseconds; it influences no decision
    public PluginTimes(LongSupplier ticker) {
        this(ticker, Meter.NONE, Tracer.NONE, () -> 0);
    }

    /// @param chance selects the cycles that are timed plugin by plugin; decisions use another
    ///   generator, so that measuring does not change them
    public PluginTimes(LongSupplier ticker, Meter meter, Tracer tracer, RandomGenerator chance) {
        this.ticker = ticker;
        this.meter = meter;
        this.tracer = tracer;
        this.chance = chance;
    }

    public Meter meter() {
        return meter;
    }

    /// Whether times are recorded.
    public boolean measured() {
        return meter.on() || tracer.on();
    }

    public Tracer tracer() {
        return tracer;
    }

    /// A cycle begins. Decides whether it is timed plugin by plugin for metrics.
    public void beginCycle(Trace of) {
        sampled = meter.on() && chance.nextInt(100) < SAMPLED_PERCENT;
        trace = of;
        detailed = sampled || of.on();
    }

    /// A cycle that was suspended continues, without its metrics by plugin.
    public void continueCycle(Trace of) {
        trace = of;
        detailed = of.on();
    }

    public void endCycle() {
        sampled = false;
        trace = Trace.NONE;
        detailed = false;
    }

    /// Whether metrics of the present cycle are recorded plugin by plugin.
    public boolean sampled() {
        return sampled;
    }

    /// Whether the present cycle is timed plugin by plugin, for metrics or for its trace.
    public boolean detailed() {
        return detailed;
    }

    /// The trace of the present cycle.
    public Trace trace() {
        return trace;
    }

    /// The position of the present call in the trace of the cycle.
    public TraceScope scope() {
        return TraceScope.of(trace, call.extensionPoint(), current);
    }

    /// Records the time of the plugin that was marked until now, if the cycle is timed plugin by
    /// plugin.
    public void report(Meter.OfPlugin plugin, Meter.Point point, Meter.Status status) {
        if (sampled) {
            plugin.ran(point, status, lastCall);
        }
        if (detailed) {
            trace.ran(point, last, status, since - lastCall, since);
        }
    }

    /// From now on `plugin` runs.
    public void mark(PluginCall running, String plugin) {
        checkInterrupt();
        long now = ticker.getAsLong();
        long took = now - since;
        if (took > slowestNanos && !current.equals(NO_PLUGIN)) {
            slowestNanos = took;
            slowest = current;
        }
        since = now;
        last = current;
        publish(running, plugin);
        lastCall = took;
    }

    private void publish(PluginCall running, String plugin) {
        CALL.setOpaque(this, running);
        CURRENT.setOpaque(this, plugin);
    }

    /// An attempt for this pod begins or continues.
    public void beginAttempt(Pod of) {
        attempted = of;
        pod.setOpaque(of);
    }

    /// The attempt has ended or is suspended.
    public void endAttempt() {
        attempted = null;
        pod.setOpaque(null);
    }

    /// The same as [#enter(PluginCall, String)], for a pod.
    public String enter(PluginCall running, String plugin, Pod of) {
        pod.setOpaque(of);
        return enter(running, plugin);
    }

    /// From now on `plugin` runs, without a reading of the ticker: its time belongs to the plugin
    /// that was marked. Returns what [#leave] takes.
    public String enter(PluginCall running, String plugin) {
        String before = current;
        publish(running, plugin);
        return before;
    }

    /// Ends what [#enter] began.
    public void leave(String before) {
        checkInterrupt();
        publish(call, before);
        pod.setOpaque(attempted);
    }

    /// Plugin code must not set the interrupt flag of the scheduling thread. The first plugin after
    /// which it is set has set it.
    private void checkInterrupt() {
        if (!interruptSeen && Thread.currentThread().isInterrupted()) {
            interruptSeen = true;
            interrupter = current;
            interrupterCall = call;
        }
    }

    /// The plugin that has set the interrupt flag, or the empty name if it is not known.
    public String interrupter() {
        return interrupter;
    }

    /// The call in which the interrupt flag was set.
    public PluginCall interrupterCall() {
        return interrupterCall;
    }

    /// The interrupt flag was cleared.
    public void interruptCleared() {
        interruptSeen = false;
        interrupter = NO_PLUGIN;
        interrupterCall = PluginCall.ATTEMPT;
    }

    /// The pod that the scheduling thread works for, if there is one. Any thread may call it.
    public Optional<Pod> pod() {
        return Optional.ofNullable(pod.getOpaque());
    }

    /// The plugin that runs, or the empty name. Any thread may call it.
    public String running() {
        return (String) CURRENT.getOpaque(this);
    }

    /// The extension point of the last call. Any thread may call it.
    public String extensionPoint() {
        return ((PluginCall) CALL.getOpaque(this)).extensionPoint();
    }

    /// From now on no plugin runs.
    public void unmark() {
        mark(PluginCall.ATTEMPT, NO_PLUGIN);
    }

    /// Begins a call of a plugin that is not marked. Returns what [#endCall] takes.
    ///
    /// A pod causes about twenty such calls, most of which do nothing. To read the ticker for each
    /// of them takes a tenth of the time of an attempt, so they are timed only after an iteration
    /// whose time no plugin explains.
    public long beginCall() {
        return timedIterations > 0 ? ticker.getAsLong() : 0;
    }

    /// Ends what [#beginCall] began.
    public void endCall(String plugin, long began) {
        if (timedIterations > 0) {
            recordCall(plugin, ticker.getAsLong() - began);
        }
    }

    /// Records the time of one call of a plugin that was not marked.
    public void recordCall(String plugin, long tookNanos) {
        if (tookNanos > slowestNanos) {
            slowestNanos = tookNanos;
            slowest = plugin;
        }
    }

    /// The plugin that explains an iteration that took `tookNanos`, or the empty name. If no plugin
    /// explains half of it, the calls that are not marked are timed in the next iterations.
    public String slowestOf(long tookNanos) {
        if (timedIterations == 0 && slowestNanos < tookNanos / 2) {
            timedIterations = TIMED_ITERATIONS;
            return NO_PLUGIN;
        }
        return slowest;
    }

    /// Begins a loop iteration; returns the reading of the ticker.
    public long beginIteration() {
        if (timedIterations > 0) {
            timedIterations--;
        }
        since = ticker.getAsLong();
        publish(PluginCall.ATTEMPT, NO_PLUGIN);
        slowest = NO_PLUGIN;
        slowestNanos = 0;
        return since;
    }

    public long now() {
        return ticker.getAsLong();
    }

    /// The reading of the ticker at the last mark.
    public long last() {
        return since;
    }

    /// Reads the ticker and returns the reading.
    public long mark() {
        unmark();
        return since;
    }

    /// Reads the ticker; returns the time since the last mark.
    public long elapsedSinceMark() {
        unmark();
        return lastCall;
    }

    /// The time from a reading to the last mark; 0 if there was no mark since.
    public long upToLast(long from) {
        return Math.max(0, since - from);
    }
}
