package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.Labels;
import dev.berth.model.Selector;
import dev.berth.model.SelectorException;
import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Owner references and selectors of objects.
final class OwnerReferences {
    private static final Path UID = Path.of("uid");
    private static final Path BLOCKS = Path.of("blockOwnerDeletion");

    private OwnerReferences() {}

    /// The owner reference to the controller of an object.
    static Json.Obj reference(ObjectVersion controller) {
        return ObjectTemplates.controller(controller.kind(), controller.name(), controller.uid());
    }

    /// The owner references of an object without those with the given UIDs.
    static Json.Arr without(ObjectVersion object, List<String> uids) {
        var left = new ArrayList<Json>();
        for (Json owner : ControllerFields.OWNERS.items(object.json())) {
            if (!uids.contains(UID.text(owner))) {
                left.add(owner);
            }
        }
        return new Json.Arr(left);
    }

    static Json.Arr with(ObjectVersion object, ObjectVersion controller) {
        return new Json.Arr(ControllerFields.OWNERS.items(object.json()))
                .with(reference(controller));
    }

    /// Whether the dependent blocks the deletion of the owner (`blockOwnerDeletion`).
    static boolean blocks(ObjectVersion dependent, String uid) {
        return ControllerFields.OWNERS.items(dependent.json()).stream()
                .anyMatch(owner ->
                        UID.text(owner).equals(uid)
                                && BLOCKS.find(owner).equals(Optional.of(Json.Bool.TRUE)));
    }

    static boolean leaving(ObjectVersion object) {
        return ControllerFields.DELETED.in(object.json());
    }

    /// The selector of a controller; a selector that matches nothing if it is invalid.
    static Selector selector(ObjectVersion object) {
        Optional<Json> written = ControllerFields.SELECTOR.find(object.json());
        // The selector of a replication controller is a plain map of labels.
        boolean plain = object.kind().equals(Kind.REPLICATION_CONTROLLER);
        try {
            return written.isPresent() && written.get() instanceof Json.Obj selector
                    ? Selector.of(
                            Optional.of(
                                    Decoder.labelSelector(
                                            plain
                                                    ? Json.Obj.of("matchLabels", selector)
                                                    : selector)))
                    : Selector.NOTHING;
        } catch (DecodeException | SelectorException unreadable) {
            return Selector.NOTHING;
        }
    }

    static Labels labels(ObjectVersion object) {
        return object.typed().meta().labels();
    }
}
