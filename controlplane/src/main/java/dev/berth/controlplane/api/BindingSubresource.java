package dev.berth.controlplane.api;

import dev.berth.controlplane.rules.BindingChecks;
import dev.berth.controlplane.store.BindRequest;
import dev.berth.controlplane.store.FieldError;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.StatusError;
import dev.berth.controlplane.store.StatusReason;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Labels;
import dev.berth.model.json.Json;

import java.util.HashMap;
import java.util.List;

/// The `binding` subresource of pods.
final class BindingSubresource {
    private static final Path TARGET = Path.of("target", "name");
    private static final Path UID = Path.of("metadata", "uid");

    private final Store store;

    BindingSubresource(Store store) {
        this.store = store;
    }

    Reply<WriteResult> bind(String namespace, String name, Json.Obj binding, WriteOptions options) {
        if (!BodyChecks.NAME.text(binding).equals(name)) {
            return Reply.no(
                    StatusError.badRequest("name in URL does not match name in Binding object"));
        }
        List<String> problems =
                BindingChecks.problems(binding).stream().map(FieldError::text).toList();
        if (!problems.isEmpty()) {
            // Parity: the errors are not those of a Status, so the response is 500.
            String all = String.join(", ", problems);
            return Reply.no(
                    new StatusError(
                            StatusReason.UNKNOWN, problems.size() == 1 ? all : "[" + all + "]"));
        }
        var wanted =
                new BindRequest(
                        namespace,
                        name,
                        UID.text(binding),
                        TARGET.text(binding),
                        labels(binding, "labels"),
                        labels(binding, "annotations"));
        Reply<?> bound =
                options.dryRun() ? store.dryRun(() -> store.bind(wanted)) : store.bind(wanted);
        return bound.map(_ -> done());
    }

    static WriteResult done() {
        Json.Obj status =
                Json.Obj.EMPTY
                        .with("kind", "Status")
                        .with("apiVersion", "v1")
                        .with("metadata", Json.Obj.EMPTY)
                        .with("status", "Success")
                        .with("code", 201);
        return new WriteResult(status, true, List.of());
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
