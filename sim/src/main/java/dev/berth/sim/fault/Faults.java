package dev.berth.sim.fault;

import dev.berth.model.Kind;
import dev.berth.spi.Write;

import java.util.Optional;

/// Decides which fault to inject. It is called once for every call and every delivery.
public interface Faults {
    /// Injects no faults.
    Faults NONE =
            new Faults() {
                @Override
                public boolean off() {
                    return true;
                }

                @Override
                public Optional<CallFault> onWrite(Write write) {
                    return Optional.empty();
                }

                @Override
                public Optional<CallFault> onRead(String namespace, String name) {
                    return Optional.empty();
                }

                @Override
                public Optional<CallFault> onList(Kind kind) {
                    return Optional.empty();
                }

                @Override
                public Optional<WatchFault> onDelivery(Kind kind) {
                    return Optional.empty();
                }
            };

    /// Whether no faults are injected, so that callers can skip the other methods.
    default boolean off() {
        return false;
    }

    Optional<CallFault> onWrite(Write write);

    Optional<CallFault> onRead(String namespace, String name);

    Optional<CallFault> onList(Kind kind);

    Optional<WatchFault> onDelivery(Kind kind);

    /// Whether Kubernetes events are lost at this time (F37).
    default boolean losesEvents() {
        return false;
    }
}
