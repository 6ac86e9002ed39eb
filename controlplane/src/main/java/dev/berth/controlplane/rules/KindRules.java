package dev.berth.controlplane.rules;

import dev.berth.controlplane.schema.SchemaReader;
import dev.berth.controlplane.schema.Schemas;
import dev.berth.controlplane.store.ObjectRules;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.StatusError;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.Set;

/// The rules for the objects of one kind: the rules of all kinds, and those of the kind.
public final class KindRules implements ObjectRules {
    private static final Path NAME = Path.of("metadata", "name");
    private static final Path GENERATION = Path.of("metadata", "generation");
    private static final Path SELF_LINK = Path.of("metadata", "selfLink");
    private static final Path RUNTIME_CLASS = Path.of("spec", "runtimeClassName");
    private static final Path OVERHEAD = Path.of("spec", "overhead");
    private static final Kind CORE_EVENT = new Kind("", "v1", "Event", "events", true);
    private static final KindRule NONE = new KindRule() {};

    /// The kinds whose generation increases when their spec changes.
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
                    "DeviceTaintRule",
                    "ResourceSlice");

    private final Kind kind;
    private final KindRule own;
    private final Store store;

    private KindRules(Kind kind, KindRule own, Store store) {
        this.kind = kind;
        this.own = own;
        this.store = store;
    }

    /// @param shown the kind in the API version of the request
    public static ObjectRules of(Kind kind, Kind shown, Store store) {
        return new KindRules(kind, own(shown, store), store);
    }

    private static KindRule own(Kind kind, Store store) {
        return switch (kind.name()) {
            case "Pod" -> new PodRules();
            case "Namespace" -> new NamespaceRules();
            case "ConfigMap" -> new ConfigMapRules();
            case "Secret" -> new SecretRules();
            case "Node" -> new NodeRules();
            case "Service" -> new ServiceRules(store);
            case "ReplicationController" -> new ReplicaSetRules(true);
            case "ReplicaSet" -> new ReplicaSetRules(false);
            case "Deployment" -> new DeploymentRules();
            case "StatefulSet" -> new StatefulSetRules();
            case "DaemonSet" -> new DaemonSetRules();
            case "Job" -> new JobRules();
            case "CronJob" -> new CronJobRules();
            case "PodDisruptionBudget" -> new DisruptionBudgetRules();
            case "PriorityClass" -> new PriorityClassRules();
            case "Lease" -> new LeaseRules();
            case "Event" -> new EventRules(kind.group().isEmpty());
            case "PersistentVolumeClaim" -> new StorageRules.Claims();
            case "PersistentVolume" -> new StorageRules.Volumes();
            case "StorageClass" -> new StorageRules.Classes();
            case "CSIDriver" -> new CsiDriverRules();
            case "CSINode" -> new CsiNodeRules();
            case "CSIStorageCapacity" -> new StorageCapacityRules();
            case "VolumeAttachment" -> new VolumeAttachmentRules();
            case "ResourceClaim" -> new ResourceClaimRules(false);
            case "ResourceClaimTemplate" -> new ResourceClaimRules(true);
            case "DeviceTaintRule" -> new DeviceTaintRules(store.stamp());
            case "DeviceClass" -> new DeviceClassRules();
            case "ResourceSlice" -> new ResourceSliceRules();
            default -> NONE;
        };
    }

    @Override
    public Reply<Json.Obj> created(Json.Obj object) {
        if (kind.equals(Kind.POD) && RUNTIME_CLASS.in(object)) {
            return Reply.no(
                    StatusError.forbidden(
                            kind,
                            NAME.text(object),
                            "pod rejected: RuntimeClass \"%s\" not found"
                                    .formatted(RUNTIME_CLASS.text(object))));
        }
        if (kind.equals(Kind.POD) && OVERHEAD.in(object)) {
            return Reply.no(
                    StatusError.forbidden(
                            kind,
                            NAME.text(object),
                            "pod rejected: Pod Overhead set without corresponding RuntimeClass"
                                    + " defined Overhead"));
        }
        Json.Obj given = DisabledFields.drop(kind.name(), Json.Obj.EMPTY, object);
        Json.Obj tree = SELF_LINK.remove(complete(own.withDefaults(given)));
        tree =
                switch (kind.name()) {
                    case "Namespace" -> NamespaceRules.created(tree);
                    case "PersistentVolumeClaim" -> StorageRules.Claims.created(tree);
                    case "PersistentVolume" ->
                            StorageRules.Volumes.created(tree, store.stamp().now());
                    default -> tree;
                };
        if (COUNTED.contains(kind.name())) {
            tree = GENERATION.set(tree, 1);
        }
        var problems = new FieldErrors();
        boolean budget = kind.equals(Kind.DISRUPTION_BUDGET);
        if (!budget || NAME.text(tree).isEmpty()) {
            MetadataChecks.check(kind, tree, problems);
        }
        own.check(tree, problems);
        // Parity: the metadata of a disruption budget is validated last, and its name only by the
        // rules of the storage layer.
        if (budget && problems.found().isEmpty()) {
            MetadataChecks.checkLoosely(tree, problems);
        }
        if (kind.equals(Kind.SERVICE)) {
            var address = new FieldErrors();
            if (ServiceRules.wrongAddress(tree, address)) {
                return evaluated(tree, address);
            }
        }
        return evaluated(tree, problems);
    }

    /// Adds the fields that the API server always writes.
    private Json.Obj complete(Json.Obj object) {
        return Schemas.of(kind).map(schema -> SchemaReader.complete(schema, object)).orElse(object);
    }

    @Override
    public Reply<Json.Obj> changed(ObjectVersion before, Json.Obj after, WriteScope part) {
        if (after.equals(before.json())) {
            return Reply.of(after);
        }
        Json.Obj given = DisabledFields.drop(kind.name(), before.json(), after);
        Json.Obj tree = complete(own.withDefaultsOnUpdate(before.json(), given));
        Json.Obj old = asIfFromAClient(before.json());
        if (desired(old).equals(desired(tree)) && GENERATION.in(old)) {
            tree = GENERATION.set(tree, GENERATION.number(old, 1));
        }
        // Parity: the generation of a CSI driver begins with its first change.
        if (kind.equals(Kind.CSI_DRIVER) && !desired(old).equals(desired(tree))) {
            tree = GENERATION.set(tree, GENERATION.number(old, 0) + 1);
        }
        var problems = new FieldErrors();
        MetadataChecks.checkChange(old, tree, problems);
        if (part == WriteScope.STATUS) {
            own.checkStatus(old, tree, problems);
        } else {
            own.checkChange(old, tree, problems);
        }
        return evaluated(tree, problems);
    }

    /// The object as a client would have created it. Tests and scenarios create objects with fewer
    /// fields in the store. The defaults that an update adds to such an object are not changes of
    /// the client.
    private Json.Obj asIfFromAClient(Json.Obj object) {
        try {
            Json.Obj read =
                    Schemas.of(kind)
                            .map(schema -> new SchemaReader().read(schema, object))
                            .orElse(object);
            return complete(own.withDefaults(read));
        } catch (SchemaReader.Mismatch e) {
            return object;
        }
    }

    private static Json.Obj desired(Json.Obj object) {
        return object.without("metadata").without("status");
    }

    private Reply<Json.Obj> evaluated(Json.Obj tree, FieldErrors problems) {
        // Parity: errors name events of the core group, for requests to both groups.
        Kind named = kind.equals(Kind.EVENT) ? CORE_EVENT : kind;
        return problems.found().isEmpty()
                ? Reply.of(tree)
                : Reply.no(StatusError.invalid(named, NAME.text(tree), problems.found()));
    }
}
