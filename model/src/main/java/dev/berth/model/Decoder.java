package dev.berth.model;

import dev.berth.model.json.Fields;
import dev.berth.model.json.Json;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/// Decodes Kubernetes objects from JSON to records.
///
/// Unknown fields are ignored. A value of the wrong type causes a `DecodeException` with its path.
/// A decoder interns pod templates and labels, so the pods of a workload share one instance of
/// each. Thread-safe.
public final class Decoder {
    private static final Map<Kind, BiFunction<Decoder, Fields, KubeObject>> DECODERS =
            Map.ofEntries(
                    Map.entry(Kind.POD, Decoder::pod),
                    Map.entry(Kind.NODE, (decoder, in) -> NodeDecoder.node(decoder, in)),
                    Map.entry(Kind.NAMESPACE, (decoder, in) -> new Namespace(decoder.meta(in))),
                    Map.entry(Kind.SERVICE, Decoder::service),
                    Map.entry(Kind.REPLICATION_CONTROLLER, Decoder::controller),
                    Map.entry(
                            Kind.REPLICA_SET, (decoder, in) -> decoder.owner(Kind.REPLICA_SET, in)),
                    Map.entry(
                            Kind.STATEFUL_SET,
                            (decoder, in) -> decoder.owner(Kind.STATEFUL_SET, in)),
                    Map.entry(Kind.PRIORITY_CLASS, Decoder::priorityClass),
                    Map.entry(Kind.DISRUPTION_BUDGET, Decoder::budget),
                    Map.entry(Kind.PERSISTENT_VOLUME, StorageDecoder::volume),
                    Map.entry(Kind.PERSISTENT_VOLUME_CLAIM, StorageDecoder::claim),
                    Map.entry(Kind.STORAGE_CLASS, StorageDecoder::storageClass),
                    Map.entry(Kind.CSI_NODE, StorageDecoder::csiNode),
                    Map.entry(Kind.CSI_DRIVER, StorageDecoder::csiDriver),
                    Map.entry(Kind.CSI_STORAGE_CAPACITY, StorageDecoder::capacity),
                    Map.entry(Kind.VOLUME_ATTACHMENT, StorageDecoder::attachment),
                    Map.entry(Kind.RESOURCE_CLAIM, DeviceDecoder::claim),
                    Map.entry(Kind.RESOURCE_SLICE, SliceDecoder::slice),
                    Map.entry(Kind.DEVICE_CLASS, SliceDecoder::deviceClass),
                    Map.entry(Kind.DEVICE_TAINT_RULE, SliceDecoder::taintRule));

    private final Interner<PodTemplate> templates = new Interner<>();
    private final Interner<Labels> labels = new Interner<>();

    public Pod pod(Json.Obj object) {
        return pod(Fields.of(object));
    }

    public Node node(Json.Obj object) {
        return NodeDecoder.node(this, Fields.of(object));
    }

    /// Decodes an object of any kind. A kind without a record of its own becomes a [CustomObject].
    public KubeObject object(Kind kind, Json.Obj object) {
        Fields in = Fields.of(object);
        var decoder = DECODERS.get(kind);
        return decoder == null ? new CustomObject(kind, meta(in), object) : decoder.apply(this, in);
    }

    /// Decodes a node affinity, which plugin arguments also contain.
    public static NodeAffinity nodeAffinity(Json.Obj object) {
        return SelectorDecoder.nodeAffinity(Fields.of(object));
    }

    /// Decodes the claims in the status of a pod.
    public static PodClaimStatuses claimStatuses(Json.Obj podStatus) {
        return PodDecoder.claimStatuses(Fields.of(podStatus));
    }

    /// Decodes a label selector.
    public static LabelSelector labelSelector(Json.Obj object) {
        return SelectorDecoder.labelSelector(Fields.of(object));
    }

    /// Decodes a topology spread constraint, which plugin arguments also contain.
    public static SpreadConstraint spreadConstraint(Json.Obj object) {
        return SelectorDecoder.spread(Fields.of(object));
    }

    /// The interned instance of a template, for readers of other formats.
    public PodTemplate shared(PodTemplate template) {
        return templates.intern(template);
    }

    /// The interned instance of labels, for readers of other formats.
    public Labels shared(Labels met) {
        return met.isEmpty() ? Labels.NONE : labels.intern(met);
    }

    private Pod pod(Fields in) {
        Fields spec = in.object("spec");
        return new Pod(
                meta(in),
                PodDecoder.spec(spec, templates.intern(PodDecoder.template(spec))),
                PodDecoder.status(in.object("status")));
    }

    private Service service(Fields in) {
        return new Service(meta(in), Labels.of(in.object("spec").map("selector")));
    }

    private WorkloadOwner controller(Fields in) {
        // The selector of a ReplicationController is a map of labels.
        Optional<LabelSelector> selector =
                in.object("spec").has("selector")
                        ? Optional.of(
                                new LabelSelector(
                                        Labels.of(in.object("spec").map("selector")), List.of()))
                        : Optional.empty();
        return new WorkloadOwner(Kind.REPLICATION_CONTROLLER, meta(in), selector);
    }

    private WorkloadOwner owner(Kind kind, Fields in) {
        return new WorkloadOwner(
                kind,
                meta(in),
                in.object("spec").optional("selector", SelectorDecoder::labelSelector));
    }

    private PriorityClass priorityClass(Fields in) {
        return new PriorityClass(
                meta(in),
                in.integer("value", 0),
                in.bool("globalDefault", false),
                in.text("preemptionPolicy", ""));
    }

    private DisruptionBudget budget(Fields in) {
        Fields status = in.object("status");
        return new DisruptionBudget(
                meta(in),
                in.object("spec").optional("selector", SelectorDecoder::labelSelector),
                status.integer("disruptionsAllowed", 0),
                List.copyOf(status.object("disruptedPods").object().fields().keySet()));
    }

    Meta meta(Fields object) {
        Fields in = object.object("metadata");
        return new Meta(
                in.text("name", ""),
                in.text("namespace", ""),
                in.text("uid", ""),
                in.text("resourceVersion", ""),
                in.longValue("generation", 0),
                in.optionalInstant("creationTimestamp"),
                in.optionalInstant("deletionTimestamp"),
                labels(in, "labels"),
                Labels.of(in.map("annotations")),
                in.list("ownerReferences", Decoder::owner),
                in.texts("finalizers"));
    }

    private Labels labels(Fields in, String field) {
        return in.has(field) ? labels.intern(Labels.of(in.map(field))) : Labels.NONE;
    }

    private static OwnerReference owner(Fields in) {
        return new OwnerReference(
                in.text("apiVersion", ""),
                in.text("kind", ""),
                in.text("name", ""),
                in.text("uid", ""),
                in.bool("controller", false));
    }
}
