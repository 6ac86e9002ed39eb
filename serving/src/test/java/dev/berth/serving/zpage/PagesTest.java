package dev.berth.serving.zpage;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.model.json.Json;
import dev.berth.serving.Calls;
import dev.berth.serving.http.ClientConnection;
import dev.berth.serving.http.Endpoint;
import dev.berth.serving.http.Headers;
import dev.berth.serving.http.QueryParameters;
import dev.berth.serving.http.Router;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The texts are recorded from kube-scheduler v1.36.4.
class PagesTest {
    private static final Instant START = Instant.parse("2026-11-06T12:50:14.7Z");
    private static final long NOW =
            START.plus(Duration.ofSeconds(3 * 3600 + 2 * 60 + 19)).getEpochSecond()
                    * 1_000_000_000L;

    private final Endpoint status = status(false);
    private final Endpoint flags = flags(false);

    private static ZPage.Formats formats(boolean cbor) {
        return new ZPage.Formats(object -> "yaml of " + object.textAt("kind").orElseThrow(), cbor);
    }

    private static Endpoint status(boolean cbor) {
        return StatusPage.of(
                new StatusPage.Versions("go1.26.8", "1.36.4", "1.36"),
                START,
                List.of("/configz", "/healthz"),
                () -> NOW,
                formats(cbor));
    }

    private static Endpoint flags(boolean cbor) {
        return FlagPage.of(Map.of("v", "0", "config", ""), formats(cbor));
    }

    private static ServerResponse get(Endpoint endpoint, String accept)
            throws InterruptedException {
        return endpoint.answer(
                Calls.of(
                        "GET",
                        "/page",
                        accept.isEmpty() ? Map.of() : Map.of("accept", List.of(accept))));
    }

    private static String text(ServerResponse answer) {
        return new String(answer.body(), UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "*/*", "text/plain", "text/*;q=0.1,application/json"})
    void statusIsTextByDefault(String accept) throws InterruptedException {
        ServerResponse answer = get(status, accept);
        assertThat(answer.headers()).containsEntry("Content-Type", "text/plain; charset=utf-8");
        assertThat(text(answer))
                .isEqualTo(
                        """

                        kube-scheduler statusz
                        Warning: This endpoint is not meant to be machine parseable, has no\
                         formatting compatibility guarantees and is for debugging purposes only.

                        Started: Fri Nov  6 12:50:14 UTC 2026
                        Up: 3 hr 02 min 19 sec
                        Go version: go1.26.8
                        Binary version: 1.36.4
                        Emulation version: 1.36
                        Paths: /configz /healthz
                        """);
    }

    @Test
    void statusIsAnObjectOnRequest() throws InterruptedException {
        ServerResponse answer =
                get(status, "application/json;v=v1beta1;g=config.k8s.io;as=Statusz");
        assertThat(answer.headers())
                .isEqualTo(
                        Map.of(
                                "Content-Type",
                                "application/json;g=config.k8s.io;v=v1beta1;as=Statusz"));
        assertThat(text(answer))
                .isEqualTo(
                        """
                        {"kind":"Statusz","apiVersion":"config.k8s.io/v1beta1",\
                        "metadata":{"name":"kube-scheduler"},"startTime":"2026-11-06T12:50:14Z",\
                        "uptimeSeconds":10939,"goVersion":"go1.26.8","binaryVersion":"1.36.4",\
                        "emulationVersion":"1.36","paths":["/configz","/healthz"]}
                        """);
    }

    @Test
    void anOldVersionOfAnObjectIsServedWithAWarning() throws InterruptedException {
        ServerResponse answer =
                get(status, "application/yaml;v=v1alpha1;g=config.k8s.io;as=Statusz");
        assertThat(answer.headers())
                .containsEntry(
                        "Warning",
                        "299 - \"This version of the statusz endpoint is deprecated. Please use a"
                                + " newer version.\"");
        assertThat(text(answer)).isEqualTo("yaml of Statusz");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "text/html",
                "application/json;v=v2;g=config.k8s.io;as=Statusz",
                "application/json;v=v1beta1;g=config.k8s.io;as=Flagz",
                "application/cbor;v=v1beta1;g=config.k8s.io;as=Statusz"
            })
    void otherFormatsAreRejected(String accept) throws InterruptedException {
        ServerResponse answer = get(status, accept);
        assertThat(answer.status()).isEqualTo(406);
        assertThat(text(answer))
                .isEqualTo(
                        """
                        {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",\
                        "message":"only the following media types are accepted: application/json,\
                         application/yaml, text/plain","reason":"NotAcceptable","code":406}
                        """);
    }

    @Test
    void errorsHaveAnAcceptedFormat() throws InterruptedException {
        ServerResponse yaml = get(status, "application/yaml");
        assertThat(yaml.status()).isEqualTo(406);
        assertThat(yaml.headers()).containsEntry("Content-Type", "application/yaml");
        assertThat(text(yaml)).isEqualTo("yaml of Status");
        assertThat(get(status, "application/cbor").headers())
                .containsEntry("Content-Type", "application/json");

        ServerResponse cbor = get(status(true), "application/cbor;q=0.5,application/yaml;q=0.4");
        assertThat(cbor.status()).isEqualTo(406);
        assertThat(cbor.headers()).containsEntry("Content-Type", "application/cbor");
        assertThat(new String(cbor.body(), ISO_8859_1))
                .isEqualTo(
                        "\u00d9\u00d9\u00f7\u00a7DkindFStatusJapiVersionBv1Hmetadata\u00a0"
                                + "FstatusGFailureGmessageXmonly the following media types are"
                                + " accepted: application/json, application/yaml, text/plain,"
                                + " application/cborFreasonMNotAcceptableDcode\u0019\u0001\u0096");
        assertThat(text(get(status(true), "text/html")))
                .contains("application/yaml, text/plain, application/cbor\"");
    }

    @Test
    void objectsAreCborWithTheGate() throws InterruptedException {
        ServerResponse answer =
                get(status(true), "application/cbor;v=v1beta1;g=config.k8s.io;as=Statusz");
        assertThat(answer.headers())
                .isEqualTo(
                        Map.of(
                                "Content-Type",
                                "application/cbor;g=config.k8s.io;v=v1beta1;as=Statusz"));
        assertThat(new String(answer.body(), ISO_8859_1))
                .isEqualTo(
                        "\u00d9\u00d9\u00f7\u00a9DkindGStatuszJapiVersionUconfig.k8s.io/v1beta1"
                            + "Hmetadata\u00a1DnameNkube-schedulerIstartTimeT2026-11-06T12:50:14Z"
                            + "MuptimeSeconds\u0019*\u00bbIgoVersionHgo1.26.8"
                            + "MbinaryVersionF1.36.4PemulationVersionD1.36"
                            + "Epaths\u0082H/configzH/healthz");
        answer = get(flags(true), "application/cbor;v=v1alpha1;g=config.k8s.io;as=Flagz");
        assertThat(answer.headers()).containsKey("Warning");
        assertThat(new String(answer.body(), ISO_8859_1)).endsWith("Eflags\u00a2Fconfig@AvA0");
        assertThat(
                        get(status(true), "application/*;v=v1beta1;g=config.k8s.io;as=Statusz")
                                .headers())
                .containsEntry(
                        "Content-Type", "application/json;g=config.k8s.io;v=v1beta1;as=Statusz");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 00",
        "23, 17",
        "24, 1818",
        "-1, 20",
        "-500, 3901f3",
        "65536, 1a00010000",
        "1000000000000, 1b000000e8d4a51000",
        "1.1, fb3ff199999999999a",
        "true, f5",
        "null, f6"
    })
    void valuesAreWrittenAsInRfc8949(String json, String hex) {
        assertThat(Cbor.of(Json.Obj.of("a", Json.parse(json))))
                .asHexString()
                .isEqualToIgnoringCase("d9d9f7a14161" + hex);
    }

    @Test
    void flagsAreShownInOrder() throws InterruptedException {
        assertThat(text(get(flags, "")))
                .startsWith("\nkube-scheduler flagz\nWarning: ")
                .endsWith("\nconfig=\nv=0\n");
        assertThat(text(get(flags, "application/json;v=v1beta1;g=config.k8s.io;as=Flagz")))
                .isEqualTo(
                        """
                        {"kind":"Flagz","apiVersion":"config.k8s.io/v1beta1",\
                        "metadata":{"name":"kube-scheduler"},"flags":{"config":"","v":"0"}}
                        """);
    }

    @Test
    void theConfigurationIsOneOfTheComponents() throws InterruptedException {
        ServerResponse answer = get(new ConfigPage(() -> Json.Obj.of("a", Json.of("<"))), "");
        assertThat(text(answer)).isEqualTo("{\"componentconfig\":{\"a\":\"\\u003c\"}}");
        assertThat(answer.headers())
                .containsEntry("Content-Type", "application/json")
                .containsEntry("X-Content-Type-Options", "nosniff");
    }

    @Test
    void metricsAreScrapedAndReset() throws InterruptedException {
        var resets = new ArrayList<String>();
        var metrics =
                new MetricsEndpoint(
                        new MetricsText() {
                            @Override
                            public Page scrape(String accept) {
                                return new Page("text/" + accept, "up 1\n".getBytes(UTF_8));
                            }

                            @Override
                            public void reset() {
                                resets.add("reset");
                            }
                        },
                        1794833414);
        ServerResponse answer = get(metrics, "wanted");
        assertThat(text(answer)).isEqualTo("up 1\n");
        assertThat(answer.headers())
                .isEqualTo(
                        Map.of(
                                "Content-Type",
                                "text/wanted",
                                "Process-Start-Time-Unix",
                                "1794833414"));
        assertThat(resets).isEmpty();
        assertThat(text(metrics.answer(Calls.of("DELETE", "/metrics", Map.of()))))
                .isEqualTo("metrics reset\n");
        assertThat(resets).hasSize(1);
        assertThat(get(new MetricsEndpoint(_ -> MetricsText.Page.EMPTY, 0), "").headers())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '^',
            value = {
                "3, 200, successfully set klog.logging.verbosity to 3",
                "x3, 400, strconv.ParseUint: parsing \"x3\": invalid syntax",
                "-1, 400, strconv.ParseUint: parsing \"-1\": invalid syntax",
                "99999999999, 400, strconv.ParseUint: parsing \"99999999999\": value out of range",
                "3000000000, 400, failed set klog.logging.verbosity 3000000000:"
                        + " strconv.ParseInt: parsing \"3000000000\": value out of range",
            })
    void verbosityIsSet(String body, int code, String answered) throws InterruptedException {
        var set = new ArrayList<Integer>();
        var paths = new Router();
        VerbosityPage.install(paths, set::add);
        ServerResponse answer =
                paths.answer(
                        new ServerRequest(
                                "PUT",
                                "/debug/flags/v",
                                "/debug/flags/v",
                                QueryParameters.of(""),
                                Headers.NONE,
                                List.of(),
                                ClientConnection.NONE,
                                body.getBytes(UTF_8)));
        assertThat(answer.status()).isEqualTo(code);
        assertThat(text(answer)).isEqualTo(answered + "\n");
        assertThat(set).isEqualTo(code == 200 ? List.of(3) : List.of());
        assertThat(paths.answer(Calls.get("/debug/flags/v")).status()).isEqualTo(406);
        assertThat(text(paths.answer(Calls.get("/debug/flags/other")))).contains("<tr>v<br>");
    }

    @Test
    void pathsAreListedByTheirFirstPart() {
        Endpoint ok = _ -> ServerResponse.text("ok");
        var paths =
                new Router()
                        .put("/readyz/shutdown", ok)
                        .put("/healthz", ok)
                        .put("/readyz", ok)
                        .putUnlisted("/debug/pprof", ok);
        assertThat(paths.listed()).containsExactly("/healthz", "/readyz");
    }
}
