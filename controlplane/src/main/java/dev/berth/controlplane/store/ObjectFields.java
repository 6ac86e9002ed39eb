package dev.berth.controlplane.store;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

/// The paths of the fields that the control plane reads and writes.
final class ObjectFields {
    static final Path API_VERSION = Path.of("apiVersion");
    static final Path KIND = Path.of("kind");
    static final Path METADATA = Path.of("metadata");
    static final Path NAME = METADATA.then("name");
    static final Path GENERATE_NAME = METADATA.then("generateName");
    static final Path NAMESPACE = METADATA.then("namespace");
    static final Path UID = METADATA.then("uid");
    static final Path RESOURCE_VERSION = METADATA.then("resourceVersion");
    static final Path GENERATION = METADATA.then("generation");
    static final Path CREATED = METADATA.then("creationTimestamp");
    static final Path DELETED = METADATA.then("deletionTimestamp");
    static final Path DELETION_GRACE = METADATA.then("deletionGracePeriodSeconds");
    static final Path LABELS = METADATA.then("labels");
    static final Path ANNOTATIONS = METADATA.then("annotations");
    static final Path FINALIZERS = METADATA.then("finalizers");
    static final Path SPEC_FINALIZERS = Path.of("spec", "finalizers");
    static final Path SPEC = Path.of("spec");
    static final Path STATUS = Path.of("status");
    static final Path NODE_NAME = SPEC.then("nodeName");
    static final Path GATES = SPEC.then("schedulingGates");
    static final Path GRACE = SPEC.then("terminationGracePeriodSeconds");
    static final Path PHASE = STATUS.then("phase");
    static final Path CONDITIONS = STATUS.then("conditions");
    static final Path NOMINATED = STATUS.then("nominatedNodeName");

    private ObjectFields() {}

    /// The namespace of an object; `default` if a namespaced object has none.
    static String namespace(Json.Obj object, Kind kind) {
        if (!kind.namespaced()) {
            return "";
        }
        String named = NAMESPACE.text(object);
        return named.isEmpty() ? "default" : named;
    }
}
