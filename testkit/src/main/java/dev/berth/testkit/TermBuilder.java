package dev.berth.testkit;

import dev.berth.model.LabelSelector;
import dev.berth.model.PodAffinity;
import dev.berth.model.Requirement;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Makes a term of pod affinity or anti-affinity; every call returns the builder.
///
/// Without more words it has no selector, so that it means nobody, and the pod's own namespace.
public final class TermBuilder {
    private final String topologyKey;
    private final List<String> namespaces = new ArrayList<>();
    private Optional<LabelSelector> selector = Optional.empty();
    private Optional<LabelSelector> namespaceSelector = Optional.empty();

    TermBuilder(String topologyKey) {
        this.topologyKey = topologyKey;
    }

    /// Means pods with this label; may be called again for more.
    public TermBuilder of(String key, String value) {
        selector = Optional.of(Build.narrowed(selector, key, value));
        return this;
    }

    /// Means pods that meet this requirement; may be called again for more.
    public TermBuilder where(String key, String operator, String... values) {
        var requirement = new Requirement(key, operator, List.of(values));
        selector = Optional.of(Build.narrowed(selector, requirement));
        return this;
    }

    /// The selector `{}`.
    public TermBuilder ofAll() {
        selector = Optional.of(Build.EVERYTHING);
        return this;
    }

    public TermBuilder in(String... names) {
        namespaces.addAll(List.of(names));
        return this;
    }

    /// Namespaces whose labels meet this requirement; may be called again for more.
    public TermBuilder inNamespacesWith(String key, String operator, String... values) {
        var requirement = new Requirement(key, operator, List.of(values));
        namespaceSelector = Optional.of(Build.narrowed(namespaceSelector, requirement));
        return this;
    }

    /// The namespace selector `{}`.
    public TermBuilder inAllNamespaces() {
        namespaceSelector = Optional.of(Build.EVERYTHING);
        return this;
    }

    public PodAffinity.Term build() {
        return new PodAffinity.Term(
                selector, namespaces, namespaceSelector, topologyKey, List.of(), List.of());
    }
}
