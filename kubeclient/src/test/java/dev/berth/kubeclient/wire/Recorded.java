package dev.berth.kubeclient.wire;

import dev.berth.model.Kind;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Responses of a real API server with all feature gates on, recorded in both formats: of version
/// 1.37.1 for the kinds of dynamic resource allocation, and of version 1.36.4 for the others.
final class Recorded {
    static final List<Kind> KINDS =
            List.of(
                    Kind.POD,
                    Kind.NODE,
                    Kind.NAMESPACE,
                    Kind.SERVICE,
                    Kind.REPLICATION_CONTROLLER,
                    Kind.REPLICA_SET,
                    Kind.STATEFUL_SET,
                    Kind.PRIORITY_CLASS,
                    Kind.DISRUPTION_BUDGET,
                    Kind.PERSISTENT_VOLUME,
                    Kind.PERSISTENT_VOLUME_CLAIM,
                    Kind.STORAGE_CLASS,
                    Kind.CSI_NODE,
                    Kind.CSI_DRIVER,
                    Kind.CSI_STORAGE_CAPACITY,
                    Kind.VOLUME_ATTACHMENT,
                    Kind.RESOURCE_CLAIM,
                    Kind.RESOURCE_SLICE,
                    Kind.DEVICE_CLASS,
                    Kind.DEVICE_TAINT_RULE);

    private Recorded() {}

    static byte[] bytes(String name) {
        try (InputStream in = Objects.requireNonNull(Recorded.class.getResourceAsStream(name))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static InputStream protobuf(String name) {
        return new ByteArrayInputStream(bytes(name + ".pb"));
    }

    static InputStream json(String name) {
        return new ByteArrayInputStream(bytes(name + ".json"));
    }

    static List<WireFormat.WatchEvent> events(WireFormat.Watch watch) throws IOException {
        var events = new ArrayList<WireFormat.WatchEvent>();
        try (watch) {
            for (var event = watch.next(); event.isPresent(); event = watch.next()) {
                events.add(event.get());
            }
        }
        return events;
    }
}
