package dev.berth.answers;

/// The counters of the scheduler: the answer of `pause`, `resume` and `step`, and the payload of
/// `status` events.
public record StatusAnswer(
        @Doc("when the scheduling thread gave the answer, in milliseconds since the Unix epoch")
                long atMillis,
        @Doc("nodes in the cluster") int nodes,
        @Doc("pods that have not finished") int pods,
        @Doc("pods assumed on a node, whose binding the API server has not confirmed") int assumed,
        @Doc("scheduling attempts since the start") long attempts,
        @Doc("attempts that found a node") long scheduled,
        @Doc("attempts that found no node") long unschedulable,
        @Doc("attempts that ended with an error") long errors,
        @Doc("pending pods by scheduling state") StateCounts states,
        @Doc("whether scheduling is paused") boolean paused,
        @Doc("whether the scheduler has received all nodes and pods of its cluster")
                boolean informed) {}
