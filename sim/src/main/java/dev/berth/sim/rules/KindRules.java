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
            case "Pod" -> new Others.Pods();
            case "Namespace" -> new Others.Namespaces();
            case "ConfigMap" -> new Others.ConfigMaps();
            case "Secret" -> new Others.Secrets();
            case "Node" -> new Others.Nodes();
            case "Service" -> new Services(store);
            case "ReplicationController" -> new ReplicaSets(true);
            case "ReplicaSet" -> new ReplicaSets(false);
            case "Deployment" -> new Deployments();
            case "StatefulSet" -> new StatefulSets();
            case "DaemonSet" -> new DaemonSets();
            case "Job" -> new Jobs();
            case "CronJob" -> new CronJobs();
            case "PodDisruptionBudget" -> new Others.Budgets();
            case "PriorityClass" -> new Others.PriorityClasses();
            case "Lease" -> new Others.Leases();
            case "Event" -> new Others.Events(kind.group().isEmpty());
            case "PersistentVolumeClaim" -> new Storages.Claims();
            case "PersistentVolume" -> new Storages.Volumes();
            case "StorageClass" -> new Storages.Classes();
            case "CSIDriver" -> new Others.Drivers();
            case "CSINode" -> new Others.DriversOfNodes();
            case "CSIStorageCapacity" -> new Others.Capacities();
            case "VolumeAttachment" -> new Others.Attachments();
            case "ResourceClaim" -> new Others.DeviceClaims(false);
            case "ResourceClaimTemplate" -> new Others.DeviceClaims(true);
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
                    case "Namespace" -> Others.Namespaces.born(tree);
                    case "PersistentVolumeClaim" -> Storages.Claims.born(tree);
                    case "PersistentVolume" -> Storages.Volumes.born(tree, store.stamp().now());
                    default -> tree;
                };
        if (COUNTED.contains(kind.name())) {
            tree = GENERATION.set(tree, 1);
        }
        var problems = new Problems();
        Metadata.check(kind, tree, problems);
        own.check(tree, problems);
        if (wrongAlone(tree)) {
            return judged(tree, alone(tree));
        }
        return judged(tree, problems);
    }

    /// Parity: what is wrong with the metadata of a budget or with a service whose address is none
    /// is not told together with the rest.
    private boolean wrongAlone(Json.Obj tree) {
        return switch (kind.name()) {
            case "PodDisruptionBudget", "Service" -> !alone(tree).found().isEmpty();
            default -> false;
        };
    }

    private Problems alone(Json.Obj tree) {
        var problems = new Problems();
        if (kind.name().equals("Service")) {
            Services.wrongAddress(tree, problems);
        } else {
            own.check(tree, problems);
        }
        return problems;
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
        var problems = new Problems();
        Metadata.checkChange(before.json(), tree, problems);
        if (part == Part.STATUS) {
            own.checkStatus(before.json(), tree, problems);
        } else {
            own.checkChange(before.json(), tree, problems);
        }
        return judged(tree, problems);
    }

    private Reply<Json.Obj> judged(Json.Obj tree, Problems problems) {
        // Parity: events are judged as those of the core group, whichever group was asked.
        Kind named = kind.equals(Kind.EVENT) ? CORE_EVENT : kind;
        return problems.found().isEmpty()
                ? Reply.of(tree)
                : Reply.no(Refusal.invalid(named, NAME.text(tree), problems.found()));
    }
}
