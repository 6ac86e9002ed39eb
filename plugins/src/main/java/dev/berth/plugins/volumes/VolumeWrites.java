package dev.berth.plugins.volumes;

import dev.berth.model.ClaimReference;
import dev.berth.model.KubeObject;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.json.Json;
import dev.berth.spi.Placement;
import dev.berth.spi.PluginContext;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/// Sends the writes that bind the volumes of a pod, and waits until they are bound (kube-scheduler:
/// `BindPodVolumes`). Runs on a virtual thread.
///
/// The records contain only the fields that scheduling reads, so the writes are patches that keep
/// the other fields. Each patch contains the resource version that it is based on.
final class VolumeWrites {
    private final PluginContext context;
    private final Duration atMost;

    VolumeWrites(PluginContext context, Duration atMost) {
        this.context = context;
        this.atMost = atMost;
    }

    /// @throws IllegalStateException if the binding fails
    void bind(Placement placement, ReservedVolumes reserved) throws InterruptedException {
        Map<String, Long> versions = write(reserved);
        try {
            String problem =
                    context.await(new BindingCheck(placement.pod(), reserved, versions), atMost);
            if (!problem.isEmpty()) {
                throw new IllegalStateException("binding volumes: " + problem);
            }
        } catch (TimeoutException late) {
            throw new IllegalStateException("binding volumes: context deadline exceeded", late);
        }
    }

    /// Sends the writes and returns the new resource versions by object name.
    private Map<String, Long> write(ReservedVolumes reserved) throws InterruptedException {
        var versions = new HashMap<String, Long>();
        for (ReservedVolumes.Binding binding : reserved.bindings()) {
            versions.put(binding.assumed().key(), send(binding.assumed(), claiming(binding)));
        }
        for (PersistentVolumeClaim claim : reserved.provisions()) {
            versions.put(claim.key(), send(claim, selecting(claim)));
        }
        return versions;
    }

    private long send(KubeObject object, Json.Obj patch) throws InterruptedException {
        Write write =
                new Write.Merge(
                        object.kind(),
                        object.meta().namespace(),
                        object.meta().name(),
                        object.meta().uid(),
                        patch);
        return switch (context.write(write)) {
            case WriteOutcome.Done(String version) -> BindingCheck.number(version);
            case WriteOutcome.Refused(int code, String message) ->
                    throw new IllegalStateException(message);
            case WriteOutcome.Unknown(String message) -> throw new IllegalStateException(message);
        };
    }

    private static Json.Obj claiming(ReservedVolumes.Binding binding) {
        Json.Obj metadata = precondition(binding.assumed());
        if (!binding.changes()) {
            return Json.Obj.EMPTY.with("metadata", metadata);
        }
        String by = PersistentVolume.BOUND_BY_CONTROLLER;
        Json.Obj marked =
                binding.assumed()
                        .meta()
                        .annotations()
                        .get(by)
                        .map(value -> metadata.with("annotations", Json.Obj.EMPTY.with(by, value)))
                        .orElse(metadata);
        ClaimReference claim = binding.assumed().claim().orElseThrow();
        return Json.Obj.EMPTY
                .with("metadata", marked)
                .with(
                        "spec",
                        Json.Obj.EMPTY.with(
                                "claimRef",
                                claim.written(binding.claim().meta().resourceVersion())));
    }

    private static Json.Obj selecting(PersistentVolumeClaim claim) {
        String node = claim.selectedNode().orElseThrow();
        return Json.Obj.EMPTY.with(
                "metadata",
                precondition(claim)
                        .with(
                                "annotations",
                                Json.Obj.EMPTY.with(PersistentVolumeClaim.SELECTED_NODE, node)));
    }

    private static Json.Obj precondition(KubeObject object) {
        return Json.Obj.EMPTY
                .with("uid", object.meta().uid())
                .with("resourceVersion", object.meta().resourceVersion());
    }
}
