package dev.berth.model.device;

import java.util.List;

/// The value of a device's attribute (Kubernetes: `DeviceAttribute`).
public sealed interface DeviceAttribute {
    record OfInt(long value) implements DeviceAttribute {}

    record OfBool(boolean value) implements DeviceAttribute {}

    record OfString(String value) implements DeviceAttribute {}

    /// A semantic version, as text. The API server accepts only valid ones.
    record OfVersion(String value) implements DeviceAttribute {}

    record OfInts(List<Long> values) implements DeviceAttribute {
        public OfInts {
            values = List.copyOf(values);
        }
    }

    record OfBools(List<Boolean> values) implements DeviceAttribute {
        public OfBools {
            values = List.copyOf(values);
        }
    }

    record OfStrings(List<String> values) implements DeviceAttribute {
        public OfStrings {
            values = List.copyOf(values);
        }
    }

    record OfVersions(List<String> values) implements DeviceAttribute {
        public OfVersions {
            values = List.copyOf(values);
        }
    }

    /// An attribute without a value, or with a value of a type that Berth does not know.
    record Unsupported() implements DeviceAttribute {}
}
