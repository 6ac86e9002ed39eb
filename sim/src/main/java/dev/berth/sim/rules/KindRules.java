package dev.berth.sim.rules;

import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.sim.schema.Reading;
import dev.berth.sim.schema.Schemas;
import dev.berth.sim.store.ObjectVersion;
import dev.berth.sim.store.Part;
import dev.berth.sim.store.Refusal;
import dev.berth.sim.store.Reply;
import dev.berth.sim.store.Rules;
import dev.berth.sim.store.Store;
import dev.berth.sim.tree.Path;

import java.util.Set;

/// The rules of one kind: those of all objects, and its own.
public final class KindRules implements Rules {
    private static final Path NAME = Path.of("metadata", "name");
    private static final Path GENERATION = Path.of("metadata", "generation");
    private static final Path SELF_LINK = Path.of("metadata", "selfLink");
    private static final Path RUNTIME_CLASS = Path.of("spec", "runtimeClassName");
    private static final Path OVERHEAD = Path.of("spec", "overhead");
    private static final Kind CORE_EVENT = new Kind("", "v1", "Event", "events", true);
    private static final KindRule NONE = new KindRule() {};

    /// Kinds that count the changes of what their author wants.
    private static final Set<String> COUNTED =
            Set.of(
                    "Pod",
                    "Deployment",
                    "ReplicaSet",
                    "StatefulSet",
                    "DaemonSet",
                    "Job",
                    "CronJob",
                    "ReplicationController",
                    "PodDisruptionBudget",
                    "PriorityClass",
                    "DeviceClass",
                    "ResourceSlice");

    private final Kind kind;
    private final KindRule own;
    private final Store store;

    private KindRules(Kind kind, KindRule own, Store store) {
        this.kind = kind;
        this.own = own;
        this.store = store;
    }

    /// @param shown the kind as the client sees it
    public static Rules of(Kind kind, Kind shown, Store store) {
        return new KindRules(kind, own(shown, store), store);
    }

    private static KindRule own(Kind kind, Store store) {
        return switch (kind.name()) {
            case "Pod" -> new Pods();
            case "Namespace" -> new Namespaces();
            case "ConfigMap" -> new ConfigMaps();
            case "Secret" -> new Secrets();
            case "Node" -> new Nodes();
            case "Service" -> new Services(store);
            case "ReplicationController" -> new ReplicaSets(true);
            case "ReplicaSet" -> new ReplicaSets(false);
            case "Deployment" -> new Deployments();
            case "StatefulSet" -> new StatefulSets();
            case "DaemonSet" -> new DaemonSets();
            case "Job" -> new Jobs();
            case "CronJob" -> new CronJobs();
            case "PodDisruptionBudget" -> new Budgets();
            case "PriorityClass" -> new PriorityClasses();
            case "Lease" -> new Leases();
            case "Event" -> new Events(kind.group().isEmpty());
            case "PersistentVolumeClaim" -> new Storages.Claims();
            case "PersistentVolume" -> new Storages.Volumes();
            case "StorageClass" -> new Storages.Classes();
            case "CSIDriver" -> new Drivers();
            case "CSINode" -> new DriversOfNodes();
            case "CSIStorageCapacity" -> new Capacities();
            case "VolumeAttachment" -> new Attachments();
            case "ResourceClaim" -> new DeviceClaims(false);
            case "ResourceClaimTemplate" -> new DeviceClaims(true);
            default -> NONE;
        };
    }

    @Override
    public Reply<Json.Obj> born(Json.Obj object) {
        if (kind.equals(Kind.POD) && RUNTIME_CLASS.in(object)) {
            return Reply.no(
                    Refusal.forbidden(
                            kind,
                            NAME.text(object),
                            "pod rejected: RuntimeClass \"%s\" not found"
                                    .formatted(RUNTIME_CLASS.text(object))));
        }
        if (kind.equals(Kind.POD) && OVERHEAD.in(object)) {
            return Reply.no(
                    Refusal.forbidden(
                            kind,
                            NAME.text(object),
                            "pod rejected: Pod Overhead set without corresponding RuntimeClass"
                                    + " defined Overhead"));
        }
        Json.Obj tree = SELF_LINK.remove(complete(own.filled(object)));
        tree =
                switch (kind.name()) {
                    case "Namespace" -> Namespaces.born(tree);
                    case "PersistentVolumeClaim" -> Storages.Claims.born(tree);
                    case "PersistentVolume" -> Storages.Volumes.born(tree, store.stamp().now());
                    default -> tree;
                };
        if (COUNTED.contains(kind.name())) {
            tree = GENERATION.set(tree, 1);
        }
        var problems = new Problems();
        boolean budget = kind.equals(Kind.DISRUPTION_BUDGET);
        if (!budget || NAME.text(tree).isEmpty()) {
            Metadata.check(kind, tree, problems);
        }
        own.check(tree, problems);
        // Parity: the metadata of a budget is looked at last, and its name hardly at all.
        if (budget && problems.found().isEmpty()) {
            Metadata.checkLoosely(tree, problems);
        }
        if (kind.equals(Kind.SERVICE)) {
            var address = new Problems();
            if (Services.wrongAddress(tree, address)) {
                return judged(tree, address);
            }
        }
        return judged(tree, problems);
    }

    /// The object with the fields that are always there.
    private Json.Obj complete(Json.Obj object) {
        return Schemas.of(kind).map(schema -> Reading.complete(schema, object)).orElse(object);
    }

    @Override
    public Reply<Json.Obj> changed(ObjectVersion before, Json.Obj after, Part part) {
        if (after.equals(before.json())) {
            return Reply.of(after);
        }
        Json.Obj tree = complete(own.refilled(before.json(), after));
        Json.Obj old = asIfFromAClient(before.json());
        if (desired(old).equals(desired(tree)) && GENERATION.in(old)) {
            tree = GENERATION.set(tree, GENERATION.number(old, 1));
        }
        var problems = new Problems();
        Metadata.checkChange(old, tree, problems);
        if (part == Part.STATUS) {
            own.checkStatus(old, tree, problems);
        } else {
            own.checkChange(old, tree, problems);
        }
        return judged(tree, problems);
    }

    /// What is there as it would be had a client written it: scenes are set with less, and it is no
    /// change of the client's that the rest is filled in now.
    private Json.Obj asIfFromAClient(Json.Obj object) {
        try {
            Json.Obj read =
                    Schemas.of(kind)
                            .map(schema -> new Reading().read(schema, object))
                            .orElse(object);
            return complete(own.filled(read));
        } catch (Reading.Mismatch e) {
            return object;
        }
    }

    private static Json.Obj desired(Json.Obj object) {
        return object.without("metadata").without("status");
    }

    private Reply<Json.Obj> judged(Json.Obj tree, Problems problems) {
        // Parity: events are judged as those of the core group, whichever group was asked.
        Kind named = kind.equals(Kind.EVENT) ? CORE_EVENT : kind;
        return problems.found().isEmpty()
                ? Reply.of(tree)
                : Reply.no(Refusal.invalid(named, NAME.text(tree), problems.found()));
    }
}
