package dev.berth.plugins.volumes;

import dev.berth.model.Kind;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Pod;
import dev.berth.model.StorageClass;
import dev.berth.model.Volume;
import dev.berth.spi.NodeView;
import dev.berth.spi.ObjectLister;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionFact;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What is missing for the claims of a pod: the claim itself, its storage class, its volume.
final class ClaimExplanation {
    private static final String TYPE = "claim";
    private static final String CREATE_CLAIM = "create the claim, or correct its name in the pod";

    private final Pod pod;
    private final ObjectLister objects;
    private final List<RejectionFact> facts = new ArrayList<>();
    private final Set<String> advice = new LinkedHashSet<>();

    ClaimExplanation(Pod pod, ObjectLister objects) {
        this.pod = pod;
        this.objects = objects;
    }

    RejectionDetails details() {
        return new RejectionDetails(facts, List.copyOf(advice));
    }

    /// Adds a claim.
    ///
    /// @param missing what is missing, such as `storage class`
    void add(String name, String missing, String help) {
        RejectionFact fact = RejectionFact.ofPod(TYPE, name).with("missing", missing);
        Optional<PersistentVolumeClaim> claim = PodVolumeClaims.seen(pod, name, objects);
        if (claim.isPresent()) {
            fact = fact.with("storageClass", claim.get().storageClass());
            fact = fact.with("phase", claim.get().phase());
            fact = fact.with("volume", claim.get().volumeName());
            Optional<StorageClass> known = ClassifiedClaims.storageClass(claim.get(), objects);
            if (known.isPresent()) {
                fact = fact.with("provisioner", known.get().provisioner());
                fact = fact.with("bindingMode", known.get().bindingMode().orElse(""));
            }
        }
        facts.add(fact);
        advice.add(help);
    }

    /// The problems of the claims of the pod that do not depend on a node.
    ClaimExplanation ofPod() {
        for (Volume volume : pod.spec().volumes()) {
            Optional<String> name = PodVolumeClaims.name(pod, volume);
            if (name.isPresent()) {
                describe(volume, name.get());
            }
        }
        return this;
    }

    private void describe(Volume volume, String name) {
        Optional<PersistentVolumeClaim> found = PodVolumeClaims.seen(pod, name, objects);
        if (name.isEmpty()) {
            add(name, "claim name", "name the claim in the pod");
        } else if (found.isEmpty()) {
            add(
                    name,
                    TYPE,
                    PodVolumeClaims.ephemeral(volume)
                            ? "wait until the ephemeral volume controller creates the claim; if"
                                    + " this takes long, check the controller manager"
                            : CREATE_CLAIM);
        } else {
            describe(volume, found.get());
        }
    }

    private void describe(Volume volume, PersistentVolumeClaim claim) {
        String name = claim.name();
        if (claim.phase().equals(PersistentVolumeClaim.LOST)
                || !claim.volumeName().isEmpty() && volumeOf(claim).isEmpty()) {
            add(name, "volume", "restore the volume of the claim, or create a new claim");
        } else if (claim.meta().deleted().isPresent()) {
            add(name, "claim that is not being deleted", "use another claim");
        } else if (PodVolumeClaims.ephemeral(volume)
                && PodVolumeClaims.notOwned(pod, claim).isPresent()) {
            add(
                    name,
                    "claim of this pod",
                    "delete the claim of that name, which belongs to another owner, or rename the"
                            + " pod");
        } else if (!claim.fullyBound()) {
            unbound(claim);
        }
    }

    private void unbound(PersistentVolumeClaim claim) {
        String name = claim.name();
        Optional<StorageClass> storageClass = ClassifiedClaims.storageClass(claim, objects);
        if (claim.storageClass().isEmpty()) {
            add(
                    name,
                    "storage class",
                    "set the storage class of the claim, or create a volume for it");
        } else if (storageClass.isEmpty()) {
            add(
                    name,
                    "storage class",
                    "create the storage class, or correct its name in the claim");
        } else if (storageClass.get().bindingMode().isEmpty()) {
            add(name, "binding mode", "create the storage class again, with a binding mode");
        } else if (!storageClass.get().waits()) {
            add(
                    name,
                    "bound volume",
                    "check why the claim is not bound (kubectl describe pvc): it needs a volume or"
                            + " a provisioner");
        }
    }

    private Optional<PersistentVolume> volumeOf(PersistentVolumeClaim claim) {
        return objects.getAssumed(Kind.PERSISTENT_VOLUME, claim.volumeName())
                .map(PersistentVolume.class::cast);
    }

    /// The problems of the claims on one node.
    ClaimExplanation onNode(
            ClassifiedClaims claims,
            NodeView node,
            VolumeTopologyIndex reach,
            Provisioning provisioning,
            Set<String> matched) {
        for (PersistentVolumeClaim claim : claims.bound()) {
            Optional<PersistentVolume> volume = volumeOf(claim);
            if (volume.isEmpty()) {
                add(
                        claim.name(),
                        "volume",
                        "restore the volume of the claim, or create a new claim");
            } else if (!reach.reaches(node, volume.get())) {
                add(
                        claim.name(),
                        "node that can access the volume",
                        "add a node that can access the volume, or free resources on those that"
                                + " can");
            }
        }
        for (PersistentVolumeClaim claim : claims.delayed()) {
            if (!matched.contains(claim.key())) {
                delayed(claim, node, provisioning);
            }
        }
        return this;
    }

    private void delayed(PersistentVolumeClaim claim, NodeView node, Provisioning provisioning) {
        Optional<String> selected = claim.selectedNode();
        if (selected.isPresent() && !selected.get().equals(node.name())) {
            add(
                    claim.name(),
                    "volume on this node",
                    "wait: a volume is being provisioned on another node");
            return;
        }
        StorageClass storageClass = provisioning.classOf(claim);
        if (!Provisioning.provides(storageClass)) {
            add(
                    claim.name(),
                    "available volume",
                    "create a volume of the class that this node can access: the class has no"
                            + " provisioner");
        } else if (!provisioning.allowed(storageClass).contains(node)) {
            add(
                    claim.name(),
                    "allowed topology",
                    "add a node that the allowedTopologies of the storage class match, or change"
                            + " them");
        } else if (provisioning.capacity(claim, storageClass).counted()
                && provisioning
                        .firstFor(node, provisioning.capacity(claim, storageClass))
                        .isEmpty()) {
            add(
                    claim.name(),
                    "free storage",
                    "request less storage, or add storage to the driver on this node");
        }
    }
}
