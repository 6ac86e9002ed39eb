package dev.berth.bench;

import dev.berth.kubeclient.Access;
import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.ApiServerClient;
import dev.berth.kubeclient.ClientMeter;
import dev.berth.kubeclient.Kubeconfig;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.kubeclient.tls.TlsContexts;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// Measures the cost of a request with Berth's client and with the client of the JDK, against a
/// real API server. `ClientCost KUBECONFIG ours|h2|h1 [REQUESTS [CONCURRENCY]]` creates config maps
/// in a dry run.
public final class ClientCost {
    private static final String PATH =
            "/api/v1/namespaces/default/configmaps?dryRun=All&fieldValidation=Ignore";

    private ClientCost() {}

    public static void main(String[] args) throws Exception {
        Access access = Kubeconfig.read(args[0], "", Map.of());
        int count = args.length > 2 ? Integer.parseInt(args[2]) : 5_000;
        int atOnce = args.length > 3 ? Integer.parseInt(args[3]) : 32;
        ApiClient client = args[1].equals("ours") ? ours(access) : theirs(access, args[1]);
        var next = new AtomicInteger();
        var done = new CountDownLatch(atOnce);
        long began = System.nanoTime();
        for (int i = 0; i < atOnce; i++) {
            Thread.ofVirtual()
                    .start(() -> {
                        try {
                            for (int n = next.getAndIncrement();
                                    n < count;
                                    n = next.getAndIncrement()) {
                                send(client, n);
                            }
                        } catch (IOException | InterruptedException e) {
                            throw new IllegalStateException(e);
                        } finally {
                            done.countDown();
                        }
                    });
        }
        done.await();
        double seconds = (System.nanoTime() - began) / 1e9;
        Duration cpu = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
        System.out.printf(
                "%s: %d requests, %.0f a second, %.2f cpu s in all, start included%n",
                args[1], count, count / seconds, cpu.toMillis() / 1e3);
        System.exit(0);
    }

    private static void send(ApiClient client, int n) throws IOException, InterruptedException {
        byte[] body =
                ("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"c"
                                + n
                                + "\"}}")
                        .getBytes(StandardCharsets.UTF_8);
        try (ApiResponse response =
                client.send(ApiRequest.with("POST", PATH, ApiRequest.JSON, body))) {
            response.body().readAllBytes();
            if (response.status() != 201) {
                throw new IOException("answered " + response.status());
            }
        }
    }

    private static ApiClient ours(Access access) {
        return new ApiServerClient(
                        access,
                        "cost",
                        System::nanoTime,
                        Instant::now,
                        Thread::sleep,
                        Thread.ofVirtual().factory())
                .client(0, 0, ClientMeter.NONE);
    }

    /// Each client of the JDK uses one HTTP/2 connection, so there are four clients.
    private static ApiClient theirs(Access access, String version) {
        var context =
                TlsContexts.make(
                        new TlsContexts.Wanted(
                                access.authority().text(),
                                access.certificate().text(),
                                access.key().text(),
                                "",
                                false));
        var clients = new HttpClient[4];
        for (int i = 0; i < clients.length; i++) {
            clients[i] =
                    HttpClient.newBuilder()
                            .sslContext(context)
                            .version(
                                    version.equals("h2")
                                            ? HttpClient.Version.HTTP_2
                                            : HttpClient.Version.HTTP_1_1)
                            .build();
        }
        var turn = new AtomicInteger();
        return request -> {
            HttpRequest wanted =
                    HttpRequest.newBuilder(URI.create(access.endpoint() + request.path()))
                            .header("Content-Type", request.contentType())
                            .POST(HttpRequest.BodyPublishers.ofByteArray(request.body()))
                            .build();
            HttpResponse<InputStream> response =
                    clients[turn.getAndIncrement() % clients.length].send(
                            wanted, HttpResponse.BodyHandlers.ofInputStream());
            return new ApiResponse(response.statusCode(), Map.of(), response.body());
        };
    }
}
