package dev.berth.sim.api;

import dev.berth.model.Labels;
import dev.berth.model.json.Json;
import dev.berth.sim.store.Binding;
import dev.berth.sim.store.Problem;
import dev.berth.sim.store.Reason;
import dev.berth.sim.store.Refusal;
import dev.berth.sim.store.Reply;
import dev.berth.sim.store.Store;
import dev.berth.sim.tree.Path;

import java.util.HashMap;
import java.util.List;

/// The `binding` sub-resource of pods.
final class Bindings {
    private static final Path TARGET_KIND = Path.of("target", "kind");
    private static final Path TARGET = Path.of("target", "name");
    private static final Path UID = Path.of("metadata", "uid");

    private final Store store;

    Bindings(Store store) {
        this.store = store;
    }

    Reply<Written> bind(String namespace, String name, Json.Obj binding, WriteOptions options) {
        if (!Envelope.NAME.text(binding).equals(name)) {
            return Reply.no(
                    Refusal.badRequest("name in URL does not match name in Binding object"));
        }
        String kind = TARGET_KIND.text(binding);
        if (!kind.isEmpty() && !kind.equals("Node")) {
            String problem =
                    Problem.unsupported("target.kind", kind, List.of("Node", "<empty>")).text();
            return Reply.no(new Refusal(Reason.UNKNOWN, problem));
        }
        var wanted =
                new Binding(
                        namespace,
                        name,
                        UID.text(binding),
                        TARGET.text(binding),
                        labels(binding, "labels"),
                        labels(binding, "annotations"));
        Reply<?> bound =
                options.dryRun() ? store.inVain(() -> store.bind(wanted)) : store.bind(wanted);
        return bound.map(_ -> done());
    }

    static Written done() {
        Json.Obj status =
                Json.Obj.EMPTY
                        .with("kind", "Status")
                        .with("apiVersion", "v1")
                        .with("metadata", Json.Obj.EMPTY)
                        .with("status", "Success")
                        .with("code", 201);
        return new Written(status, true, List.of());
    }

    private static Labels labels(Json.Obj binding, String field) {
        var labels = new HashMap<String, String>();
        Path.of("metadata", field)
                .object(binding)
                .fields()
                .forEach((key, value) -> {
                    if (value instanceof Json.Str(var text)) {
                        labels.put(key, text);
                    }
                });
        return Labels.of(labels);
    }
}
