package dev.berth.model;

/// A Kubernetes object that the scheduler reads.
public interface KubeObject {
    Kind kind();

    Meta meta();

    /// `namespace/name`, or the name of a cluster-scoped object.
    default String key() {
        return meta().key();
    }
}
