package dev.berth.testkit;

import dev.berth.model.LabelSelector;
import dev.berth.model.Labels;
import dev.berth.model.Meta;
import dev.berth.model.Namespace;
import dev.berth.model.Quantity;
import dev.berth.model.Requirement;
import dev.berth.model.Service;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Builders for Kubernetes objects; import them statically.
///
/// ```java
/// node("n1").cpu("4").taint("gpu", "", NO_SCHEDULE)
/// pod("web").cpu("500m").priority(10)
/// ```
public final class Build {
    /// The selector `{}`.
    static final LabelSelector EVERYTHING = new LabelSelector(Labels.NONE, List.of());

    private Build() {}

    /// A node with 4 CPUs and 32Gi of memory that allows 110 pods.
    public static NodeBuilder node(String name) {
        return new NodeBuilder(name);
    }

    /// Nodes `prefix-0` to `prefix-(count-1)`.
    public static List<NodeBuilder> nodes(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> node(prefix + "-" + i)).toList();
    }

    /// A pod in the namespace `default` without resource requests.
    public static PodBuilder pod(String name) {
        return new PodBuilder(name);
    }

    /// Pods `prefix-0` to `prefix-(count-1)`.
    public static List<PodBuilder> pods(String prefix, int count) {
        return IntStream.range(0, count).mapToObj(i -> pod(prefix + "-" + i)).toList();
    }

    /// A topology spread constraint over the values of a node label.
    public static SpreadBuilder spread(String topologyKey) {
        return new SpreadBuilder(topologyKey);
    }

    /// A pod affinity or anti-affinity term with this topology key.
    public static TermBuilder term(String topologyKey) {
        return new TermBuilder(topologyKey);
    }

    public static VolumeBuilder volume(String name) {
        return new VolumeBuilder(name);
    }

    /// A PersistentVolumeClaim in the namespace `default`.
    public static ClaimBuilder claim(String name) {
        return new ClaimBuilder(name);
    }

    public static Namespace namespace(String name, Labels labels) {
        return new Namespace(Meta.named("", name, name).withLabels(labels));
    }

    /// A service in the namespace `default`.
    public static Service service(String name, Labels selector) {
        return new Service(Meta.named("default", name, "service-" + name), selector);
    }

    static LabelSelector narrowed(Optional<LabelSelector> before, String key, String value) {
        LabelSelector selector = before.orElse(EVERYTHING);
        return new LabelSelector(
                selector.matchLabels().with(key, value), selector.matchExpressions());
    }

    static LabelSelector narrowed(Optional<LabelSelector> before, Requirement requirement) {
        LabelSelector selector = before.orElse(EVERYTHING);
        var expressions = new ArrayList<>(selector.matchExpressions());
        expressions.add(requirement);
        return new LabelSelector(selector.matchLabels(), expressions);
    }

    static Quantity quantity(String text) {
        return Quantity.parse(text);
    }
}
