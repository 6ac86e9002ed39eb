package dev.berth.app.client;

import dev.berth.answers.AnswerCodec;
import dev.berth.answers.ErrorAnswer;
import dev.berth.app.terminal.TerminalEscapes;
import dev.berth.kubeclient.Access;
import dev.berth.kubeclient.ApiPath;
import dev.berth.kubeclient.ApiServerClient;
import dev.berth.kubeclient.ClientMeter;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.kubeclient.http.NotSentException;
import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonException;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Sends questions to one scheduler, which can belong to an embedded cluster.
///
/// @param named whether the user named the server as a scheduler; else it is the server of a
///   kubeconfig, which may be an API server without the answers
public record QuestionClient(Access access, boolean named, Duration timeout) {
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
    /// @param parts names with any characters
    public static String path(String... parts) {
        return Stream.of(parts).map(ApiPath::encoded).collect(Collectors.joining("/", "/", ""));
    }

    /// @param path below `/berth/v1`, with its query
    /// @throws AnswerException if there is no answer, or it is an error
    public Json.Obj ask(String path) throws AnswerException, InterruptedException {
        return get(ROOT + path);
    }

    /// The configuration in force, as the page `/configz` contains it.
    ///
    /// @throws AnswerException if there is no answer, or it is an error
    public Json.Obj configuration() throws AnswerException, InterruptedException {
        return get("/configz");
    }

    private Json.Obj get(String path) throws AnswerException, InterruptedException {
        try (var server =
                new ApiServerClient(
                        access,
                        "berth",
                        System::nanoTime,
                        Instant::now,
                        Thread::sleep,
                        Thread.ofVirtual().factory())) {
            server.check();
            ApiRequest request = ApiRequest.get(path).within(timeout).silentFor(timeout);
            try (ApiResponse response =
                    server.impatientClient(0, 0, ClientMeter.NONE).send(request)) {
                return answer(response.status(), response.body().readAllBytes());
            }
        } catch (IllegalArgumentException e) {
            throw new AnswerException(
                    false, TerminalEscapes.text(String.valueOf(e.getMessage())), "");
        } catch (IOException e) {
            throw new AnswerException(
                    false,
                    unreached(e),
                    e instanceof NotSentException unsent && unsent.isAboutTrust() ? trust() : "");
        }
    }

    private String unreached(IOException e) {
        String why = TerminalEscapes.text(String.valueOf(e.getMessage()));
        return why.contains(access.endpoint().authority())
                ? why
                : "no response from %s: %s".formatted(access.endpoint(), why);
    }

    private static String trust() {
        return "Set --certificate-authority FILE, or skip the verification with"
                + " --insecure-skip-tls-verify.";
    }

    private Json.Obj answer(int status, byte[] body) throws AnswerException {
        Optional<Json.Obj> json = json(body);
        if (status == 200 && json.isPresent()) {
            return json.get();
        }
        Optional<ErrorAnswer> error = json.flatMap(QuestionClient::error);
        if (error.isPresent()) {
            throw new AnswerException(
                    true,
                    TerminalEscapes.text(error.get().error()),
                    error.get()
                            .leader()
                            .filter(name -> !name.isEmpty())
                            .map(QuestionClient::leader)
                            .orElse(""));
        }
        if (status == UNAUTHORIZED) {
            throw new AnswerException(
                    true,
                    "%s cannot authenticate you".formatted(access.endpoint()),
                    "Set --token, or use a kubeconfig with a user that the server trusts.");
        }
        if (named && status == NOT_FOUND) {
            throw new AnswerException(
                    true,
                    "%s is not a Berth scheduler; set --server to the address of a berth run process"
                            .formatted(access.endpoint()),
                    "");
        }
        // An API server rejects unauthorized users before it looks for the path.
        if (!named && (status == NOT_FOUND || status == FORBIDDEN)) {
            throw new AnswerException(
                    true,
                    "%s is an API server, not a Berth scheduler; set --server to the address of the scheduler"
                            .formatted(access.endpoint()),
                    "For example:\n" + FORWARD.formatted("SCHEDULER"));
        }
        throw new AnswerException(
                true, "%s answered %d%s".formatted(access.endpoint(), status, message(json)), "");
    }

    /// The identity of a leader is the name of its pod and a random suffix.
    private static String leader(String leader) {
        String name = TerminalEscapes.text(leader);
        int end = name.lastIndexOf('_');
        return "Query the leader:\n" + FORWARD.formatted(end > 0 ? name.substring(0, end) : name);
    }

    private static Optional<ErrorAnswer> error(Json.Obj json) {
        try {
            return Optional.of(AnswerCodec.decode(json, ErrorAnswer.class))
                    .filter(answer -> !answer.error().isEmpty());
        } catch (DecodeException e) {
            return Optional.empty();
        }
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
            // A proxy can respond with an HTML page.
            return Optional.empty();
        }
    }
}
