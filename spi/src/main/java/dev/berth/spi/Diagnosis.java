package dev.berth.spi;

import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;

/// Why no node is feasible for the pod of a cycle (kube-scheduler: `Diagnosis`).
public interface Diagnosis {
    /// The rows that one plugin rejects for the same reasons.
    record Group(String plugin, Reject why, NodeSet rows) {}

    /// The rejections of single nodes, in the order of the plugins.
    List<Group> groups();

    /// The rejection of all nodes that are in no group (kube-scheduler:
    /// `NodeToStatus.AbsentNodesStatus`).
    Reject others();

    /// The rejection of the pod as a whole by PreFilter, if there is one (kube-scheduler:
    /// `PreFilterMsg`).
    Optional<Reject> podRejection();

    /// The names of the plugins that rejected nodes or the pod. Their events can requeue the pod
    /// (kube-scheduler: `UnschedulablePlugins`).
    NavigableSet<String> plugins();
}
