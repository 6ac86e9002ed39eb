package dev.berth.kube.reflector;

import dev.berth.kubeclient.wire.WireFormat;
import dev.berth.model.Kind;

/// What is listened to: a kind, how it is written on the wire, and which of its objects.
///
/// @param fieldSelector empty for all
public record ReflectorSpec(Kind kind, WireFormat format, String fieldSelector) {
    /// Pods that have ended do not matter to a scheduler.
    private static final String PRESENT = "status.phase!=Succeeded,status.phase!=Failed";

    public static ReflectorSpec of(Kind kind, WireFormat format) {
        return new ReflectorSpec(kind, format, kind.equals(Kind.POD) ? PRESENT : "");
    }
}
