package dev.berth.spi;

/// The extension points of kube-scheduler, with their names in configuration files and metrics.
public enum ExtensionPoint {
    PRE_ENQUEUE("preEnqueue", "PreEnqueue", PreEnqueue.class),
    QUEUE_SORT("queueSort", "QueueSort", QueueSort.class),
    PRE_FILTER("preFilter", "PreFilter", Filter.class),
    FILTER("filter", "Filter", Filter.class),
    POST_FILTER("postFilter", "PostFilter", PostFilter.class),
    PRE_SCORE("preScore", "PreScore", Score.class),
    SCORE("score", "Score", Score.class),
    RESERVE("reserve", "Reserve", Reserve.class),
    PERMIT("permit", "Permit", Permit.class),
    PRE_BIND("preBind", "PreBind", PreBind.class),
    BIND("bind", "Bind", Bind.class),
    POST_BIND("postBind", "PostBind", PostBind.class);

    private final String key;
    private final String label;
    private final Class<? extends Plugin> type;

    ExtensionPoint(String key, String label, Class<? extends Plugin> type) {
        this.key = key;
        this.label = label;
        this.type = type;
    }

    /// The field name in a `KubeSchedulerConfiguration`, such as `preFilter`.
    public String key() {
        return key;
    }

    /// The value of the metric label `extension_point`, also used in messages, such as `PreFilter`.
    public String label() {
        return label;
    }

    /// Whether the plugin implements this extension point.
    public boolean offeredBy(Plugin plugin) {
        return type.isInstance(plugin)
                && switch (this) {
                    case PRE_FILTER -> ((Filter) plugin).hasPreFilter();
                    case PRE_SCORE -> ((Score) plugin).hasPreScore();
                    default -> true;
                };
    }
}
