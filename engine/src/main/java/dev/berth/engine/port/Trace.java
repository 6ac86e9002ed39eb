package dev.berth.engine.port;

/// The trace of one attempt, from the queue to the end of the binding. Any thread can add spans.
///
/// Times are readings of the engine's ticker, in nanoseconds. Spans form a tree: the attempt, its
/// extension points, their plugins, and the calls of a plugin.
public interface Trace {
    /// The trace of an attempt that is not sampled.
    Trace NONE = new NoTrace();

    /// Whether the attempt is sampled.
    boolean on();

    /// Whether the attempt is sampled and has not ended. Work that begins later, such as work that
    /// a plugin plans again and again, does not belong to the trace.
    boolean open();

    /// All plugins of an extension point have run, as far as necessary.
    void ran(Meter.Point point, Meter.Status status, long beganTicks, long endedTicks);

    /// One plugin has run.
    void ran(
            Meter.Point point,
            String plugin,
            Meter.Status status,
            long beganTicks,
            long endedTicks);

    /// The pod begins to wait on Permit.
    void waits(long beganTicks);

    /// The wait on Permit has ended.
    void waited(Meter.Status status);

    /// A call to the API server or to an extender begins.
    ///
    /// @param point the extension point that makes the call; empty if it is made by none
    /// @param plugin the plugin that makes the call; empty if it is made by none
    /// @param name the method and the target: `POST pods/binding`
    Call call(String point, String plugin, String name);

    /// The attempt has ended. Later spans are calls that the end of the attempt causes.
    ///
    /// @param node empty if the pod has none
    /// @param message why the pod was not bound; empty if it was
    void ended(Result result, String node, String message, long endedTicks);

    /// How an attempt ended: as in the metrics, or because its pod needs no node any more.
    enum Result {
        SCHEDULED("scheduled"),
        UNSCHEDULABLE("unschedulable"),
        ERROR("error"),
        OBSOLETE("obsolete");

        private final String label;

        Result(String label) {
            this.label = label;
        }

        public static Result of(Meter.Result result) {
            return switch (result) {
                case SCHEDULED -> SCHEDULED;
                case UNSCHEDULABLE -> UNSCHEDULABLE;
                case ERROR -> ERROR;
            };
        }

        public String label() {
            return label;
        }
    }

    /// A call in progress.
    interface Call {
        /// A call that is not traced.
        Call NONE = new NoTrace.NoCall();

        /// The header `traceparent` of W3C Trace Context; empty if the call is not traced.
        String traceparent();

        /// The call has ended.
        ///
        /// @param error empty if it succeeded
        void ended(String error);
    }
}
