package dev.berth.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.app.Main;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// A Policy that is in a ConfigMap of the cluster.
class PolicyMapTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Map<String, String> answers = new ConcurrentHashMap<>();

    @TempDir private Path folder;
    private ServerSocket server;

    @BeforeEach
    void serve() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::answerAll);
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private void answerAll() {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                answer(socket);
            } catch (IOException closed) {
                // The loop ends by itself.
            }
        }
    }

    private void answer(Socket socket) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
        List<String> request = lines.lines().takeWhile(line -> !line.isEmpty()).toList();
        String path = request.getFirst().split(" ", 3)[1];
        if (path.endsWith("/behind-a-proxy")) {
            respond(socket, "502 Bad Gateway", "<html>Bad Gateway</html>");
            return;
        }
        String body = answers.get(path);
        respond(
                socket,
                body == null ? "404 Not Found" : "200 OK",
                body == null ? "{\"message\":\"configmaps not found\"}" : body);
    }

    private static void respond(Socket socket, String status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        String head =
                "HTTP/1.1 %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
                        .formatted(status, bytes.length);
        socket.getOutputStream().write(head.getBytes(UTF_8));
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    private int run(String... more) {
        String[] args =
                Stream.concat(
                                Stream.of(
                                        "run",
                                        "--master=http://127.0.0.1:" + server.getLocalPort(),
                                        "--write-config-to=" + written()),
                                Stream.of(more))
                        .toArray(String[]::new);
        return new Main(new PrintWriter(out), new PrintWriter(err), Map.of(), false).run(args);
    }

    private Path written() {
        return folder.resolve("written.yaml");
    }

    private static String map(String key, String policy) {
        return "{\"kind\":\"ConfigMap\",\"data\":{\"%s\":\"%s\"}}"
                .formatted(key, policy.replace("\"", "\\\""));
    }

    @Test
    void itIsFoundInKubeSystemAndWinsOverAFile() throws IOException {
        answers.put(
                "/api/v1/namespaces/kube-system/configmaps/mine",
                map(
                        "policy.cfg",
                        "{\"kind\":\"Policy\",\"apiVersion\":\"v1\",\"predicates\":[{\"name\":\"MaxCinderVolumeCount\"}]}"));
        assertThat(run("--policy-configmap=mine", "--policy-config-file=/nowhere"))
                .as(err.toString())
                .isZero();
        assertThat(Files.readString(written())).contains("CinderLimits");
    }

    @Test
    void itMayBeInAnotherNamespace() {
        answers.put(
                "/api/v1/namespaces/ops/configmaps/mine",
                map("policy.cfg", "{\"kind\":\"Policy\",\"apiVersion\":\"v1\"}"));
        assertThat(run("--policy-configmap=mine", "--policy-configmap-namespace=ops"))
                .as(err.toString())
                .isZero();
    }

    @Test
    void whatIsMissingOrWrongKeepsTheSchedulerFromStarting() {
        assertThat(run("--policy-configmap=none")).isNotZero();
        assertThat(err.toString())
                .contains("couldn't get policy config map kube-system/none: configmaps not found");

        assertThat(run("--policy-configmap=behind-a-proxy")).isNotZero();
        assertThat(err.toString())
                .contains(
                        "couldn't get policy config map kube-system/behind-a-proxy: the server"
                                + " answered 502")
                .doesNotContain("bug");

        answers.put("/api/v1/namespaces/kube-system/configmaps/other", map("a", "b"));
        assertThat(run("--policy-configmap=other")).isNotZero();
        assertThat(err.toString())
                .contains("missing policy config map value at key \"policy.cfg\"");

        answers.put("/api/v1/namespaces/kube-system/configmaps/page", "<html>Welcome</html>");
        assertThat(run("--policy-configmap=page")).isNotZero();
        assertThat(err.toString())
                .contains(
                        "couldn't get policy config map kube-system/page: the server answered 200,"
                                + " not with JSON");

        answers.put(
                "/api/v1/namespaces/kube-system/configmaps/wrong",
                map(
                        "policy.cfg",
                        "{\"kind\":\"Policy\",\"apiVersion\":\"v1\",\"predicates\":[{\"name\":\"Nonsense\"}]}"));
        assertThat(run("--policy-configmap=wrong")).isNotZero();
        assertThat(err.toString())
                .contains(
                        "configmap kube-system/wrong:1:58: predicates[0].name: Invalid value:"
                                + " \"Nonsense\"");
    }
}
