package dev.berth.kube.reflector;

import dev.berth.kubeclient.wire.WireFormat;
import dev.berth.model.Kind;

/// The objects of a reflector: a kind, its wire format, and a field selector.
///
/// @param fieldSelector empty for all objects
public record ReflectorSpec(Kind kind, WireFormat format, String fieldSelector) {
    /// The scheduler ignores terminated pods.
    private static final String PRESENT = "status.phase!=Succeeded,status.phase!=Failed";

    public static ReflectorSpec of(Kind kind, WireFormat format) {
        return new ReflectorSpec(kind, format, kind.equals(Kind.POD) ? PRESENT : "");
    }
}
