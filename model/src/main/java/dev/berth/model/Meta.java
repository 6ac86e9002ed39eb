package dev.berth.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The metadata of a Kubernetes object.
///
/// Absent values are `Optional` components, because an absent value differs from an empty one.
public record Meta(
        String name,
        String namespace,
        String uid,
        String resourceVersion,
        long generation,
        Optional<Instant> created,
        Optional<Instant> deleted,
        Labels labels,
        Labels annotations,
        List<OwnerReference> owners,
        List<String> finalizers) {

    public Meta {
        owners = List.copyOf(owners);
        finalizers = List.copyOf(finalizers);
    }

    /// Metadata with a name and UID only.
    public static Meta named(String namespace, String name, String uid) {
        return new Meta(
                name,
                namespace,
                uid,
                "",
                0,
                Optional.empty(),
                Optional.empty(),
                Labels.NONE,
                Labels.NONE,
                List.of(),
                List.of());
    }

    /// `namespace/name`, or the name of a cluster-scoped object.
    public String key() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }

    /// The controller of this object, if it has one.
    public Optional<OwnerReference> controller() {
        for (OwnerReference owner : owners) {
            if (owner.controller()) {
                return Optional.of(owner);
            }
        }
        return Optional.empty();
    }

    public Meta withLabels(Labels labels) {
        return with(resourceVersion, deleted, labels, annotations);
    }

    public Meta withDeleted(Optional<Instant> deleted) {
        return with(resourceVersion, deleted, labels, annotations);
    }

    public Meta withAnnotations(Labels annotations) {
        return with(resourceVersion, deleted, labels, annotations);
    }

    public Meta withResourceVersion(String resourceVersion) {
        return with(resourceVersion, deleted, labels, annotations);
    }

    private Meta with(
            String resourceVersion, Optional<Instant> deleted, Labels labels, Labels annotations) {
        return new Meta(
                name,
                namespace,
                uid,
                resourceVersion,
                generation,
                created,
                deleted,
                labels,
                annotations,
                owners,
                finalizers);
    }
}
