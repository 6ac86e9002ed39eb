package dev.berth.apiserver;

import dev.berth.engine.port.Clock;
import dev.berth.model.Kind;
import dev.berth.serving.http.Answer;
import dev.berth.serving.http.Call;
import dev.berth.sim.api.Api;
import dev.berth.sim.api.Catalogue;
import dev.berth.sim.api.Resource;
import dev.berth.sim.api.SubResource;
import dev.berth.sim.store.Part;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Finds the verb by method and path.
final class Resources {
    private static final Map<String, SubResource> PARTS =
            Arrays.stream(SubResource.values())
                    .collect(Collectors.toUnmodifiableMap(SubResource::path, Function.identity()));

    private final Catalogue catalogue;
    private final Clock clock;
    private final Reading reading;
    private final Writing writing;

    Resources(Api api, Clock clock, Streams streams) {
        this.catalogue = api.catalogue();
        this.clock = clock;
        this.reading = new Reading(api, clock, streams);
        this.writing = new Writing(api);
    }

    /// Empty if there is no such resource.
    Optional<Answer> answer(Call call, Address address, Form form) {
        Optional<Resource> found =
                catalogue.find(address.group(), address.version(), address.plural());
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Resource resource = found.get();
        boolean namespaced = resource.kind().namespaced();
        boolean inNamespace = !address.namespace().isEmpty();
        if (inNamespace != namespaced && (inNamespace || !address.name().isEmpty())) {
            return Optional.empty();
        }
        var request = new Request(call, new Params(call.query()), address, resource, form, clock);
        if (!address.part().isEmpty()) {
            return part(request);
        }
        return Optional.of(
                address.name().isEmpty() || address.watched() ? many(request) : one(request));
    }

    private Answer many(Request it) {
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

    private Answer one(Request it) {
        return switch (it.call().method()) {
            case "GET" -> reading.get(it);
            case "PUT" -> writing.replace(it, Part.MAIN);
            case "PATCH" -> writing.patch(it, Part.MAIN);
            case "DELETE" -> writing.delete(it);
            default -> it.noSuchMethod();
        };
    }

    private Optional<Answer> part(Request it) {
        SubResource part = PARTS.get(it.address().part());
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
        return NotOffered.part(it.resource().kind().plural(), it.address().part())
                .map(why -> Answers.refused(why, it.form()));
    }

    private Answer status(Request it) {
        return switch (it.call().method()) {
            case "GET" -> reading.get(it);
            case "PUT" -> writing.replace(it, Part.STATUS);
            case "PATCH" -> writing.patch(it, Part.STATUS);
            default -> it.noSuchMethod();
        };
    }
}
