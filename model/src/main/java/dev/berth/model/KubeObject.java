package dev.berth.model;

/// Any Kubernetes object the scheduler may be told about.
public interface KubeObject {
    Kind kind();

    Meta meta();

    /// `namespace/name`, or the bare name for objects without a namespace.
    default String key() {
        return meta().key();
    }
}
