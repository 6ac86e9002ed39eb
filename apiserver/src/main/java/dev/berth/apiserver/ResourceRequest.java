package dev.berth.apiserver;

import dev.berth.controlplane.api.ApiResource;
import dev.berth.controlplane.api.ListPage;
import dev.berth.controlplane.store.Reply;
import dev.berth.engine.port.Clock;
import dev.berth.model.json.Json;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;

/// A request for a resource, with its options and response format.
record ResourceRequest(
        ServerRequest call,
        RequestOptions params,
        ResourcePath address,
        ApiResource resource,
        ResponseFormat form,
        Clock clock) {
    ResponseEncoder presentation() {
        return new ResponseEncoder(
                resource.kind(), form.shape(), ResponseEncoder.include(params), clock);
    }

    String namespace() {
        return address.namespace();
    }

    String name() {
        return address.name();
    }

    /// Reads the object in the body.
    Json.Obj object() {
        return RequestBodies.object(call, resource);
    }

    ServerResponse noSuchMethod() {
        return PlainResponses.refused(RequestErrors.NO_SUCH_METHOD, form);
    }

    ServerResponse page(Reply<ListPage> reply) {
        return switch (reply) {
            case Reply.Granted<ListPage>(var page) ->
                    form.answer(ServerResponse.OK, presentation().list(page));
            case Reply.Refused<ListPage>(var why) -> PlainResponses.refused(why, form);
        };
    }
}
