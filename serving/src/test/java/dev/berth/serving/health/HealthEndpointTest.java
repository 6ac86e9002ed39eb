package dev.berth.serving.health;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.engine.port.Log;
import dev.berth.serving.Calls;
import dev.berth.serving.http.Router;
import dev.berth.serving.http.ServerResponse;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The texts are recorded from kube-scheduler v1.36.4.
class HealthEndpointTest {
    private final Router paths = new Router();
    private final List<String> observed = new ArrayList<>();
    private Optional<String> shutdown = Optional.empty();

    @BeforeEach
    void install() {
        HealthObserver observer =
                (check, endpoint, well) -> observed.add(check + " " + endpoint + " " + well);
        HealthEndpoint.install(
                paths,
                "readyz",
                List.of(
                        HealthCheck.of("leaderElection", Optional::empty),
                        HealthCheck.of("shutdown", () -> shutdown),
                        HealthCheck.of("sched-handler-sync", Optional::empty)),
                observer,
                Log.NONE);
        HealthEndpoint.install(paths, "livez", List.of(), observer, Log.NONE);
    }

    private ServerResponse get(String target) throws InterruptedException {
        return paths.answer(Calls.get(target));
    }

    record Case(String target, int status, String body) {}

    static final List<Case> WELL =
            List.of(
                    new Case("/readyz", 200, "ok"),
                    new Case("/readyz/shutdown", 200, "ok"),
                    new Case("/readyz/other", 404, "404 page not found\n"),
                    new Case("/livez/ping", 200, "ok"),
                    new Case(
                            "/livez?verbose",
                            200,
                            """
                            [+]ping ok
                            livez check passed
                            """),
                    new Case(
                            "/readyz?verbose=false",
                            200,
                            """
                            [+]leaderElection ok
                            [+]shutdown ok
                            [+]sched-handler-sync ok
                            readyz check passed
                            """),
                    new Case(
                            "/readyz?verbose&exclude=shutdown&exclude=foo&exclude=bar",
                            200,
                            """
                            [+]leaderElection ok
                            [+]shutdown excluded: ok
                            [+]sched-handler-sync ok
                            warn: some health checks cannot be excluded: no matches for "bar","foo"
                            readyz check passed
                            """));

    static final List<Case> ENDING =
            List.of(
                    new Case(
                            "/readyz",
                            500,
                            """
                            [+]leaderElection ok
                            [-]shutdown failed: reason withheld
                            [+]sched-handler-sync ok
                            readyz check failed
                            """),
                    new Case(
                            "/readyz/shutdown",
                            500,
                            "internal server error: process is shutting down\n"),
                    new Case("/readyz?exclude=shutdown", 200, "ok"),
                    new Case("/livez", 200, "ok"));

    @ParameterizedTest
    @FieldSource("WELL")
    void whenAllIsWell(Case expected) throws InterruptedException {
        check(expected);
    }

    @ParameterizedTest
    @FieldSource("ENDING")
    void whenTheProcessEnds(Case expected) throws InterruptedException {
        shutdown = Optional.of("process is shutting down");
        check(expected);
    }

    private void check(Case expected) throws InterruptedException {
        ServerResponse answer = get(expected.target());
        assertThat(answer.status()).isEqualTo(expected.status());
        assertThat(new String(answer.body(), UTF_8)).isEqualTo(expected.body());
        assertThat(answer.headers()).containsEntry("Content-Type", "text/plain; charset=utf-8");
    }

    @Test
    void theObserverReceivesTheChecksThatRan() throws InterruptedException {
        shutdown = Optional.of("process is shutting down");
        get("/readyz?exclude=leaderElection");
        get("/livez");
        assertThat(observed)
                .containsExactly(
                        "shutdown readyz false",
                        "sched-handler-sync readyz true",
                        "ping livez true");
    }
}
