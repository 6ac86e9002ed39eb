package dev.berth.spi;

import java.util.Optional;

/// Binds a pod to its node (kube-scheduler: `BindPlugin`). The bind plugins of a profile run in
/// order until one of them does not return [BindVerdict#SKIP].
public interface Bind extends Plugin {
    /// Binds the pod. The engine calls this method on a virtual thread; the method may block,
    /// through [PluginContext] only.
    ///
    /// @throws UnknownOutcomeException if the plugin cannot know whether the pod is bound
    /// @throws Exception if the bind fails; the attempt then fails with the message of the
    ///   exception
    BindVerdict bind(Placement placement) throws Exception;

    /// The single write that binds the pod, for a plugin that does nothing else. The engine then
    /// sends the write itself instead of calling [#bind]. Called on the scheduling thread; must not
    /// block.
    default Optional<Write> bindingWrite(Placement placement) {
        return Optional.empty();
    }
}
