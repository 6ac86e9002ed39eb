package dev.berth.engine.port;

import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import java.util.List;
import java.util.Map;

/// A service outside that has a say in decisions.
///
/// Its calls may wait, so they are made on threads of their own; what comes back is checked by
/// whoever made the call only for its form, so that names may be of nodes that nobody asked about.
public interface Extender {
    ExtenderSpec spec();

    /// Which nodes may have the pod.
    Filtered filter(Inquiry inquiry) throws ExtenderException, InterruptedException;

    /// How much it likes nodes, by their name.
    Map<String, Long> prioritize(Inquiry inquiry) throws ExtenderException, InterruptedException;

    /// Binds the pod to the node.
    void bind(Pod pod, String node) throws ExtenderException, InterruptedException;

    /// Which of the evictions are right, node by node.
    List<Evictions> preempt(Json.Obj pod, List<Evictions> proposed)
            throws ExtenderException, InterruptedException;

    /// Nobody will ask any more.
    default void close() {}

    /// A pod and the nodes in question.
    ///
    /// @param nodes the nodes whole, by name; empty for an extender that knows them
    record Inquiry(Json.Obj pod, List<String> names, Map<String, Json.Obj> nodes) {
        public Inquiry {
            names = List.copyOf(names);
        }
    }

    /// What a filter says of nodes, by name.
    ///
    /// @param failed why nodes may not have the pod as they are
    /// @param unresolvable the same, where evictions would not help
    record Filtered(
            List<String> passing, Map<String, String> failed, Map<String, String> unresolvable) {
        public Filtered {
            passing = List.copyOf(passing);
        }
    }

    /// What would be evicted from a node.
    ///
    /// @param uids the victims, the most important first
    /// @param pods the victims whole, in the same order; empty for an extender that knows them
    record Evictions(String node, List<String> uids, List<Json.Obj> pods, long violations) {
        public Evictions {
            uids = List.copyOf(uids);
            pods = List.copyOf(pods);
        }
    }
}
