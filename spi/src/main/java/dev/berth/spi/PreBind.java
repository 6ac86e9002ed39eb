package dev.berth.spi;

/// Prepares what a pod needs before it is bound, such as volumes (kube-scheduler: `PreBindPlugin`).
public interface PreBind extends Plugin {
    /// Whether [#preBind] has anything to do for the pod (kube-scheduler: `PreBindPreFlight`).
    /// Called on the scheduling thread; must not block.
    default PreFlight preFlight(Placement placement) {
        return PreFlight.NEEDED;
    }

    /// Prepares the pod. Called on a virtual thread; may block, through [PluginContext] only. A
    /// rejection or an exception fails the attempt.
    Verdict preBind(Placement placement) throws Exception;
}
