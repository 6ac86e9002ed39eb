package dev.berth.bench;

import dev.berth.engine.port.Message;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.Meta;
import dev.berth.model.device.ResourceClaim;
import dev.berth.model.json.Json;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// The ResourceClaims of [InstantApi].
final class InstantClaims {
    private static final WriteOutcome CONFLICT =
            new WriteOutcome.Refused(
                    WriteOutcome.Refused.CONFLICT, "the claim has been modified or deleted");

    private final Consumer<Message> deliver;
    private final Decoder decoder = new Decoder();
    private final Map<String, ResourceClaim> claims = new HashMap<>();

    /// The keys of the claims by the UID of their pod.
    private final Map<String, String> byOwner = new HashMap<>();

    private long version;

    InstantClaims(Consumer<Message> deliver) {
        this.deliver = deliver;
    }

    void put(ResourceClaim claim) {
        store(claim);
    }

    private ResourceClaim store(ResourceClaim claim) {
        version++;
        ResourceClaim stored =
                claim.withMeta(claim.meta().withResourceVersion(Long.toString(version)));
        claims.put(stored.key(), stored);
        stored.meta().controller().ifPresent(owner -> byOwner.put(owner.uid(), stored.key()));
        deliver.accept(new Message.ObjectSeen(stored));
        return stored;
    }

    private static WriteOutcome done(ResourceClaim stored) {
        return new WriteOutcome.Done(stored.meta().resourceVersion());
    }

    WriteOutcome create(Write.Create write) {
        var named = (ResourceClaim) decoder.object(Kind.RESOURCE_CLAIM, write.content());
        Meta meta = named.meta();
        String name = meta.name();
        return done(
                store(
                        named.withMeta(
                                with(
                                        meta,
                                        name,
                                        meta.namespace() + "/claim/" + name,
                                        meta.finalizers()))));
    }

    private static Meta with(Meta meta, String name, String uid, List<String> finalizers) {
        return new Meta(
                name,
                meta.namespace(),
                uid,
                meta.resourceVersion(),
                meta.generation(),
                meta.created(),
                meta.deleted(),
                meta.labels(),
                meta.annotations(),
                meta.owners(),
                finalizers);
    }

    /// Sets the finalizers.
    WriteOutcome merge(Write.Merge write) {
        ResourceClaim claim = claims.get(write.namespace() + "/" + write.name());
        if (claim == null || !isBasedOn(write.patch(), claim)) {
            return CONFLICT;
        }
        Meta meta = claim.meta();
        List<String> finalizers =
                decoder.object(Kind.RESOURCE_CLAIM, write.patch()).meta().finalizers();
        return done(store(claim.withMeta(with(meta, meta.name(), meta.uid(), finalizers))));
    }

    /// Sets the reservations, and the allocation if the patch contains one.
    WriteOutcome mergeStatus(Write.MergeStatus write) {
        ResourceClaim claim = claims.get(write.namespace() + "/" + write.name());
        if (claim == null || !isBasedOn(write.patch(), claim)) {
            return CONFLICT;
        }
        var wanted = (ResourceClaim) decoder.object(Kind.RESOURCE_CLAIM, write.patch());
        ResourceClaim written = claim.withReservedFor(wanted.reservedFor());
        return done(
                store(
                        wanted.allocation().isPresent()
                                ? written.withAllocation(wanted.allocation())
                                : written));
    }

    private static boolean isBasedOn(Json.Obj patch, ResourceClaim claim) {
        return patch.textAt("metadata", "resourceVersion")
                .map(based -> based.equals(claim.meta().resourceVersion()))
                .orElse(true);
    }

    /// Deallocates and deletes the claim of a deleted pod, as the claim controller does.
    void podDeleted(String podUid) {
        String key = byOwner.remove(podUid);
        ResourceClaim claim = key == null ? null : claims.get(key);
        if (claim != null) {
            ResourceClaim free =
                    store(claim.withReservedFor(List.of()).withAllocation(Optional.empty()));
            claims.remove(free.key());
            deliver.accept(new Message.ObjectGone(free.kind(), free.key(), free.uid()));
        }
    }
}
