package dev.berth.sim.link;

import dev.berth.controlplane.store.BindRequest;
import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.Timestamps;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.engine.port.StatusPatch;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

/// Applies the writes of a scheduler to the store.
final class Writer {
    private final Store store;
    private final Timestamps stamp;

    Writer(Store store, Timestamps stamp) {
        this.store = store;
        this.stamp = stamp;
    }

    WriteOutcome write(Write write) {
        return switch (write) {
            case Write.BindPod(var namespace, var name, var uid, var node) ->
                    outcome(store.bind(BindRequest.of(namespace, name, uid, node)));
            case Write.PatchPodStatus patch -> patch(patch);
            case Write.DeletePod(var namespace, var name, var uid) ->
                    outcome(
                            store.delete(
                                    Kind.POD, namespace, name, DeleteRequest.DEFAULT.onlyUid(uid)));
            case Write.Merge(var kind, var namespace, var name, var uid, var patch) ->
                    outcome(
                            store.patch(
                                    kind, namespace, name, new Patch.Merge(patch), WriteScope.MAIN),
                            true);
            case Write.MergeStatus(var kind, var namespace, var name, var uid, var patch) ->
                    outcome(
                            store.patch(
                                    kind,
                                    namespace,
                                    name,
                                    new Patch.Merge(patch),
                                    WriteScope.STATUS),
                            true);
            case Write.Create create -> outcome(store.create(create.content()), true);
            case Write.Delete(var kind, var namespace, var name, var uid) ->
                    outcome(
                            store.delete(
                                    kind, namespace, name, DeleteRequest.DEFAULT.onlyUid(uid)));
            case Write.Replace replace ->
                    outcome(store.replace(replace.content(), WriteScope.WHOLE));
        };
    }

    private WriteOutcome patch(Write.PatchPodStatus write) {
        Pod pod = write.pod();
        return StatusPatch.of(write, stamp.now())
                .map(Patch.Strategic::new)
                .map(patch ->
                        store.patch(
                                Kind.POD, pod.namespace(), pod.name(), patch, WriteScope.STATUS))
                .map(Writer::outcome)
                .orElse(WriteOutcome.DONE);
    }

    private static WriteOutcome outcome(Reply<ObjectVersion> reply) {
        return outcome(reply, false);
    }

    /// @param versioned whether the outcome contains the new resource version
    private static WriteOutcome outcome(Reply<ObjectVersion> reply, boolean versioned) {
        return switch (reply) {
            case Reply.Granted<ObjectVersion>(var object) ->
                    versioned
                            ? new WriteOutcome.Done(Long.toString(object.revision()))
                            : WriteOutcome.DONE;
            case Reply.Refused<ObjectVersion>(var why) ->
                    new WriteOutcome.Refused(why.code(), why.message());
        };
    }
}
