package dev.berth.bench;

import java.util.ArrayList;
import java.util.List;

/// A part of a workload: it ends when all was done and the scheduler is at rest.
///
/// Upstream does things by the clock, so many a second; here nothing waits for a clock. What is
/// done while pods are scheduled is done in step with the scheduler's attempts instead, and as soon
/// as it has nothing left to try.
///
/// @param acts what is done first, all at once
/// @param meanwhile what is done in the course of the stage, in order
/// @param every how many attempts lie between two of them
record WorkloadStage(List<ClusterAction> acts, List<ClusterAction> meanwhile, int every) {
    @SafeVarargs
    static WorkloadStage of(List<ClusterAction>... parts) {
        var acts = new ArrayList<ClusterAction>();
        for (List<ClusterAction> part : parts) {
            acts.addAll(part);
        }
        return new WorkloadStage(List.copyOf(acts), List.of(), 1);
    }

    WorkloadStage meanwhile(int every, List<ClusterAction> meanwhile) {
        return new WorkloadStage(acts, meanwhile, every);
    }
}
