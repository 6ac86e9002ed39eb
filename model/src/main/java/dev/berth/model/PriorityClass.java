package dev.berth.model;

/// A PriorityClass.
public record PriorityClass(Meta meta, int value, boolean globalDefault, String preemptionPolicy)
        implements KubeObject {
    @Override
    public Kind kind() {
        return Kind.PRIORITY_CLASS;
    }
}
