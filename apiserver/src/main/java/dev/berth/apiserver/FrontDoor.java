package dev.berth.apiserver;

import dev.berth.apiserver.discovery.Discovery;
import dev.berth.apiserver.discovery.OldOpenApi;
import dev.berth.apiserver.discovery.OpenApi;
import dev.berth.engine.port.Log;
import dev.berth.model.json.Json;
import dev.berth.serving.auth.User;
import dev.berth.serving.http.Answer;
import dev.berth.serving.http.Call;
import dev.berth.serving.http.Endpoint;
import dev.berth.serving.http.MediaRange;
import dev.berth.sim.api.Api;
import dev.berth.sim.store.Refusal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Where every request comes in: who asks, in which form, and what for.
final class FrontDoor implements Endpoint {
    private static final String REPRESENTATIONS =
            "application/json, application/yaml, application/json;stream=watch";
    private static final String AGGREGATED = "apidiscovery.k8s.io";
    private static final String OPEN_API = "/openapi/v3/";
    private static final String OLD_OPEN_API = "/openapi/v2";

    private final Doorkeeper doorkeeper;
    private final Resources resources;
    private final Reviews reviews;
    private final Discovery discovery;
    private final OpenApi openApi;
    private final Endpoint beside;
    private final Log log;

    private FrontDoor(
            Doorkeeper doorkeeper,
            Resources resources,
            Discovery discovery,
            OpenApi openApi,
            Endpoint beside,
            Log log) {
        this.doorkeeper = doorkeeper;
        this.resources = resources;
        this.reviews = new Reviews(doorkeeper);
        this.discovery = discovery;
        this.openApi = openApi;
        this.beside = beside;
        this.log = log;
    }

    static FrontDoor of(
            Api api, Credentials credentials, Streams streams, ApiServerOptions options) {
        var discovery = new Discovery(api.catalogue());
        return new FrontDoor(
                new Doorkeeper(credentials, options.clock()),
                new Resources(api, options.clock(), streams),
                discovery,
                new OpenApi(api.catalogue(), discovery),
                options.beside(),
                options.log());
    }

    /// Whether somebody may come in.
    boolean knows(Call call) throws InterruptedException {
        return doorkeeper.user(call).isPresent();
    }

    @Override
    public Answer tooLarge(int limit) {
        return Answers.refused(Refusals.tooLarge(limit));
    }

    @Override
    public Answer answer(Call call) throws InterruptedException {
        Optional<Answer> open = open(call);
        if (open.isPresent()) {
            return open.get();
        }
        Optional<User> user = doorkeeper.user(call);
        if (user.isEmpty()) {
            return Answers.refused(Refusals.UNAUTHORIZED);
        }
        if (call.path().startsWith(ApiServerOptions.BESIDE)) {
            return beside.answer(call);
        }
        Optional<Form> form = Form.of(call);
        try {
            User speaksFor = Impersonation.of(call, user.get());
            return Compression.of(call, answer(call, speaksFor, form));
        } catch (Unwelcome e) {
            return Answers.refused(e.why());
        } catch (RuntimeException | StackOverflowError e) {
            log.error(e, "A request failed", "verb", call.method(), "URI", call.target());
            return Answers.refused(Refusals.BROKEN);
        }
    }

    /// What everybody may ask.
    private static Optional<Answer> open(Call call) {
        return switch (call.path()) {
            case "/healthz", "/livez", "/readyz" -> Optional.of(Answer.text("ok"));
            case "/healthz/ping", "/livez/ping", "/readyz/ping" -> Optional.of(Answer.text("ok"));
            case "/version", "/version/" ->
                    Optional.of(Answer.of(Answer.OK, Form.JSON_TYPE, Version.JSON.pretty()));
            default -> Optional.empty();
        };
    }

    private Answer answer(Call call, User user, Optional<Form> accepted) {
        if (accepted.isEmpty()) {
            return oldSchemas(call)
                    .or(() -> aggregated(call))
                    .orElseGet(() -> Answers.refused(Refusals.notAcceptable(REPRESENTATIONS)));
        }
        Form form = accepted.get();
        Optional<Address> address =
                call.path().startsWith("/api/") || call.path().startsWith("/apis/")
                        ? Address.of(call.path())
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
                : Answers.refused(Refusals.NO_SUCH_METHOD, form);
    }

    private static Optional<Answer> notOffered(Address address, Form form) {
        return NotOffered.resource(address.group(), address.plural())
                .map(why -> Answers.refused(why, form));
    }

    private Answer missing(String group, Form form) {
        Optional<Refusal> notOffered = NotOffered.group(group);
        if (notOffered.isPresent()) {
            return Answers.refused(notOffered.get(), form);
        }
        return group.isEmpty() || discovery.group(group).isPresent()
                ? Answers.refused(Refusals.NO_SUCH_RESOURCE, form)
                : Answer.notFound();
    }

    private Answer discovered(Call call, Form form) {
        List<String> steps = List.of(call.path().split("/"));
        String first = steps.size() > 1 ? steps.get(1) : "";
        return switch (first) {
            case "api" -> core(call, steps, form);
            case "apis" -> groups(call, steps, form);
            case "openapi" -> schemas(call, form);
            case "" -> form.answer(Answer.OK, paths());
            default -> Answer.notFound();
        };
    }

    private Answer core(Call call, List<String> steps, Form form) {
        if (steps.size() == 2) {
            String server = call.header("Host").orElse("127.0.0.1");
            return aggregated(call)
                    .orElseGet(() -> form.answer(Answer.OK, Discovery.versions(server)));
        }
        return found(discovery.resources("", steps.get(2)), "", form);
    }

    private Answer groups(Call call, List<String> steps, Form form) {
        return switch (steps.size()) {
            case 2 -> aggregated(call).orElseGet(() -> form.answer(Answer.OK, discovery.groups()));
            case 3 -> found(discovery.group(steps.get(2)), steps.get(2), form);
            default -> found(discovery.resources(steps.get(2), steps.get(3)), steps.get(2), form);
        };
    }

    private Answer found(Optional<Json.Obj> what, String group, Form form) {
        return what.map(it -> form.answer(Answer.OK, it)).orElseGet(() -> missing(group, form));
    }

    /// Everything at once, if the client prefers that.
    private Optional<Answer> aggregated(Call call) {
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
                        Answer.of(Answer.OK, type, discovery.aggregated(core, version).bytes()));
            }
        }
        return Optional.empty();
    }

    /// kubectl takes them as protobuf only.
    private static Optional<Answer> oldSchemas(Call call) {
        String accept = String.join(",", call.headers().all("Accept"));
        boolean wanted =
                call.path().equals(OLD_OPEN_API)
                        && call.method().equals("GET")
                        && MediaRange.preferred(accept).stream()
                                .anyMatch(range -> range.includes("application", OldOpenApi.ASKED));
        return wanted
                ? Optional.of(
                        Answer.of(
                                Answer.OK,
                                "application/" + OldOpenApi.ANSWERED,
                                OldOpenApi.protobuf()))
                : Optional.empty();
    }

    private Answer schemas(Call call, Form form) {
        if (call.path().equals(OLD_OPEN_API)) {
            return form.answer(Answer.OK, OldOpenApi.json());
        }
        if (call.path().equals("/openapi/v3")) {
            return form.answer(Answer.OK, openApi.index());
        }
        return call.path().startsWith(OPEN_API)
                ? openApi.document(call.path().substring(OPEN_API.length()))
                        .map(it -> form.answer(Answer.OK, it))
                        .orElseGet(Answer::notFound)
                : Answer.notFound();
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
