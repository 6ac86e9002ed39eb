package dev.berth.engine.port;

import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import java.util.List;
import java.util.Map;

/// A scheduler extender.
///
/// Calls may wait, so they are made on threads of their own. An implementation checks the form of a
/// response only: a name in it can be that of a node that was not in the request.
public interface Extender {
    ExtenderSpec spec();

    /// Filters nodes.
    Filtered filter(ExtenderArgs inquiry) throws ExtenderException, InterruptedException;

    /// Scores nodes, by name.
    Map<String, Long> prioritize(ExtenderArgs inquiry)
            throws ExtenderException, InterruptedException;

    /// Binds the pod to the node.
    void bind(Pod pod, String node) throws ExtenderException, InterruptedException;

    /// The accepted preemption plans, by node.
    List<Evictions> preempt(Json.Obj pod, List<Evictions> proposed)
            throws ExtenderException, InterruptedException;

    /// No more calls follow.
    default void close() {}

    /// A pod and candidate nodes.
    ///
    /// @param nodes the JSON of the nodes by name; empty for an extender that caches nodes
    record ExtenderArgs(Json.Obj pod, List<String> names, Map<String, Json.Obj> nodes) {
        public ExtenderArgs {
            names = List.copyOf(names);
        }
    }

    /// The result of a filter, by node name.
    ///
    /// @param failed the reasons of rejected nodes
    /// @param unresolvable the reasons of rejected nodes where preemption cannot help
    record Filtered(
            List<String> passing, Map<String, String> failed, Map<String, String> unresolvable) {
        public Filtered {
            passing = List.copyOf(passing);
        }
    }

    /// The victims on one node.
    ///
    /// @param uids the victims, the most important first
    /// @param pods the JSON of the victims, in the same order; empty for an extender that caches
    ///   nodes
    record Evictions(String node, List<String> uids, List<Json.Obj> pods, long violations) {
        public Evictions {
            uids = List.copyOf(uids);
            pods = List.copyOf(pods);
        }
    }
}
