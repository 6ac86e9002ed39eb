package dev.berth.kubeclient;

import dev.berth.kubeclient.http.ServerAddress;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The access of a pod to the API server of its own cluster. client-go: `rest.InClusterConfig`.
public final class InCluster {
    /// Where the kubelet mounts the service account of a pod.
    public static final Path ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

    private InCluster() {}

    /// Returns nothing if the process does not run in a cluster.
    public static Optional<Access> find(Map<String, String> environment, Path account) {
        String host = environment.getOrDefault("KUBERNETES_SERVICE_HOST", "");
        String port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "");
        if (host.isEmpty() || port.isEmpty()) {
            return Optional.empty();
        }
        String address = host.contains(":") ? "[" + host + "]" : host;
        return Optional.of(
                new Access(
                        ServerAddress.of("https://" + address + ":" + port, true, Optional.empty()),
                        new CredentialSource(
                                "certificate-authority", "", account.resolve("ca.crt").toString()),
                        "",
                        false,
                        CredentialSource.none("client-certificate"),
                        CredentialSource.none("client-key"),
                        new Access.Identity.Bearer(
                                new CredentialSource(
                                        "token", "", account.resolve("token").toString())),
                        List.of()));
    }
}
