package dev.berth.dashboard;

import static dev.berth.testkit.Build.node;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.config.DefaultProfile;
import dev.berth.serving.http.ClientConnection;
import dev.berth.serving.http.Headers;
import dev.berth.serving.http.QueryParameters;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Which requests the port of the dashboard authenticates, and what it sends to browsers.
class DashboardEndpointTest {
    private int names;
    private long ticks;
    private final DashboardEndpoint endpoint =
            new DashboardEndpoint(
                    QuestionEndpoint.withoutHistory(
                            new ScenarioScheduler(
                                    Scenario.of(DefaultProfile.spec()).nodes(node("n1").cpu("1"))),
                            new QuestionEndpoint.About("embedded", "1", true, List.of()),
                            TestContext.STOPPED),
                    call ->
                            call.header("Authorization").equals(Optional.of("Bearer right"))
                                    ? Optional.of(ListAccess.ALL)
                                    : Optional.empty(),
                    Optional.of(call ->
                            ServerResponse.text("cluster " + call.method() + call.target())),
                    () -> "name-" + ++names,
                    () -> ticks);

    private static final Map<String, String> COOKIE = Map.of("Cookie", "berth_session_8080=name-2");
    private static final String IN_SESSION = "/session/name-1/berth/v1/overview";

    private ServerResponse ask(
            String method, String target, Map<String, String> headers, String body)
            throws InterruptedException {
        var all = new HashMap<String, List<String>>();
        all.put("Host", List.of("127.0.0.1:8080"));
        headers.forEach((name, value) -> all.put(name, List.of(value)));
        int question = target.indexOf('?');
        return endpoint.answer(
                new ServerRequest(
                        method,
                        question < 0 ? target : target.substring(0, question),
                        target,
                        QueryParameters.of(question < 0 ? "" : target.substring(question + 1)),
                        new Headers(all),
                        List.of(),
                        ClientConnection.NONE,
                        body.getBytes(UTF_8)));
    }

    private ServerResponse get(String target, Map<String, String> headers)
            throws InterruptedException {
        return ask("GET", target, headers, "");
    }

    @Test
    void aTokenInTheAddressBecomesACookieThatNoScriptReads() throws InterruptedException {
        ServerResponse answer = get("/pods/default/web?token=right", Map.of());
        assertThat(answer.status()).isEqualTo(303);
        assertThat(answer.headers())
                .containsEntry("Location", "/pods/default/web#session=name-1")
                .containsEntry(
                        "Set-Cookie",
                        "berth_session_8080=name-2; Path=/session/name-1; HttpOnly;"
                                + " SameSite=Strict; Max-Age=43200");
    }

    @Test
    void aWrongTokenInTheAddressChangesNothing() throws InterruptedException {
        ServerResponse answer = get("/?token=wrong", Map.of());
        assertThat(answer.status()).isEqualTo(303);
        assertThat(answer.headers()).doesNotContainKey("Set-Cookie");
    }

    @Test
    void theCookieOfAnotherPortIsNotOurs() throws InterruptedException {
        get("/?token=right", Map.of());
        assertThat(get(IN_SESSION, Map.of("Cookie", "berth_session_9090=name-2")).status())
                .isEqualTo(401);
    }

    @Test
    void aCookieIsWorthlessWithoutThePathOfItsSession() throws InterruptedException {
        get("/?token=right", Map.of());
        assertThat(get("/berth/v1/overview", COOKIE).status()).isEqualTo(401);
        assertThat(get("/session/name-2/berth/v1/overview", COOKIE).status()).isEqualTo(401);
        assertThat(get("/session/other/berth/v1/overview", COOKIE).status()).isEqualTo(401);
        assertThat(get(IN_SESSION, Map.of()).status()).isEqualTo(401);
        assertThat(get(IN_SESSION, COOKIE).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/session/name-1", "/session/name-1/", "/session/name-1/page.js"})
    void onlyQuestionsAndTheClusterAreBelowThePathOfASession(String path)
            throws InterruptedException {
        get("/?token=right", Map.of());
        assertThat(get(path, COOKIE).status()).isEqualTo(404);
    }

    @Test
    void aSessionEndsAnHourAfterItsLastUse() throws InterruptedException {
        get("/?token=right", Map.of());
        ticks += Sessions.MAX_IDLE.toNanos() - 1;
        assertThat(get(IN_SESSION, COOKIE).status()).isEqualTo(200);
        ticks += Sessions.MAX_IDLE.toNanos();
        assertThat(get(IN_SESSION, COOKIE).status()).isEqualTo(401);
    }

    @Test
    void aSessionInUseEndsAfterTwelveHours() throws InterruptedException {
        get("/?token=right", Map.of());
        long step = Sessions.MAX_IDLE.toNanos() / 2;
        long steps = Sessions.MAX_AGE.toNanos() / step;
        for (long i = 1; i < steps; i++) {
            ticks += step;
            assertThat(get(IN_SESSION, COOKIE).status()).isEqualTo(200);
        }
        ticks += step;
        assertThat(get(IN_SESSION, COOKIE).status()).isEqualTo(401);
    }

    @Test
    void aSignedOutSessionIsUnknown() throws InterruptedException {
        get("/?token=right", Map.of());
        assertThat(get("/session/name-1/logout", COOKIE).status()).isEqualTo(405);
        assertThat(get(IN_SESSION, COOKIE).status()).isEqualTo(200);
        ask("POST", "/session/name-1/logout", Map.of(), "");
        assertThat(get(IN_SESSION, COOKIE).status()).isEqualTo(200);
        ask("POST", "/session/name-1/logout", COOKIE, "");
        assertThat(get(IN_SESSION, COOKIE).status()).isEqualTo(401);
    }

    @ParameterizedTest
    @CsvSource({"//evil.example/x, /evil.example/x", "/a b, /a%20b", "'/x\r\ny', /x%0D%0Ay"})
    void aStrangePathLeadsNowhereElse(String path, String location) throws InterruptedException {
        assertThat(get(path + "?token=right", Map.of()).headers())
                .containsEntry("Location", location + "#session=name-1");
    }

    @Test
    void theCookieOpensQuestionsAndCluster() throws InterruptedException {
        get("/?token=right", Map.of());
        var cookie = Map.of("Cookie", "other=1; berth_session_8080=name-2");
        assertThat(get(IN_SESSION, cookie).status()).isEqualTo(200);
        ServerResponse cluster = get("/session/name-1/k8s/api/v1/nodes?limit=1", cookie);
        assertThat(new String(cluster.body(), UTF_8)).isEqualTo("cluster GET/api/v1/nodes?limit=1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/berth/v1/overview", "/berth/v1/stream", "/k8s/api/v1/nodes"})
    void withoutCredentialsNoRequestIsAccepted(String path) throws InterruptedException {
        assertThat(get(path, Map.of()).status()).isEqualTo(401);
        assertThat(get("/session/name-1" + path, COOKIE).status()).isEqualTo(401);
        assertThat(get(path, Map.of("Authorization", "Bearer wrong")).status()).isEqualTo(401);
    }

    @Test
    void theFormChecksTheToken() throws InterruptedException {
        ServerResponse signedIn = ask("POST", "/login", Map.of(), "right\n");
        assertThat(signedIn.headers().get("Set-Cookie"))
                .startsWith("berth_session_8080=name-2; Path=/session/name-1;");
        assertThat(new String(signedIn.body(), UTF_8)).isEqualTo("name-1");
        assertThat(ask("POST", "/login", Map.of(), "wrong").status()).isEqualTo(401);
        assertThat(ask("POST", "/login", Map.of(), "").status()).isEqualTo(401);
        assertThat(ask("POST", "/session/name-1/logout", Map.of(), "").headers().get("Set-Cookie"))
                .contains("Max-Age=0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "127.0.0.1.evil.example:80", ""})
    void anotherNameForThisMachineIsTurnedAway(String host) throws InterruptedException {
        assertThat(get("/", Map.of("Host", host)).status()).isEqualTo(421);
    }

    @Test
    void anotherSiteMayNotChangeAnything() throws InterruptedException {
        var evil = Map.of("Origin", "http://evil.example", "Authorization", "Bearer right");
        assertThat(ask("POST", "/berth/v1/pause", evil, "").status()).isEqualTo(403);
        var ours = Map.of("Origin", "http://127.0.0.1:8080", "Authorization", "Bearer right");
        assertThat(ask("POST", "/berth/v1/pause", ours, "").status()).isEqualTo(200);
        assertThat(ask("PUT", "/page.js", ours, "").status()).isEqualTo(405);
    }

    @Test
    void responsesHaveAContentSecurityPolicy() throws InterruptedException {
        assertThat(get("/", Map.of()).headers().get("Content-Security-Policy"))
                .contains("default-src 'none'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/queue", "/pods/default/a.b", "/nodes/n1.example.com", "/nope"})
    void everyViewIsThePage(String path) throws InterruptedException {
        ServerResponse answer = get(path, Map.of());
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers()).containsEntry("Content-Type", "text/html; charset=utf-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/favicon.ico", "/../module-info.class", "/help.class"})
    void otherFilesAreNotThere(String path) throws InterruptedException {
        assertThat(get(path, Map.of()).status()).isEqualTo(404);
    }
}
