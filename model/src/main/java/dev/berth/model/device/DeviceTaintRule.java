package dev.berth.model.device;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Meta;

import java.util.Optional;

/// A DeviceTaintRule: a taint for all devices that match.
///
/// @param selector the devices; none if absent
public record DeviceTaintRule(Meta meta, Optional<Selector> selector, DeviceTaint taint)
        implements KubeObject {

    /// The devices that match every field that is set (Kubernetes: `DeviceTaintSelector`).
    public record Selector(
            Optional<String> driver, Optional<String> pool, Optional<String> device) {
        /// Whether devices of the pool can match.
        public boolean matchesPool(String driver, String pool) {
            return matches(this.driver, driver) && matches(this.pool, pool);
        }

        /// Whether the device matches, if its pool does.
        public boolean matchesDevice(String name) {
            return matches(device, name);
        }

        private static boolean matches(Optional<String> wanted, String actual) {
            return wanted.isEmpty() || wanted.get().equals(actual);
        }
    }

    @Override
    public Kind kind() {
        return Kind.DEVICE_TAINT_RULE;
    }
}
