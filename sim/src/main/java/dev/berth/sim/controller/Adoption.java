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
    private final Desk desk;
    private final Kind parent;
    private final Kind child;
    private final Attention children;

    Adoption(Desk desk, Kind parent, Kind child) {
        this.desk = desk;
        this.parent = parent;
        this.child = child;
        this.children = desk.attention();
    }

    @Override
    public void changed(Sight sight) {
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

    private static boolean selectsAnew(Sight sight) {
        ObjectVersion before = sight.before();
        return before == null
                || !before.uid().equals(sight.after().uid())
                || !Places.SELECTOR
                        .find(before.json())
                        .equals(Places.SELECTOR.find(sight.after().json()));
    }

    @Override
    public int settle() {
        return children.turnTo(key -> desk.view().find(child, key).ifPresent(this::look));
    }

    private void look(ObjectVersion object) {
        if (Owners.leaving(object)) {
            return;
        }
        Optional<String> controller = View.controller(object);
        for (ObjectVersion candidate : desk.view().in(object.namespace(), parent)) {
            boolean own = controller.filter(candidate.uid()::equals).isPresent();
            // A set without a selector is there for others to look at, as in a scene.
            if (own && Places.SELECTOR.in(candidate.json()) && !selects(candidate, object)) {
                owners(object, Owners.without(object, List.of(candidate.uid())));
                return;
            }
            if (controller.isEmpty()
                    && !finished(object)
                    && !Owners.leaving(candidate)
                    && selects(candidate, object)) {
                owners(object, Owners.with(object, candidate));
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
        Selector selector = Owners.selector(controller);
        return !selector.isEmpty() && selector.matches(Owners.labels(object));
    }
}
