package dev.berth.apiserver;

import dev.berth.apiserver.discovery.Discovery;
import dev.berth.apiserver.discovery.OpenApiV2;
import dev.berth.apiserver.discovery.OpenApiV3;
import dev.berth.controlplane.api.Api;
import dev.berth.controlplane.store.StatusError;
import dev.berth.engine.port.Log;
import dev.berth.model.json.Json;
import dev.berth.serving.auth.User;
import dev.berth.serving.http.Endpoint;
import dev.berth.serving.http.MediaRange;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Routes all requests of the embedded API: authenticates the client, selects the response format,
/// and finds the endpoint. Kubernetes: the handler chain of `apiserver`.
final class ApiRouter implements Endpoint {
    private static final String REPRESENTATIONS =
            "application/json, application/yaml, application/json;stream=watch";
    private static final String AGGREGATED = "apidiscovery.k8s.io";
    private static final String OPEN_API = "/openapi/v3/";
    private static final String OLD_OPEN_API = "/openapi/v2";

    private final EmbeddedAuthenticator authenticator;
    private final ResourceRouter resources;
    private final ReviewEndpoints reviews;
    private final Discovery discovery;
    private final OpenApiV3 openApi;
    private final Endpoint beside;
    private final Log log;

    private ApiRouter(
            EmbeddedAuthenticator authenticator,
            ResourceRouter resources,
            Discovery discovery,
            OpenApiV3 openApi,
            Endpoint beside,
            Log log) {
        this.authenticator = authenticator;
        this.resources = resources;
        this.reviews = new ReviewEndpoints(authenticator);
        this.discovery = discovery;
        this.openApi = openApi;
        this.beside = beside;
        this.log = log;
    }

    static ApiRouter of(
            Api api, ServerCredentials credentials, OpenStreams streams, ApiServerOptions options) {
        var discovery = new Discovery(api.catalog());
        return new ApiRouter(
                new EmbeddedAuthenticator(credentials, options.clock()),
                new ResourceRouter(api, options.clock(), streams),
                discovery,
                new OpenApiV3(api.catalog(), discovery),
                options.beside(),
                options.log());
    }

    /// Whether the client is authenticated.
    boolean knows(ServerRequest call) throws InterruptedException {
        return authenticator.user(call).isPresent();
    }

    @Override
    public ServerResponse tooLarge(int limit) {
        return PlainResponses.refused(RequestErrors.tooLarge(limit));
    }

    @Override
    public ServerResponse answer(ServerRequest call) throws InterruptedException {
        Optional<ServerResponse> open = open(call);
        if (open.isPresent()) {
            return open.get();
        }
        Optional<User> user = authenticator.user(call);
        if (user.isEmpty()) {
            return PlainResponses.refused(RequestErrors.UNAUTHORIZED);
        }
        call.connection().authenticated();
        if (call.path().startsWith(ApiServerOptions.BESIDE)) {
            return beside.answer(call);
        }
        Optional<ResponseFormat> form = ResponseFormat.of(call);
        try {
            User impersonates = Impersonation.of(call, user.get());
            return Compression.of(call, answer(call, impersonates, form));
        } catch (ApiStatusException e) {
            return PlainResponses.refused(e.why());
        } catch (RuntimeException | StackOverflowError e) {
            log.error(e, "A request failed", "verb", call.method(), "URI", call.target());
            return PlainResponses.refused(RequestErrors.BROKEN);
        }
    }

    /// Responds to the paths that need no authentication.
    private static Optional<ServerResponse> open(ServerRequest call) {
        return switch (call.path()) {
            case "/healthz", "/livez", "/readyz" -> Optional.of(ServerResponse.text("ok"));
            case "/healthz/ping", "/livez/ping", "/readyz/ping" ->
                    Optional.of(ServerResponse.text("ok"));
            case "/version", "/version/" ->
                    Optional.of(
                            ServerResponse.of(
                                    ServerResponse.OK,
                                    ResponseFormat.JSON_TYPE,
                                    VersionInfo.JSON.pretty()));
            default -> Optional.empty();
        };
    }

    private ServerResponse answer(
            ServerRequest call, User user, Optional<ResponseFormat> accepted) {
        if (accepted.isEmpty()) {
            return oldSchemas(call)
                    .or(() -> aggregated(call))
                    .orElseGet(() ->
                            PlainResponses.refused(RequestErrors.notAcceptable(REPRESENTATIONS)));
        }
        ResponseFormat form = accepted.get();
        Optional<ResourcePath> address =
                call.path().startsWith("/api/") || call.path().startsWith("/apis/")
                        ? ResourcePath.of(call.path())
                        : Optional.empty();
        if (address.isPresent()) {
            return resources
                    .answer(call, address.get(), form)
                    .or(() -> reviews.answer(call, address.get(), user, form.plain()))
                    .or(() -> notOffered(address.get(), form))
                    .orElseGet(() -> missing(address.get().group(), form));
        }
        return call.method().equals("GET")
                ? discovered(call, form.plain())
                : PlainResponses.refused(RequestErrors.NO_SUCH_METHOD, form);
    }

    private static Optional<ServerResponse> notOffered(ResourcePath address, ResponseFormat form) {
        return UnsupportedResources.resource(address.group(), address.plural())
                .map(why -> PlainResponses.refused(why, form));
    }

    private ServerResponse missing(String group, ResponseFormat form) {
        Optional<StatusError> notOffered = UnsupportedResources.group(group);
        if (notOffered.isPresent()) {
            return PlainResponses.refused(notOffered.get(), form);
        }
        return group.isEmpty() || discovery.group(group).isPresent()
                ? PlainResponses.refused(RequestErrors.NO_SUCH_RESOURCE, form)
                : ServerResponse.notFound();
    }

    private ServerResponse discovered(ServerRequest call, ResponseFormat form) {
        List<String> steps = List.of(call.path().split("/"));
        String first = steps.size() > 1 ? steps.get(1) : "";
        return switch (first) {
            case "api" -> core(call, steps, form);
            case "apis" -> groups(call, steps, form);
            case "openapi" -> schemas(call, form);
            case "" -> form.answer(ServerResponse.OK, paths());
            default -> ServerResponse.notFound();
        };
    }

    private ServerResponse core(ServerRequest call, List<String> steps, ResponseFormat form) {
        if (steps.size() == 2) {
            String server = call.header("Host").orElse("127.0.0.1");
            return aggregated(call)
                    .orElseGet(() -> form.answer(ServerResponse.OK, Discovery.versions(server)));
        }
        return found(discovery.resources("", steps.get(2)), "", form);
    }

    private ServerResponse groups(ServerRequest call, List<String> steps, ResponseFormat form) {
        return switch (steps.size()) {
            case 2 ->
                    aggregated(call)
                            .orElseGet(() -> form.answer(ServerResponse.OK, discovery.groups()));
            case 3 -> found(discovery.group(steps.get(2)), steps.get(2), form);
            default -> found(discovery.resources(steps.get(2), steps.get(3)), steps.get(2), form);
        };
    }

    private ServerResponse found(Optional<Json.Obj> what, String group, ResponseFormat form) {
        return what.map(it -> form.answer(ServerResponse.OK, it))
                .orElseGet(() -> missing(group, form));
    }

    /// Returns the aggregated discovery, if the client prefers it.
    private Optional<ServerResponse> aggregated(ServerRequest call) {
        boolean core = call.path().equals("/api");
        if (!core && !call.path().equals("/apis")) {
            return Optional.empty();
        }
        String accept = String.join(",", call.headers().all("Accept"));
        for (MediaRange range : MediaRange.preferred(accept)) {
            if (!range.includes("application", "json")) {
                continue;
            }
            if (!range.namesAnObject()) {
                return Optional.empty();
            }
            String version = range.parameters().getOrDefault("v", "");
            if (range.parameters().getOrDefault("g", "").equals(AGGREGATED)
                    && range.parameters().getOrDefault("as", "").equals("APIGroupDiscoveryList")
                    && (version.equals("v2") || version.equals("v2beta1"))) {
                String type =
                        "application/json;g=%s;v=%s;as=APIGroupDiscoveryList"
                                .formatted(AGGREGATED, version);
                return Optional.of(
                        ServerResponse.of(
                                ServerResponse.OK,
                                type,
                                discovery.aggregated(core, version).bytes()));
            }
        }
        return Optional.empty();
    }

    /// Returns OpenAPI 2 as protobuf, the only format that kubectl accepts.
    private static Optional<ServerResponse> oldSchemas(ServerRequest call) {
        String accept = String.join(",", call.headers().all("Accept"));
        boolean wanted =
                call.path().equals(OLD_OPEN_API)
                        && call.method().equals("GET")
                        && MediaRange.preferred(accept).stream()
                                .anyMatch(range ->
                                        range.includes("application", OpenApiV2.REQUESTED_TYPE));
        return wanted
                ? Optional.of(
                        ServerResponse.of(
                                ServerResponse.OK,
                                "application/" + OpenApiV2.RESPONSE_TYPE,
                                OpenApiV2.protobuf()))
                : Optional.empty();
    }

    private ServerResponse schemas(ServerRequest call, ResponseFormat form) {
        if (call.path().equals(OLD_OPEN_API)) {
            return form.answer(ServerResponse.OK, OpenApiV2.json());
        }
        if (call.path().equals("/openapi/v3")) {
            return form.answer(ServerResponse.OK, openApi.index());
        }
        return call.path().startsWith(OPEN_API)
                ? openApi.document(call.path().substring(OPEN_API.length()))
                        .map(it -> form.answer(ServerResponse.OK, it))
                        .orElseGet(ServerResponse::notFound)
                : ServerResponse.notFound();
    }

    private Json.Obj paths() {
        var all = new ArrayList<Json>();
        all.add(Json.of("/api"));
        all.add(Json.of("/apis"));
        for (String groupVersion : discovery.groupVersions()) {
            all.add(Json.of((groupVersion.contains("/") ? "/apis/" : "/api/") + groupVersion));
        }
        for (String path :
                List.of("/healthz", "/livez", OLD_OPEN_API, "/openapi/v3", "/readyz", "/version")) {
            all.add(Json.of(path));
        }
        return Json.Obj.of("paths", new Json.Arr(all));
    }
}
