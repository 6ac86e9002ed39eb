package dev.berth.apiserver;

import dev.berth.model.json.Json;
import dev.berth.sim.api.Api;
import dev.berth.sim.api.Resource;
import dev.berth.sim.api.WriteOptions;
import dev.berth.sim.store.Part;

/// Tells other servers, schedulers among them, whose certificates to believe.
final class Trust {
    private static final String NAMESPACE = "kube-system";
    private static final String NAME = "extension-apiserver-authentication";

    private Trust() {}

    static void publish(Api api, Credentials credentials) {
        Resource maps = api.catalogue().find("", "v1", "configmaps").orElseThrow();
        Json.Obj map =
                Json.Obj.EMPTY
                        .with("kind", "ConfigMap")
                        .with("apiVersion", "v1")
                        .with(
                                "metadata",
                                Json.Obj.EMPTY.with("name", NAME).with("namespace", NAMESPACE))
                        .with(
                                "data",
                                Json.Obj.of(
                                        "client-ca-file", Json.of(credentials.authority().pem())));
        if (!api.create(maps, NAMESPACE, map, WriteOptions.DEFAULT).granted()) {
            api.replace(maps, Part.MAIN, NAMESPACE, NAME, map, WriteOptions.DEFAULT).orThrow();
        }
    }
}
