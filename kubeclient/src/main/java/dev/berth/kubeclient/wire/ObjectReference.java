package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.wire.ProtoFields.ObjectReferenceFields;
import dev.berth.model.KubeObject;
import dev.berth.model.json.Json;

/// A reference to an object and its version; unknown values are empty.
public record ObjectReference(
        String apiVersion,
        String kind,
        String namespace,
        String name,
        String uid,
        String resourceVersion) {
    public static ObjectReference of(KubeObject object) {
        return new ObjectReference(
                object.kind().apiVersion(),
                object.kind().name(),
                object.meta().namespace(),
                object.meta().name(),
                object.meta().uid(),
                object.meta().resourceVersion());
    }

    Json.Obj json() {
        return Json.Obj.builder()
                .putUnlessEmpty("kind", kind)
                .putUnlessEmpty("namespace", namespace)
                .putUnlessEmpty("name", name)
                .putUnlessEmpty("uid", uid)
                .putUnlessEmpty("apiVersion", apiVersion)
                .putUnlessEmpty("resourceVersion", resourceVersion)
                .build();
    }

    void write(ProtoWriter out, int field) {
        int start = out.begin(field);
        out.textUnlessEmpty(ObjectReferenceFields.KIND, kind)
                .textUnlessEmpty(ObjectReferenceFields.NAMESPACE, namespace)
                .textUnlessEmpty(ObjectReferenceFields.NAME, name)
                .textUnlessEmpty(ObjectReferenceFields.UID, uid)
                .textUnlessEmpty(ObjectReferenceFields.API_VERSION, apiVersion)
                .textUnlessEmpty(ObjectReferenceFields.RESOURCE_VERSION, resourceVersion)
                .end(start);
    }
}
