package dev.berth.apiserver;

import dev.berth.controlplane.api.Api;
import dev.berth.controlplane.api.ApiResource;
import dev.berth.controlplane.api.WriteOptions;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.model.json.Json;

/// Publishes the client CA in the ConfigMap `extension-apiserver-authentication`, which schedulers
/// and other servers read.
final class ClusterTrustPublisher {
    private static final String NAMESPACE = "kube-system";
    private static final String NAME = "extension-apiserver-authentication";

    private ClusterTrustPublisher() {}

    static void publish(Api api, ServerCredentials credentials) {
        ApiResource maps = api.catalog().find("", "v1", "configmaps").orElseThrow();
        Json.Obj map =
                Json.Obj.EMPTY
                        .with("kind", "ConfigMap")
                        .with("apiVersion", "v1")
                        .with(
                                "metadata",
                                Json.Obj.EMPTY.with("name", NAME).with("namespace", NAMESPACE))
                        .with("data", data(credentials));
        if (!api.create(maps, NAMESPACE, map, WriteOptions.DEFAULT).granted()) {
            api.replace(maps, WriteScope.MAIN, NAMESPACE, NAME, map, WriteOptions.DEFAULT)
                    .orThrow();
        }
    }

    private static Json.Obj data(ServerCredentials credentials) {
        return Json.Obj.EMPTY
                .with("client-ca-file", credentials.authority().pem())
                .with("requestheader-allowed-names", "[\"front-proxy-client\"]")
                .with("requestheader-client-ca-file", credentials.proxies().pem())
                .with("requestheader-extra-headers-prefix", "[\"X-Remote-Extra-\"]")
                .with("requestheader-group-headers", "[\"X-Remote-Group\"]")
                .with("requestheader-uid-headers", "[\"X-Remote-Uid\"]")
                .with("requestheader-username-headers", "[\"X-Remote-User\"]");
    }
}
