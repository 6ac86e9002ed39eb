package dev.berth.app.snapshot;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.ApiPath;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.model.Kind;
import dev.berth.model.MessageText;
import dev.berth.model.json.Json;
import dev.berth.model.json.JsonException;
import dev.berth.model.json.JsonOptions;
import dev.berth.model.json.JsonReader;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// Lists the objects of a cluster as of one resource version.
///
/// The resource versions of all built-in kinds are revisions of one database. A list at exactly one
/// revision (`resourceVersionMatch=Exact`) therefore fits the lists of the other kinds. It comes in
/// pages, and only one object is in memory at a time.
final class ClusterLists {
    private static final int PAGE = 1_000;
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int GONE = 410;
    private static final String RBAC =
            "Grant the permissions of deploy/snapshot/rbac.yaml to the user of the kubeconfig.";

    private final ApiClient client;

    ClusterLists(ApiClient client) {
        this.client = client;
    }

    /// The API server has removed the resource version.
    static final class ExpiredException extends Exception {
        ExpiredException(String message) {
            super(message);
        }
    }

    /// The newest resource version.
    String resourceVersion() throws IOException, InterruptedException, ExpiredException {
        Json list = page(Kind.NAMESPACE, ApiPath.of(Kind.NAMESPACE) + "?limit=1", _ -> {});
        return list.textAt("metadata", "resourceVersion").orElse("");
    }

    /// The number of objects; empty if the server does not have the kind.
    OptionalLong list(Kind kind, String resourceVersion, Consumer<Json.Obj> each)
            throws IOException, InterruptedException, ExpiredException {
        var count = new long[1];
        Consumer<Json.Obj> counted =
                object -> {
                    each.accept(object);
                    count[0]++;
                };
        String start =
                "%s?limit=%d&resourceVersion=%s&resourceVersionMatch=Exact"
                        .formatted(ApiPath.of(kind), PAGE, ApiPath.encoded(resourceVersion));
        String next = start;
        while (!next.isEmpty()) {
            Json page = page(kind, next, counted);
            if (page instanceof Json.Null) {
                return OptionalLong.empty();
            }
            String token = page.textAt("metadata", "continue").orElse("");
            next =
                    token.isEmpty()
                            ? ""
                            : "%s?limit=%d&continue=%s"
                                    .formatted(ApiPath.of(kind), PAGE, ApiPath.encoded(token));
        }
        return OptionalLong.of(count[0]);
    }

    /// The list without its items; `null` if the server does not have the kind.
    private Json page(Kind kind, String path, Consumer<Json.Obj> each)
            throws IOException, InterruptedException, ExpiredException {
        ApiRequest request = ApiRequest.get(path).within(TIMEOUT).silentFor(TIMEOUT);
        try (ApiResponse response = client.send(request)) {
            if (response.status() == NOT_FOUND) {
                return Json.Null.NULL;
            }
            if (!response.granted()) {
                throw failure(kind, response);
            }
            JsonOptions options = JsonOptions.DEFAULT.droppingManagedFields();
            @SuppressWarnings("resource") // The response closes the body.
            var reader = new JsonReader(response.body(), options);
            return reader.next(
                            "items",
                            item -> {
                                if (item instanceof Json.Obj object) {
                                    each.accept(object);
                                }
                            })
                    .orElseThrow(
                            () -> new IOException("the list of " + kind.plural() + " is empty"));
        } catch (JsonException e) {
            throw new IOException(
                    "the list of %s is not JSON: %s".formatted(kind.plural(), e.getMessage()), e);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static Failure failure(Kind kind, ApiResponse response)
            throws IOException, ExpiredException {
        byte[] body = response.body().readNBytes(1 << 16);
        String message;
        try {
            message = Json.parse(body).textAt("message").orElse("");
        } catch (JsonException noStatus) {
            message = "";
        }
        String text =
                "cannot list %s: the API server answered %d%s"
                        .formatted(
                                kind.plural(),
                                response.status(),
                                message.isEmpty() ? "" : ": " + MessageText.plain(message));
        if (response.status() == GONE) {
            throw new ExpiredException(text);
        }
        return response.status() == FORBIDDEN
                ? new Failure(ExitCode.NO, text, RBAC)
                : new Failure(text);
    }
}
