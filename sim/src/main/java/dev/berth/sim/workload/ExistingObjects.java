package dev.berth.sim.workload;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The names of objects that a generated workload must not use again, including the owners of these
/// objects.
final class ExistingObjects {
    private static final Path KIND = Path.of("kind");
    private static final Path NAME = Path.of("metadata", "name");
    private static final Path NAMESPACE = Path.of("metadata", "namespace");
    private static final Path OWNERS = Path.of("metadata", "ownerReferences");
    private static final Path OWNER_NAME = Path.of("name");

    private final Set<String> keys = new HashSet<>();

    ExistingObjects(List<Json.Obj> objects) {
        for (Json.Obj object : objects) {
            String namespace = namespace(object);
            keys.add(key(KIND.text(object), namespace, NAME.text(object)));
            for (Json owner : OWNERS.items(object)) {
                keys.add(key(KIND.text(owner), namespace, OWNER_NAME.text(owner)));
            }
        }
    }

    boolean has(Kind kind, String namespace, String name) {
        return keys.contains(key(kind.name(), namespace, name));
    }

    boolean has(Json.Obj object) {
        return keys.contains(key(KIND.text(object), namespace(object), NAME.text(object)));
    }

    /// The namespace of a cluster-wide object counts as `default`.
    private static String namespace(Json.Obj object) {
        String namespace = NAMESPACE.text(object);
        return namespace.isEmpty() ? "default" : namespace;
    }

    private static String key(String kind, String namespace, String name) {
        return kind + "/" + namespace + "/" + name;
    }
}
