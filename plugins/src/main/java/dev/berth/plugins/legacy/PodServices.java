package dev.berth.plugins.legacy;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Labels;
import dev.berth.model.Pod;
import dev.berth.model.Service;
import dev.berth.plugins.LruCache;
import dev.berth.spi.ObjectLister;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/// The selectors of the services that select a pod, in the order of the service names.
final class PodServices {
    private record Key(String namespace, Labels labels) {}

    private final Supplier<ObjectLister> objects;
    private final Map<Key, List<Labels>> known = new LruCache<>();

    PodServices(Supplier<ObjectLister> objects) {
        this.objects = objects;
    }

    /// Processes a change of an object. Most changes do not affect selectors.
    void changed(Optional<KubeObject> before, Optional<KubeObject> after) {
        if (after.or(() -> before).orElseThrow().kind().equals(Kind.SERVICE)
                && !selector(before).equals(selector(after))) {
            known.clear();
        }
    }

    void forget() {
        known.clear();
    }

    private static Optional<Labels> selector(Optional<KubeObject> object) {
        return object.map(Service.class::cast).map(Service::selector);
    }

    List<Labels> of(Pod pod) {
        var key = new Key(pod.namespace(), pod.labels());
        List<Labels> found = known.get(key);
        if (found == null) {
            found = find(key);
            known.put(key, found);
        }
        return found;
    }

    private List<Labels> find(Key pod) {
        var selectors = new ArrayList<Labels>();
        for (KubeObject object : objects.get().list(Kind.SERVICE)) {
            // A service without a selector selects no pods.
            if (object instanceof Service service
                    && service.meta().namespace().equals(pod.namespace())
                    && !service.selector().isEmpty()
                    && pod.labels().containsAll(service.selector())) {
                selectors.add(service.selector());
            }
        }
        return List.copyOf(selectors);
    }
}
