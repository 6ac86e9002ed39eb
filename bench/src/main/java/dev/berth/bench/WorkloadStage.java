package dev.berth.bench;

import java.util.ArrayList;
import java.util.List;

/// A stage of a workload. It ends when all actions are done and the scheduler is idle.
///
/// Upstream makes changes at a rate per second. Here no stage depends on a clock. An action takes
/// place after a number of attempts, or as soon as the scheduler is idle.
///
/// @param acts the actions at the start of the stage
/// @param meanwhile the actions during the stage, in order
/// @param every the number of attempts between two actions
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
