package dev.berth.controlplane.api;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.List;

/// Converts events between the core group and `events.k8s.io`. The store keeps them as
/// `events.k8s.io` defines them.
final class EventConversion {
    /// The fields with different names: first in `events.k8s.io`, then in the core group.
    private static final List<String[]> FIELDS =
            List.of(
                    new String[] {"regarding", "involvedObject"},
                    new String[] {"note", "message"},
                    new String[] {"deprecatedSource", "source"},
                    new String[] {"deprecatedFirstTimestamp", "firstTimestamp"},
                    new String[] {"deprecatedLastTimestamp", "lastTimestamp"},
                    new String[] {"deprecatedCount", "count"},
                    new String[] {"reportingController", "reportingComponent"});

    private EventConversion() {}

    /// Converts a stored object to the API version of a resource.
    static Json.Obj shown(ApiResource resource, Json.Obj object) {
        return resource.kind().equals(resource.stored())
                ? object
                : moved(resource, object, 0, 1).with("kind", resource.kind().name());
    }

    /// Converts an object of a request to the stored API version.
    static Json.Obj stored(ApiResource resource, Json.Obj object) {
        if (resource.kind().equals(resource.stored())) {
            return object;
        }
        Json.Obj moved =
                moved(resource, object, 1, 0)
                        .with("apiVersion", resource.stored().apiVersion())
                        .with("kind", resource.stored().name());
        for (String name : List.of("reportingController", "reportingInstance")) {
            moved = Path.of(name).text(moved).isEmpty() ? moved.without(name) : moved;
        }
        return moved;
    }

    private static Json.Obj moved(ApiResource resource, Json.Obj object, int from, int to) {
        Json.Obj tree = object.with("apiVersion", resource.kind().apiVersion());
        for (String[] names : FIELDS) {
            Json value = tree.fields().get(names[from]);
            if (value != null) {
                tree = tree.without(names[from]).with(names[to], value);
            }
        }
        if (to == 1) {
            tree = Path.of("source").setIfAbsent(tree, Json.Obj.EMPTY);
            tree = Path.of("reportingInstance").setIfAbsent(tree, "");
            tree = Path.of("reportingComponent").setIfAbsent(tree, "");
            tree = Path.of("involvedObject").setIfAbsent(tree, Json.Obj.EMPTY);
            for (String time : List.of("firstTimestamp", "lastTimestamp", "eventTime")) {
                tree = Path.of(time).setIfAbsent(tree, Json.Null.NULL);
            }
        }
        return tree;
    }
}
