package dev.berth.engine.port;

import dev.berth.spi.Reject;

/// Told how often things happen in the engine and how long they take.
///
/// All of it is told by the scheduling thread, except what concerns pre-bind, bind and post-bind:
/// that may come from any thread. Times are in nanoseconds. Nothing that is told here decides
/// anything.
///
/// Whoever implements this is called several times per pod, so it must be quick and must not
/// allocate; that is why meters of profiles, plugins and hints are asked for once and kept.
public interface Meter {
    /// Nobody reads it.
    Meter NONE = new NoMeter();

    /// Whether somebody reads it; if not, time is not even taken.
    boolean on();

    /// The meter of the profile with this scheduler name; it and those of its plugins may be asked
    /// for by any thread.
    OfProfile profile(String name);

    /// The meter of a plugin's hint about an event.
    OfHint hint(String plugin, String event);

    /// A node was searched for: filters, scores and post filters together.
    void searched(long nanos);

    /// Something that happened in the cluster was taken in.
    void tookIn(String event, long nanos);

    /// A pod was bound.
    ///
    /// @param waitedNanos since the pod was first ready
    /// @param flushed whether it was tried only because it had been parked for long
    void bound(int attempts, long waitedNanos, boolean flushed);

    /// A pod was held by permit plugins until now.
    void waiting(Status how, long nanos);

    /// Room is made for a pod at the cost of so many others.
    void preempted(int victims);

    /// Something that a plugin did beside the cycles has ended.
    void backgroundTaskEnded(String plugin, boolean failed, long nanos);

    /// A call was answered.
    void called(CallType type, boolean failed, long nanos);

    /// What concerns the pods of one profile.
    interface OfProfile {
        OfPlugin plugin(String name);

        /// An attempt ended, its binding included.
        void attempted(Result result, long nanos);

        /// All plugins of a point have run, as far as they had to.
        void ran(Point point, Status status, long nanos);

        /// A node was found among so many that would do.
        void chose(int feasible);
    }

    /// What concerns one plugin in one profile.
    interface OfPlugin {
        /// The plugin was asked about a pod, or about so many nodes.
        void evaluated(Point point, int times);

        /// One call of the plugin; told only in a sample of the cycles.
        void ran(Point point, Status status, long nanos);
    }

    /// What concerns one hint.
    interface OfHint {
        void asked(Answer answer, long nanos);
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

    /// Where plugins take part.
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

    /// What came of it.
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

    /// What a hint says.
    enum Answer {
        QUEUE("Queue"),
        SKIP("QueueSkip"),
        ERROR("Error");

        private final String label;

        Answer(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /// What is asked of the API server.
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
