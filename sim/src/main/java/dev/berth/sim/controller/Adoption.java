package dev.berth.sim.controller;

import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.model.Selector;
import dev.berth.model.json.Json;
import dev.berth.sim.store.ObjectVersion;

import java.util.List;
import java.util.Optional;

/// Gives objects that nobody controls to the controller that selects them, and frees those that
/// their controller no longer selects.
final class Adoption implements Controller {
    private final ControllerContext desk;
    private final Kind parent;
    private final Kind child;
    private final WorkQueue children;

    Adoption(ControllerContext desk, Kind parent, Kind child) {
        this.desk = desk;
        this.parent = parent;
        this.child = child;
        this.children = desk.attention();
    }

    @Override
    public void changed(CacheUpdate sight) {
        if (sight.gone()) {
            return;
        }
        if (sight.isOf(child)) {
            children.to(sight.after().key());
        } else if (sight.isOf(parent) && selectsAnew(sight)) {
            for (ObjectVersion each : desk.view().in(sight.after().namespace(), child)) {
                children.to(each.key());
            }
        }
    }

    private static boolean selectsAnew(CacheUpdate sight) {
        ObjectVersion before = sight.before();
        return before == null
                || !before.uid().equals(sight.after().uid())
                || !ControllerFields.SELECTOR
                        .find(before.json())
                        .equals(ControllerFields.SELECTOR.find(sight.after().json()));
    }

    @Override
    public int settle() {
        return children.turnTo(key -> desk.view().find(child, key).ifPresent(this::look));
    }

    private void look(ObjectVersion object) {
        if (OwnerReferences.leaving(object)) {
            return;
        }
        Optional<String> controller = ObjectCache.controller(object);
        for (ObjectVersion candidate : desk.view().in(object.namespace(), parent)) {
            boolean own = controller.filter(candidate.uid()::equals).isPresent();
            // A set without a selector is there for others to look at, as in a scene.
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
        desk.metadata(object, "ownerReferences", owners);
    }

    private static boolean finished(ObjectVersion object) {
        return object.typed() instanceof Pod pod && pod.status().finished();
    }

    private static boolean selects(ObjectVersion controller, ObjectVersion object) {
        Selector selector = OwnerReferences.selector(controller);
        return !selector.isEmpty() && selector.matches(OwnerReferences.labels(object));
    }
}
