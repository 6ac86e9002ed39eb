package dev.berth.app.ask;

import dev.berth.app.terminal.TerminalEscapes;
import dev.berth.kubeclient.Access;
import dev.berth.kubeclient.ApiPath;
import dev.berth.kubeclient.ApiServerClient;
import dev.berth.kubeclient.ClientMeter;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.kubeclient.http.NotSentException;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonException;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Asks one scheduler, which may be the one of an embedded cluster.
///
/// @param named whether the server was named as a scheduler; else it is that of a kubeconfig, which
///   may be an API server that knows nothing of us
public record Questions(Access access, boolean named, Duration timeout) {
    private static final String ROOT = "/berth/v1";
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final String FORWARD =
            """
              kubectl -n kube-system port-forward pod/%s 10259
              berth ... --server https://127.0.0.1:10259 --insecure-skip-tls-verify\
            """;

    /// The path to an answer.
    ///
    /// @param parts names, whatever is in them
    public static String path(String... parts) {
        return Stream.of(parts).map(ApiPath::encoded).collect(Collectors.joining("/", "/", ""));
    }

    /// @param path below `/berth/v1`, with its query
    /// @throws Refusal if there is no answer, or it is an error
    public Json.Obj ask(String path) throws Refusal, InterruptedException {
        try (var server =
                new ApiServerClient(
                        access,
                        "berth",
                        System::nanoTime,
                        Instant::now,
                        Thread::sleep,
                        Thread.ofVirtual().factory())) {
            server.check();
            ApiRequest request = ApiRequest.get(ROOT + path).within(timeout).silentFor(timeout);
            try (ApiResponse response =
                    server.impatientClient(0, 0, ClientMeter.NONE).send(request)) {
                return answer(response.status(), response.body().readAllBytes());
            }
        } catch (IllegalArgumentException e) {
            throw new Refusal(false, TerminalEscapes.text(String.valueOf(e.getMessage())), "");
        } catch (IOException e) {
            throw new Refusal(
                    false,
                    unreached(e),
                    e instanceof NotSentException unsent && unsent.isAboutTrust() ? trust() : "");
        }
    }

    private String unreached(IOException e) {
        String why = TerminalEscapes.text(String.valueOf(e.getMessage()));
        return why.contains(access.endpoint().authority())
                ? why
                : "no answer from %s: %s".formatted(access.endpoint(), why);
    }

    private static String trust() {
        return "Say whom to trust with --certificate-authority FILE, or trust anybody with"
                + " --insecure-skip-tls-verify.";
    }

    private Json.Obj answer(int status, byte[] body) throws Refusal {
        Optional<Json.Obj> json = json(body);
        if (status == 200 && json.isPresent()) {
            return json.get();
        }
        Optional<String> error = json.flatMap(all -> all.textAt("error"));
        if (error.isPresent()) {
            throw new Refusal(
                    true,
                    TerminalEscapes.text(error.get()),
                    json.flatMap(all -> all.textAt("leader")).map(Questions::leader).orElse(""));
        }
        if (status == UNAUTHORIZED) {
            throw new Refusal(
                    true,
                    "%s does not know you".formatted(access.endpoint()),
                    "Say who you are with --token, or with a kubeconfig whose user it trusts.");
        }
        if (named && status == NOT_FOUND) {
            throw new Refusal(
                    true,
                    "%s does not answer as Berth does; --server names a process of berth run"
                            .formatted(access.endpoint()),
                    "");
        }
        // Whoever may not ask an API server for any path is refused before it looks for it.
        if (!named && (status == NOT_FOUND || status == FORBIDDEN)) {
            throw new Refusal(
                    true,
                    "%s is not a scheduler of Berth but an API server; name the scheduler with --server"
                            .formatted(access.endpoint()),
                    "For example:\n" + FORWARD.formatted("SCHEDULER"));
        }
        throw new Refusal(
                true, "%s answered %d%s".formatted(access.endpoint(), status, message(json)), "");
    }

    /// Leaders are called after their host, which is their pod, and a random part.
    private static String leader(String leader) {
        String name = TerminalEscapes.text(leader);
        int end = name.lastIndexOf('_');
        return "Ask the one that leads:\n"
                + FORWARD.formatted(end > 0 ? name.substring(0, end) : name);
    }

    private static String message(Optional<Json.Obj> json) {
        return json.flatMap(all -> all.textAt("message"))
                .map(text -> ": " + TerminalEscapes.text(text))
                .orElse("");
    }

    private static Optional<Json.Obj> json(byte[] body) {
        try {
            return Json.parse(body) instanceof Json.Obj object
                    ? Optional.of(object)
                    : Optional.empty();
        } catch (JsonException noJson) {
            // A proxy on the way answers with a page of its own.
            return Optional.empty();
        }
    }
}
