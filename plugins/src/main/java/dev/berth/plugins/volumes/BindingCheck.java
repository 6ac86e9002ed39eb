package dev.berth.plugins.volumes;

import dev.berth.model.CsiNode;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Pod;
import dev.berth.spi.ObjectLookup;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Checks whether the claims of a pod are bound: the empty string if they are, the problem if the
/// binding has failed, and empty while it is in progress (kube-scheduler: `checkBindings`).
///
/// @param versions the resource versions of Berth's writes by object name; older versions do not
///   contain the writes yet
record BindingCheck(Pod pod, ReservedVolumes reserved, Map<String, Long> versions)
        implements Function<ObjectLookup, Optional<String>> {
    private static final Optional<String> DONE = Optional.of("");
    private static final Optional<String> NOT_YET = Optional.empty();

    /// The number of a resource version; a version that is not a number counts as the oldest.
    static long number(String version) {
        try {
            return Long.parseLong(version);
        } catch (NumberFormatException noNumber) {
            return 0;
        }
    }

    @Override
    public Optional<String> apply(ObjectLookup objects) {
        String nodeName = pod.spec().nodeName();
        Optional<Node> node = objects.find(Kind.NODE, nodeName).map(Node.class::cast);
        if (node.isEmpty()) {
            return Optional.of(
                    "failed to get node \"%s\": node \"%s\" not found"
                            .formatted(nodeName, nodeName));
        }
        if (objects.find(Kind.POD, pod.key()).isEmpty()) {
            return Optional.of(
                    "pod does not exist any more: pod \"%s\" not found".formatted(pod.name()));
        }
        Optional<CsiNode> drivers = objects.find(Kind.CSI_NODE, nodeName).map(CsiNode.class::cast);
        for (ReservedVolumes.Binding binding : reserved.bindings()) {
            Optional<String> state = bound(objects, binding, node.get(), drivers);
            if (!state.equals(DONE)) {
                return state;
            }
        }
        for (PersistentVolumeClaim claim : reserved.provisions()) {
            Optional<String> state = provided(objects, claim, node.get(), drivers);
            if (!state.equals(DONE)) {
                return state;
            }
        }
        return DONE;
    }

    private Optional<String> bound(
            ObjectLookup objects,
            ReservedVolumes.Binding binding,
            Node node,
            Optional<CsiNode> drivers) {
        String name = binding.assumed().name();
        Optional<PersistentVolume> found =
                objects.find(Kind.PERSISTENT_VOLUME, name).map(PersistentVolume.class::cast);
        if (found.isEmpty()) {
            return Optional.of(
                    "failed to check binding: persistentvolumes \"%s\" not found".formatted(name));
        }
        Optional<PersistentVolumeClaim> claim = claim(objects, binding.claim());
        if (claim.isEmpty()) {
            return Optional.of("failed to check binding: " + notFound(binding.claim()));
        }
        PersistentVolume volume = found.get();
        if (older(volume)) {
            return NOT_YET;
        }
        Optional<String> mismatch = mismatch(volume, node, drivers);
        if (mismatch.isPresent()) {
            return mismatch;
        }
        if (volume.claim().isEmpty() || volume.claim().get().uid().isEmpty()) {
            return Optional.of("ClaimRef got reset for pv \"%s\"".formatted(name));
        }
        return claim.get().fullyBound() ? DONE : NOT_YET;
    }

    private Optional<String> provided(
            ObjectLookup objects,
            PersistentVolumeClaim wanted,
            Node node,
            Optional<CsiNode> drivers) {
        Optional<PersistentVolumeClaim> found = claim(objects, wanted);
        if (found.isEmpty()) {
            return Optional.of("failed to check provisioning pvc: " + notFound(wanted));
        }
        PersistentVolumeClaim claim = found.get();
        if (older(claim)) {
            return NOT_YET;
        }
        if (claim.meta().annotations().isEmpty()) {
            return Optional.of(
                    "selectedNode annotation reset for PVC \"%s\"".formatted(claim.name()));
        }
        if (!claim.selectedNode().orElse("").equals(node.name())) {
            return Optional.of("provisioning failed for PVC \"%s\"".formatted(claim.name()));
        }
        if (!claim.volumeName().isEmpty()) {
            Optional<PersistentVolume> volume =
                    objects.find(Kind.PERSISTENT_VOLUME, claim.volumeName())
                            .map(PersistentVolume.class::cast);
            if (volume.isEmpty()) {
                return NOT_YET;
            }
            Optional<String> mismatch = mismatch(volume.get(), node, drivers);
            if (mismatch.isPresent()) {
                return mismatch;
            }
        }
        return claim.fullyBound() ? DONE : NOT_YET;
    }

    private boolean older(KubeObject seen) {
        return versions.getOrDefault(seen.key(), 0L) > number(seen.meta().resourceVersion());
    }

    private static Optional<String> mismatch(
            PersistentVolume volume, Node node, Optional<CsiNode> drivers) {
        try {
            return VolumeTopologyIndex.mismatch(volume, node, drivers)
                    .map(why ->
                            "pv \"%s\" node affinity doesn't match node \"%s\": %s"
                                    .formatted(volume.name(), node.name(), why));
        } catch (IllegalStateException untranslated) {
            return Optional.of("failed to translate pv to csi: " + untranslated.getMessage());
        }
    }

    private static Optional<PersistentVolumeClaim> claim(
            ObjectLookup objects, PersistentVolumeClaim claim) {
        return objects.find(Kind.PERSISTENT_VOLUME_CLAIM, claim.key())
                .map(PersistentVolumeClaim.class::cast);
    }

    private static String notFound(PersistentVolumeClaim claim) {
        return "persistentvolumeclaims \"%s\" not found".formatted(claim.key());
    }
}
