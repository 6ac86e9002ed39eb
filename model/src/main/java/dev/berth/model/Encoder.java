package dev.berth.model;

import dev.berth.model.device.ResourceClaim;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.ObjBuilder;
import dev.berth.model.json.Rfc3339;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/// Encodes the records of Kubernetes objects as JSON that Kubernetes clients accept.
///
/// A record contains only the fields that scheduling reads. Do not use its JSON to replace an
/// object in the API server, because the other fields would be lost. Decoding the JSON results in
/// an equal record.
public final class Encoder {
    private Encoder() {}

    public static Obj object(KubeObject object) {
        return switch (object) {
            case Pod pod -> pod(pod);
            case Node node -> node(node);
            case CustomObject custom -> custom.content();
            case Service service ->
                    begun(service)
                            .put(
                                    "spec",
                                    nested(o ->
                                            o.putUnlessEmpty(
                                                    "selector", labels(service.selector()))))
                            .build();
            case WorkloadOwner owner ->
                    begun(owner).put("spec", nested(o -> selector(o, owner))).build();
            case PriorityClass priority ->
                    begun(priority)
                            .put("value", priority.value())
                            .put("globalDefault", priority.globalDefault())
                            .putUnlessEmpty("preemptionPolicy", priority.preemptionPolicy())
                            .build();
            case DisruptionBudget budget -> budget(budget);
            case ResourceClaim claim ->
                    begun(claim)
                            .put("spec", DeviceEncoder.spec(claim))
                            .putUnlessEmpty("status", DeviceEncoder.status(claim))
                            .build();
            default -> begun(object).build();
        };
    }

    public static Obj pod(Pod pod) {
        return begun(pod)
                .put("spec", PodEncoder.spec(pod.spec()))
                .put("status", PodEncoder.status(pod))
                .build();
    }

    public static Obj node(Node node) {
        return begun(node)
                .put(
                        "spec",
                        nested(o -> {
                            if (node.unschedulable()) {
                                o.put("unschedulable", true);
                            }
                            o.putUnlessEmpty("taints", list(node.taints(), Encoder::taint));
                        }))
                .put(
                        "status",
                        nested(o ->
                                o.putUnlessEmpty("allocatable", amounts(node.allocatable()))
                                        .putUnlessEmpty(
                                                "images", list(node.images(), Encoder::image))
                                        .putUnlessEmpty(
                                                "conditions",
                                                list(node.conditions(), Encoder::condition))
                                        .putUnlessEmpty(
                                                "declaredFeatures",
                                                texts(node.declaredFeatures()))))
                .build();
    }

    /// Encodes a node affinity, as plugin arguments contain it.
    public static Obj nodeAffinity(NodeAffinity affinity) {
        return SelectorEncoder.node(affinity);
    }

    /// Encodes a topology spread constraint, as plugin arguments contain it.
    public static Obj spreadConstraint(SpreadConstraint constraint) {
        return SelectorEncoder.spread(constraint);
    }

    private static Obj budget(DisruptionBudget budget) {
        var disrupted = Obj.builder();
        budget.disruptedPods().forEach(name -> disrupted.put(name, Json.Null.NULL));
        return begun(budget)
                .put(
                        "spec",
                        nested(o -> SelectorEncoder.putSelector(o, "selector", budget.selector())))
                .put(
                        "status",
                        nested(o ->
                                o.put("disruptionsAllowed", budget.disruptionsAllowed())
                                        .putUnlessEmpty("disruptedPods", disrupted.build())))
                .build();
    }

    private static void selector(ObjBuilder spec, WorkloadOwner owner) {
        if (owner.kind().equals(Kind.REPLICATION_CONTROLLER)) {
            owner.selector().ifPresent(s -> spec.put("selector", labels(s.matchLabels())));
        } else {
            SelectorEncoder.putSelector(spec, "selector", owner.selector());
        }
    }

    private static ObjBuilder begun(KubeObject object) {
        return Obj.builder()
                .put("apiVersion", object.kind().apiVersion())
                .put("kind", object.kind().name())
                .put("metadata", meta(object.meta()));
    }

    private static Obj meta(Meta meta) {
        var out =
                Obj.builder()
                        .putUnlessEmpty("name", meta.name())
                        .putUnlessEmpty("namespace", meta.namespace())
                        .putUnlessEmpty("uid", meta.uid())
                        .putUnlessEmpty("resourceVersion", meta.resourceVersion());
        if (meta.generation() != 0) {
            out.put("generation", meta.generation());
        }
        putTime(out, "creationTimestamp", meta.created());
        putTime(out, "deletionTimestamp", meta.deleted());
        return out.putUnlessEmpty("labels", labels(meta.labels()))
                .putUnlessEmpty("annotations", labels(meta.annotations()))
                .putUnlessEmpty("ownerReferences", list(meta.owners(), Encoder::owner))
                .putUnlessEmpty("finalizers", texts(meta.finalizers()))
                .build();
    }

    static Obj owner(OwnerReference owner) {
        return Obj.builder()
                .put("apiVersion", owner.apiVersion())
                .put("kind", owner.kind())
                .put("name", owner.name())
                .put("uid", owner.uid())
                .put("controller", owner.controller())
                .build();
    }

    private static Obj taint(Taint taint) {
        return Obj.builder()
                .put("key", taint.key())
                .putUnlessEmpty("value", taint.value())
                .put("effect", taint.effect())
                .build();
    }

    private static Obj image(NodeImage image) {
        return Obj.builder()
                .put("names", texts(image.names()))
                .put("sizeBytes", image.sizeBytes())
                .build();
    }

    static Obj condition(Condition condition) {
        var out =
                Obj.builder()
                        .put("type", condition.type())
                        .put("status", condition.status())
                        .putUnlessEmpty("reason", condition.reason())
                        .putUnlessEmpty("message", condition.message());
        putTime(out, "lastTransitionTime", condition.lastTransition());
        if (condition.observedGeneration() != 0) {
            out.put("observedGeneration", condition.observedGeneration());
        }
        return out.build();
    }

    static void putTime(ObjBuilder out, String name, Optional<Instant> time) {
        time.ifPresent(at -> out.put(name, Rfc3339.text(at)));
    }

    static Obj labels(Labels labels) {
        var out = Obj.builder();
        labels.forEach(label -> out.put(label.getKey(), label.getValue()));
        return out.build();
    }

    static Obj amounts(ResourceList list) {
        var out = Obj.builder();
        list.asMap().forEach((name, amount) -> out.put(name, text(amount)));
        return out.build();
    }

    /// The canonical form, or all digits if the canonical form would lose its suffix.
    static String text(Quantity amount) {
        String canonical = amount.toString();
        if (Quantity.parse(canonical).equals(amount)) {
            return canonical;
        }
        BigDecimal digits = BigAmounts.stripped(amount.toBigDecimal());
        return digits.unscaledValue() + "e" + -digits.scale();
    }

    static <T> Arr list(Collection<T> values, Function<T, ? extends Json> encoder) {
        return values.isEmpty() ? Arr.EMPTY : new Arr(values.stream().<Json>map(encoder).toList());
    }

    static Arr texts(List<String> values) {
        return list(values, Json::of);
    }

    static Obj nested(Consumer<ObjBuilder> fields) {
        var out = Obj.builder();
        fields.accept(out);
        return out.build();
    }
}
