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
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/// Why no node passed, and the sentence that says so to users.
public final class DiagnosisReport implements Diagnosis {
    static final Reject NOT_EXAMINED = Reject.unresolvable();

    private final int allNodes;
    private final List<Group> groups = new ArrayList<>();
    private final TreeSet<String> plugins = new TreeSet<>();
    private final TreeSet<String> pending = new TreeSet<>();
    private Reject others = NOT_EXAMINED;
    private @Nullable Reject refusal;
    private String refuser = "";
    private String postFilterMessage = "";

    DiagnosisReport(int allNodes) {
        this.allNodes = allNodes;
    }

    /// The rejection of the one chosen node at a later extension point.
    public static DiagnosisReport ofOneNode(String plugin, Reject why) {
        var report = new DiagnosisReport(1);
        var node = new MutableNodeSet(1);
        node.add(0);
        report.add(plugin, why, node);
        return report;
    }

    void add(String plugin, Reject why, NodeSet rows) {
        groups.add(new Group(plugin, why, rows));
        blame(plugin, why);
    }

    /// The whole pod is refused; every node shares the verdict.
    void refuse(String plugin, Reject why) {
        refusal = why;
        refuser = plugin;
        others = why;
        blame(plugin, why);
    }

    void others(Reject why) {
        others = why;
    }

    void blame(String plugin) {
        plugins.add(plugin);
    }

    void blame(NavigableSet<String> more) {
        plugins.addAll(more);
    }

    private void blame(String plugin, Reject why) {
        if (!plugin.isEmpty()) {
            plugins.add(plugin);
            if (why.code() == RejectCode.PENDING) {
                pending.add(plugin);
            }
        }
    }

    void postFilterMessage(String message) {
        postFilterMessage = message;
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
        return Optional.ofNullable(refusal);
    }

    /// The plugin that refused the pod as a whole; empty when none did or several together.
    public String refuser() {
        return refuser;
    }

    /// What the post filters said.
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
        String refused = refusal == null ? "" : refusal.message();
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

    /// The groups as they are kept in decision records; a pod that is refused as a whole is refused
    /// by every node.
    public List<RejectedNodes> summary() {
        var summary = new ArrayList<RejectedNodes>();
        if (refusal != null) {
            summary.add(
                    new RejectedNodes(
                            refuser, refusal.code().label(), refusal.reasons(), allNodes));
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
}
