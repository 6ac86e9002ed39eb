package dev.berth.model;

/// A service; default spreading follows its selector.
public record Service(Meta meta, Labels selector) implements KubeObject {
    @Override
    public Kind kind() {
        return Kind.SERVICE;
    }
}
