package dev.berth.testkit.conformance;

import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Num;
import dev.berth.model.json.Json.Obj;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Tells cases about what Berth does not do yet, going by what is in them.
final class Beyond {
    private static final Set<String> VOLUME_KINDS =
            Set.of(
                    "PersistentVolume",
                    "PersistentVolumeClaim",
                    "StorageClass",
                    "CSINode",
                    "CSIDriver",
                    "CSIStorageCapacity",
                    "VolumeAttachment");
    private static final Set<String> DEVICE_KINDS =
            Set.of("ResourceClaim", "ResourceSlice", "DeviceClass", "ResourceClaimTemplate");

    /// Volumes that nothing has to be found for.
    private static final Set<String> PLAIN_VOLUMES =
            Set.of(
                    "name",
                    "emptyDir",
                    "configMap",
                    "secret",
                    "hostPath",
                    "downwardAPI",
                    "image",
                    "projected");

    private Beyond() {}

    /// Why a case has to wait, if it has to.
    static Optional<String> reason(Obj one) {
        List<Json> toDecide = list(one, "pods");
        var pods = new ArrayList<>(toDecide);
        pods.addAll(list(one, "objects"));
        if (hasKind(one, VOLUME_KINDS) || pods.stream().anyMatch(Beyond::usesVolumes)) {
            return Optional.of("they need volumes");
        }
        if (hasKind(one, DEVICE_KINDS)
                || pods.stream().anyMatch(pod -> pod.at("spec", "resourceClaims").isPresent())) {
            return Optional.of("they need devices");
        }
        long highest = toDecide.stream().mapToLong(Beyond::priority).max().orElse(0);
        boolean victims =
                list(one, "objects").stream()
                        .anyMatch(pod ->
                                pod.textAt("spec", "nodeName").isPresent()
                                        && priority(pod) < highest);
        if (victims || hasKind(one, Set.of("PodDisruptionBudget"))) {
            return Optional.of("they need preemption");
        }
        return Optional.empty();
    }

    /// The case with nobody preempted.
    static Obj withoutPreemption(Obj one) {
        Obj config =
                one.objAt("config")
                        .orElseGet(() ->
                                Obj.builder()
                                        .put("apiVersion", "kubescheduler.config.k8s.io/v1")
                                        .put("kind", "KubeSchedulerConfiguration")
                                        .build());
        var profiles = new ArrayList<>(list(config, "profiles"));
        if (profiles.isEmpty()) {
            profiles.add(Obj.of("schedulerName", Json.of("default-scheduler")));
        }
        profiles.replaceAll(
                profile -> profile instanceof Obj object ? switchedOff(object) : profile);
        return one.with("config", config.with("profiles", new Arr(profiles)));
    }

    private static Obj switchedOff(Obj profile) {
        Json preemption = Obj.of("name", Json.of("DefaultPreemption"));
        var disabled = new ArrayList<>(list(profile, "plugins", "postFilter", "disabled"));
        if (!disabled.contains(preemption)) {
            disabled.add(preemption);
        }
        return profile.withAt(List.of("plugins", "postFilter", "disabled"), new Arr(disabled));
    }

    private static long priority(Json pod) {
        return pod.at("spec", "priority").orElse(Json.of(0)) instanceof Num number
                ? number.asLong().orElse(0)
                : 0;
    }

    private static List<Json> list(Json from, String... path) {
        return from.at(path).orElse(Arr.EMPTY) instanceof Arr(List<Json> elements)
                ? elements
                : List.of();
    }

    private static boolean hasKind(Obj one, Set<String> kinds) {
        return list(one, "objects").stream()
                .anyMatch(object -> kinds.contains(object.textAt("kind").orElse("")));
    }

    private static boolean usesVolumes(Json pod) {
        return list(pod, "spec", "volumes").stream()
                .anyMatch(volume ->
                        volume instanceof Obj(var fields)
                                && !PLAIN_VOLUMES.containsAll(fields.keySet()));
    }
}
