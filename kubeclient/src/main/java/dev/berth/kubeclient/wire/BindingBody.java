package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.wire.ProtoFields.BindingFields;
import dev.berth.kubeclient.wire.ProtoFields.ObjectMetaFields;
import dev.berth.model.json.Json;

/// The body of a request to the `binding` subresource of a pod.
///
/// @param uid the UID of the pod, so that a new pod with the same name is not bound
public record BindingBody(String namespace, String name, String uid, String node) {
    public Json.Obj json() {
        return Json.Obj.of("kind", Json.of("Binding"))
                .with("apiVersion", "v1")
                .with(
                        "metadata",
                        Json.Obj.of("name", Json.of(name))
                                .with("namespace", namespace)
                                .with("uid", uid))
                .with("target", target().json());
    }

    public byte[] protobuf() {
        var out = new ProtoWriter();
        int binding = ProtobufEnvelope.begin(out, "v1", "Binding");
        int meta = out.begin(BindingFields.METADATA);
        out.text(ObjectMetaFields.NAME, name)
                .text(ObjectMetaFields.NAMESPACE, namespace)
                .text(ObjectMetaFields.UID, uid)
                .end(meta);
        target().write(out, BindingFields.TARGET);
        return out.end(binding).toBytes();
    }

    private ObjectReference target() {
        return new ObjectReference("", "Node", "", node, "", "");
    }
}
