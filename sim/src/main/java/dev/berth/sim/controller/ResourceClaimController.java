package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.OwnerReference;
import dev.berth.model.Pod;
import dev.berth.model.PodClaim;
import dev.berth.model.PodClaimStatuses;
import dev.berth.model.device.ClaimConsumer;
import dev.berth.model.device.ResourceClaim;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Creates the claims of pods from templates, ends the reservations of finished pods, and releases
/// the devices of claims without consumers (kube-controller-manager: `resourceclaim-controller`).
final class ResourceClaimController implements Controller {
    /// The annotation of a generated claim with the name of the pod's reference to it.
    static final String POD_CLAIM_NAME = "resource.kubernetes.io/pod-claim-name";

    private static final Path TEMPLATE_SPEC = Path.of("spec", "spec");
    private static final Path TEMPLATE_LABELS = Path.of("spec", "metadata", "labels");
    private static final Path TEMPLATE_ANNOTATIONS = Path.of("spec", "metadata", "annotations");
    private static final Path RESERVED_FOR = Path.of("status", "reservedFor");

    private final ControllerContext context;
    private final WorkQueue pods;
    private final WorkQueue claims;

    ResourceClaimController(ControllerContext context) {
        this.context = context;
        this.pods = context.workQueue();
        this.claims = context.workQueue();
    }

    @Override
    public void changed(CacheUpdate update) {
        ObjectVersion object = update.after();
        if (update.isOf(Kind.POD)) {
            podChanged(object);
        } else if (update.isOf(Kind.RESOURCE_CLAIM)) {
            claims.to(object.key());
            for (OwnerReference owner : object.typed().meta().owners()) {
                pods.to(object.namespace() + "/" + owner.name());
            }
            claim(object).reservedFor().forEach(it -> pods.to(key(object, it.name())));
        } else if (update.isOf(Kind.RESOURCE_CLAIM_TEMPLATE) && !update.gone()) {
            for (ObjectVersion pod : context.view().in(object.namespace(), Kind.POD)) {
                if (references(pod).stream()
                        .anyMatch(it -> it.templateName().equals(object.name()))) {
                    pods.to(pod.key());
                }
            }
        }
    }

    private void podChanged(ObjectVersion object) {
        Pod pod = PodFacts.pod(object);
        if (references(object).isEmpty() && pod.status().claimStatuses().isEmpty()) {
            return;
        }
        pods.to(object.key());
        claimNames(pod).forEach(name -> claims.to(key(object, name)));
    }

    private static List<PodClaim> references(ObjectVersion pod) {
        return PodFacts.pod(pod).template().parts().claims();
    }

    /// The names of all claims that the pod uses.
    private static Set<String> claimNames(Pod pod) {
        var names = new HashSet<String>();
        for (PodClaim reference : pod.template().parts().claims()) {
            if (!reference.claimName().isEmpty()) {
                names.add(reference.claimName());
            }
        }
        PodClaimStatuses statuses = pod.status().claimStatuses();
        statuses.generated().forEach(it -> it.claimName().ifPresent(names::add));
        statuses.extended().ifPresent(it -> names.add(it.claimName()));
        return names;
    }

    private static String key(ObjectVersion sameNamespace, String name) {
        return sameNamespace.namespace() + "/" + name;
    }

    private static ResourceClaim claim(ObjectVersion object) {
        return (ResourceClaim) object.typed();
    }

    private static boolean terminating(ObjectVersion object) {
        return object.typed().meta().deleted().isPresent();
    }

    @Override
    public int settle() {
        return pods.process(key -> context.view().find(Kind.POD, key).ifPresent(this::syncPod))
                + claims.process(key ->
                        context.view().find(Kind.RESOURCE_CLAIM, key).ifPresent(this::syncClaim));
    }

    private void syncPod(ObjectVersion object) {
        Pod pod = PodFacts.pod(object);
        if (!PodFacts.active(pod)) {
            return;
        }
        var statuses = new ArrayList<PodClaimStatuses.Generated>();
        boolean complete = true;
        for (PodClaim reference : references(object)) {
            if (!reference.templateName().isEmpty()) {
                Optional<String> name = generated(object, reference);
                name.ifPresent(it ->
                        statuses.add(
                                new PodClaimStatuses.Generated(reference.name(), Optional.of(it))));
                complete &= name.isPresent();
            }
        }
        if (complete && !statuses.equals(pod.status().claimStatuses().generated())) {
            context.status(object, Json.Obj.of("resourceClaimStatuses", json(statuses)));
        } else if (complete && pod.assigned()) {
            claimNames(pod).forEach(name -> reserve(object, name));
        }
    }

    private static Json.Arr json(List<PodClaimStatuses.Generated> statuses) {
        return new Json.Arr(
                statuses.stream()
                        .<Json>map(it ->
                                Json.Obj.EMPTY
                                        .with("name", it.name())
                                        .with("resourceClaimName", it.claimName().orElseThrow()))
                        .toList());
    }

    /// The claim for a reference of the pod to a template. It is created if necessary. Empty if it
    /// cannot be created now.
    private Optional<String> generated(ObjectVersion pod, PodClaim reference) {
        Optional<String> known =
                PodFacts.pod(pod)
                        .status()
                        .claimStatuses()
                        .of(reference.name())
                        .flatMap(PodClaimStatuses.Generated::claimName);
        if (known.isPresent()
                && context.view().find(Kind.RESOURCE_CLAIM, key(pod, known.get())).isPresent()) {
            return known;
        }
        for (ObjectVersion owned : context.view().controlledBy(pod.uid(), Kind.RESOURCE_CLAIM)) {
            if (ControllerFields.ANNOTATIONS
                    .then(POD_CLAIM_NAME)
                    .text(owned.json())
                    .equals(reference.name())) {
                return Optional.of(owned.name());
            }
        }
        return create(pod, reference);
    }

    private Optional<String> create(ObjectVersion pod, PodClaim reference) {
        Optional<ObjectVersion> template =
                context.view()
                        .find(Kind.RESOURCE_CLAIM_TEMPLATE, key(pod, reference.templateName()));
        if (template.isEmpty()) {
            failed(
                    pod,
                    reference,
                    "resource claim template \"%s\": resourceclaimtemplate.resource.k8s.io \"%s\""
                                    .formatted(reference.templateName(), reference.templateName())
                            + " not found");
            return Optional.empty();
        }
        return switch (context.create(
                Kind.RESOURCE_CLAIM, fromTemplate(pod, reference, template.get()))) {
            case Reply.Granted<ObjectVersion>(var made) -> Optional.of(made.name());
            case Reply.Refused<ObjectVersion>(var why) -> {
                failed(pod, reference, why.message());
                yield Optional.empty();
            }
        };
    }

    private void failed(ObjectVersion pod, PodClaim reference, String why) {
        context.note(
                pod,
                true,
                "FailedResourceClaimCreation",
                "",
                "PodResourceClaim " + reference.name() + ": " + why);
        pods.later(PodControl.RETRY, pod.key());
    }

    private static Json.Obj fromTemplate(
            ObjectVersion pod, PodClaim reference, ObjectVersion template) {
        Json.Obj annotations =
                TEMPLATE_ANNOTATIONS.object(template.json()).with(POD_CLAIM_NAME, reference.name());
        Json.Obj metadata =
                Json.Obj.EMPTY
                        .with("generateName", pod.name() + "-" + reference.name() + "-")
                        .with("namespace", pod.namespace())
                        .with("annotations", annotations)
                        .with(
                                "ownerReferences",
                                Json.arr(
                                        ObjectTemplates.controller(
                                                Kind.POD, pod.name(), pod.uid())));
        Json.Obj labels = TEMPLATE_LABELS.object(template.json());
        return Json.Obj.EMPTY
                .with("apiVersion", Kind.RESOURCE_CLAIM.apiVersion())
                .with("kind", Kind.RESOURCE_CLAIM.name())
                .with(
                        "metadata",
                        labels.fields().isEmpty() ? metadata : metadata.with("labels", labels))
                .with("spec", TEMPLATE_SPEC.object(template.json()));
    }

    /// Reserves an allocated claim for a pod that was bound without a scheduler.
    private void reserve(ObjectVersion pod, String name) {
        context.view()
                .find(Kind.RESOURCE_CLAIM, key(pod, name))
                .filter(it -> claim(it).allocation().isPresent())
                .filter(it -> !claim(it).reservedFor(pod.uid()))
                .ifPresent(it -> {
                    var consumers = new ArrayList<>(RESERVED_FOR.items(it.json()));
                    consumers.add(
                            Json.Obj.EMPTY
                                    .with("resource", "pods")
                                    .with("name", pod.name())
                                    .with("uid", pod.uid()));
                    status(it, Json.Obj.of("reservedFor", new Json.Arr(consumers)));
                });
    }

    /// Parity: a claim is deallocated with its last reservation, and when it is being deleted. An
    /// allocated claim that was never reserved stays allocated.
    private void syncClaim(ObjectVersion object) {
        List<Json> before = RESERVED_FOR.items(object.json());
        var consumers = new ArrayList<Json>();
        List<ClaimConsumer> reservedFor = claim(object).reservedFor();
        for (int i = 0; i < reservedFor.size(); i++) {
            if (uses(object, reservedFor.get(i))) {
                consumers.add(before.get(i));
            }
        }
        boolean released = consumers.size() < before.size();
        boolean deallocate =
                consumers.isEmpty()
                        && claim(object).allocation().isPresent()
                        && (released || terminating(object));
        if (released || deallocate) {
            Json.Obj status =
                    Json.Obj.of(
                            "reservedFor",
                            consumers.isEmpty() ? Json.Null.NULL : new Json.Arr(consumers));
            Reply<ObjectVersion> written =
                    status(
                            object,
                            deallocate
                                    ? status.with("allocation", Json.Null.NULL)
                                            .with("devices", Json.Null.NULL)
                                    : status);
            if (deallocate && written instanceof Reply.Granted<ObjectVersion>(var deallocated)) {
                removeFinalizer(deallocated);
            }
        } else if (terminating(object)
                && claim(object).allocation().isEmpty()
                && consumers.isEmpty()) {
            removeFinalizer(object);
        }
        if (consumers.isEmpty() && ownerIsDone(object)) {
            context.delete(object);
        }
    }

    /// A scheduler adds the finalizer before it writes the allocation, so a finalizer without an
    /// allocation is not removed on its own.
    private void removeFinalizer(ObjectVersion object) {
        if (ControllerFields.FINALIZERS
                .items(object.json())
                .contains(Json.of(ResourceClaim.FINALIZER))) {
            context.letGo(object, ResourceClaim.FINALIZER);
        }
    }

    private Reply<ObjectVersion> status(ObjectVersion object, Json.Obj status) {
        return context.change(
                object, context.asSeen(object, Json.Obj.of("status", status)), WriteScope.STATUS);
    }

    /// Whether the consumer still needs the claim. Consumers of unknown kinds do.
    private boolean uses(ObjectVersion claim, ClaimConsumer consumer) {
        return !consumer.apiGroup().isEmpty()
                || !consumer.resource().equals("pods")
                || context.view()
                        .find(Kind.POD, key(claim, consumer.name()))
                        .filter(pod -> pod.uid().equals(consumer.uid()))
                        .filter(pod -> !done(PodFacts.pod(pod)))
                        .isPresent();
    }

    /// Whether the pod that the claim was generated for does not need it any more.
    private boolean ownerIsDone(ObjectVersion claim) {
        return !terminating(claim)
                && claim.typed()
                        .meta()
                        .controller()
                        .filter(owner -> owner.kind().equals(Kind.POD.name()))
                        .filter(owner ->
                                context.view()
                                        .find(Kind.POD, key(claim, owner.name()))
                                        .filter(pod -> pod.uid().equals(owner.uid()))
                                        .filter(pod -> !done(PodFacts.pod(pod)))
                                        .isEmpty())
                        .isPresent();
    }

    /// Whether the pod has finished, or never starts.
    private static boolean done(Pod pod) {
        return pod.status().finished() || pod.terminating() && !pod.assigned();
    }
}
