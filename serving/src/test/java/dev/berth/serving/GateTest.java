package dev.berth.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.port.Log;
import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.model.json.Json;
import dev.berth.serving.ServerFixture.Cluster;
import dev.berth.serving.ServerFixture.Reply;
import dev.berth.serving.auth.Authentication;
import dev.berth.serving.auth.AuthenticationOptions;
import dev.berth.serving.auth.AuthenticationOptions.RequestHeader;
import dev.berth.serving.auth.Authorization;
import dev.berth.serving.auth.AuthorizationOptions;
import dev.berth.serving.http.Endpoint;
import dev.berth.serving.http.ServerResponse;
import dev.berth.serving.tls.Authority;
import dev.berth.serving.tls.TlsIdentity;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/// Authentication and authorization over a real connection; the API server is a function.
@Timeout(60)
class GateTest {
    private static final Endpoint OK = _ -> ServerResponse.text("ok");
    private static final String REVIEWS = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
    private static final String TOKENS = "/apis/authentication.k8s.io/v1/tokenreviews";

    @TempDir private Path folder;

    private static ServerFixture guarded(Function<ServerFixture, Cluster> cluster) {
        return ServerFixture.guarded(
                _ -> AuthenticationOptions.DEFAULT,
                AuthorizationOptions.DEFAULT,
                Optional.of(cluster),
                OK);
    }

    /// Trusts the clients of the fixture, allows `/metrics` for `prometheus`, and accepts the token
    /// `good`.
    private static Cluster defaults(ServerFixture fixture) {
        return request -> {
            Json review = request.body().length == 0 ? Json.Obj.EMPTY : Json.parse(request.body());
            return switch (request.path()) {
                case TOKENS -> reviewedToken(review.textAt("spec", "token").orElseThrow());
                case REVIEWS ->
                        new Reply(
                                201,
                                "{\"status\":{\"allowed\":%s}}"
                                        .formatted(
                                                review.textAt("spec", "user")
                                                        .equals(Optional.of("prometheus"))));
                default ->
                        ServerFixture.configMap(
                                Map.of(
                                        "client-ca-file",
                                        fixture.clients.pem(),
                                        "requestheader-client-ca-file",
                                        fixture.proxies.pem(),
                                        "requestheader-allowed-names",
                                        "[\"front-proxy\"]",
                                        "requestheader-username-headers",
                                        "[\"X-Remote-User\"]",
                                        "requestheader-group-headers",
                                        "[\"X-Remote-Group\"]",
                                        "requestheader-extra-headers-prefix",
                                        "[\"X-Remote-Extra-\"]"));
            };
        };
    }

    private static Reply reviewedToken(String token) {
        return new Reply(
                201,
                switch (token) {
                    case "good" ->
                            """
                            {"status": {"authenticated": true, "user":
                              {"username": "prometheus", "groups": ["a"], "extra": {"k": ["v"]}}}}
                            """;
                    case "unknown" -> "{\"status\": {}}";
                    default -> "{\"status\": {\"error\": \"invalid bearer token\"}}";
                });
    }

    private static String spec(ApiRequest request) {
        return Json.parse(request.body()).objAt("spec").orElseThrow().text();
    }

    private static long count(ServerFixture fixture, String path) {
        return fixture.requests.stream().filter(request -> request.path().equals(path)).count();
    }

    private static HttpResponse<String> withToken(
            ServerFixture fixture, String token, String path) {
        return fixture.send(
                fixture.anyUser(),
                fixture.request(path).header("Authorization", "Bearer " + token));
    }

    @Test
    void somePathsAreOpenToAll() {
        try (var fixture = guarded(GateTest::defaults)) {
            assertThat(fixture.get("/healthz").body()).isEqualTo("ok");
            assertThat(fixture.get("/livez?verbose").body()).isEqualTo("ok");
            assertThat(fixture.requests).isEmpty();
        }
    }

    @Test
    void aRequestWithoutCredentialsIsAnonymousAndForbidden() {
        try (var fixture = guarded(GateTest::defaults)) {
            HttpResponse<String> answer = fixture.get("/metrics");
            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(answer.headers().map())
                    .containsEntry("content-type", List.of("application/json"))
                    .containsEntry("x-content-type-options", List.of("nosniff"));
            assertThat(answer.body())
                    .isEqualTo(
                            """
                            {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",\
                            "message":"forbidden: User \\"system:anonymous\\" cannot get path\
                             \\"/metrics\\"","reason":"Forbidden","details":{},"code":403}
                            """);
            assertThat(spec(fixture.requests.getLast()))
                    .isEqualTo(
                            """
                            {"nonResourceAttributes":{"path":"/metrics","verb":"get"},\
                            "user":"system:anonymous","groups":["system:unauthenticated"]}\
                            """);
        }
    }

    @Test
    void aCertificateOfTheClusterNamesTheUser() {
        try (var fixture = guarded(GateTest::defaults)) {
            TlsIdentity prometheus = fixture.clients.client("prometheus", "monitors", "readers");
            assertThat(fixture.getAs(prometheus, "/metrics").statusCode()).isEqualTo(200);
            assertThat(spec(fixture.requests.getLast()))
                    .contains(
                            "\"user\":\"prometheus\"",
                            "\"groups\":[\"monitors\",\"readers\",\"system:authenticated\"]",
                            "authentication.kubernetes.io/credential-id\":[\"X509SHA256=");
            assertThat(fixture.getAs(fixture.clients.client("other"), "/metrics").body())
                    .contains("User \\\"other\\\" cannot get path");
        }
    }

    @Test
    void systemMastersAreAlwaysAllowed() {
        try (var fixture = guarded(GateTest::defaults)) {
            TlsIdentity admin = fixture.clients.client("admin", "system:masters");
            assertThat(fixture.getAs(admin, "/debug/pprof/").statusCode()).isEqualTo(200);
            assertThat(count(fixture, REVIEWS)).isZero();
        }
    }

    @Test
    void aNameThatCannotBeQuotedIsRejected() {
        try (var fixture = guarded(GateTest::defaults)) {
            TlsIdentity sly = fixture.clients.client("x,O=system:masters");
            assertThat(fixture.getAs(sly, "/metrics").statusCode()).isEqualTo(403);
            assertThat(spec(fixture.requests.getLast()))
                    .contains("\"user\":\"x,O=system:masters\"");
        }
    }

    @Test
    void certificatesOfOtherAuthoritiesAreRejected() {
        try (var fixture = guarded(GateTest::defaults)) {
            var other = new Authority("other", Instant.now());
            HttpResponse<String> answer =
                    fixture.getAs(other.client("admin", "system:masters"), "/healthz");
            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(answer.body())
                    .isEqualTo(
                            """
                            {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",\
                            "message":"Unauthorized","reason":"Unauthorized","code":401}
                            """);
            TlsIdentity server = fixture.clients.server("admin");
            assertThat(fixture.getAs(server, "/healthz").statusCode())
                    .as("it is for servers, not for clients")
                    .isEqualTo(401);
        }
    }

    @Test
    void expiredCertificatesAreRejected() {
        try (var fixture = guarded(GateTest::defaults)) {
            Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
            TlsIdentity admin =
                    fixture.clients.client("admin", List.of("system:masters"), tomorrow);
            assertThat(fixture.getAs(admin, "/metrics").statusCode()).isEqualTo(200);
            fixture.pass(Duration.ofDays(2));
            assertThat(fixture.getAs(admin, "/metrics").statusCode()).isEqualTo(401);
        }
    }

    @Test
    void aNewAuthorityIsAcceptedWithItsFirstCertificate() {
        var authority = new AtomicReference<>(new Authority("old", Instant.now()));
        try (var fixture =
                guarded(_ ->
                        _ ->
                                ServerFixture.configMap(
                                        Map.of("client-ca-file", authority.get().pem())))) {
            TlsIdentity before = authority.get().client("admin", "system:masters");
            assertThat(fixture.getAs(before, "/metrics").statusCode()).isEqualTo(200);
            authority.set(new Authority("new", Instant.now()));
            TlsIdentity after = authority.get().client("admin", "system:masters");
            assertThat(fixture.getAs(after, "/metrics").statusCode())
                    .as("just read")
                    .isEqualTo(401);
            fixture.pass(Duration.ofSeconds(5));
            assertThat(fixture.getAs(after, "/metrics").statusCode()).isEqualTo(200);
            assertThat(fixture.getAs(before, "/metrics").statusCode()).isEqualTo(401);
            long readings = fixture.requests.size();
            fixture.getAs(after, "/metrics");
            assertThat(fixture.requests).hasSize((int) readings);
        }
    }

    @Test
    void theLastClientCaStaysInUseWithoutAResponse() {
        var silent = new AtomicReference<>(false);
        try (var fixture =
                guarded(made ->
                        request -> {
                            if (silent.get()) {
                                throw new IOException("no answer");
                            }
                            return defaults(made).reply(request);
                        })) {
            TlsIdentity admin = fixture.clients.client("admin", "system:masters");
            assertThat(fixture.getAs(admin, "/metrics").statusCode()).isEqualTo(200);
            silent.set(true);
            fixture.pass(Duration.ofMinutes(10));
            assertThat(fixture.getAs(admin, "/metrics").statusCode()).isEqualTo(200);
            HttpResponse<String> other =
                    fixture.getAs(fixture.clients.client("other"), "/metrics?a=b");
            assertThat(other.statusCode()).isEqualTo(500);
            assertThat(other.body())
                    .isEqualTo("Internal Server Error: \"/metrics?a=b\": no answer\n");
            assertThat(withToken(fixture, "good", "/metrics").statusCode()).isEqualTo(401);
        }
    }

    @Test
    void aProxyNamesTheUser() {
        try (var fixture = guarded(GateTest::defaults)) {
            TlsIdentity proxy = fixture.proxies.client("front-proxy");
            HttpResponse<String> answer =
                    fixture.send(
                            fixture.client(proxy),
                            fixture.request("/metrics")
                                    .header("X-Remote-User", "prometheus")
                                    .header("X-Remote-Group", "a")
                                    .header("X-Remote-Group", "b")
                                    .header("X-Remote-Extra-Scopes%2fx", "c"));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(spec(fixture.requests.getLast()))
                    .contains(
                            "\"groups\":[\"a\",\"b\",\"system:authenticated\"]",
                            "\"extra\":{\"scopes/x\":[\"c\"]}");
        }
    }

    @Test
    void onlyAnAllowedProxyCanNameTheUser() {
        try (var fixture = guarded(GateTest::defaults)) {
            for (TlsIdentity who :
                    List.of(
                            fixture.proxies.client("other"),
                            fixture.clients.client("front-proxy"))) {
                HttpResponse<String> answer =
                        fixture.send(
                                fixture.client(who),
                                fixture.request("/metrics")
                                        .header("X-Remote-User", "admin")
                                        .header("X-Remote-Group", "system:masters"));
                assertThat(answer.statusCode()).isIn(401, 403);
            }
        }
    }

    @Test
    void aTokenIsReviewedAndCached() {
        try (var fixture = guarded(GateTest::defaults)) {
            assertThat(withToken(fixture, "good", "/metrics").statusCode()).isEqualTo(200);
            assertThat(spec(fixture.requests.getLast()))
                    .contains(
                            "\"groups\":[\"a\",\"system:authenticated\"]",
                            "\"extra\":{\"k\":[\"v\"]}");
            withToken(fixture, "good", "/metrics");
            assertThat(count(fixture, TOKENS)).isOne();
            assertThat(count(fixture, REVIEWS)).isOne();
            fixture.pass(Duration.ofSeconds(10));
            withToken(fixture, "good", "/metrics");
            assertThat(count(fixture, TOKENS)).isEqualTo(2);
            assertThat(count(fixture, REVIEWS)).isEqualTo(2);
        }
    }

    @Test
    void anInvalidTokenIsRejectedEvenOnPathsThatAreAlwaysAllowed() {
        try (var fixture = guarded(GateTest::defaults)) {
            assertThat(withToken(fixture, "bad", "/healthz").statusCode()).isEqualTo(401);
            assertThat(withToken(fixture, "bad", "/healthz").statusCode()).isEqualTo(401);
            assertThat(count(fixture, TOKENS)).as("errors are not remembered").isEqualTo(2);
            assertThat(withToken(fixture, "unknown", "/healthz").statusCode()).isEqualTo(401);
            assertThat(withToken(fixture, "unknown", "/healthz").statusCode()).isEqualTo(401);
            assertThat(count(fixture, TOKENS)).isEqualTo(3);
        }
    }

    @Test
    void otherAuthorizationsAreNoTokens() {
        try (var fixture = guarded(GateTest::defaults)) {
            HttpResponse<String> answer =
                    fixture.send(
                            fixture.anyUser(),
                            fixture.request("/healthz").header("Authorization", "Basic YTpi"));
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(fixture.requests).isEmpty();
        }
    }

    @Test
    void aRejectionContainsTheReason() {
        try (var fixture =
                guarded(_ ->
                        _ ->
                                new Reply(
                                        201,
                                        "{\"status\":{\"allowed\":false,\"reason\":\"<no>\"}}"))) {
            assertThat(fixture.get("/a%22%3Cb%3E&c").body())
                    .contains(
                            "cannot get path \\\"/a\\\\\\\"\\u0026lt;b\\u0026gt;\\u0026amp;c\\\":"
                                    + " \\u003cno\\u003e\"");
        }
    }

    @Test
    void withoutAClusterOnlyAlwaysAllowedPathsAreAllowed() throws IOException {
        Path file = folder.resolve("ca.crt");
        try (var fixture =
                ServerFixture.guarded(
                        made -> {
                            write(file, made.clients.pem());
                            return new AuthenticationOptions(
                                    "",
                                    false,
                                    true,
                                    Duration.ofSeconds(10),
                                    file.toString(),
                                    RequestHeader.DEFAULT);
                        },
                        new AuthorizationOptions(
                                "",
                                List.of("/healthz*", "/"),
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(10)),
                        Optional.empty(),
                        OK)) {
            assertThat(fixture.get("/").statusCode()).isEqualTo(200);
            assertThat(fixture.get("/healthz/ping").statusCode()).isEqualTo(200);
            assertThat(withToken(fixture, "good", "/metrics").statusCode()).isEqualTo(403);
            TlsIdentity admin = fixture.clients.client("admin", "system:masters");
            assertThat(fixture.getAs(admin, "/metrics").statusCode()).isEqualTo(200);

            var next = new Authority("next", Instant.now());
            write(file, next.pem());
            fixture.pass(Duration.ofSeconds(1));
            assertThat(fixture.getAs(admin, "/metrics").statusCode()).isEqualTo(401);
            assertThat(fixture.getAs(next.client("admin", "system:masters"), "/").statusCode())
                    .isEqualTo(200);
        }
    }

    private static void write(Path file, String content) {
        try {
            Files.writeString(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aStarIsAllowedOnlyAtTheEnd() {
        var options =
                new AuthorizationOptions(
                        "", List.of("/a*b"), Duration.ofSeconds(10), Duration.ofSeconds(10));
        assertThatThrownBy(() -> new Authorization(options, Optional.empty(), () -> 0, Log.NONE))
                .hasMessage("only trailing * allowed in \"a*b\"");
    }

    @Test
    void anAuthorityThatCannotBeReadIsNamedWithTheReason() {
        var options =
                new AuthenticationOptions(
                        "",
                        false,
                        true,
                        Duration.ofSeconds(10),
                        "/none.crt",
                        RequestHeader.DEFAULT);
        assertThatThrownBy(() -> new Authentication(options, Optional.empty(), () -> 0, Log.NONE))
                .hasMessage(
                        "unable to load client CA provider: /none.crt: no such file or directory");
    }

    @Test
    void aFailedLookUpIsToleratedOrNot() throws Exception {
        ApiClient silent =
                _ -> {
                    throw new IOException("no answer");
                };
        new Authentication(AuthenticationOptions.DEFAULT, Optional.of(silent), () -> 0, Log.NONE)
                .lookUp();
        var strict =
                new AuthenticationOptions(
                        "", false, false, Duration.ofSeconds(10), "", RequestHeader.DEFAULT);
        assertThatThrownBy(() ->
                        new Authentication(strict, Optional.of(silent), () -> 0, Log.NONE).lookUp())
                .hasMessage(
                        "unable to load configmap based request-header-client-ca-file: no answer");
    }
}
