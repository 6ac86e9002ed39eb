package dev.berth.controlplane.rules;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Validates the volumes of a pod.
final class PodVolumeChecks {
    /// The required fields of volume sources, in the order of validation.
    private static final List<Map.Entry<String, String>> SOURCES =
            List.of(
                    Map.entry("emptyDir", ""),
                    Map.entry("hostPath", "path"),
                    Map.entry("gitRepo", "repository"),
                    Map.entry("gcePersistentDisk", "pdName"),
                    Map.entry("awsElasticBlockStore", "volumeID"),
                    Map.entry("secret", "secretName"),
                    Map.entry("nfs", "server"),
                    Map.entry("iscsi", "targetPortal"),
                    Map.entry("glusterfs", "endpoints"),
                    Map.entry("flocker", ""),
                    Map.entry("persistentVolumeClaim", "claimName"),
                    Map.entry("rbd", ""),
                    Map.entry("cinder", "volumeID"),
                    Map.entry("cephfs", ""),
                    Map.entry("quobyte", "registry"),
                    Map.entry("downwardAPI", ""),
                    Map.entry("fc", ""),
                    Map.entry("flexVolume", "driver"),
                    Map.entry("configMap", "name"),
                    Map.entry("azureFile", "secretName"),
                    Map.entry("vsphereVolume", "volumePath"),
                    Map.entry("photonPersistentDisk", "pdID"),
                    Map.entry("portworxVolume", "volumeID"),
                    Map.entry("azureDisk", "diskName"),
                    Map.entry("storageos", ""),
                    Map.entry("projected", ""),
                    Map.entry("scaleIO", "gateway"),
                    Map.entry("csi", "driver"),
                    Map.entry("ephemeral", ""),
                    Map.entry("image", ""));

    private PodVolumeChecks() {}

    /// Validates the volumes, and returns the names of the valid ones.
    static Set<String> check(String at, List<Json> volumes, FieldErrors out) {
        Set<String> seen = new HashSet<>();
        Set<String> sound = new HashSet<>();
        for (int i = 0; i < volumes.size(); i++) {
            String field = at + "[" + i + "]";
            Json volume = volumes.get(i);
            int before = out.found().size();
            source(field, volume, out);
            String name = Path.of("name").text(volume);
            if (name.isEmpty()) {
                out.required(field + ".name");
            } else {
                out.label(field + ".name", name);
                if (!seen.add(name)) {
                    out.duplicate(field + ".name", name);
                }
            }
            if (before == out.found().size()) {
                sound.add(name);
            }
        }
        return sound;
    }

    private static void more(String at, String source, Json.Obj volume, FieldErrors out) {
        if (source.equals("nfs")) {
            String path = Path.of("path").text(volume);
            if (path.isEmpty()) {
                out.required(at + ".path");
            }
            if (!path.startsWith("/")) {
                out.invalid(at + ".path", path, "must be an absolute path");
            }
        }
        Json limit = Path.of("sizeLimit").find(volume).orElse(Json.of("0"));
        if (source.equals("emptyDir") && FieldErrors.quantity(limit).sign() < 0) {
            out.forbidden(at + ".sizeLimit", "SizeLimit field must be a valid resource quantity");
        }
        if (source.equals("ephemeral") && !Path.of("volumeClaimTemplate").in(volume)) {
            out.required(at + ".volumeClaimTemplate");
        }
    }

    private static void source(String field, Json volume, FieldErrors out) {
        boolean found = false;
        for (Map.Entry<String, String> source : SOURCES) {
            Path path = Path.of(source.getKey());
            if (!path.in(volume)) {
                continue;
            }
            String here = field + "." + source.getKey();
            if (found) {
                out.forbidden(here, "may not specify more than 1 volume type");
                continue;
            }
            found = true;
            String needed = source.getValue();
            if (!needed.isEmpty() && Path.of(needed).text(path.object(volume)).isEmpty()) {
                out.required(here + "." + needed);
            }
            more(here, source.getKey(), path.object(volume), out);
        }
        if (!found) {
            out.required(field, "must specify a volume type");
        }
    }
}
