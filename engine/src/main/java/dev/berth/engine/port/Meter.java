package dev.berth.engine.port;

import dev.berth.spi.Reject;

import java.util.List;

/// Receives counts and durations from the engine.
///
/// The scheduling thread makes all calls except those about PreBind, Bind and PostBind, which any
/// thread can make. Times are in nanoseconds. The meter influences no decision.
///
/// An implementation is called several times per pod, so it must be quick and must not allocate.
/// For this reason the meters of profiles, plugins and hints are looked up once and kept.
public interface Meter {
    /// Records nothing.
    Meter NONE = new NoMeter();

    /// Whether anything is recorded; if not, the engine does not measure times.
    boolean on();

    /// The meter of the profile with this scheduler name. Any thread can look up this meter and
    /// those of its plugins.
    OfProfile profile(String name);

    /// The meter of a plugin's queueing hint for an event.
    OfHint hint(String plugin, String event);

    /// A search has ended: filters, scores and PostFilter together.
    void searched(long nanos);

    /// An event of the cluster was handled.
    void eventHandled(String event, long nanos);

    /// A pod was bound.
    ///
    /// @param waitedNanos the time since the pod was first active
    /// @param flushed whether the flush had requeued the pod
    void bound(int attempts, long waitedNanos, boolean flushed);

    /// The wait of a pod on Permit has ended.
    void waiting(Status how, long nanos);

    /// A preemption was decided, with this number of victims.
    void preempted(int victims);

    /// A background task of a plugin has ended.
    void backgroundTaskEnded(String plugin, boolean failed, long nanos);

    /// A plugin recorded a value of a metric.
    ///
    /// @param labels the values of the metric's labels, in order
    void recorded(String metric, long nanos, List<String> labels);

    /// An API call got its response.
    void called(CallType type, boolean failed, long nanos);

    /// The metrics of one profile.
    interface OfProfile {
        OfPlugin plugin(String name);

        /// An attempt has ended, including its binding.
        void attempted(Result result, long nanos);

        /// All plugins of an extension point have run, as far as necessary.
        void ran(Point point, Status status, long nanos);

        /// A node was chosen among this number of feasible nodes.
        void chose(int feasible);
    }

    /// The metrics of one plugin of one profile.
    interface OfPlugin {
        /// The plugin evaluated a pod, or this number of nodes.
        void evaluated(Point point, int times);

        /// One call of the plugin; recorded for a sample of the cycles.
        void ran(Point point, Status status, long nanos);
    }

    /// The metrics of one queueing hint.
    interface OfHint {
        void hintCalled(HintResult answer, long nanos);
    }

    /// How an attempt ended.
    enum Result {
        SCHEDULED("scheduled"),
        UNSCHEDULABLE("unschedulable"),
        ERROR("error");

        private final String label;

        Result(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /// The extension points.
    enum Point {
        PRE_ENQUEUE("PreEnqueue"),
        PRE_FILTER("PreFilter"),
        FILTER("Filter"),
        POST_FILTER("PostFilter"),
        PRE_SCORE("PreScore"),
        SCORE("Score"),
        NORMALIZE("ScoreExtensionNormalize"),
        RESERVE("Reserve"),
        UNRESERVE("Unreserve"),
        PERMIT("Permit"),
        PRE_FLIGHT("PreBindPreFlight"),
        PRE_BIND("PreBind"),
        BIND("Bind"),
        POST_BIND("PostBind");

        private final String label;

        Point(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /// The status of a call.
    enum Status {
        SUCCESS("Success"),
        ERROR("Error"),
        UNSCHEDULABLE("Unschedulable"),
        UNRESOLVABLE("UnschedulableAndUnresolvable"),
        WAIT("Wait"),
        SKIP("Skip"),
        PENDING("Pending");

        private final String label;

        Status(String label) {
            this.label = label;
        }

        public static Status of(Reject why) {
            return switch (why.code()) {
                case UNSCHEDULABLE -> UNSCHEDULABLE;
                case UNSCHEDULABLE_AND_UNRESOLVABLE -> UNRESOLVABLE;
                case PENDING -> PENDING;
            };
        }

        public String label() {
            return label;
        }
    }

    /// The result of a queueing hint.
    enum HintResult {
        QUEUE("Queue"),
        SKIP("QueueSkip"),
        ERROR("Error");

        private final String label;

        HintResult(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /// The type of an API call.
    enum CallType {
        BINDING("pod_binding"),
        STATUS_PATCH("pod_status_patch"),
        OTHER("other");

        private final String label;

        CallType(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }
}
