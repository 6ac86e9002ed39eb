package dev.berth.apiserver;

import dev.berth.controlplane.api.Api;
import dev.berth.controlplane.api.ApiResource;
import dev.berth.controlplane.api.ResourceRegistry;
import dev.berth.controlplane.api.Subresource;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.engine.port.Clock;
import dev.berth.model.Kind;
import dev.berth.serving.http.ServerRequest;
import dev.berth.serving.http.ServerResponse;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Selects the verb by method and path.
final class ResourceRouter {
    private static final Map<String, Subresource> PARTS =
            Arrays.stream(Subresource.values())
                    .collect(Collectors.toUnmodifiableMap(Subresource::path, Function.identity()));

    private final ResourceRegistry catalog;
    private final Clock clock;
    private final ReadVerbs reading;
    private final WriteVerbs writing;

    ResourceRouter(Api api, Clock clock, OpenStreams streams) {
        this.catalog = api.catalog();
        this.clock = clock;
        this.reading = new ReadVerbs(api, clock, streams);
        this.writing = new WriteVerbs(api);
    }

    /// Returns nothing if the resource does not exist.
    Optional<ServerResponse> answer(ServerRequest call, ResourcePath address, ResponseFormat form) {
        Optional<ApiResource> found =
                catalog.find(address.group(), address.version(), address.plural());
        if (found.isEmpty()) {
            return Optional.empty();
        }
        ApiResource resource = found.get();
        boolean namespaced = resource.kind().namespaced();
        boolean inNamespace = !address.namespace().isEmpty();
        if (inNamespace != namespaced && (inNamespace || !address.name().isEmpty())) {
            return Optional.empty();
        }
        var request =
                new ResourceRequest(
                        call, new RequestOptions(call.query()), address, resource, form, clock);
        if (!address.part().isEmpty()) {
            return part(request);
        }
        return Optional.of(
                address.name().isEmpty() || address.watched() ? many(request) : one(request));
    }

    private ServerResponse many(ResourceRequest it) {
        Kind kind = it.resource().kind();
        boolean anywhere = kind.namespaced() && it.namespace().isEmpty();
        return switch (it.call().method()) {
            case "GET" ->
                    it.params().flag("watch") || it.address().watched()
                            ? reading.watch(it)
                            : reading.list(it);
            case "POST" -> anywhere ? it.noSuchMethod() : writing.create(it);
            case "DELETE" ->
                    anywhere || kind.equals(Kind.NAMESPACE)
                            ? it.noSuchMethod()
                            : writing.deleteCollection(it);
            default -> it.noSuchMethod();
        };
    }

    private ServerResponse one(ResourceRequest it) {
        return switch (it.call().method()) {
            case "GET" -> reading.get(it);
            case "PUT" -> writing.replace(it, WriteScope.MAIN);
            case "PATCH" -> writing.patch(it, WriteScope.MAIN);
            case "DELETE" -> writing.delete(it);
            default -> it.noSuchMethod();
        };
    }

    private Optional<ServerResponse> part(ResourceRequest it) {
        Subresource part = PARTS.get(it.address().part());
        if (part != null && it.resource().parts().contains(part)) {
            return Optional.of(
                    switch (part) {
                        case STATUS -> status(it);
                        case SCALE -> writing.scale(it);
                        case BINDING -> writing.bind(it);
                        case EVICTION -> writing.evict(it);
                    });
        }
        if (it.resource().kind().equals(Kind.NAMESPACE) && it.address().part().equals("finalize")) {
            return Optional.of(writing.finish(it));
        }
        return UnsupportedResources.part(it.resource().kind().plural(), it.address().part())
                .map(why -> PlainResponses.refused(why, it.form()));
    }

    private ServerResponse status(ResourceRequest it) {
        return switch (it.call().method()) {
            case "GET" -> reading.get(it);
            case "PUT" -> writing.replace(it, WriteScope.STATUS);
            case "PATCH" -> writing.patch(it, WriteScope.STATUS);
            default -> it.noSuchMethod();
        };
    }
}
