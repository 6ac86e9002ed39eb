package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.model.Selector;
import dev.berth.model.json.Json;

import java.util.List;
import java.util.Optional;

/// Adopts objects without a controller that match a selector, and releases objects that no longer
/// match it (kube-controller-manager: `BaseControllerRefManager`).
final class Adoption implements Controller {
    private final ControllerContext context;
    private final Kind parent;
    private final Kind child;
    private final WorkQueue children;

    Adoption(ControllerContext context, Kind parent, Kind child) {
        this.context = context;
        this.parent = parent;
        this.child = child;
        this.children = context.workQueue();
    }

    @Override
    public void changed(CacheUpdate update) {
        if (update.gone()) {
            return;
        }
        if (update.isOf(child)) {
            children.to(update.after().key());
        } else if (update.isOf(parent) && selectorChanged(update)) {
            for (ObjectVersion each : context.view().in(update.after().namespace(), child)) {
                children.to(each.key());
            }
        }
    }

    private static boolean selectorChanged(CacheUpdate update) {
        ObjectVersion before = update.before();
        return before == null
                || !before.uid().equals(update.after().uid())
                || !ControllerFields.SELECTOR
                        .find(before.json())
                        .equals(ControllerFields.SELECTOR.find(update.after().json()));
    }

    @Override
    public int settle() {
        return children.process(key -> context.view().find(child, key).ifPresent(this::look));
    }

    private void look(ObjectVersion object) {
        if (OwnerReferences.leaving(object)) {
            return;
        }
        Optional<String> controller = ObjectCache.controller(object);
        for (ObjectVersion candidate : context.view().in(object.namespace(), parent)) {
            boolean own = controller.filter(candidate.uid()::equals).isPresent();
            // A test can create a set without a selector, whose pods stay as they are.
            if (own
                    && ControllerFields.SELECTOR.in(candidate.json())
                    && !selects(candidate, object)) {
                owners(object, OwnerReferences.without(object, List.of(candidate.uid())));
                return;
            }
            if (controller.isEmpty()
                    && !finished(object)
                    && !OwnerReferences.leaving(candidate)
                    && selects(candidate, object)) {
                owners(object, OwnerReferences.with(object, candidate));
                return;
            }
        }
    }

    private void owners(ObjectVersion object, Json.Arr owners) {
        context.metadata(object, "ownerReferences", owners);
    }

    private static boolean finished(ObjectVersion object) {
        return object.typed() instanceof Pod pod && pod.status().finished();
    }

    private static boolean selects(ObjectVersion controller, ObjectVersion object) {
        Selector selector = OwnerReferences.selector(controller);
        return !selector.isEmpty() && selector.matches(OwnerReferences.labels(object));
    }
}
