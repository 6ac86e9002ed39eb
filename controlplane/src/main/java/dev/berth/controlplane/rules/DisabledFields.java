package dev.berth.controlplane.rules;

import dev.berth.controlplane.defaults.InitContainerAnnotations;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The fields of features that are off by default. The API server drops them from written objects,
/// except where the stored object has them (upstream: `DropDisabledPodFields`).
final class DisabledFields {
    /// The fields of a pod spec. `[]` follows the name of a list.
    private static final List<String> POD_SPEC =
            List.of(
                    "evictionResponders",
                    "schedulingGroup",
                    "volumes[].emptyDir.mode",
                    "volumes[].secret.defaultUser",
                    "volumes[].secret.items[].user",
                    "volumes[].configMap.defaultUser",
                    "volumes[].configMap.items[].user",
                    "volumes[].downwardAPI.defaultUser",
                    "volumes[].downwardAPI.items[].user",
                    "volumes[].projected.defaultUser",
                    "volumes[].projected.sources[].secret.items[].user",
                    "volumes[].projected.sources[].configMap.items[].user",
                    "volumes[].projected.sources[].downwardAPI.items[].user",
                    "volumes[].projected.sources[].serviceAccountToken.user",
                    "volumes[].projected.sources[].clusterTrustBundle.user",
                    "volumes[].projected.sources[].podCertificate.user");

    /// The fields of a container. The API server drops a `lifecycle` that only had a stop signal.
    private static final List<String> CONTAINER =
            List.of(
                    "volumeMounts[].bindMountOptions",
                    "lifecycle.stopSignal",
                    "lifecycle.postStart.httpGet.protocol",
                    "lifecycle.preStop.httpGet.protocol",
                    "livenessProbe.httpGet.protocol",
                    "livenessProbe.grpc.mode",
                    "readinessProbe.httpGet.protocol",
                    "readinessProbe.grpc.mode",
                    "startupProbe.httpGet.protocol",
                    "startupProbe.grpc.mode");

    private static final Map<String, List<Field>> OTHERS =
            Map.of(
                    "Node", fields("", List.of("spec.podPreemptionPolicy")),
                    "PersistentVolumeClaim", fields("", List.of("status.healthStatus")),
                    "CSINode", fields("", List.of("status.storageHealth")));

    private static final DisabledFields OF_PODS =
            new DisabledFields(
                    "",
                    List.of("status.volumeHealth", "status.nodeAllocatableResourceClaimStatuses"));
    private static final DisabledFields OF_TEMPLATES =
            new DisabledFields("spec.template.", List.of());
    private static final DisabledFields OF_CRON_JOBS =
            new DisabledFields("spec.jobTemplate.spec.template.", List.of());

    private final List<Field> fields = new ArrayList<>();
    private final Path annotations;

    /// @param at the path of the pod or of the template, with a dot at its end
    private DisabledFields(String at, List<String> more) {
        fields.addAll(fields(at + "spec.", POD_SPEC));
        for (String list : List.of("containers", "initContainers", "ephemeralContainers")) {
            fields.addAll(fields(at + "spec." + list + "[].", CONTAINER));
        }
        fields.addAll(fields(at, more));
        annotations = Path.of((at + "metadata.annotations").split("\\."));
    }

    /// Drops the fields from an object.
    ///
    /// @param before the stored object, or the empty object
    static Json.Obj drop(String kind, Json.Obj before, Json.Obj after) {
        return switch (kind) {
            case "Pod" -> OF_PODS.drop(before, after);
            case "CronJob" -> OF_CRON_JOBS.drop(before, after);
            case "Deployment",
                    "ReplicaSet",
                    "StatefulSet",
                    "DaemonSet",
                    "Job",
                    "ReplicationController" ->
                    OF_TEMPLATES.drop(before, after);
            default -> drop(OTHERS.getOrDefault(kind, List.of()), before, after);
        };
    }

    private Json.Obj drop(Json.Obj before, Json.Obj after) {
        return InitContainerAnnotations.drop(drop(fields, before, after), annotations);
    }

    private static Json.Obj drop(List<Field> fields, Json.Obj before, Json.Obj after) {
        Json.Obj tree = after;
        for (Field field : fields) {
            if (field.in(tree) && !field.in(before)) {
                tree = field.remove(tree);
            }
        }
        return tree;
    }

    private static List<Field> fields(String at, List<String> paths) {
        return paths.stream().map(path -> Field.of(at + path)).toList();
    }

    /// The path of a field through lists.
    ///
    /// @param lists the paths of the lists, each from an element of the list before it
    /// @param last the path from an element of the last list
    private record Field(List<Path> lists, Path last) {
        private static final Path STOP_SIGNAL = Path.of("lifecycle", "stopSignal");
        private static final Path LIFECYCLE = Path.of("lifecycle");

        static Field of(String path) {
            String[] parts = path.split("\\[]\\.");
            var lists = new ArrayList<Path>();
            for (int i = 0; i < parts.length - 1; i++) {
                lists.add(Path.of(parts[i].split("\\.")));
            }
            return new Field(lists, Path.of(parts[parts.length - 1].split("\\.")));
        }

        boolean in(Json object) {
            return in(object, 0);
        }

        private boolean in(Json object, int depth) {
            return depth == lists.size()
                    ? last.in(object)
                    : lists.get(depth).items(object).stream().anyMatch(it -> in(it, depth + 1));
        }

        Json.Obj remove(Json.Obj object) {
            return remove(object, 0);
        }

        private Json.Obj remove(Json.Obj object, int depth) {
            if (depth == lists.size()) {
                return removeLast(object);
            }
            var changed = new ArrayList<Json>();
            for (Json element : lists.get(depth).items(object)) {
                changed.add(element instanceof Json.Obj it ? remove(it, depth + 1) : element);
            }
            return changed.isEmpty() ? object : lists.get(depth).set(object, new Json.Arr(changed));
        }

        private Json.Obj removeLast(Json.Obj object) {
            if (!last.in(object)) {
                return object;
            }
            Json.Obj tree = last.remove(object);
            return last.equals(STOP_SIGNAL) && LIFECYCLE.object(tree).fields().isEmpty()
                    ? LIFECYCLE.remove(tree)
                    : tree;
        }
    }
}
