package dev.berth.controlplane.rules;

import dev.berth.controlplane.store.FieldError;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.List;

/// Validates requests to the `binding` subresource of pods (upstream: `ValidatePodBinding`).
public final class BindingChecks {
    private static final Path KIND = Path.of("target", "kind");
    private static final Path NAME = Path.of("target", "name");

    private BindingChecks() {}

    public static List<FieldError> problems(Json.Obj binding) {
        var out = new FieldErrors();
        String kind = KIND.text(binding);
        String name = NAME.text(binding);
        boolean node = kind.isEmpty() || kind.equals("Node");
        if (!node) {
            out.oneOf("target.kind", kind, "Node", "<empty>");
        }
        if (name.isEmpty()) {
            out.required("target.name");
        } else if (node) {
            out.subdomain("target.name", name);
        }
        return out.found();
    }
}
