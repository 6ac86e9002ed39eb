package dev.berth.apiserver;

import dev.berth.model.json.Json;
import dev.berth.serving.http.Answer;
import dev.berth.sim.store.Reason;
import dev.berth.sim.store.Refusal;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Answers that are not objects of resources.
final class Answers {
    private static final Set<Reason> GENERAL =
            Set.of(Reason.NOT_FOUND, Reason.METHOD_NOT_ALLOWED, Reason.NOT_ACCEPTABLE);

    private Answers() {}

    static Answer refused(Refusal why, Form form) {
        Answer answer = form.plain().answer(why.code(), status(why));
        int after = why.details().retryAfterSeconds();
        return after > 0 ? answer.with("Retry-After", Integer.toString(after)) : answer;
    }

    /// Parity: what is said of no object in particular has details, but empty ones.
    private static Json.Obj status(Refusal why) {
        Json.Obj status = why.status();
        return GENERAL.contains(why.reason()) && status.field("details").isEmpty()
                ? status.without("code").with("details", Json.Obj.EMPTY).with("code", why.code())
                : status;
    }

    /// Refused before it is known in which form the client wants it.
    static Answer refused(Refusal why) {
        return refused(why, new Form(Form.Shape.WHOLE, false, false));
    }

    static Answer warned(Answer answer, List<String> warnings) {
        return warnings.isEmpty()
                ? answer
                : answer.with(
                        "Warning",
                        warnings.stream().map(Answers::warning).collect(Collectors.joining(", ")));
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
