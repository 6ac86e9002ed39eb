package dev.berth.app.up;

import dev.berth.kubeclient.Access;
import dev.berth.kubeclient.ApiServerClient;
import dev.berth.kubeclient.ClientMeter;
import dev.berth.kubeclient.Kubeconfig;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// Checks whether the cluster of a kubeconfig is running.
final class Liveness {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private Liveness() {}

    /// The address of the cluster; empty if it does not respond, or if another server does.
    static Optional<String> of(Path kubeconfig) {
        try {
            Access access = Kubeconfig.read(kubeconfig.toString(), "", Map.of());
            try (var server =
                            new ApiServerClient(
                                    access,
                                    "berth",
                                    System::nanoTime,
                                    Instant::now,
                                    _ -> {},
                                    Thread.ofVirtual().factory());
                    ApiResponse answer =
                            server.impatientClient(0, 0, ClientMeter.NONE)
                                    .send(ApiRequest.get("/api").within(TIMEOUT))) {
                return answer.granted()
                        ? Optional.of(server.endpoint().toString())
                        : Optional.empty();
            }
        } catch (IOException | IllegalArgumentException gone) {
            return Optional.empty();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
