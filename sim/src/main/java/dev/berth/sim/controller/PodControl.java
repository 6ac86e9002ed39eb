package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Reply;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.time.Duration;
import java.util.Optional;

/// Creates and deletes the pods of controllers, and records the events (upstream: `PodControl`).
final class PodControl {
    /// The delay before a rejected creation is retried.
    static final Duration RETRY = Duration.ofSeconds(5);

    private static final int MAX_PREFIX = 58;

    private final ControllerContext context;

    PodControl(ControllerContext context) {
        this.context = context;
    }

    /// The pod of a controller's template, with `generateName`.
    static Json.Obj of(ObjectVersion controller) {
        return of(
                controller.json(),
                controller.namespace(),
                controller.name(),
                OwnerReferences.reference(controller));
    }

    /// @param owner the owner reference to the controller
    static Json.Obj of(Json.Obj controller, String namespace, String name, Json.Obj owner) {
        Json.Obj template = ControllerFields.TEMPLATE.object(controller);
        Json.Obj given = template.objAt("metadata").orElse(Json.Obj.EMPTY);
        Json.Obj metadata =
                Json.Obj.EMPTY.with("generateName", prefix(name)).with("namespace", namespace);
        for (String part : new String[] {"labels", "annotations", "finalizers"}) {
            Json value = given.fields().get(part);
            metadata = value == null ? metadata : metadata.with(part, value);
        }
        return Json.Obj.EMPTY
                .with("apiVersion", Kind.POD.apiVersion())
                .with("kind", Kind.POD.name())
                .with("metadata", metadata.with("ownerReferences", Json.arr(owner)))
                .with("spec", template.objAt("spec").orElse(Json.Obj.EMPTY));
    }

    /// Creates a pod. Returns whether it was created.
    boolean create(ObjectVersion controller, Json.Obj pod) {
        Optional<Reply<ObjectVersion>> tried =
                context.store()
                        .together(() ->
                                isThere(controller)
                                        ? Optional.of(context.create(Kind.POD, pod))
                                        : Optional.empty());
        if (tried.isEmpty()) {
            return true;
        }
        return switch (tried.get()) {
            case Reply.Granted<ObjectVersion>(var made) -> {
                context.note(
                        controller, false, "SuccessfulCreate", "", "Created pod: " + made.name());
                yield true;
            }
            case Reply.Refused<ObjectVersion>(var why) -> {
                context.note(
                        controller, true, "FailedCreate", "", "Error creating: " + why.message());
                yield false;
            }
        };
    }

    /// Whether the controller still exists. Without it, no controller would delete the pod.
    private boolean isThere(ObjectVersion controller) {
        return context.store()
                .find(controller.kind(), controller.namespace(), controller.name())
                .filter(now -> now.uid().equals(controller.uid()))
                .isPresent();
    }

    void delete(ObjectVersion controller, ObjectVersion pod) {
        context.delete(pod);
        context.note(controller, false, "SuccessfulDelete", "", "Deleted pod: " + pod.name());
    }

    private static String prefix(String name) {
        return name.substring(0, Math.min(name.length(), MAX_PREFIX)) + "-";
    }
}
