package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.wire.ProtoFields.VolumeFields;
import dev.berth.model.Volume;
import dev.berth.model.json.Json;

import java.io.IOException;
import java.util.Map;

/// Reads the volumes of pods.
final class VolumeReader {
    private static final Source NONE = new Source("", Json.Obj.EMPTY, false);

    /// The source of a volume: its field name and content.
    private record Source(String field, Json.Obj detail, boolean image) {}

    private final DecodeCache<Source> sources = new DecodeCache<>(1 << 12, 1 << 12);

    /// @param templates receives image volumes, which are part of a template
    Volume read(ProtoReader in, TemplateReader templates) throws IOException {
        int start = in.fieldStart();
        String name = "";
        Source source = NONE;
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case VolumeFields.NAME -> name = in.text();
                case VolumeFields.VOLUME_SOURCE -> source = source(in);
                default -> in.skip();
            }
        }
        if (source.image) {
            templates.image(in.bytes(), start, in.end());
        }
        in.leave(outer);
        return new Volume(name, source.field, source.detail);
    }

    private Source source(ProtoReader in) throws IOException {
        int outer = in.enter();
        int from = in.at();
        int to = in.end();
        Source known = sources.find(in.bytes(), from, to);
        Source source = known != null ? known : sources.keep(in.bytes(), from, to, read(in));
        in.leave(outer);
        return source;
    }

    private static Source read(ProtoReader in) throws IOException {
        Json.Obj volume = JsonMessages.VOLUME_SOURCE.content(in);
        for (Map.Entry<String, Json> field : volume.fields().entrySet()) {
            if (field.getValue() instanceof Json.Obj detail) {
                return new Source(field.getKey(), detail, field.getKey().equals("image"));
            }
        }
        return NONE;
    }

    /// Returns the image of the volume in this field; empty if it is not an image volume.
    static String imageReference(ProtoReader in) throws IOException {
        return JsonMessages.VOLUME.read(in).textAt("image", "reference").orElse("");
    }
}
