package dev.berth.controlplane.api;

import dev.berth.controlplane.api.DeleteOptions.Propagation;
import dev.berth.controlplane.rules.KindRules;
import dev.berth.controlplane.store.FieldError;
import dev.berth.controlplane.store.ObjectRules;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.StatusError;
import dev.berth.controlplane.store.StatusReason;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/// The writes of clients: create, update, patch and delete.
final class ApiWrites {
    private static final Path VERSION = Path.of("metadata", "resourceVersion");
    private static final Path UID = Path.of("metadata", "uid");
    private static final Path DELETED = Path.of("metadata", "deletionTimestamp");
    private static final Path FINALIZERS = Path.of("metadata", "finalizers");
    private static final Path SPEC_FINALIZERS = Path.of("spec", "finalizers");

    private static final Set<String> IMMORTAL = Set.of("default", "kube-system", "kube-public");

    /// The kinds whose updates must have a resource version (upstream: `AllowUnconditionalUpdate`
    /// is false).
    private static final Set<String> VERSIONED =
            Set.of(
                    "PodDisruptionBudget",
                    "Lease",
                    "CSINode",
                    "CSIDriver",
                    "CSIStorageCapacity",
                    "VolumeAttachment",
                    "DeviceTaintRule");

    private static final Set<String> ORPHANING = Set.of("Job", "ReplicationController");

    /// The kinds that an update creates if they do not exist (upstream: `AllowCreateOnUpdate`).
    private static final Set<String> MADE_BY_REPLACING = Set.of("Lease", "Event");

    /// The kinds whose deletion returns the object instead of a `Status`, even when the object is
    /// removed (upstream: `ReturnDeletedObject`).
    private static final Set<String> SHOWN_WHEN_GONE =
            Set.of(
                    "Pod",
                    "PersistentVolume",
                    "PersistentVolumeClaim",
                    "ServiceAccount",
                    "Service",
                    "StorageClass",
                    "CSINode",
                    "CSIDriver",
                    "VolumeAttachment",
                    "ResourceClaim",
                    "ResourceClaimTemplate",
                    "ResourceSlice",
                    "DeviceClass");

    private final Store store;
    private final ResourceRegistry catalog = new ResourceRegistry();

    ApiWrites(Store store) {
        this.store = store;
    }

    Reply<WriteResult> create(
            ApiResource resource, String namespace, Json.Obj object, WriteOptions options) {
        return BodyDecoder.read(catalog, resource.kind(), object, options.fields())
                .then(read ->
                        BodyChecks.in(resource.kind(), namespace, read.object())
                                .then(placed ->
                                        VERSION.text(placed).isEmpty()
                                                ? Reply.of(placed)
                                                : Reply.no(unexpectedVersion()))
                                .then(placed -> create(resource, placed, read, options)));
    }

    private Reply<WriteResult> create(
            ApiResource resource, Json.Obj placed, BodyDecoder.Read read, WriteOptions options) {
        ObjectRules rules = rules(resource);
        Json.Obj stored = EventConversion.stored(resource, placed);
        return run(options, () -> store.create(resource.stored(), stored, rules))
                .whyNot(why -> named(resource, why))
                .map(it ->
                        new WriteResult(
                                EventConversion.shown(resource, it.json()), true, read.warnings()));
    }

    private static StatusError unexpectedVersion() {
        return new StatusError(
                StatusReason.UNKNOWN, "resourceVersion should not be set on objects to be created");
    }

    Reply<WriteResult> replace(
            ApiResource resource,
            WriteScope part,
            String namespace,
            String name,
            Json.Obj object,
            WriteOptions options) {
        return StatusClaims.concern(resource, part)
                ? store.together(() -> {
                    Json.Obj whole =
                            store.find(resource.stored(), namespace, name)
                                    .map(old -> StatusClaims.keep(old.json(), object))
                                    .orElse(object);
                    return replaced(resource, part, namespace, name, whole, options);
                })
                : replaced(resource, part, namespace, name, object, options);
    }

    private Reply<WriteResult> replaced(
            ApiResource resource,
            WriteScope part,
            String namespace,
            String name,
            Json.Obj object,
            WriteOptions options) {
        return BodyDecoder.read(catalog, resource.kind(), object, options.fields())
                .then(read ->
                        BodyChecks.named(name, read.object())
                                .then(it -> BodyChecks.in(resource.kind(), namespace, it))
                                .then(it -> replace(resource, part, it, read, options)));
    }

    private Reply<WriteResult> replace(
            ApiResource resource,
            WriteScope part,
            Json.Obj wanted,
            BodyDecoder.Read read,
            WriteOptions options) {
        String namespace = BodyChecks.NAMESPACE.text(wanted);
        String name = BodyChecks.NAME.text(wanted);
        return store.together(() -> {
            if (part == WriteScope.MAIN
                    && MADE_BY_REPLACING.contains(resource.kind().name())
                    && store.find(resource.stored(), namespace, name).isEmpty()) {
                return create(resource, VERSION.remove(wanted), read, options);
            }
            return store.get(resource.stored(), namespace, name)
                    .then(old -> unconditional(resource, name, wanted, old))
                    .then(old -> change(resource, part, old, wanted, options))
                    .whyNot(why -> named(resource, why))
                    .map(it ->
                            new WriteResult(
                                    EventConversion.shown(resource, it.json()),
                                    false,
                                    read.warnings()));
        });
    }

    private static Reply<ObjectVersion> unconditional(
            ApiResource resource, String name, Json.Obj wanted, ObjectVersion old) {
        String version = VERSION.text(wanted);
        if (!version.isEmpty() && !version.matches("[0-9]+")) {
            return Reply.no(
                    new StatusError(
                            StatusReason.UNKNOWN,
                            "strconv.ParseUint: parsing "
                                    + Json.of(version).text()
                                    + ": invalid syntax"));
        }
        boolean absent = version.isEmpty() || version.equals("0");
        return absent && VERSIONED.contains(resource.kind().name())
                ? Reply.no(StatusError.unconditional(resource.kind(), name))
                : Reply.of(old);
    }

    Reply<WriteResult> patch(
            ApiResource resource,
            WriteScope part,
            String namespace,
            String name,
            Patch patch,
            WriteOptions options) {
        return store.together(() ->
                store.get(resource.stored(), namespace, name)
                        .whyNot(why -> named(resource, why))
                        .then(old ->
                                patched(resource, part, old, patch, options)
                                        .then(read ->
                                                change(resource, part, old, read.object(), options)
                                                        .whyNot(why -> named(resource, why))
                                                        .map(it ->
                                                                new WriteResult(
                                                                        EventConversion.shown(
                                                                                resource,
                                                                                it.json()),
                                                                        false,
                                                                        read.warnings())))));
    }

    private Reply<BodyDecoder.Read> patched(
            ApiResource resource,
            WriteScope part,
            ObjectVersion old,
            Patch patch,
            WriteOptions options) {
        Json.Obj before = EventConversion.shown(resource, old.json());
        return patch.applyTo(resource.kind(), old.name(), before)
                .map(after ->
                        StatusClaims.concern(resource, part)
                                ? StatusClaims.keep(before, after)
                                : after)
                .then(after ->
                        BodyDecoder.patched(catalog, resource.kind(), after, options.fields()))
                .then(read -> sameUid(resource, old, read))
                .then(read ->
                        BodyChecks.named(old.name(), read.object())
                                .then(it -> BodyChecks.in(resource.kind(), old.namespace(), it))
                                .map(it -> new BodyDecoder.Read(it, read.warnings())));
    }

    private static Reply<BodyDecoder.Read> sameUid(
            ApiResource resource, ObjectVersion old, BodyDecoder.Read read) {
        String uid = UID.text(read.object());
        return uid.equals(old.uid())
                ? Reply.of(read)
                : Reply.no(
                        StatusError.invalid(
                                resource.kind(),
                                old.name(),
                                List.of(
                                        FieldError.invalid(
                                                "metadata.uid", uid, "field is immutable"))));
    }

    private Reply<ObjectVersion> change(
            ApiResource resource,
            WriteScope part,
            ObjectVersion old,
            Json.Obj wanted,
            WriteOptions options) {
        Json.Obj stored = EventConversion.stored(resource, wanted);
        return run(options, () -> store.replace(old, stored, part, rules(resource)));
    }

    private ObjectRules rules(ApiResource resource) {
        return KindRules.of(resource.stored(), resource.kind(), store);
    }

    Reply<WriteResult> delete(
            ApiResource resource, String namespace, String name, DeleteOptions options) {
        if (resource.kind().equals(Kind.NAMESPACE) && IMMORTAL.contains(name)) {
            return Reply.no(
                    StatusError.forbidden(
                            resource.kind(), name, "this namespace may not be deleted"));
        }
        Supplier<Reply<ObjectVersion>> work =
                () ->
                        store.get(resource.stored(), namespace, name)
                                .then(old ->
                                        store.delete(
                                                resource.stored(),
                                                namespace,
                                                name,
                                                options.deletion(),
                                                tree ->
                                                        propagating(
                                                                tree,
                                                                propagation(resource, options))));
        var plain = new WriteOptions(options.dryRun(), FieldValidation.IGNORE);
        return run(plain, () -> store.together(work))
                .whyNot(why -> named(resource, why))
                .map(it -> deleted(resource, it));
    }

    /// The response to a deletion.
    private WriteResult deleted(ApiResource resource, ObjectVersion last) {
        boolean there = exists(last.json());
        if (there || SHOWN_WHEN_GONE.contains(resource.kind().name())) {
            return new WriteResult(EventConversion.shown(resource, last.json()), !there, List.of());
        }
        Json.Obj details =
                Json.Obj.builder()
                        .put("name", last.name())
                        .putUnlessEmpty("group", resource.kind().group())
                        .put("kind", resource.kind().plural())
                        .put("uid", last.uid())
                        .build();
        Json.Obj status =
                Json.Obj.EMPTY
                        .with("kind", "Status")
                        .with("apiVersion", "v1")
                        .with("metadata", Json.Obj.EMPTY)
                        .with("status", "Success")
                        .with("details", details);
        return new WriteResult(status, true, List.of());
    }

    /// Whether an object that is being deleted still exists, because it has finalizers or a grace
    /// period.
    private static boolean exists(Json.Obj object) {
        return DELETED.in(object)
                && (!FINALIZERS.items(object).isEmpty()
                        || !SPEC_FINALIZERS.items(object).isEmpty()
                        || Path.of("metadata", "deletionGracePeriodSeconds").number(object, 0) > 0);
    }

    /// Parity: `DefaultGarbageCollectionPolicy`. By default, the deletion of a job or of a
    /// replication controller orphans its pods.
    private static Propagation propagation(ApiResource resource, DeleteOptions options) {
        return options.propagation() == Propagation.UNSPECIFIED
                        && ORPHANING.contains(resource.kind().name())
                ? Propagation.ORPHAN
                : options.propagation();
    }

    /// Sets the finalizers that the propagation policy requires.
    private static Json.Obj propagating(Json.Obj object, Propagation propagation) {
        boolean orphans = propagation == Propagation.ORPHAN;
        boolean foreground = propagation == Propagation.FOREGROUND;
        List<Json> before = FINALIZERS.items(object);
        if (propagation == Propagation.UNSPECIFIED) {
            return object;
        }
        var after = new ArrayList<Json>();
        for (Json finalizer : before) {
            if (!finalizer.equals(Json.of("orphan"))
                    && !finalizer.equals(Json.of("foregroundDeletion"))) {
                after.add(finalizer);
            }
        }
        if (orphans) {
            after.add(Json.of("orphan"));
        }
        if (foreground) {
            after.add(Json.of("foregroundDeletion"));
        }
        return after.equals(before)
                ? object
                : after.isEmpty()
                        ? FINALIZERS.remove(object)
                        : FINALIZERS.set(object, new Json.Arr(after));
    }

    Reply<WriteResult> finish(String name, Json.Obj namespace, WriteOptions options) {
        ApiResource namespaces = catalog.find("", "v1", "namespaces").orElseThrow();
        return BodyChecks.named(name, namespace)
                .then(it ->
                        run(
                                options,
                                () ->
                                        store.get(Kind.NAMESPACE, "", name)
                                                .then(old ->
                                                        unconditional(namespaces, name, it, old))
                                                .then(old ->
                                                        store.replace(
                                                                finished(old.json(), it),
                                                                WriteScope.WHOLE))))
                .map(it -> new WriteResult(it.json(), false, List.of()));
    }

    private static Json.Obj finished(Json.Obj old, Json.Obj wanted) {
        List<Json> left = SPEC_FINALIZERS.items(wanted);
        Json.Obj seen = VERSION.set(old, VERSION.text(wanted));
        return left.isEmpty()
                ? seen.with("spec", Json.Obj.EMPTY)
                : SPEC_FINALIZERS.set(seen, new Json.Arr(left));
    }

    private <T> Reply<T> run(WriteOptions options, Supplier<Reply<T>> work) {
        return options.dryRun() ? store.dryRun(work) : work.get();
    }

    /// Replaces the kind of the store by the kind of the request in an error. The two differ for
    /// the events of the core group.
    static StatusError named(ApiResource resource, StatusError why) {
        if (resource.kind().equals(resource.stored())) {
            return why;
        }
        String stored = resource.stored().plural() + "." + resource.stored().group();
        String group = resource.stored().group();
        return new StatusError(
                why.reason(),
                why.message()
                        .replace(stored, resource.kind().plural())
                        .replace(resource.stored().name() + "." + group, resource.kind().name()),
                why.details().group().equals(group)
                        ? why.details().inGroup(resource.kind().group())
                        : why.details());
    }
}
