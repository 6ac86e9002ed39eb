package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.wire.ProtoFields.TypeMetaFields;
import dev.berth.kubeclient.wire.ProtoFields.UnknownFields;
import dev.berth.model.json.Json;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/// Converts objects that clients send in protobuf to JSON.
public final class ProtobufObjects {
    private static final int MAGIC = 4;

    private final Map<String, MessageToJson> messages;

    /// @param notation all messages, in the notation of [JsonMessages]; the name of a message of an
    ///   API group begins with the first word of the group and an underscore
    public ProtobufObjects(String notation) {
        messages = MessageToJson.parse(notation);
    }

    /// Returns an object with its kind and version; empty if its kind is unknown.
    ///
    /// @throws IOException if the body is malformed
    public Optional<Json.Obj> read(byte[] body) throws IOException {
        if (!ProtobufEnvelope.isThere(body, 0, body.length)) {
            throw new IOException("provided data does not appear to be a protobuf message");
        }
        var in = new ProtoReader(body, MAGIC, body.length);
        String apiVersion = "";
        String kind = "";
        byte[] raw = {};
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case UnknownFields.TYPE_META -> {
                    int outer = in.enter();
                    for (int each = in.field(); each != 0; each = in.field()) {
                        switch (each) {
                            case TypeMetaFields.API_VERSION -> apiVersion = in.text();
                            case TypeMetaFields.KIND -> kind = in.text();
                            default -> in.skip();
                        }
                    }
                    in.leave(outer);
                }
                case UnknownFields.RAW -> raw = in.content();
                default -> in.skip();
            }
        }
        Optional<MessageToJson> message = message(apiVersion, kind);
        if (message.isEmpty()) {
            return Optional.empty();
        }
        Json.Obj object = Json.Obj.EMPTY.with("kind", kind).with("apiVersion", apiVersion);
        for (var field : message.get().content(new ProtoReader(raw)).fields().entrySet()) {
            object = object.with(field.getKey(), field.getValue());
        }
        return Optional.of(object);
    }

    private Optional<MessageToJson> message(String apiVersion, String kind) {
        int slash = apiVersion.indexOf('/');
        String group = slash < 0 ? "" : apiVersion.substring(0, slash);
        int dot = group.indexOf('.');
        MessageToJson ofGroup =
                messages.get((dot < 0 ? group : group.substring(0, dot)) + "_" + kind);
        // Options such as DeleteOptions are in every group, under the same name.
        return Optional.ofNullable(ofGroup != null ? ofGroup : messages.get(kind));
    }
}
