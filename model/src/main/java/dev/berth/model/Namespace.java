package dev.berth.model;

/// A namespace; affinity terms select by its labels.
public record Namespace(Meta meta) implements KubeObject {
    @Override
    public Kind kind() {
        return Kind.NAMESPACE;
    }
}
