package dev.berth.dashboard;

import dev.berth.engine.view.PodReport;

import java.util.HashSet;
import java.util.Set;

/// What may be said by name to one caller.
final class Names {
    /// In place of a node that the caller may not see.
    static final String SOME_NODE = "a node";

    private final Sight sight;
    private final Set<String> ownNodes;

    /// @param ownNodes those of the pod that is spoken of, by its spec or its status: whoever may
    ///   see the pod may see them
    Names(Sight sight, Set<String> ownNodes) {
        this.sight = sight;
        this.ownNodes = ownNodes;
    }

    Names(Sight sight) {
        this(sight, Set.of());
    }

    static Names of(PodReport report, Sight sight) {
        var nodes = new HashSet<>(Set.of(report.node()));
        nodes.add(report.nominated());
        report.pending().ifPresent(pod -> nodes.add(pod.node()));
        return new Names(sight, nodes);
    }

    boolean mayName(String podKey) throws InterruptedException {
        return sight.pods(namespace(podKey));
    }

    boolean mayNameNode(String node) throws InterruptedException {
        return ownNodes.contains(node) || sight.nodes();
    }

    /// The node's name, or that there is one.
    String node(String name) throws InterruptedException {
        return mayNameNode(name) ? name : SOME_NODE;
    }

    /// The pod's key, or nothing.
    String pod(String podKey) throws InterruptedException {
        return mayName(podKey) ? podKey : "";
    }

    static String namespace(String podKey) {
        int slash = podKey.indexOf('/');
        return slash < 0 ? "" : podKey.substring(0, slash);
    }
}
