package dev.berth.apiserver;

import dev.berth.engine.port.Clock;
import dev.berth.model.json.Json;
import dev.berth.serving.http.Answer;
import dev.berth.serving.http.Call;
import dev.berth.sim.api.Page;
import dev.berth.sim.api.Resource;
import dev.berth.sim.store.Reply;

/// What is asked for, of which resource, and in which form the answer is wanted.
record Request(
        Call call, Params params, Address address, Resource resource, Form form, Clock clock) {
    Presentation presentation() {
        return new Presentation(resource.kind(), form.shape(), Presentation.include(params), clock);
    }

    String namespace() {
        return address.namespace();
    }

    String name() {
        return address.name();
    }

    /// What the client sent.
    Json.Obj object() {
        return Bodies.object(call, resource);
    }

    Answer noSuchMethod() {
        return Answers.refused(Refusals.NO_SUCH_METHOD, form);
    }

    Answer page(Reply<Page> reply) {
        return switch (reply) {
            case Reply.Granted<Page>(var page) -> form.answer(Answer.OK, presentation().list(page));
            case Reply.Refused<Page>(var why) -> Answers.refused(why, form);
        };
    }
}
