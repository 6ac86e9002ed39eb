package dev.berth.spi;

/// Runs when no node is feasible, to make the pod schedulable, for example by preemption
/// (kube-scheduler: `PostFilterPlugin`).
public interface PostFilter extends Plugin {
    /// Called on the scheduling thread; must not block. Check [PodCycle#dryRun] before any side
    /// effect. The post filters of a profile run in order until one of them returns
    /// [PostFilterVerdict.Success].
    PostFilterVerdict postFilter(PodCycle cycle, Diagnosis diagnosis);
}
