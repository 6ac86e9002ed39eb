package dev.berth.bench;

import java.util.List;
import java.util.function.Function;

/// What is measured.
///
/// @param name kube-scheduler's own name for it in `scheduler_perf`
/// @param size as upstream has it for 5,000 nodes, or its largest
public record Workload(String name, String description, Size size, Function<Size, Plan> planned) {

    /// How much of each. Where there are several kinds of pods, there are so many of each kind.
    ///
    /// @param init pods that are there before
    /// @param pods pods that are measured
    public record Size(int nodes, int init, int pods) {}

    /// The workload in a size.
    ///
    /// @param before what is there when the clock starts
    /// @param timed what happens while it runs
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
