package dev.berth.spi;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/// What an evaluator's answers depend on besides the pod's shape.
///
/// [#ANYTHING] is the default and always right: such an evaluator is made and asked afresh for
/// every pod. Any other declaration lets the engine keep the evaluator and its answers for all pods
/// of one shape, and ask again only for the rows that changed.
public final class DependsOn {
    /// What changes about a node.
    public enum Input {
        /// Labels, annotations, taints, unschedulable, allocatable, images: what the node says of
        /// itself.
        ATTRIBUTES,
        /// The above, and the pods on the node.
        ROW
    }

    public static final DependsOn ANYTHING = new DependsOn(Set.of(), Set.of(), () -> true);

    private final Set<Input> inputs;
    private final Set<PodPart> parts;
    private final BooleanSupplier valid;

    private DependsOn(Set<Input> inputs, Set<PodPart> parts, BooleanSupplier valid) {
        this.inputs = inputs;
        this.parts = parts;
        this.valid = valid;
    }

    /// Depends on what the node says of itself, and on nothing else.
    public static DependsOn onAttributes() {
        return new DependsOn(Set.of(Input.ATTRIBUTES), Set.of(), () -> true);
    }

    /// Depends on the node and the pods on it, and on nothing else.
    public static DependsOn onRow() {
        return new DependsOn(Set.of(Input.ATTRIBUTES, Input.ROW), Set.of(), () -> true);
    }

    /// Also depends on a part of the pod that the shape leaves out.
    public DependsOn alsoKeyedBy(PodPart part) {
        var more = new TreeSet<>(parts);
        more.add(part);
        return new DependsOn(inputs, more, valid);
    }

    /// Holds only as long as `valid` says so, for example while some version stands.
    public DependsOn validWhile(BooleanSupplier valid) {
        BooleanSupplier before = this.valid;
        return new DependsOn(inputs, parts, () -> before.getAsBoolean() && valid.getAsBoolean());
    }

    public boolean cacheable() {
        return !inputs.isEmpty();
    }

    public boolean onPods() {
        return inputs.contains(Input.ROW);
    }

    public Set<PodPart> parts() {
        return parts;
    }

    public boolean stillValid() {
        return valid.getAsBoolean();
    }
}
