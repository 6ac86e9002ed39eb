package dev.berth.apiserver;

import dev.berth.controlplane.store.StatusError;
import dev.berth.controlplane.store.StatusReason;
import dev.berth.model.json.Json;
import dev.berth.serving.http.ServerResponse;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Responses that are not objects of a resource.
final class PlainResponses {
    private static final Set<StatusReason> GENERAL =
            Set.of(
                    StatusReason.NOT_FOUND,
                    StatusReason.METHOD_NOT_ALLOWED,
                    StatusReason.NOT_ACCEPTABLE);

    private PlainResponses() {}

    static ServerResponse refused(StatusError why, ResponseFormat form) {
        ServerResponse answer = form.plain().answer(why.code(), status(why));
        int after = why.details().retryAfterSeconds();
        return after > 0 ? answer.with("Retry-After", Integer.toString(after)) : answer;
    }

    /// Parity: a Status without an object has empty details.
    private static Json.Obj status(StatusError why) {
        Json.Obj status = why.status();
        return GENERAL.contains(why.reason()) && status.field("details").isEmpty()
                ? status.without("code").with("details", Json.Obj.EMPTY).with("code", why.code())
                : status;
    }

    /// Rejects a request before its response format is known.
    static ServerResponse refused(StatusError why) {
        return refused(why, new ResponseFormat(ResponseFormat.Shape.WHOLE, false, false));
    }

    static ServerResponse warned(ServerResponse answer, List<String> warnings) {
        return warnings.isEmpty()
                ? answer
                : answer.with(
                        "Warning",
                        warnings.stream()
                                .map(PlainResponses::warning)
                                .collect(Collectors.joining(", ")));
    }

    private static String warning(String text) {
        return "299 - \"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    static Json.Obj success(int code) {
        return Json.Obj.EMPTY
                .with("kind", "Status")
                .with("apiVersion", "v1")
                .with("metadata", Json.Obj.EMPTY)
                .with("status", "Success")
                .with("code", code);
    }
}
