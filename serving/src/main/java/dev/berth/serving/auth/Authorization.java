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

/// Authorizes requests: `system:masters` is always allowed, some paths are allowed for all users,
/// and the API server decides the rest by SubjectAccessReview.
///
/// Kubernetes: `DelegatingAuthorizerConfig`.
public final class Authorization {
    static final String PATH = "/apis/authorization.k8s.io/v1/subjectaccessreviews";

    private static final Permission ALLOWED = new Allowed();
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int MAX_ENTRIES = 8192;
    // Clients choose the path, so decisions about long paths are not cached.
    private static final int MAX_CACHED_PATH = 10_000;

    private final AuthorizationOptions options;
    private final Optional<ApiClient> api;
    private final Log log;
    private final ExpiringCache<Permission> cache;

    /// @param api empty if there is no API server; then all requests are forbidden that are not
    ///   always allowed
    /// @throws IllegalArgumentException if the options are invalid
    public Authorization(
            AuthorizationOptions options, Optional<ApiClient> api, Clock clock, Log log) {
        this.options = options;
        this.api = api;
        this.log = log;
        cache = new ExpiringCache<>(MAX_ENTRIES, clock);
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
        boolean cacheable = call.path().length() + call.verb().length() < MAX_CACHED_PATH;
        return reviewed(
                user,
                "nonResourceAttributes",
                Json.Obj.builder().put("path", call.path()).put("verb", call.verb()).build(),
                cacheable);
    }

    /// Returns whether a user can list objects.
    ///
    /// @param namespace empty for all namespaces, and for cluster-scoped kinds
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
        String requested = withoutSlash(path);
        for (String one : options.alwaysAllowPaths()) {
            String allowed = withoutSlash(one);
            if (allowed.endsWith("*")
                    ? requested.startsWith(allowed.substring(0, allowed.length() - 1))
                    : requested.equals(allowed)) {
                return true;
            }
        }
        return false;
    }

    private static String withoutSlash(String path) {
        return path.startsWith("/") ? path.substring(1) : path;
    }

    /// @param kind the field of the attributes in the spec of the review
    /// @param cacheable whether to cache the decision
    private Permission reviewed(User user, String kind, Json.Obj attributes, boolean cacheable)
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
        boolean allowed = isTrue(review, "allowed");
        boolean denied = isTrue(review, "denied");
        String reason = review.textAt("status", "reason").orElse("");
        Permission permission =
                allowed && denied
                        ? new Unknown(
                                "webhook subject access review returned both allow and deny"
                                        + " response")
                        : allowed ? ALLOWED : new Forbidden(reason);
        if (cacheable) {
            cache.put(
                    key, permission, allowed ? options.authorizedTtl() : options.unauthorizedTtl());
        }
        return permission;
    }

    private static boolean isTrue(Json review, String field) {
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
