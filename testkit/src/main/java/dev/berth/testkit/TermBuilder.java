package dev.berth.testkit;

import dev.berth.model.LabelSelector;
import dev.berth.model.PodAffinity;
import dev.berth.model.Requirement;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Builds a pod affinity or anti-affinity term. Every method returns the builder.
///
/// The default is no selector, which selects no pods, and the namespace of the pod.
public final class TermBuilder {
    private final String topologyKey;
    private final List<String> namespaces = new ArrayList<>();
    private Optional<LabelSelector> selector = Optional.empty();
    private Optional<LabelSelector> namespaceSelector = Optional.empty();

    TermBuilder(String topologyKey) {
        this.topologyKey = topologyKey;
    }

    /// Adds a label to the selector.
    public TermBuilder of(String key, String value) {
        selector = Optional.of(Build.narrowed(selector, key, value));
        return this;
    }

    /// Adds a requirement to the selector.
    public TermBuilder where(String key, String operator, String... values) {
        var requirement = new Requirement(key, operator, List.of(values));
        selector = Optional.of(Build.narrowed(selector, requirement));
        return this;
    }

    /// Sets the selector `{}`, which selects all pods.
    public TermBuilder ofAll() {
        selector = Optional.of(Build.EVERYTHING);
        return this;
    }

    public TermBuilder in(String... names) {
        namespaces.addAll(List.of(names));
        return this;
    }

    /// Adds a requirement to the namespace selector.
    public TermBuilder inNamespacesWith(String key, String operator, String... values) {
        var requirement = new Requirement(key, operator, List.of(values));
        namespaceSelector = Optional.of(Build.narrowed(namespaceSelector, requirement));
        return this;
    }

    /// Sets the namespace selector `{}`, which selects all namespaces.
    public TermBuilder inAllNamespaces() {
        namespaceSelector = Optional.of(Build.EVERYTHING);
        return this;
    }

    public PodAffinity.Term build() {
        return new PodAffinity.Term(
                selector, namespaces, namespaceSelector, topologyKey, List.of(), List.of());
    }
}
