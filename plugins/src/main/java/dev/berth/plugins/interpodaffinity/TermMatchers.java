package dev.berth.plugins.interpodaffinity;

import dev.berth.model.Labels;
import dev.berth.model.Selector;
import dev.berth.spi.PodMatcher;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Creates the matchers for the pods that terms select.
final class TermMatchers {
    private TermMatchers() {}

    /// The pods that a term of a pending pod selects.
    ///
    /// Parity: mergeAffinityTermNamespacesIfNotEmpty looks up the selected namespaces by name. Only
    /// an empty selector selects namespaces that are unknown.
    static PodMatcher ofIncoming(PodTerms.Term term, NamespaceLabels namespaces) {
        boolean everywhere = term.namespaceSelector().isEmpty();
        var names = new TreeSet<>(term.namespaces());
        if (!everywhere) {
            names.addAll(namespaces.selectedBy(term.namespaceSelector()));
        }
        return new Named(everywhere, everywhere ? Set.of() : Set.copyOf(names), term.selector());
    }

    /// The pods that a term of an assigned pod selects. The labels of the namespaces are evaluated.
    static PodMatcher ofRunning(PodTerms.Term term, NamespaceLabels namespaces) {
        return term.namespaceSelector().equals(Selector.NOTHING)
                ? new Named(false, term.namespaces(), term.selector())
                : new Labeled(term, namespaces);
    }

    /// The pods that all matchers select.
    static PodMatcher all(List<PodMatcher> matchers) {
        return matchers.size() == 1 ? matchers.getFirst() : new All(matchers);
    }

    private record Named(boolean everywhere, Set<String> namespaces, Selector selector)
            implements PodMatcher {
        @Override
        public boolean matches(String namespace, Labels labels) {
            return (everywhere || namespaces.contains(namespace)) && selector.matches(labels);
        }
    }

    /// The weight of a term is not part of its matcher.
    private record Labeled(
            Set<String> names,
            Selector namespaceSelector,
            Selector selector,
            NamespaceLabels namespaces)
            implements PodMatcher {
        Labeled(PodTerms.Term term, NamespaceLabels namespaces) {
            this(term.namespaces(), term.namespaceSelector(), term.selector(), namespaces);
        }

        @Override
        public boolean matches(String namespace, Labels labels) {
            return selector.matches(labels)
                    && (names.contains(namespace)
                            || namespaceSelector.matches(namespaces.labels(namespace)));
        }

        @Override
        public boolean readsNamespaces() {
            return true;
        }
    }

    private record All(List<PodMatcher> matchers) implements PodMatcher {
        @Override
        public boolean matches(String namespace, Labels labels) {
            for (PodMatcher matcher : matchers) {
                if (!matcher.matches(namespace, labels)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public boolean readsNamespaces() {
            return matchers.stream().anyMatch(PodMatcher::readsNamespaces);
        }
    }
}
