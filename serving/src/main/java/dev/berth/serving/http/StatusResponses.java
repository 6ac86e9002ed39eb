package dev.berth.serving.http;

import dev.berth.model.GoQuoted;
import dev.berth.model.json.Json;

/// Error responses as `Status` objects of the API.
public final class StatusResponses {
    private static final String JSON = "application/json";

    private StatusResponses() {}

    public static ServerResponse unauthorized(ServerRequest call) {
        return answer(call, 401, "Unauthorized", "Unauthorized", false);
    }

    /// @param reason the reason, if there is one; otherwise empty
    public static ServerResponse forbidden(ServerRequest call, String user, String reason) {
        String refusal =
                "User %s cannot %s path %s"
                        .formatted(GoQuoted.of(user), call.verb(), GoQuoted.of(call.path()));
        String message =
                "forbidden: " + withoutTags(refusal) + (reason.isEmpty() ? "" : ": " + reason);
        return answer(call, 403, "Forbidden", message, true).unsniffed();
    }

    /// The `Status` of a request that accepts none of these media types.
    public static Json.Obj notAcceptable(String accepted) {
        return status(
                ServerResponse.NOT_ACCEPTABLE,
                "NotAcceptable",
                "only the following media types are accepted: " + accepted,
                false);
    }

    /// An internal error. As in upstream, it is not a `Status`.
    public static ServerResponse internalError(ServerRequest call, String problem) {
        return ServerResponse.problem(
                ServerResponse.INTERNAL_ERROR,
                withoutTags(
                        "Internal Server Error: %s: %s"
                                .formatted(GoQuoted.of(call.target()), problem)));
    }

    private static ServerResponse answer(
            ServerRequest call, int code, String reason, String message, boolean details) {
        return json(call, code, JSON, status(code, reason, message, details));
    }

    private static Json.Obj status(int code, String reason, String message, boolean details) {
        var status =
                Json.Obj.builder()
                        .put("kind", "Status")
                        .put("apiVersion", "v1")
                        .put("metadata", Json.Obj.EMPTY)
                        .put("status", "Failure")
                        .put("message", message)
                        .put("reason", reason);
        if (details) {
            status.put("details", Json.Obj.EMPTY);
        }
        return status.put("code", code).build();
    }

    /// Writes an object as API servers do: indented for people, in one line for programs.
    public static ServerResponse json(
            ServerRequest call, int status, String contentType, Json.Obj object) {
        String text = call.wantsIndentation() ? object.pretty() : object.text() + "\n";
        return ServerResponse.of(status, contentType, GoText.escaped(text));
    }

    /// Escapes tags, so that a browser that sniffs types does not treat the text as HTML.
    private static String withoutTags(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
