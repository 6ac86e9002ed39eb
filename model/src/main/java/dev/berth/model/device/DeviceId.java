package dev.berth.model.device;

/// The identity of a device.
public record DeviceId(String driver, String pool, String device) {
    /// `driver/pool/device`, as in messages.
    @Override
    public String toString() {
        return driver + "/" + pool + "/" + device;
    }
}
