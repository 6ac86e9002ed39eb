package dev.berth.spi;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/// What the results of a [NodeFilter] or [NodeScorer] depend on besides the pod shape. The
/// declaration allows the engine to cache results.
///
/// [#ANYTHING] is the default and always correct: the engine creates and evaluates such a filter or
/// scorer for every pod. With any other declaration, the engine keeps the filter or scorer and its
/// results for all pods with the same pod shape, and evaluates again only the rows that have
/// changed. The same applies to a plugin that skips pods.
public final class DependsOn {
    /// The parts of a node that results can depend on.
    public enum Input {
        /// The node object: labels, annotations, taints, `unschedulable`, allocatable resources,
        /// images.
        ATTRIBUTES,
        /// The node object and the pods on the node.
        ROW
    }

    /// The results can depend on anything; they are not cached.
    public static final DependsOn ANYTHING = new DependsOn(Set.of(), Set.of(), () -> true);

    private final Set<Input> inputs;
    private final Set<PodPart> parts;
    private final BooleanSupplier valid;

    private DependsOn(Set<Input> inputs, Set<PodPart> parts, BooleanSupplier valid) {
        this.inputs = inputs;
        this.parts = parts;
        this.valid = valid;
    }

    /// The results are the same for all pods with the same pod shape.
    public static DependsOn onPodShape() {
        return onAttributes();
    }

    /// The results depend on the node object only.
    public static DependsOn onAttributes() {
        return new DependsOn(Set.of(Input.ATTRIBUTES), Set.of(), () -> true);
    }

    /// The results depend on the node object and the pods on the node only.
    public static DependsOn onRow() {
        return new DependsOn(Set.of(Input.ATTRIBUTES, Input.ROW), Set.of(), () -> true);
    }

    /// The results also depend on a part of the pod that is not in the pod shape.
    public DependsOn alsoKeyedBy(PodPart part) {
        var more = new TreeSet<>(parts);
        more.add(part);
        return new DependsOn(inputs, more, valid);
    }

    /// The results are valid only while `valid` returns true, for example while a version number is
    /// unchanged. The engine calls `valid` on the scheduling thread before it uses a cached result.
    public DependsOn validWhile(BooleanSupplier valid) {
        BooleanSupplier before = this.valid;
        return new DependsOn(inputs, parts, () -> before.getAsBoolean() && valid.getAsBoolean());
    }

    /// Whether the engine can cache the results.
    public boolean cacheable() {
        return !inputs.isEmpty();
    }

    /// Whether the results depend on the pods on the node.
    public boolean onPods() {
        return inputs.contains(Input.ROW);
    }

    /// The parts of the pod that belong to the key of the cached results, besides the pod shape.
    public Set<PodPart> parts() {
        return parts;
    }

    /// Whether all conditions of [#validWhile] hold.
    public boolean stillValid() {
        return valid.getAsBoolean();
    }
}
