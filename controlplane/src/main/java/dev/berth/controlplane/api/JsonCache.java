package dev.berth.controlplane.api;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.model.json.Json;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/// The JSON of recent object versions, shared by all watches. The cache has a fixed size, and a
/// revision determines the slot of its version.
final class JsonCache {
    private static final int KEPT = 1 << 12;

    private static final class Encoding {
        private final ObjectVersion object;
        private final ApiResource resource;
        private final byte[] bytes;

        Encoding(ObjectVersion object, ApiResource resource, byte[] bytes) {
            this.object = object;
            this.resource = resource;
            this.bytes = bytes;
        }
    }

    private final AtomicReferenceArray<Encoding> recent = new AtomicReferenceArray<>(KEPT);

    byte[] of(ApiResource resource, ObjectVersion object, Supplier<Json.Obj> shown) {
        int place = (int) (object.revision() % KEPT);
        Encoding known = recent.get(place);
        if (known != null && known.object == object && known.resource.equals(resource)) {
            return known.bytes;
        }
        byte[] bytes = shown.get().bytes();
        recent.set(place, new Encoding(object, resource, bytes));
        return bytes;
    }
}
