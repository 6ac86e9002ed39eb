package dev.berth.model;

/// A node's reason to turn pods away.
public record Taint(String key, String value, String effect) {
    public static final String NO_SCHEDULE = "NoSchedule";
    public static final String NO_EXECUTE = "NoExecute";
    public static final String PREFER_NO_SCHEDULE = "PreferNoSchedule";
}
