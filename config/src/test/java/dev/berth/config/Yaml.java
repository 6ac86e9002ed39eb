package dev.berth.config;

import dev.berth.manifest.Manifests;
import dev.berth.model.json.Json;

/// Parses configurations in YAML.
final class Yaml {
    private Yaml() {}

    static Json.Obj configuration(String yaml) {
        String text =
                """
                apiVersion: kubescheduler.config.k8s.io/v1
                kind: KubeSchedulerConfiguration
                %s
                """
                        .formatted(yaml);
        return Manifests.parse("config.yaml", text).getFirst().object();
    }

    static Json.Obj policy(String yaml) {
        return Manifests.parse("policy.yaml", "apiVersion: v1\nkind: Policy\n" + yaml)
                .getFirst()
                .object();
    }

    static Configuration read(String yaml) {
        return new ConfigurationReader(PluginRegistry.inTree(), FeatureGates.DEFAULT)
                .read(configuration(yaml));
    }
}
