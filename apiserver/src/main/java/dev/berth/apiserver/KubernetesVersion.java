package dev.berth.apiserver;

import dev.berth.model.json.Json;

/// The Kubernetes version of the embedded cluster.
final class KubernetesVersion {
    static final Json.Obj JSON =
            Json.Obj.builder()
                    .put("major", "1")
                    .put("minor", "36")
                    .put("emulationMajor", "1")
                    .put("emulationMinor", "36")
                    .put("minCompatibilityMajor", "1")
                    .put("minCompatibilityMinor", "35")
                    .put("gitVersion", "v1.36.4+berth")
                    .put("gitCommit", "")
                    .put("gitTreeState", "clean")
                    .put("buildDate", "1970-01-01T00:00:00Z")
                    .put("goVersion", "none")
                    .put("compiler", "javac")
                    .put("platform", "jvm/java")
                    .build();

    private KubernetesVersion() {}
}
