package dev.berth.apiserver;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;
import dev.berth.serving.auth.User;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Questions about who somebody is and what they may do: here everybody who is known may do
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

    /// Empty if it is no such question.
    Optional<ServerResponse> answer(
            ServerRequest call, ResourcePath address, User asker, ResponseFormat form) {
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
        Json.Obj asked = RequestBodies.object(call, address.group() + "/v1", kind);
        return Optional.of(form.answer(201, asked.with("status", status(kind, asked, asker))));
    }

    private Json.Obj status(String kind, Json.Obj asked, User asker) {
        return switch (kind) {
            case "TokenReview" -> token(Path.of("spec", "token").text(asked));
            case "SelfSubjectReview" -> Json.Obj.of("userInfo", about(asker));
            case "SelfSubjectRulesReview" -> rules();
            case "SelfSubjectAccessReview" -> allowed(true);
            default -> allowed(known(Path.of("spec").object(asked)));
        };
    }

    private Json.Obj token(String token) {
        Optional<User> user = authenticator.byToken(token);
        return user.map(it -> Json.Obj.of("authenticated", Json.of(true)).with("user", about(it)))
                .orElseGet(() ->
                        Json.Obj.of("user", Json.Obj.EMPTY)
                                .with("error", "[invalid bearer token, token lookup failed]"));
    }

    /// Strangers are those who proved nothing.
    private static boolean known(Json.Obj spec) {
        return !Path.of("user").text(spec).equals(User.ANONYMOUS.name())
                && !Path.of("groups")
                        .items(spec)
                        .contains(Json.of(User.ANONYMOUS.groups().getFirst()));
    }

    private static Json.Obj allowed(boolean yes) {
        Json.Obj status = Json.Obj.of("allowed", Json.of(yes));
        return yes ? status.with("reason", "everybody may do everything here") : status;
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
