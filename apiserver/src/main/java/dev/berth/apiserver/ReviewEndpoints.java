package dev.berth.apiserver;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;
import dev.berth.serving.auth.User;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The review resources of authentication and authorization. All authenticated users are allowed
/// everything.
final class ReviewEndpoints {
    private static final Map<String, String> KINDS =
            Map.of(
                    "authentication.k8s.io/tokenreviews", "TokenReview",
                    "authentication.k8s.io/selfsubjectreviews", "SelfSubjectReview",
                    "authorization.k8s.io/subjectaccessreviews", "SubjectAccessReview",
                    "authorization.k8s.io/localsubjectaccessreviews", "LocalSubjectAccessReview",
                    "authorization.k8s.io/selfsubjectaccessreviews", "SelfSubjectAccessReview",
                    "authorization.k8s.io/selfsubjectrulesreviews", "SelfSubjectRulesReview");

    private final EmbeddedAuthenticator authenticator;

    ReviewEndpoints(EmbeddedAuthenticator authenticator) {
        this.authenticator = authenticator;
    }

    /// Returns nothing if the path is not a review.
    Optional<ServerResponse> answer(
            ServerRequest call, ResourcePath address, User caller, ResponseFormat form) {
        String kind = KINDS.get(address.group() + "/" + address.plural());
        if (kind == null
                || !address.version().equals("v1")
                || !address.name().isEmpty()
                || address.namespace().isEmpty() == kind.startsWith("Local")) {
            return Optional.empty();
        }
        if (!call.method().equals("POST")) {
            return Optional.of(PlainResponses.refused(RequestErrors.NO_SUCH_METHOD, form));
        }
        Json.Obj review = RequestBodies.object(call, address.group() + "/v1", kind);
        return Optional.of(form.answer(201, review.with("status", status(kind, review, caller))));
    }

    private Json.Obj status(String kind, Json.Obj review, User caller) {
        return switch (kind) {
            case "TokenReview" -> token(Path.of("spec", "token").text(review));
            case "SelfSubjectReview" -> Json.Obj.of("userInfo", about(caller));
            case "SelfSubjectRulesReview" -> rules();
            case "SelfSubjectAccessReview" -> allowed(true);
            default -> allowed(known(Path.of("spec").object(review)));
        };
    }

    private Json.Obj token(String token) {
        Optional<User> user = authenticator.byToken(token);
        return user.map(it -> Json.Obj.of("authenticated", Json.of(true)).with("user", about(it)))
                .orElseGet(() ->
                        Json.Obj.of("user", Json.Obj.EMPTY)
                                .with("error", "[invalid bearer token, token lookup failed]"));
    }

    /// Whether the user of a review is authenticated.
    private static boolean known(Json.Obj spec) {
        return !Path.of("user").text(spec).equals(User.ANONYMOUS.name())
                && !Path.of("groups")
                        .items(spec)
                        .contains(Json.of(User.ANONYMOUS.groups().getFirst()));
    }

    private static Json.Obj allowed(boolean yes) {
        Json.Obj status = Json.Obj.of("allowed", Json.of(yes));
        return yes ? status.with("reason", "the embedded cluster allows everything") : status;
    }

    private static Json.Obj rules() {
        Json.Arr all = Json.arr(Json.of("*"));
        return Json.Obj.EMPTY
                .with(
                        "resourceRules",
                        Json.arr(
                                Json.Obj.EMPTY
                                        .with("verbs", all)
                                        .with("apiGroups", all)
                                        .with("resources", all)))
                .with(
                        "nonResourceRules",
                        Json.arr(Json.Obj.EMPTY.with("verbs", all).with("nonResourceURLs", all)))
                .with("incomplete", false);
    }

    private static Json.Obj about(User user) {
        Json.Obj extra = Json.Obj.EMPTY;
        for (var entry : user.extra().entrySet()) {
            extra = extra.with(entry.getKey(), texts(entry.getValue()));
        }
        return Json.Obj.builder()
                .put("username", user.name())
                .putUnlessEmpty("uid", user.uid())
                .put("groups", texts(user.groups()))
                .putUnlessEmpty("extra", extra)
                .build();
    }

    private static Json.Arr texts(List<String> words) {
        return new Json.Arr(words.stream().map(word -> (Json) Json.of(word)).toList());
    }
}
