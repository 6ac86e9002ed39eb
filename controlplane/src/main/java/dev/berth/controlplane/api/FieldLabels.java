package dev.berth.controlplane.api;

import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.StatusError;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// The fields that a field selector can use for each resource.
final class FieldLabels {
    private static final String NAME = "metadata.name";
    private static final String NAMESPACE = "metadata.namespace";
    private static final Set<String> NUMBERS = Set.of("status.replicas", "status.successful");
    private static final Set<String> FLAGS = Set.of("spec.unschedulable", "spec.hostNetwork");

    private static final Map<String, Map<String, Path>> BY_RESOURCE =
            Map.ofEntries(
                    Map.entry(
                            "pods",
                            paths(
                                    "spec.nodeName",
                                    "spec.restartPolicy",
                                    "spec.schedulerName",
                                    "spec.serviceAccountName",
                                    "spec.hostNetwork",
                                    "status.phase",
                                    "status.podIP",
                                    "status.nominatedNodeName")),
                    Map.entry("nodes", paths("spec.unschedulable")),
                    Map.entry("namespaces", paths("status.phase")),
                    Map.entry("secrets", paths("type")),
                    Map.entry("services", paths("spec.clusterIP", "spec.type")),
                    Map.entry("replicationcontrollers", paths("status.replicas")),
                    Map.entry("jobs.batch", successful()),
                    Map.entry(
                            "resourceslices.resource.k8s.io",
                            paths("spec.nodeName", "spec.driver", "spec.pool.name")),
                    Map.entry("events", events("involvedObject", "reportingComponent", true)),
                    Map.entry(
                            "events.events.k8s.io",
                            events("regarding", "reportingController", false)));

    private FieldLabels() {}

    /// The path of a field in the stored object.
    static Reply<Path> find(ApiResource resource, String label) {
        if (label.equals(NAME)) {
            return Reply.of(Path.of("metadata", "name"));
        }
        if (label.equals(NAMESPACE)) {
            return Reply.of(Path.of("metadata", "namespace"));
        }
        String group = resource.kind().group();
        String plural = resource.kind().plural();
        Map<String, Path> known = BY_RESOURCE.get(group.isEmpty() ? plural : plural + "." + group);
        if (known == null) {
            return Reply.no(
                    StatusError.badRequest(
                            Json.of(label).text()
                                    + " is not a known field selector: only \"metadata.name\","
                                    + " \"metadata.namespace\""));
        }
        Path path = known.get(label);
        if (path == null) {
            return Reply.no(StatusError.badRequest(unsupported(resource.kind(), label)));
        }
        return Reply.of(path);
    }

    private static String unsupported(Kind kind, String label) {
        return switch (kind.name()) {
            case "Job" -> "field label \"" + label + "\" not supported for Job";
            case "ResourceSlice" ->
                    "field label not supported for %s, Kind=%s: %s"
                            .formatted(kind.apiVersion(), kind.name(), label);
            default -> "field label not supported: " + label;
        };
    }

    /// The value that a field selector compares.
    static String value(String label, Path path, Json.Obj object) {
        if (NUMBERS.contains(label)) {
            return Long.toString(path.number(object, 0));
        }
        if (FLAGS.contains(label)) {
            return Boolean.toString(path.find(object).filter(Json.of(true)::equals).isPresent());
        }
        return path.text(object);
    }

    private static Map<String, Path> paths(String... labels) {
        var paths = new HashMap<String, Path>();
        for (String label : labels) {
            paths.put(label, Path.of(label.split("\\.")));
        }
        return paths;
    }

    private static Map<String, Path> successful() {
        return Map.of("status.successful", Path.of("status", "succeeded"));
    }

    private static Map<String, Path> events(String object, String reporter, boolean core) {
        var paths = paths("reason", "type");
        for (String field :
                new String[] {
                    "kind", "namespace", "name", "uid", "apiVersion", "resourceVersion", "fieldPath"
                }) {
            paths.put(object + "." + field, Path.of("regarding", field));
        }
        paths.put(reporter, Path.of("reportingController"));
        if (core) {
            paths.put("source", Path.of("deprecatedSource", "component"));
        }
        return paths;
    }
}
