package dev.berth.engine.cycle;

import dev.berth.engine.view.Decision.RejectedNodes;
import dev.berth.spi.Diagnosis;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeSet;
import dev.berth.spi.ReasonCount;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectCode;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/// Why no node fits a pod, and the text of its `FailedScheduling` event (kube-scheduler: `FitError`
/// and `Diagnosis`). Immutable; [Builder] collects it.
public final class DiagnosisReport implements Diagnosis {
    static final Reject NOT_EXAMINED = Reject.unresolvable();

    private final int allNodes;
    private final List<Group> groups;
    private final NavigableSet<String> plugins;
    private final NavigableSet<String> pending;
    private final Reject others;
    private final @Nullable Reject podRejection;
    private final String preFilterPlugin;
    private final String postFilterMessage;

    /// The text of [#message] once it was formatted.
    private @Nullable String message;

    private DiagnosisReport(Builder from) {
        this.allNodes = from.allNodes;
        this.groups = List.copyOf(from.groups);
        this.plugins = Collections.unmodifiableNavigableSet(new TreeSet<>(from.plugins));
        this.pending = Collections.unmodifiableNavigableSet(new TreeSet<>(from.pending));
        this.others = from.others;
        this.podRejection = from.podRejection;
        this.preFilterPlugin = from.preFilterPlugin;
        this.postFilterMessage = "";
    }

    private DiagnosisReport(DiagnosisReport from, String postFilterMessage) {
        this.allNodes = from.allNodes;
        this.groups = from.groups;
        this.plugins = from.plugins;
        this.pending = from.pending;
        this.others = from.others;
        this.podRejection = from.podRejection;
        this.preFilterPlugin = from.preFilterPlugin;
        this.postFilterMessage = postFilterMessage;
    }

    static Builder of(int allNodes) {
        return new Builder(allNodes);
    }

    /// The rejection of the chosen node by Reserve or Permit.
    public static DiagnosisReport ofOneNode(String plugin, Reject why) {
        var node = new MutableNodeSet(1);
        node.add(0);
        return of(1).add(plugin, why, node).build();
    }

    /// A builder that starts with what this diagnosis contains.
    Builder toBuilder() {
        var copy = new Builder(allNodes);
        copy.groups.addAll(groups);
        copy.plugins.addAll(plugins);
        copy.pending.addAll(pending);
        copy.others = others;
        copy.podRejection = podRejection;
        copy.preFilterPlugin = preFilterPlugin;
        return copy;
    }

    /// The same diagnosis with the message of PostFilter.
    DiagnosisReport withPostFilterMessage(String message) {
        return new DiagnosisReport(this, message);
    }

    @Override
    public List<Group> groups() {
        return groups;
    }

    @Override
    public Reject others() {
        return others;
    }

    @Override
    public Optional<Reject> podRejection() {
        return Optional.ofNullable(podRejection);
    }

    /// The plugin whose PreFilter rejected the pod; empty if none did, or several together.
    public String preFilterPlugin() {
        return preFilterPlugin;
    }

    public String postFilterMessage() {
        return postFilterMessage;
    }

    @Override
    public NavigableSet<String> plugins() {
        return plugins;
    }

    public NavigableSet<String> pending() {
        return pending;
    }

    /// The text of the `FailedScheduling` event.
    public String message() {
        if (message == null) {
            message = format();
        }
        return message;
    }

    private String format() {
        String refused = podRejection == null ? "" : podRejection.message();
        String text = refused.isEmpty() ? counted() : ReasonCount.text(allNodes, refused);
        return postFilterMessage.isEmpty() ? text : text + " " + postFilterMessage;
    }

    private String counted() {
        var count = new ReasonCount(allNodes);
        for (Group group : groups) {
            count.add(group.why(), group.rows().size());
        }
        return count.addOthers(others).text();
    }

    /// The rejected nodes by plugin and reason, for decision records.
    public List<RejectedNodes> summary() {
        var summary = new ArrayList<RejectedNodes>();
        if (podRejection != null) {
            summary.add(
                    new RejectedNodes(
                            preFilterPlugin,
                            podRejection.code().label(),
                            podRejection.reasons(),
                            0));
        }
        for (Group group : groups) {
            summary.add(
                    new RejectedNodes(
                            group.plugin(),
                            group.why().code().label(),
                            group.why().reasons(),
                            group.rows().size()));
        }
        return summary;
    }

    /// Collects a diagnosis.
    static final class Builder {
        private final int allNodes;
        private final List<Group> groups = new ArrayList<>();
        private final TreeSet<String> plugins = new TreeSet<>();
        private final TreeSet<String> pending = new TreeSet<>();
        private Reject others = NOT_EXAMINED;
        private @Nullable Reject podRejection;
        private String preFilterPlugin = "";

        private Builder(int allNodes) {
            this.allNodes = allNodes;
        }

        /// A plugin rejected these nodes.
        Builder add(String plugin, Reject why, NodeSet rows) {
            groups.add(new Group(plugin, why, rows));
            rejectedBy(plugin, why);
            return this;
        }

        /// PreFilter rejected the pod: every node has this verdict.
        Builder rejectPod(String plugin, Reject why) {
            podRejection = why;
            preFilterPlugin = plugin;
            others = why;
            rejectedBy(plugin, why);
            return this;
        }

        /// The verdict of all nodes that are in no group.
        Builder others(Reject why) {
            others = why;
            return this;
        }

        /// The plugin is one of those whose events may help the pod.
        Builder rejectedBy(String plugin) {
            plugins.add(plugin);
            return this;
        }

        Builder rejectedBy(NavigableSet<String> more) {
            plugins.addAll(more);
            return this;
        }

        private void rejectedBy(String plugin, Reject why) {
            if (!plugin.isEmpty()) {
                plugins.add(plugin);
                if (why.code() == RejectCode.PENDING) {
                    pending.add(plugin);
                }
            }
        }

        DiagnosisReport build() {
            return new DiagnosisReport(this);
        }
    }
}
