package dev.berth.plugins.interpodaffinity;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Labels;
import dev.berth.model.Selector;
import dev.berth.spi.ObjectLister;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/// The namespaces and their labels.
final class NamespaceLabels {
    private final Supplier<ObjectLister> objects;

    NamespaceLabels(Supplier<ObjectLister> objects) {
        this.objects = objects;
    }

    /// The labels of a namespace; empty if the namespace is unknown.
    Labels labels(String namespace) {
        return objects.get()
                .get(Kind.NAMESPACE, namespace)
                .map(object -> object.meta().labels())
                .orElse(Labels.NONE);
    }

    /// The names of the namespaces that a selector selects.
    Set<String> selectedBy(Selector selector) {
        var names = new TreeSet<String>();
        for (KubeObject object : objects.get().list(Kind.NAMESPACE)) {
            if (selector.matches(object.meta().labels())) {
                names.add(object.meta().name());
            }
        }
        return names;
    }
}
