package dev.berth.apiserver;

import dev.berth.model.KubernetesVersion;
import dev.berth.model.json.Json;

/// The response of `/version` (apimachinery: `version.Info`).
final class VersionInfo {
    private static final String MAJOR = Integer.toString(KubernetesVersion.MAJOR);
    private static final String MINOR = Integer.toString(KubernetesVersion.MINOR);

    static final Json.Obj JSON =
            Json.Obj.builder()
                    .put("major", MAJOR)
                    .put("minor", MINOR)
                    .put("emulationMajor", MAJOR)
                    .put("emulationMinor", MINOR)
                    .put("minCompatibilityMajor", MAJOR)
                    .put("minCompatibilityMinor", Integer.toString(KubernetesVersion.MINOR - 1))
                    .put("gitVersion", KubernetesVersion.RELEASE + "+berth")
                    .put("gitCommit", "")
                    .put("gitTreeState", "clean")
                    .put("buildDate", "1970-01-01T00:00:00Z")
                    .put("goVersion", "none")
                    .put("compiler", "javac")
                    .put("platform", "jvm/java")
                    .build();

    private VersionInfo() {}
}
