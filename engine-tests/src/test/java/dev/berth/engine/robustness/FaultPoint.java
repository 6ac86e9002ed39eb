package dev.berth.engine.robustness;

/// Where a plugin is called.
public enum FaultPoint {
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
    POST_BIND("PostBind"),
    HINT("QueueingHint"),
    OBSERVER("StateObserver");

    private final String label;

    FaultPoint(String label) {
        this.label = label;
    }

    /// As failures are counted.
    public String label() {
        return label;
    }
}
