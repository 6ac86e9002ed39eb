package dev.berth.kubeclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.kubeclient.http.NotSentException;
import dev.berth.kubeclient.http.RawServer;
import dev.berth.kubeclient.http.SendGuard;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

class ApiServerTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
    private static final String BUSY =
            "HTTP/1.1 429 Too Many\r\nRetry-After: 3\r\nContent-Length: 0\r\n\r\n";
    private static final String FAILING =
            "HTTP/1.1 504 Timeout\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n";
    private static final String CONFLICT = "HTTP/1.1 409 Conflict\r\nContent-Length: 0\r\n\r\n";
    private static final String UNKNOWN_TO_US =
            "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n";

    @TempDir private Path folder;
    private final AtomicLong nanos = new AtomicLong();
    private final List<Duration> pauses = new ArrayList<>();
    private RawServer server;

    @BeforeEach
    void start() throws IOException {
        server = new RawServer();
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private ApiServerClient as(String user) throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("config"),
                        """
                        current-context: c
                        contexts: [{name: c, context: {cluster: c, user: u}}]
                        clusters: [{name: c, cluster: {server: "%s"}}]
                        users: [{name: u, user: %s}]
                        """
                                .formatted(server.endpoint(), user));
        return new ApiServerClient(
                Kubeconfig.read(file.toString(), "", Map.of()),
                "test",
                nanos::get,
                () -> Instant.EPOCH.plusNanos(nanos.get()),
                this::pass,
                Thread.ofVirtual().factory());
    }

    private void pass(Duration time) {
        pauses.add(time);
        nanos.addAndGet(time.toNanos());
    }

    private static int get(ApiClient client) throws IOException, InterruptedException {
        try (ApiResponse response = client.send(ApiRequest.get("/x"))) {
            return response.status();
        }
    }

    private String authorization() throws InterruptedException {
        return server.request()
                .lines()
                .filter(line -> line.startsWith("Authorization: "))
                .findFirst()
                .orElse("none");
    }

    @Test
    void aTokenFileIsReloadedAfterTheInterval() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "one\n");
        ApiClient client = as("{tokenFile: token}").client(0, 0, ClientMeter.NONE);
        server.answering(OK).answering(OK).answering(OK);
        get(client);
        Files.writeString(token, "two");
        get(client);
        nanos.addAndGet(Duration.ofSeconds(10).toNanos());
        get(client);
        assertThat(List.of(authorization(), authorization(), authorization()))
                .containsExactly(
                        "Authorization: Bearer one",
                        "Authorization: Bearer one",
                        "Authorization: Bearer two");
    }

    @Test
    void aServerThatRejectsTheTokenGetsTheNewOneAtOnce() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "old");
        ApiClient client = as("{tokenFile: token}").client(0, 0, ClientMeter.NONE);
        server.answering(OK).answering(UNKNOWN_TO_US).answering(OK);
        get(client);
        Files.writeString(token, "new");
        assertThat(get(client)).isEqualTo(200);
        assertThat(List.of(authorization(), authorization(), authorization()).getLast())
                .isEqualTo("Authorization: Bearer new");
    }

    @Test
    void withoutNewCredentialsTheRejectionIsReturned() throws Exception {
        ApiClient client = as("{token: same}").client(0, 0, ClientMeter.NONE);
        server.answering(UNKNOWN_TO_US);
        assertThat(get(client)).isEqualTo(401);
    }

    @Test
    void theLastTokenStaysInUseWhenItsFileVanishes() throws Exception {
        Path token = Files.writeString(folder.resolve("token"), "kept");
        ApiClient client = as("{tokenFile: token}").client(0, 0, ClientMeter.NONE);
        server.answering(OK).answering(OK);
        get(client);
        Files.delete(token);
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        get(client);
        authorization();
        assertThat(authorization()).isEqualTo("Authorization: Bearer kept");
    }

    @Test
    void withoutAnyTokenNothingIsSent() throws Exception {
        ApiClient client = as("{tokenFile: missing}").client(0, 0, ClientMeter.NONE);
        assertThatThrownBy(() -> get(client))
                .isInstanceOf(NotSentException.class)
                .hasMessageContaining("token: file ")
                .hasMessageContaining("missing cannot be read");
    }

    @Test
    void anExecPluginRunsAgainWhenItsCredentialsExpire() throws Exception {
        Path program =
                Files.writeString(
                        folder.resolve("login"),
                        """
                        #!/bin/sh
                        echo x >>"$(dirname "$0")/count"
                        echo '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1",
                         "status":{"token":"t'$(wc -l <"$(dirname "$0")/count")'","expirationTimestamp":"1970-01-01T01:00:00Z"}}'
                        """);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        ApiClient client =
                as("{exec: {command: ./login, apiVersion: client.authentication.k8s.io/v1}}")
                        .client(0, 0, ClientMeter.NONE);
        server.answering(OK).answering(OK).answering(OK);
        get(client);
        nanos.addAndGet(Duration.ofMinutes(30).toNanos());
        get(client);
        nanos.addAndGet(Duration.ofMinutes(31).toNanos());
        get(client);
        assertThat(List.of(authorization(), authorization(), authorization()))
                .containsExactly(
                        "Authorization: Bearer t1",
                        "Authorization: Bearer t1",
                        "Authorization: Bearer t2");
    }

    private Path program(String text) throws IOException {
        Path program = Files.writeString(folder.resolve("login"), text);
        return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void anExecPluginRunsOnceForOneRejection() throws Exception {
        program(
                """
                #!/bin/sh
                echo x >>"$(dirname "$0")/count"
                [ $(wc -l <"$(dirname "$0")/count") = 1 ] || exit 1
                echo '{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"token":"t"}}'
                """);
        ApiClient client =
                as("{exec: {command: ./login, apiVersion: client.authentication.k8s.io/v1}}")
                        .client(0, 0, ClientMeter.NONE);
        server.answering(UNKNOWN_TO_US).answering(UNKNOWN_TO_US).answering(UNKNOWN_TO_US);
        get(client);
        get(client);
        assertThat(Files.readAllLines(folder.resolve("count")))
                .as("at the start, and without success after the first rejection")
                .hasSize(2);
        nanos.addAndGet(Duration.ofSeconds(10).toNanos());
        get(client);
        assertThat(Files.readAllLines(folder.resolve("count"))).hasSize(3);
    }

    @Test
    void anExecPluginThatTimesOutIsKilled() throws Exception {
        Path program = program("#!/bin/sh\nsleep 1000 & wait\n");
        var plugin =
                new Access.ExecPlugin(
                        program.toString(),
                        List.of(),
                        Map.of(),
                        "client.authentication.k8s.io/v1",
                        "",
                        folder.toString(),
                        Optional.empty());
        assertThatThrownBy(() ->
                        new ExecRunner(
                                        () -> Instant.EPOCH,
                                        Duration.ofMillis(50),
                                        Thread.ofVirtual().factory())
                                .credentials(plugin, false))
                .hasMessageEndingWith("it did not end within 0s");
    }

    @Test
    void anExecPluginThatFailsIsNamed() throws Exception {
        ApiServerClient broken =
                as(
                        "{exec: {command: ./none, installHint: get it there, apiVersion:"
                                + " client.authentication.k8s.io/v1}}");
        assertThatThrownBy(broken::check)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("exec plugin ./none: it cannot be started")
                .hasMessageEndingWith("get it there");
    }

    @Test
    void aResponseWithRetryAfterIsRetried() throws Exception {
        ApiClient client = as("{}").client(0, 0, ClientMeter.NONE);
        server.answering("HTTP/1.1 429 Too Many\r\nRetry-After: 3\r\nContent-Length: 0\r\n\r\n")
                .answering("HTTP/1.1 503 Busy\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n")
                .answering(OK);
        assertThat(get(client)).isEqualTo(200);
        assertThat(pauses).containsExactly(Duration.ofSeconds(3), Duration.ofSeconds(1));
    }

    @Test
    void aCallerThatCannotWaitGetsAnError() throws Exception {
        ApiClient client = as("{}").impatientClient(0, 0, ClientMeter.NONE);
        server.answering(BUSY);
        assertThat(get(client)).isEqualTo(429);
        assertThat(pauses).isEmpty();
    }

    @Test
    void retriesAreLimited() throws Exception {
        ApiClient client = as("{}").client(0, 0, ClientMeter.NONE);
        for (int i = 0; i < 11; i++) {
            server.answering(
                    "HTTP/1.1 429 Too Many\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n");
        }
        assertThat(get(client)).isEqualTo(429);
        assertThat(pauses).hasSize(10);
    }

    private static int bind(ApiClient client, SendGuard passage)
            throws IOException, InterruptedException {
        try (ApiResponse response =
                client.send(ApiRequest.post("/x", Json.Obj.EMPTY).through(passage))) {
            return response.status();
        }
    }

    /// Rejects the second request.
    private static SendGuard once() {
        var passed = new AtomicLong();
        return new SendGuard() {
            @Override
            public void enter() throws NotSentException {
                if (passed.incrementAndGet() > 1) {
                    throw new NotSentException("too late");
                }
            }

            @Override
            public void leave() {}
        };
    }

    @Test
    void eachAttemptPassesTheGuard() throws Exception {
        ApiClient client = as("{}").client(0, 0, ClientMeter.NONE);
        server.answering(BUSY).answering(OK);
        assertThatThrownBy(() -> bind(client, once()))
                .isInstanceOf(NotSentException.class)
                .hasMessage("too late");
        assertThat(pauses).hasSize(1);
    }

    @Test
    void theOutcomeIsUnknownIfARetryCannotBeSent() throws Exception {
        ApiClient client = as("{}").client(0, 0, ClientMeter.NONE);
        server.answering(FAILING).answering(OK);
        assertThatThrownBy(() -> bind(client, once()))
                .isNotInstanceOf(NotSentException.class)
                .isInstanceOf(IOException.class)
                .hasMessage("POST /x failed and was retried: too late");
    }

    @Test
    void theOutcomeIsUnknownIfARetryMeetsAConflict() throws Exception {
        ApiClient client = as("{}").client(0, 0, ClientMeter.NONE);
        server.answering(FAILING).answering(CONFLICT);
        assertThatThrownBy(() -> bind(client, SendGuard.FREE))
                .isInstanceOf(IOException.class)
                .hasMessage("POST /x failed and was retried: conflict");
        server.answering(BUSY).answering(CONFLICT);
        assertThat(bind(client, SendGuard.FREE)).isEqualTo(409);
    }

    @Test
    void anErrorWithoutRetryAfterIsReturned() throws Exception {
        ApiClient client = as("{}").client(0, 0, ClientMeter.NONE);
        server.answering("HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n");
        assertThat(get(client)).isEqualTo(500);
        assertThat(pauses).isEmpty();
    }

    @Test
    void callsAreRateLimitedAfterABurst() throws Exception {
        ApiClient client = as("{}").client(10, 3, ClientMeter.NONE);
        for (int i = 0; i < 5; i++) {
            server.answering(OK);
            get(client);
        }
        assertThat(pauses).containsExactly(Duration.ofMillis(100), Duration.ofMillis(100));
    }
}
