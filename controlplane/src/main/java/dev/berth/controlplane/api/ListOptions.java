package dev.berth.controlplane.api;

/// The options of a list request. An absent option is empty or 0.
public record ListOptions(
        String labelSelector,
        String fieldSelector,
        long limit,
        String continued,
        String resourceVersion,
        String resourceVersionMatch) {
    public static final ListOptions ALL = new ListOptions("", "", 0, "", "", "");
}
