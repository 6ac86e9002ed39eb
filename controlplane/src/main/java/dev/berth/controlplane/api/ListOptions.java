package dev.berth.controlplane.api;

/// Which objects of a resource, and as of when; what was not said is empty or 0.
public record ListOptions(
        String labelSelector,
        String fieldSelector,
        long limit,
        String continued,
        String resourceVersion,
        String resourceVersionMatch) {
    public static final ListOptions ALL = new ListOptions("", "", 0, "", "", "");
}
