package dev.berth.engine.extender;

import dev.berth.engine.port.Extender;
import dev.berth.engine.port.ExtenderSpec;
import dev.berth.model.Pod;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/// The extenders of a scheduler, in the order they are asked: those that may be ignored come last.
public final class Extenders {
    public static final Extenders NONE = new Extenders(List.of());

    private final List<Extender> all;

    public Extenders(List<? extends Extender> all) {
        this.all =
                all.stream()
                        .<Extender>map(each -> each)
                        .sorted(Comparator.comparing(each -> each.spec().ignorable()))
                        .toList();
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    /// Whether any of them filters or scores nodes at all.
    public boolean choose() {
        return all.stream().anyMatch(each -> chooses(each.spec()));
    }

    private static boolean chooses(ExtenderSpec spec) {
        return !spec.filterVerb().isEmpty() || !spec.prioritizeVerb().isEmpty();
    }

    /// Whether any of them wants nodes whole.
    public boolean wantNodes() {
        return all.stream()
                .anyMatch(each -> chooses(each.spec()) && !each.spec().nodeCacheCapable());
    }

    /// Lets go of them all.
    public void close() {
        all.forEach(Extender::close);
    }

    /// Those that filter or score nodes for the pod.
    public List<Extender> interestedExtendersFor(Pod pod) {
        return all.isEmpty()
                ? all
                : all.stream()
                        .filter(each -> chooses(each.spec()) && each.spec().interestedIn(pod))
                        .toList();
    }

    /// Those that may bind the pod.
    public List<Extender> bindersFor(Pod pod) {
        return with(ExtenderSpec::bindVerb, pod);
    }

    /// Those with a say on evictions for the pod.
    public List<Extender> preemptorsFor(Pod pod) {
        return with(ExtenderSpec::preemptVerb, pod);
    }

    private List<Extender> with(Function<ExtenderSpec, String> verb, Pod pod) {
        return all.isEmpty()
                ? all
                : all.stream()
                        .filter(each ->
                                !verb.apply(each.spec()).isEmpty() && each.spec().interestedIn(pod))
                        .toList();
    }
}
