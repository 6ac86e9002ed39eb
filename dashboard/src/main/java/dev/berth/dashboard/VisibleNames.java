package dev.berth.dashboard;

import dev.berth.engine.view.PodReport;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/// The names that an answer to one caller may contain.
final class VisibleNames {
    private final ListAccess access;
    private final Set<String> ownNodes;
    private final Map<String, Boolean> namespaces = new HashMap<>();

    /// @param ownNodes the nodes in spec and status of the pod that the answer is about: a caller
    ///   who may list the pod may see them
    VisibleNames(ListAccess access, Set<String> ownNodes) {
        this.access = access;
        this.ownNodes = ownNodes;
    }

    VisibleNames(ListAccess access) {
        this(access, Set.of());
    }

    static VisibleNames of(PodReport report, ListAccess access) {
        var nodes = new HashSet<>(Set.of(report.node()));
        nodes.add(report.nominatedNodeName());
        report.pending().ifPresent(pod -> nodes.add(pod.node()));
        return new VisibleNames(access, nodes);
    }

    boolean showsPod(String podKey) throws InterruptedException {
        return showsNamespace(namespace(podKey));
    }

    boolean showsNamespace(String namespace) throws InterruptedException {
        Boolean known = namespaces.get(namespace);
        if (known == null) {
            known = access.mayListPods(namespace);
            namespaces.put(namespace, known);
        }
        return known;
    }

    boolean showsNode(String node) throws InterruptedException {
        return ownNodes.contains(node) || access.mayListNodes();
    }

    /// The name of the node, or the empty name.
    String node(String name) throws InterruptedException {
        return showsNode(name) ? name : "";
    }

    /// The key of the pod, or the empty name.
    String pod(String podKey) throws InterruptedException {
        return showsPod(podKey) ? podKey : "";
    }

    private static String namespace(String podKey) {
        int slash = podKey.indexOf('/');
        return slash < 0 ? "" : podKey.substring(0, slash);
    }
}
