package dev.berth.answers;

import java.util.List;
import java.util.OptionalLong;

/// The pending pods in one scheduling state.
public record QueueStateItem(
        @Doc(
                        value = "the scheduling state",
                        oneOf = {
                            "active",
                            "backoff",
                            "unschedulable",
                            "gated",
                            "waiting",
                            "binding"
                        })
                String state,
        @Doc("pods in this state") int count,
        @Doc("pods in this state in namespaces that the caller may not list") int hidden,
        @Doc("pods in this state that the search matches") int matching,
        @Doc("when the oldest of them entered the state; absent if there are none")
                OptionalLong oldestMillis,
        @Doc("the requested page of the matching pods") List<QueuedPodItem> pods) {}
