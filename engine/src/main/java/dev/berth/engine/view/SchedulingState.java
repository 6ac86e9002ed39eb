package dev.berth.engine.view;

/// The scheduling state of a pod: the queue it is in, or the step of its binding.
public enum SchedulingState {
    /// kube-scheduler: activeQ.
    ACTIVE("active"),
    /// kube-scheduler: backoffQ.
    BACKOFF("backoff"),
    /// kube-scheduler: unschedulablePods.
    UNSCHEDULABLE("unschedulable"),
    /// A PreEnqueue plugin keeps it out of the active queue.
    GATED("gated"),
    /// Its attempt has begun and not ended, because extenders have yet to answer.
    IN_FLIGHT("in-flight"),
    /// It is assumed on a node and waits for Permit plugins.
    WAITING("waiting"),
    BINDING("binding"),
    BOUND("bound"),
    /// It has no node and is being deleted.
    DELETING("deleting"),
    /// Its `spec.schedulerName` names no profile of this scheduler.
    OTHER_SCHEDULER("other-scheduler");

    private final String label;

    SchedulingState(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
