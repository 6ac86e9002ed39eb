package dev.berth.controlplane.rules;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

/// The rules of volume attachments.
final class VolumeAttachmentRules implements KindRule {
    @Override
    public Json.Obj withDefaults(Json.Obj object) {
        return Path.of("status", "attached").setIfAbsent(object, Json.of(false));
    }

    @Override
    public void check(Json.Obj object, FieldErrors out) {
        Path source = Path.of("spec", "source");
        if (!source.then("persistentVolumeName").in(object)
                && !source.then("inlineVolumeSpec").in(object)) {
            out.required(
                    "spec.source",
                    "must specify exactly one of inlineVolumeSpec and persistentVolumeName");
        }
        out.subdomain("spec.nodeName", Path.of("spec", "nodeName").text(object));
        // Parity: declarative validation, which comes last.
        if (Path.of("spec", "attacher").text(object).isEmpty()) {
            out.required("spec.attacher");
        }
    }

    @Override
    public void checkChange(Json.Obj before, Json.Obj after, FieldErrors out) {
        check(after, out);
        out.unchanged("spec", Path.of("spec"), before, after);
    }
}
