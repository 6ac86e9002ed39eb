package dev.berth.engine.profile;

/// The ways in which the engine calls plugin code.
public enum PluginCall {
    PRE_ENQUEUE("PreEnqueue", ""),
    QUEUE_SORT("QueueSort", ""),
    QUEUEING_HINT("QueueingHint", ""),
    PRE_FILTER("PreFilter", "running PreFilter plugin \"%s\": "),
    ADD_POD("PreFilter", "running AddPod on PreFilter plugin \"%s\": "),
    REMOVE_POD("PreFilter", "running RemovePod on PreFilter plugin \"%s\": "),
    FILTER("Filter", "running \"%s\" filter plugin: "),
    POST_FILTER("PostFilter", ""),
    PRE_SCORE("PreScore", "running PreScore plugin \"%s\": "),
    SCORE("Score", "running Score plugins: plugin \"%s\" failed with: "),
    NORMALIZE_SCORE(
            "ScoreExtensionNormalize",
            "running Normalize on Score plugins: plugin \"%s\" failed with: "),
    RESERVE("Reserve", "running Reserve plugin \"%s\": "),
    UNRESERVE("Unreserve", ""),
    PERMIT("Permit", "running Permit plugin \"%s\": "),
    PRE_BIND_PRE_FLIGHT("PreBindPreFlight", "running PreBindPreFlight \"%s\": "),
    PRE_BIND("PreBind", "running PreBind plugin \"%s\": "),
    BIND("Bind", "running Bind plugin \"%s\": "),
    POST_BIND("PostBind", ""),
    STATE_OBSERVER("StateObserver", ""),
    /// Code that a plugin hands to its context.
    RUN_LATER("RunLater", ""),
    WRITE_OUTCOME("WriteOutcome", ""),
    AWAIT("Await", ""),
    /// The facts of a rejection, for answers.
    EXPLAIN("RejectionExplainer", ""),
    /// Code of the engine itself.
    ATTEMPT("Attempt", ""),
    /// The comparison of cached verdicts with fresh ones, which is made when nodes are explained.
    CACHED_VERDICTS("CachedVerdicts", "");

    private final String extensionPoint;
    private final String prefix;

    PluginCall(String extensionPoint, String prefix) {
        this.extensionPoint = extensionPoint;
        this.prefix = prefix;
    }

    /// The value of the metric label `extension_point`.
    public String extensionPoint() {
        return extensionPoint;
    }

    /// The text that users see when the call of `plugin` fails because of `problem`.
    public String text(String plugin, String problem) {
        return prefix.isEmpty() ? problem : prefix.formatted(plugin) + problem;
    }
}
