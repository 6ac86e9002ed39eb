package dev.berth.app.process;

import dev.berth.config.Settings;
import dev.berth.kubeclient.ApiPath;
import dev.berth.kubeclient.ApiServerClient;
import dev.berth.kubeclient.ClientMeter;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonException;

import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// Reads the ConfigMap that contains a Policy, before the scheduler starts.
public final class PolicyMap {
    private static final String KEY = "policy.cfg";

    private PolicyMap() {}

    /// @param master the address of the API server; empty for that of the kubeconfig
    /// @throws IllegalArgumentException if the connection is configured wrongly, or the ConfigMap
    ///   contains no Policy
    /// @throws IOException if the server does not respond, or there is no such ConfigMap
    public static String read(
            Settings.ClientConnection connection,
            String master,
            Map<String, String> environment,
            String namespace,
            String name)
            throws IOException, InterruptedException {
        String path =
                "/api/v1/namespaces/%s/configmaps/%s"
                        .formatted(ApiPath.encoded(namespace), ApiPath.encoded(name));
        try (var server =
                new ApiServerClient(
                        Wiring.access(connection.kubeconfig(), master, environment),
                        "kube-scheduler (berth) policy",
                        System::nanoTime,
                        Instant::now,
                        Thread::sleep,
                        Thread.ofVirtual().factory())) {
            server.check();
            try (ApiResponse response =
                    server.client(0, 0, ClientMeter.NONE).send(ApiRequest.get(path))) {
                return policy(response, namespace, name);
            } catch (IOException e) {
                throw new IOException(problem(namespace, name, String.valueOf(e.getMessage())), e);
            }
        }
    }

    private static String policy(ApiResponse response, String namespace, String name)
            throws IOException {
        Optional<Json> body = json(response.body().readAllBytes());
        if (!response.granted() || body.isEmpty()) {
            throw new IOException(
                    body.flatMap(status -> status.textAt("message"))
                            .orElse(
                                    "the server answered "
                                            + response.status()
                                            + (response.granted() ? ", not with JSON" : "")));
        }
        return body.get()
                .textAt("data", KEY)
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "missing policy config map value at key \"%s\" in %s/%s"
                                        .formatted(KEY, namespace, name)));
    }

    private static Optional<Json> json(byte[] body) {
        try {
            return Optional.of(Json.parse(body));
        } catch (JsonException noJson) {
            // A proxy can respond with an HTML page.
            return Optional.empty();
        }
    }

    private static String problem(String namespace, String name, String why) {
        return "couldn't get policy config map %s/%s: %s".formatted(namespace, name, why);
    }
}
