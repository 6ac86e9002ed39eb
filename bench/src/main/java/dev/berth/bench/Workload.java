package dev.berth.bench;

import java.util.List;
import java.util.function.Function;

/// A workload.
///
/// @param name the name of the workload in kube-scheduler's `scheduler_perf`
/// @param size upstream's size for 5,000 nodes, or its largest size
public record Workload(String name, String description, Size size, Function<Size, Plan> planned) {

    /// The numbers of objects. A workload with several kinds of pods has this number of each kind.
    ///
    /// @param init the number of pods that exist before the measurement
    /// @param pods the number of measured pods
    public record Size(int nodes, int init, int pods) {}

    /// The stages of a workload in a given size.
    ///
    /// @param before the stage before the measurement
    /// @param timed the measured stages
    record Plan(WorkloadStage before, List<WorkloadStage> timed) {
        static Plan of(WorkloadStage before, WorkloadStage... timed) {
            return new Plan(before, List.of(timed));
        }
    }

    Workload sized(Size wanted) {
        return new Workload(name, description, wanted, planned);
    }

    Plan plan() {
        return planned.apply(size);
    }
}
