package dev.berth.bench;

import dev.berth.model.Meta;
import dev.berth.model.Pod;
import dev.berth.testkit.PodBuilder;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// Creates pods that differ in their names, and in their namespaces by number.
record PodCopies(IntFunction<Pod> original, IntFunction<String> namespace) {
    /// Equal pods. They share one template, as decoded pods of one workload do.
    static PodCopies of(PodBuilder shape, String namespace) {
        return of(shape, i -> namespace);
    }

    static PodCopies of(PodBuilder shape, IntFunction<String> namespace) {
        Pod pod = shape.build();
        return new PodCopies(i -> pod, namespace);
    }

    /// Pods of several pod shapes in rotation.
    static PodCopies inTurn(List<PodBuilder> shapes, String namespace) {
        List<Pod> pods = shapes.stream().map(PodBuilder::build).toList();
        return new PodCopies(i -> pods.get(i % pods.size()), i -> namespace);
    }

    /// Pods that each have their own pod shape.
    static PodCopies each(IntFunction<PodBuilder> shapes, String namespace) {
        return new PodCopies(i -> shapes.apply(i).build(), i -> namespace);
    }

    List<Pod> make(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> one(prefix + "-" + i, i)).toList();
    }

    private Pod one(String name, int number) {
        String space = namespace.apply(number);
        Pod like = original.apply(number);
        return new Pod(
                Meta.named(space, name, space + "/" + name).withLabels(like.labels()),
                like.spec(),
                like.status());
    }
}
