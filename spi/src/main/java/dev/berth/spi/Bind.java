package dev.berth.spi;

import java.util.Optional;

/// Tells the API server where a pod goes.
public interface Bind extends Plugin {
    /// Binds it; runs on a thread of its own and may wait.
    BindVerdict bind(Placement placement) throws Exception;

    /// The one write that binds it, when binding is nothing but that: the engine then spends no
    /// thread on it.
    default Optional<Write> bindingWrite(Placement placement) {
        return Optional.empty();
    }
}
