package dev.berth.engine.robustness;

/// An extension point at which a plugin can misbehave.
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

    /// The extension point in the counts of failures.
    public String label() {
        return label;
    }
}
