package dev.berth.spi;

/// Prepares what a pod needs before it is bound; runs on a thread of its own and may wait, through
/// [PluginContext] only.
public interface PreBind extends Plugin {
    /// Asked first, on the scheduling thread; must not wait.
    default PreFlight preFlight(Placement placement) {
        return PreFlight.NEEDED;
    }

    Verdict preBind(Placement placement) throws Exception;
}
