package dev.berth.sim.controller;

import dev.berth.controlplane.tree.Path;

/// The paths of the fields that controllers read and write.
final class ControllerFields {
    static final Path NAME = Path.of("metadata", "name");
    static final Path LABELS = Path.of("metadata", "labels");
    static final Path ANNOTATIONS = Path.of("metadata", "annotations");
    static final Path OWNERS = Path.of("metadata", "ownerReferences");
    static final Path FINALIZERS = Path.of("metadata", "finalizers");
    static final Path DELETED = Path.of("metadata", "deletionTimestamp");
    static final Path CREATED = Path.of("metadata", "creationTimestamp");
    static final Path GENERATION = Path.of("metadata", "generation");
    static final Path SPEC = Path.of("spec");
    static final Path REPLICAS = SPEC.then("replicas");
    static final Path SELECTOR = SPEC.then("selector");
    static final Path TEMPLATE = SPEC.then("template");
    static final Path MIN_READY = SPEC.then("minReadySeconds");
    static final Path STATUS = Path.of("status");
    static final Path PHASE = STATUS.then("phase");
    static final Path CONDITIONS = STATUS.then("conditions");

    private ControllerFields() {}
}
