package dev.berth.controlplane.store;

import dev.berth.engine.port.Clock;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// The state of the embedded cluster in memory, with the semantics of the Kubernetes API that
/// clients depend on.
///
/// The store keeps complete objects, including the fields that Berth does not read. Every change
/// has the next revision, which becomes the resource version of the object, and is an entry of a
/// bounded history, from which watches read. One lock guards everything. The store notifies watches
/// after it releases the lock. A namespace is created with its first object. The clock and the seed
/// are parameters, so that a run can be repeated exactly.
public final class Store {
    /// The default number of changes that a watch can lag behind.
    public static final int DEFAULT_HISTORY = 1 << 16;

    // Clients read resource version 0 as "any", so the revision of the empty store is 1.
    private static final long START = 1;

    private static final ObjectRules ANYTHING =
            new ObjectRules() {
                @Override
                public Reply<Json.Obj> created(Json.Obj object) {
                    return Reply.of(object);
                }

                @Override
                public Reply<Json.Obj> changed(
                        ObjectVersion before, Json.Obj after, WriteScope part) {
                    return before.kind().equals(Kind.POD) && part == WriteScope.MAIN
                            ? UpdateRules.ofPod(before, after)
                            : Reply.of(after);
                }
            };

    private final StoreLock monitor = new StoreLock();
    private final ObjectTables tables = new ObjectTables();
    private final Kinds kinds = new Kinds();
    private final Decoder decoder = new Decoder();
    private final Clock clock;
    private final ChangeHistory history;
    private final ObjectCreation creation;
    private final Admission admission;
    private final Timestamps stamp;
    private boolean dryRun;
    private final OpenWatches watches = new OpenWatches();

    public Store(Clock clock, long seed) {
        this(clock, seed, DEFAULT_HISTORY);
    }

    /// @param historySize the number of changes that a watch can lag behind before it expires
    public Store(Clock clock, long seed, int historySize) {
        this(clock, seed, historySize, ChangeHistory.BYTES);
    }

    Store(Clock clock, long seed, int historySize, long historyBytes) {
        this.clock = clock;
        this.history = new ChangeHistory(START, historySize, historyBytes);
        this.stamp = new Timestamps(clock);
        this.creation = new ObjectCreation(seed, stamp);
        this.admission =
                new Admission(
                        () -> tables.all(Kind.PRIORITY_CLASS).stream().map(ObjectVersion::json),
                        () -> tables.all(Kind.STORAGE_CLASS).stream().map(ObjectVersion::json),
                        stamp);
    }

    public Kinds kinds() {
        return kinds;
    }

    /// The revision of the newest change.
    public long revision() {
        return history.last();
    }

    /// Runs several operations atomically.
    public <T> T together(Supplier<T> work) {
        return locked(work);
    }

    /// Reserves the UIDs of objects that will be created with them: the store issues a UID neither
    /// twice nor if an object has brought it along.
    public void reserveUids(Collection<String> uids) {
        locked(() -> {
            creation.reserve(uids);
            return uids.size();
        });
    }

    /// Creates an object for a test or a scenario, with any UID, status and deletion timestamp that
    /// it has.
    public Reply<ObjectVersion> create(Json.Obj object) {
        return create(object, WriteScope.WHOLE);
    }

    /// Creates an object. With [WriteScope#MAIN], the store ignores the UID, status and deletion
    /// timestamp of the object, as for a client.
    public Reply<ObjectVersion> create(Json.Obj object, WriteScope part) {
        return locked(() -> kindOf(object).then(kind -> createLocked(kind, object, part)));
    }

    /// Creates an object with the UID and status that it has. An object with the same name is
    /// removed first if `replaceable` accepts it. Without a UID, the new object keeps that of the
    /// replaced one.
    public Reply<ObjectVersion> restore(Json.Obj object, Predicate<ObjectVersion> replaceable) {
        return locked(() ->
                kindOf(object)
                        .then(kind ->
                                tables.find(
                                                kind,
                                                ObjectVersion.key(
                                                        ObjectFields.namespace(object, kind),
                                                        ObjectFields.NAME.text(object)))
                                        .filter(replaceable)
                                        .map(old -> restoreLocked(old, object))
                                        .orElseGet(() ->
                                                createLocked(kind, object, WriteScope.WHOLE))));
    }

    /// Creates an object for a client, by the rules of its kind. The namespace must exist.
    public Reply<ObjectVersion> create(Kind kind, Json.Obj object, ObjectRules rules) {
        return locked(() ->
                open(kind, object)
                        .then(it -> creation.of(kind, fromClient(kind, it), taken(kind, it)))
                        .then(created -> admission.agreeing(kind, created))
                        .then(created -> admission.computed(kind, created))
                        .then(created -> admission.admit(kind, created))
                        .then(rules::created)
                        .then(tree -> unique(kind, tree))
                        .then(tree -> version(kind, tree, 1).checked())
                        .map(fresh -> commit(null, fresh)));
    }

    /// Updates an object for a client, by the rules of its kind.
    public Reply<ObjectVersion> replace(
            ObjectVersion old, Json.Obj wanted, WriteScope part, ObjectRules rules) {
        return locked(() -> replaceLocked(old, wanted, part, rules));
    }

    /// Runs an operation without storing its changes.
    public <T> T dryRun(Supplier<T> work) {
        return locked(() -> {
            boolean before = dryRun;
            dryRun = true;
            try {
                return work.get();
            } finally {
                dryRun = before;
            }
        });
    }

    /// Whether a dry run is in progress.
    public boolean isDryRun() {
        return locked(() -> dryRun);
    }

    public Reply<ObjectVersion> get(Kind kind, String namespace, String name) {
        return find(kind, namespace, name)
                .map(Reply::of)
                .orElseGet(() -> Reply.no(StatusError.notFound(kind, name)));
    }

    public Optional<ObjectVersion> find(Kind kind, String namespace, String name) {
        return locked(() -> tables.find(kind, ObjectVersion.key(namespace, name)));
    }

    /// The selected objects, ordered by namespace and name, with the revision of the list.
    public ListResult list(ObjectSelection selection) {
        return locked(() -> new ListResult(history.last(), tables.matching(selection)));
    }

    /// The objects of a kind that matched at a revision, if the history contains it.
    public Reply<ListResult> list(ObjectSelection selection, long revision) {
        Kind kind = selection.kind().orElseThrow();
        return locked(() -> {
            if (revision < history.oldest()) {
                return Reply.no(StatusError.expired(revision, history.oldest()));
            }
            if (revision > history.last()) {
                return Reply.no(StatusError.tooLarge(revision, history.last()));
            }
            return Reply.of(
                    new ListResult(revision, tables.matching(selection, kind, history, revision)));
        });
    }

    /// Replaces the object with the same name. A resource version in `object` must be the newest.
    public Reply<ObjectVersion> replace(Json.Obj object, WriteScope part) {
        return locked(() ->
                kindOf(object)
                        .then(kind ->
                                existing(
                                                kind,
                                                ObjectFields.namespace(object, kind),
                                                ObjectFields.NAME.text(object))
                                        .then(old -> replaceLocked(old, object, part))));
    }

    public Reply<ObjectVersion> patch(
            Kind kind, String namespace, String name, Patch patch, WriteScope part) {
        return locked(() ->
                existing(kind, namespace, name)
                        .then(old ->
                                patch.applyTo(old).then(tree -> replaceLocked(old, tree, part))));
    }

    /// Patches the object with this name, in its newest version.
    public Reply<ObjectVersion> patch(ObjectVersion object, Patch patch, WriteScope part) {
        return patch(object.kind(), object.namespace(), object.name(), patch, part);
    }

    /// Deletes the object, or sets its deletion timestamp. The reply is the last version.
    public Reply<ObjectVersion> delete(
            Kind kind, String namespace, String name, DeleteRequest deletion) {
        return delete(kind, namespace, name, deletion, UnaryOperator.identity());
    }

    /// As [#delete(Kind, String, String, DeleteRequest)].
    ///
    /// @param last changes the object before the deletion, for example its finalizers
    public Reply<ObjectVersion> delete(
            Kind kind,
            String namespace,
            String name,
            DeleteRequest deletion,
            UnaryOperator<Json.Obj> last) {
        return locked(() ->
                existing(kind, namespace, name).then(old -> deleteLocked(old, deletion, last)));
    }

    /// The clock in the format of object timestamps.
    public Timestamps stamp() {
        return stamp;
    }

    /// The `binding` subresource of pods.
    public Reply<ObjectVersion> bind(BindRequest binding) {
        return locked(() ->
                existing(Kind.POD, binding.namespace(), binding.name())
                        .then(pod ->
                                binding.applyTo(pod, stamp.now())
                                        .map(tree -> commitBound(pod, tree, binding))));
    }

    /// Opens a watch that starts with the existing objects as added.
    public Watch watch(ObjectSelection selection, Runnable wakeUp) {
        return locked(() -> {
            var initial = new ArrayList<WatchEvent>();
            for (ObjectVersion object : tables.matching(selection)) {
                initial.add(new WatchEvent(WatchEvent.Type.ADDED, object));
            }
            return open(selection, history.last(), initial, wakeUp);
        });
    }

    /// As [#watch(ObjectSelection, Runnable)], with a bookmark after the existing objects.
    public Watch watchWithBookmark(ObjectSelection selection, Runnable wakeUp) {
        return locked(() -> {
            var initial = new ArrayList<WatchEvent>();
            for (ObjectVersion object : tables.matching(selection)) {
                initial.add(new WatchEvent(WatchEvent.Type.ADDED, object));
            }
            ObjectVersion end = bookmark(selection, history.last()).endOfInitialEvents();
            initial.add(new WatchEvent(WatchEvent.Type.BOOKMARK, end));
            return open(selection, history.last(), initial, wakeUp);
        });
    }

    /// Opens a watch of all changes after a revision: that of a list, of the last received event,
    /// or of a bookmark.
    public Reply<Watch> watch(ObjectSelection selection, long after, Runnable wakeUp) {
        return locked(() -> {
            if (after < history.oldest()) {
                return Reply.no(StatusError.expired(after, history.oldest()));
            }
            if (after > history.last()) {
                return Reply.no(StatusError.tooLarge(after, history.last()));
            }
            return Reply.of(open(selection, after, List.of(), wakeUp));
        });
    }

    /// Removes the history up to a revision, so that older watches expire.
    public void compact(long upTo) {
        locked(() -> {
            history.compact(upTo);
            return upTo;
        });
    }

    <T> T locked(Supplier<T> work) {
        return monitor.locked(work);
    }

    ChangeHistory history() {
        return history;
    }

    ObjectVersion bookmark(ObjectSelection selection, long revision) {
        return ObjectVersion.bookmark(selection.kind().orElse(Kind.POD), revision, decoder);
    }

    void forget(Watch watch) {
        watches.remove(watch);
    }

    private Watch open(
            ObjectSelection selection, long after, List<WatchEvent> initial, Runnable wakeUp) {
        var watch = new Watch(this, selection, after, initial, wakeUp);
        watches.add(watch);
        return watch;
    }

    private Reply<Kind> kindOf(Json.Obj object) {
        String apiVersion = ObjectFields.API_VERSION.text(object);
        String name = ObjectFields.KIND.text(object);
        if (apiVersion.isEmpty() || name.isEmpty()) {
            return Reply.no(StatusError.badRequest("Object 'Kind' or 'apiVersion' is missing"));
        }
        if (kinds.inAnotherVersion(apiVersion, name)) {
            return Reply.no(
                    StatusError.badRequest(
                            "no matches for kind \"%s\" in version \"%s\""
                                    .formatted(name, apiVersion)));
        }
        return Reply.of(
                kinds.meet(apiVersion, name, !ObjectFields.NAMESPACE.text(object).isEmpty()));
    }

    private Reply<ObjectVersion> existing(Kind kind, String namespace, String name) {
        return tables.find(kind, ObjectVersion.key(namespace, name))
                .map(Reply::of)
                .orElseGet(() -> Reply.no(StatusError.notFound(kind, name)));
    }

    private Reply<ObjectVersion> createLocked(Kind kind, Json.Obj object, WriteScope part) {
        Json.Obj given = part == WriteScope.MAIN ? fromClient(kind, object) : object;
        String namespace = ObjectFields.namespace(object, kind);
        if (part == WriteScope.MAIN && leaving(namespace)) {
            return Reply.no(
                    StatusError.terminating(kind, ObjectFields.NAME.text(object), namespace));
        }
        return completed(kind, given, key -> tables.has(kind, key))
                .then(tree -> commitNew(kind, tree));
    }

    private Reply<Json.Obj> completed(Kind kind, Json.Obj given, Predicate<String> taken) {
        return creation.of(kind, given, taken)
                .then(created -> ObjectCreation.named(kind, ObjectCreation.counted(created)))
                .then(created -> admission.agreeing(kind, created))
                .then(created -> admission.admit(kind, created))
                .then(admitted -> Validation.check(kind, admitted));
    }

    private Reply<ObjectVersion> restoreLocked(ObjectVersion old, Json.Obj object) {
        Kind kind = old.kind();
        Json.Obj given =
                ObjectFields.UID.text(object).isEmpty()
                        ? ObjectFields.UID.set(object, old.uid())
                        : object;
        // The old object stays if the new one is invalid.
        return completed(kind, given, _ -> false)
                .then(tree -> version(kind, tree, 2).checked())
                .map(fresh -> {
                    erase(old, old.json());
                    kinds.learnFrom(kind, fresh.json());
                    return commit(null, fresh);
                });
    }

    /// Returns the object if its namespace exists and is not being deleted.
    private Reply<Json.Obj> open(Kind kind, Json.Obj object) {
        String namespace = ObjectFields.namespace(object, kind);
        if (namespace.isEmpty()) {
            return Reply.of(object);
        }
        return existing(Kind.NAMESPACE, "", namespace)
                .then(_ ->
                        leaving(namespace)
                                ? Reply.no(
                                        StatusError.terminating(
                                                kind, ObjectFields.NAME.text(object), namespace))
                                : Reply.of(object));
    }

    /// The existing keys that a generated name must avoid. A name from the request is checked after
    /// validation.
    private Predicate<String> taken(Kind kind, Json.Obj object) {
        return key -> ObjectFields.NAME.text(object).isEmpty() && tables.has(kind, key);
    }

    private boolean leaving(String namespace) {
        return !namespace.isEmpty()
                && tables.find(Kind.NAMESPACE, namespace)
                        .filter(it -> ObjectFields.DELETED.in(it.json()))
                        .isPresent();
    }

    private Reply<Json.Obj> unique(Kind kind, Json.Obj tree) {
        String name = ObjectFields.NAME.text(tree);
        return tables.has(kind, ObjectVersion.key(ObjectFields.namespace(tree, kind), name))
                ? Reply.no(StatusError.alreadyExists(kind, name))
                : Reply.of(tree);
    }

    /// Removes the fields that a client cannot set in a new object.
    private Json.Obj fromClient(Kind kind, Json.Obj object) {
        // Parity: only nodes can be created with a status.
        boolean bare = kinds.statusApart(kind) && !kind.equals(Kind.NODE);
        Json.Obj main = bare ? ObjectFields.STATUS.remove(object) : object;
        return ObjectFields.UID.remove(
                ObjectFields.DELETED.remove(ObjectFields.DELETION_GRACE.remove(main)));
    }

    private Reply<ObjectVersion> commitNew(Kind kind, Json.Obj tree) {
        String namespace = ObjectFields.NAMESPACE.text(tree);
        boolean first = !namespace.isEmpty() && !tables.has(Kind.NAMESPACE, namespace);
        // The namespace is created before its first object, and only if the object is valid.
        Reply<ObjectVersion> version = version(kind, tree, first ? 2 : 1).checked();
        if (version.granted() && first) {
            createLocked(Kind.NAMESPACE, ObjectTemplates.namespace(namespace), WriteScope.MAIN)
                    .orThrow();
        }
        return version.map(fresh -> {
            kinds.learnFrom(kind, tree);
            return commit(null, fresh);
        });
    }

    private Reply<ObjectVersion> replaceLocked(
            ObjectVersion old, Json.Obj wanted, WriteScope part) {
        return replaceLocked(old, wanted, part, ANYTHING);
    }

    private Reply<ObjectVersion> replaceLocked(
            ObjectVersion old, Json.Obj wanted, WriteScope part, ObjectRules rules) {
        return UpdateRules.of(old, wanted, part, kinds.statusApart(old.kind()))
                .then(tree -> rules.changed(old, tree, part))
                .then(tree -> {
                    if (tree.equals(old.json())) {
                        return Reply.of(old);
                    }
                    if (UpdateRules.releases(old.json(), tree)) {
                        return Reply.of(erase(old, tree));
                    }
                    return version(old.kind(), tree, 1).checked().map(fresh -> commit(old, fresh));
                });
    }

    private Reply<ObjectVersion> deleteLocked(
            ObjectVersion old, DeleteRequest deletion, UnaryOperator<Json.Obj> last) {
        return deletion.evaluate(old, last.apply(old.json()), stamp)
                .map(fate ->
                        switch (fate) {
                            case DeleteRequest.Pending() -> old;
                            case DeleteRequest.Marked(var tree) -> commit(old, tree);
                            case DeleteRequest.Erased(var tree) -> {
                                // Parity: the deletion timestamp is a separate change even when the
                                // object is removed at once.
                                ObjectVersion marked =
                                        tree.equals(old.json()) ? old : commit(old, tree);
                                yield erase(marked, marked.json());
                            }
                        });
    }

    private ObjectVersion commitBound(ObjectVersion pod, Json.Obj tree, BindRequest binding) {
        ObjectVersion bound = version(Kind.POD, tree, 1);
        if (binding.bringsNodeOnly()
                && !ObjectFields.STATUS.then("observedGeneration").in(tree)
                && pod.typed() instanceof Pod before) {
            bound.decodedAs(BoundPod.of(before, binding.node(), stamp.second(), bound.revision()));
        }
        return commit(pod, bound);
    }

    private ObjectVersion version(Kind kind, Json.Obj tree, int ahead) {
        return ObjectVersion.of(kind, tree, history.last() + ahead, decoder);
    }

    private ObjectVersion commit(ObjectVersion old, Json.Obj tree) {
        return commit(old, version(old.kind(), tree, 1));
    }

    private ObjectVersion commit(@Nullable ObjectVersion old, ObjectVersion version) {
        if (dryRun) {
            return old == null ? version.unversioned() : version.as(old.revision());
        }
        tables.put(version);
        append(new StoreChange(old, version, false));
        return version;
    }

    private ObjectVersion erase(ObjectVersion old, Json.Obj lastWords) {
        if (dryRun) {
            return ObjectVersion.of(old.kind(), lastWords, old.revision(), decoder);
        }
        tables.remove(old);
        ObjectVersion last = version(old.kind(), lastWords, 1);
        // Parity: the event of a watch contains the stored object, not the update that removed the
        // last finalizer.
        boolean same = lastWords.equals(old.json());
        append(new StoreChange(old, same ? last : old.as(last.revision()), true));
        return last;
    }

    private void append(StoreChange change) {
        history.add(change, clock.nowNanos());
        watches.concernedBy(
                change,
                watch -> {
                    Runnable wakeUp = watch.callbackFor(change);
                    if (wakeUp != null) {
                        monitor.afterwards(wakeUp);
                    }
                });
    }
}
