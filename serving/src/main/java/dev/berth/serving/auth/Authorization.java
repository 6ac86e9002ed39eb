package dev.berth.serving.auth;

import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.model.json.Json;
import dev.berth.serving.auth.Permission.Allowed;
import dev.berth.serving.auth.Permission.Forbidden;
import dev.berth.serving.auth.Permission.Unknown;
import dev.berth.serving.http.ServerRequest;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Finds out who may do what: masters everything, everybody some paths, and the rest the API server
/// says.
public final class Authorization {
    static final String PATH = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

    private static final Permission ALLOWED = new Allowed();
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int REMEMBERED = 8192;
    // Whoever asks chooses the path: long ones shall not fill the memory.
    private static final int MAX_REMEMBERED_PATH = 10_000;

    private final AuthorizationOptions options;
    private final Optional<ApiClient> api;
    private final Log log;
    private final ExpiringCache<Permission> cache;

    /// @param api empty if nobody can be asked: then all is forbidden that is not always allowed
    /// @throws IllegalArgumentException if the options make no sense
    public Authorization(
            AuthorizationOptions options, Optional<ApiClient> api, Clock clock, Log log) {
        this.options = options;
        this.api = api;
        this.log = log;
        cache = new ExpiringCache<>(REMEMBERED, clock);
        for (String path : options.alwaysAllowPaths()) {
            String checked = withoutSlash(path);
            int star = checked.indexOf('*');
            if (star >= 0 && star < checked.length() - 1) {
                throw new IllegalArgumentException(
                        "only trailing * allowed in \"%s\"".formatted(checked));
            }
        }
        if (api.isEmpty()) {
            log.warn(
                    "No authorization-kubeconfig provided, so SubjectAccessReview of authorization"
                            + " tokens won't work.");
        }
    }

    public Permission permission(User user, ServerRequest call) throws InterruptedException {
        if (user.groups().contains(User.MASTERS) || alwaysAllowed(call.path())) {
            return ALLOWED;
        }
        boolean memorable = call.path().length() + call.verb().length() < MAX_REMEMBERED_PATH;
        return reviewed(
                user,
                "nonResourceAttributes",
                Json.Obj.builder().put("path", call.path()).put("verb", call.verb()).build(),
                memorable);
    }

    /// Whether somebody may list objects.
    ///
    /// @param namespace the empty name for all namespaces, or for kinds that have none
    public Permission mayList(User user, String resource, String namespace)
            throws InterruptedException {
        if (user.groups().contains(User.MASTERS)) {
            return ALLOWED;
        }
        Json.Obj attributes =
                Json.Obj.builder()
                        .putUnlessEmpty("namespace", namespace)
                        .put("verb", "list")
                        .put("version", "v1")
                        .put("resource", resource)
                        .build();
        return reviewed(user, "resourceAttributes", attributes, true);
    }

    private boolean alwaysAllowed(String path) {
        String asked = withoutSlash(path);
        for (String one : options.alwaysAllowPaths()) {
            String allowed = withoutSlash(one);
            if (allowed.endsWith("*")
                    ? asked.startsWith(allowed.substring(0, allowed.length() - 1))
                    : asked.equals(allowed)) {
                return true;
            }
        }
        return false;
    }

    private static String withoutSlash(String path) {
        return path.startsWith("/") ? path.substring(1) : path;
    }

    /// @param kind how the specification calls the attributes
    /// @param memorable whether the answer is kept for a while
    private Permission reviewed(User user, String kind, Json.Obj attributes, boolean memorable)
            throws InterruptedException {
        if (api.isEmpty()) {
            return new Forbidden("");
        }
        ApiClient client = api.get();
        Json.Obj spec = spec(user, kind, attributes);
        String key = spec.text();
        Optional<Permission> known = cache.get(key);
        if (known.isPresent()) {
            return known.get();
        }
        Json review;
        try {
            review =
                    AccessReviews.answer(
                            client, ApiRequest.post(PATH, request(spec)).within(TIMEOUT));
        } catch (IOException e) {
            log.error(e, "Failed to make webhook authorizer request");
            return new Unknown(String.valueOf(e.getMessage()));
        }
        boolean allowed = says(review, "allowed");
        boolean denied = says(review, "denied");
        String reason = review.textAt("status", "reason").orElse("");
        Permission permission =
                allowed && denied
                        ? new Unknown(
                                "webhook subject access review returned both allow and deny"
                                        + " response")
                        : allowed ? ALLOWED : new Forbidden(reason);
        if (memorable) {
            cache.put(
                    key, permission, allowed ? options.authorizedTtl() : options.unauthorizedTtl());
        }
        return permission;
    }

    private static boolean says(Json review, String field) {
        return review.at("status", field).equals(Optional.of(Json.of(true)));
    }

    private static Json.Obj request(Json.Obj spec) {
        return Json.Obj.builder()
                .put("kind", "SubjectAccessReview")
                .put("apiVersion", "authorization.k8s.io/v1")
                .put("spec", spec)
                .build();
    }

    private static Json.Obj spec(User user, String kind, Json.Obj attributes) {
        var extra = Json.Obj.builder();
        user.extra().forEach((key, values) -> extra.put(key, texts(values)));
        return Json.Obj.builder()
                .put(kind, attributes)
                .put("user", user.name())
                .putUnlessEmpty("groups", texts(user.groups()))
                .putUnlessEmpty("extra", extra.build())
                .putUnlessEmpty("uid", user.uid())
                .build();
    }

    private static Json.Arr texts(List<String> values) {
        return Json.arr(values.stream().map(Json::of).toArray(Json[]::new));
    }
}
