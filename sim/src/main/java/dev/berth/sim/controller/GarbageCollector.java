package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.model.OwnerReference;
import dev.berth.model.json.Json;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Deletes the dependents of deleted owners. With foreground deletion, an owner stays until its
/// dependents are deleted.
///
/// An owner reference to an object that never existed has no effect.
final class GarbageCollector implements Controller {
    private static final String FOREGROUND = "foregroundDeletion";
    private static final String ORPHAN = "orphan";

    private final ControllerContext context;
    private final WorkQueue owners;
    private final WorkQueue dependents;
    private final Map<String, ObjectVersion> leaving = new HashMap<>();
    private final Set<String> gone = new HashSet<>();

    GarbageCollector(ControllerContext context) {
        this.context = context;
        this.owners = context.workQueue();
        this.dependents = context.workQueue();
    }

    @Override
    public void changed(CacheUpdate update) {
        ObjectVersion object = update.after();
        if (update.gone()) {
            leaving.remove(object.uid());
            if (!context.view().ownedBy(object.uid()).isEmpty()) {
                gone.add(object.uid());
                dependents.to(object.uid());
            }
        } else if (OwnerReferences.leaving(object) && waits(object)) {
            leaving.put(object.uid(), object);
            owners.to(object.uid());
        }
        // An owner may wait for this object. An owner may also be deleted already.
        for (OwnerReference owner : object.typed().meta().owners()) {
            if (leaving.containsKey(owner.uid())) {
                owners.to(owner.uid());
            }
            if (gone.contains(owner.uid())) {
                dependents.to(owner.uid());
            }
        }
    }

    private static boolean waits(ObjectVersion object) {
        List<String> finalizers = object.typed().meta().finalizers();
        return finalizers.contains(FOREGROUND) || finalizers.contains(ORPHAN);
    }

    @Override
    public int settle() {
        return owners.process(this::lead) + dependents.process(this::follow);
    }

    private void lead(String uid) {
        ObjectVersion owner = leaving.get(uid);
        if (owner == null) {
            return;
        }
        List<ObjectVersion> own = context.view().ownedBy(uid);
        if (owner.typed().meta().finalizers().contains(ORPHAN)) {
            own.forEach(each -> release(each, List.of(uid)));
            context.letGo(owner, ORPHAN);
            return;
        }
        own.stream().filter(each -> !OwnerReferences.leaving(each)).forEach(each -> end(each, uid));
        if (own.stream().noneMatch(each -> OwnerReferences.blocks(each, uid))) {
            context.letGo(owner, FOREGROUND);
        }
    }

    private void follow(String uid) {
        List<ObjectVersion> own = context.view().ownedBy(uid);
        own.stream().filter(each -> !OwnerReferences.leaving(each)).forEach(each -> end(each, uid));
        if (own.isEmpty()) {
            gone.remove(uid);
        }
    }

    /// Deletes an object whose owner is deleted. If the object has another owner, only the owner
    /// reference is removed.
    private void end(ObjectVersion object, String uid) {
        List<String> lost =
                object.typed().meta().owners().stream()
                        .map(OwnerReference::uid)
                        .filter(each -> each.equals(uid) || gone.contains(each))
                        .toList();
        if (lost.size() < object.typed().meta().owners().size()) {
            release(object, lost);
            return;
        }
        ObjectVersion owner = leaving.get(uid);
        boolean foreground =
                owner != null
                        && owner.typed().meta().finalizers().contains(FOREGROUND)
                        && OwnerReferences.blocks(object, uid)
                        && !context.view().ownedBy(object.uid()).isEmpty();
        if (foreground) {
            context.metadata(object, "finalizers", with(object, FOREGROUND));
        }
        context.delete(object);
    }

    private void release(ObjectVersion object, List<String> uids) {
        context.metadata(object, "ownerReferences", OwnerReferences.without(object, uids));
    }

    private static Json.Arr with(ObjectVersion object, String finalizer) {
        Json.Arr there = new Json.Arr(ControllerFields.FINALIZERS.items(object.json()));
        return there.elements().contains(Json.of(finalizer))
                ? there
                : there.with(Json.of(finalizer));
    }
}
