package dev.berth.model;

/// A service. The default topology spread constraints use its selector.
public record Service(Meta meta, Labels selector) implements KubeObject {
    @Override
    public Kind kind() {
        return Kind.SERVICE;
    }
}
