package dev.berth.model;

/// A namespace. Affinity terms select namespaces by their labels.
public record Namespace(Meta meta) implements KubeObject {
    @Override
    public Kind kind() {
        return Kind.NAMESPACE;
    }
}
