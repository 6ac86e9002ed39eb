package dev.berth.engine.extender;

import dev.berth.engine.port.Extender;
import dev.berth.engine.port.ExtenderSpec;
import dev.berth.model.Pod;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/// The extenders of a scheduler in the order of their calls: ignorable extenders come last.
public final class Extenders {
    public static final Extenders NONE = new Extenders(List.of());

    private final List<Extender> all;
    private final boolean choose;

    public Extenders(List<? extends Extender> all) {
        this.all =
                all.stream()
                        .<Extender>map(each -> each)
                        .sorted(Comparator.comparing(each -> each.spec().ignorable()))
                        .toList();
        this.choose = this.all.stream().anyMatch(each -> chooses(each.spec()));
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    /// Whether any extender filters or scores nodes.
    public boolean choose() {
        return choose;
    }

    private static boolean chooses(ExtenderSpec spec) {
        return !spec.filterVerb().isEmpty() || !spec.prioritizeVerb().isEmpty();
    }

    /// Whether any extender needs the JSON of nodes.
    public boolean wantNodes() {
        return all.stream()
                .anyMatch(each -> chooses(each.spec()) && !each.spec().nodeCacheCapable());
    }

    /// Closes all extenders.
    public void close() {
        all.forEach(Extender::close);
    }

    /// The extenders that filter or score nodes for the pod.
    public List<Extender> interestedExtendersFor(Pod pod) {
        return all.isEmpty()
                ? all
                : all.stream()
                        .filter(each -> chooses(each.spec()) && each.spec().interestedIn(pod))
                        .toList();
    }

    /// The extenders that can bind the pod.
    public List<Extender> bindersFor(Pod pod) {
        return with(ExtenderSpec::bindVerb, pod);
    }

    /// The extenders that take part in preemption for the pod.
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
