package dev.berth.testkit;

import dev.berth.spi.Reject;
import dev.berth.spi.RejectCode;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The results of Filter and Score for all nodes. The methods assert them and can be chained.
public final class PluginResults {
    private final Map<String, Reject> rejections;
    private final Map<String, Long> scores;
    private final Optional<Reject> podRejection;
    private final boolean filterSkipped;
    private final boolean scoreSkipped;
    private final PluginCalls calls;

    PluginResults(
            Map<String, Reject> rejections,
            Map<String, Long> scores,
            Optional<Reject> rejection,
            boolean filterSkipped,
            boolean scoreSkipped,
            PluginCalls calls) {
        this.rejections = rejections;
        this.scores = scores;
        this.podRejection = rejection;
        this.filterSkipped = filterSkipped;
        this.scoreSkipped = scoreSkipped;
        this.calls = calls;
    }

    public PluginResults passes(String... nodes) {
        for (String node : nodes) {
            require(!rejections.containsKey(node), node + " was rejected: " + rejections.get(node));
        }
        return this;
    }

    public PluginResults rejects(String node, String... reasons) {
        Reject reject = rejections.get(node);
        require(reject != null, node + " passed the filter; the rejected nodes are " + rejections);
        require(
                reject != null && reject.reasons().equals(List.of(reasons)),
                "%s was rejected for %s, not for %s".formatted(node, reject, List.of(reasons)));
        return this;
    }

    /// Asserts that the node is rejected and that preemption cannot help.
    public PluginResults rejectsUnresolvable(String node, String... reasons) {
        rejects(node, reasons);
        Reject reject = rejections.get(node);
        require(
                reject != null && reject.code() == RejectCode.UNSCHEDULABLE_AND_UNRESOLVABLE,
                node + " was not rejected as UNSCHEDULABLE_AND_UNRESOLVABLE: " + reject);
        return this;
    }

    /// Asserts that the node is rejected and that preemption can help.
    public PluginResults rejectsUnschedulable(String node) {
        Reject reject = rejections.get(node);
        require(
                reject != null && reject.code() == RejectCode.UNSCHEDULABLE,
                node + " was not rejected as UNSCHEDULABLE: " + reject);
        return this;
    }

    public PluginResults scores(String node, long score) {
        Long got = scores.get(node);
        require(
                got != null && got == score,
                "%s scored %s, not %d; all scores: %s".formatted(node, got, score, scores));
        return this;
    }

    public PluginResults rejectsPod(String... reasons) {
        require(
                podRejection.isPresent() && podRejection.get().reasons().equals(List.of(reasons)),
                "the rejection of the pod was " + podRejection + ", not " + List.of(reasons));
        return this;
    }

    public PluginResults skipsFilter() {
        require(filterSkipped && podRejection.isEmpty(), "PreFilter did not return Skip");
        return this;
    }

    public PluginResults skipsScore() {
        require(scoreSkipped, "PreScore did not return Skip");
        return this;
    }

    /// The rejection of each rejected node, by name.
    public Map<String, Reject> rejections() {
        return Collections.unmodifiableMap(rejections);
    }

    /// The rejection of the pod as a whole by PreFilter.
    public Optional<Reject> podRejection() {
        return podRejection;
    }

    private void require(boolean holds, String otherwise) {
        calls.require(holds, otherwise);
    }
}
