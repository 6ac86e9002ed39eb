package dev.berth.sim.store;

import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.sim.tree.Path;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The defaults and checks of each kind at creation, as far as a scheduler or its users can tell.
final class Admission {
    private static final Path CAPACITY = Fields.STATUS.then("capacity");
    private static final Path ALLOCATABLE = Fields.STATUS.then("allocatable");
    private static final Path PRIORITY = Fields.SPEC.then("priority");
    private static final Path PRIORITY_CLASS = Fields.SPEC.then("priorityClassName");
    private static final Path PREEMPTION = Fields.SPEC.then("preemptionPolicy");
    private static final Path VALUE = Path.of("value");
    private static final Path GLOBAL = Path.of("globalDefault");
    private static final Path CLASS_PREEMPTION = Path.of("preemptionPolicy");
    private static final Json PREEMPT_LOWER = Json.of("PreemptLowerPriority");

    /// Every cluster has these classes, whether or not anybody made them.
    private static final Map<String, Json.Obj> SYSTEM_CLASSES =
            Map.of(
                    "system-cluster-critical", Json.Obj.of("value", Json.of(2_000_000_000)),
                    "system-node-critical", Json.Obj.of("value", Json.of(2_000_001_000)));

    private final Supplier<Stream<Json.Obj>> priorityClasses;
    private final Stamp stamp;

    Admission(Supplier<Stream<Json.Obj>> priorityClasses, Stamp stamp) {
        this.priorityClasses = priorityClasses;
        this.stamp = stamp;
    }

    Reply<Json.Obj> admit(Kind kind, Json.Obj object) {
        if (kind.equals(Kind.POD)) {
            return prioritised(PodDefaults.of(object, stamp));
        }
        if (kind.equals(Kind.NODE)) {
            Optional<Json> capacity = CAPACITY.find(object);
            return Reply.of(
                    capacity.isPresent()
                            ? ALLOCATABLE.setIfAbsent(object, capacity.get())
                            : object);
        }
        if (kind.equals(Kind.NAMESPACE)) {
            return Reply.of(namespace(object));
        }
        if (kind.equals(Kind.PRIORITY_CLASS)) {
            return Reply.of(CLASS_PREEMPTION.setIfAbsent(object, PREEMPT_LOWER));
        }
        return Reply.of(object);
    }

    private static Json.Obj namespace(Json.Obj object) {
        String name = Fields.NAME.text(object);
        Json.Obj labelled =
                Fields.LABELS.then("kubernetes.io/metadata.name").setIfAbsent(object, name);
        return Fields.PHASE.setIfAbsent(labelled, "Active");
    }

    /// A pod that names its class gets the class's priority; one that says a number keeps it; the
    /// rest get the default.
    private Reply<Json.Obj> prioritised(Json.Obj pod) {
        String wanted = PRIORITY_CLASS.text(pod);
        if (wanted.isEmpty()) {
            return Reply.of(PRIORITY.in(pod) ? pod : defaultPriority(pod));
        }
        Optional<Json.Obj> found =
                priorityClasses
                        .get()
                        .filter(each -> Fields.NAME.text(each).equals(wanted))
                        .findFirst()
                        .or(() -> Optional.ofNullable(SYSTEM_CLASSES.get(wanted)));
        if (found.isPresent()) {
            return Reply.of(classed(pod, found.get()));
        }
        return Reply.no(
                Refusal.forbidden(
                        Kind.POD,
                        Fields.NAME.text(pod),
                        "no PriorityClass with name " + wanted + " was found"));
    }

    private Json.Obj defaultPriority(Json.Obj pod) {
        Optional<Json.Obj> lowest =
                priorityClasses
                        .get()
                        .filter(each -> GLOBAL.find(each).equals(Optional.of(Json.of(true))))
                        .min(Comparator.comparingLong(Admission::value));
        return lowest.isEmpty()
                ? PREEMPTION.setIfAbsent(PRIORITY.set(pod, 0), PREEMPT_LOWER)
                : classed(PRIORITY_CLASS.set(pod, Fields.NAME.text(lowest.get())), lowest.get());
    }

    private static Json.Obj classed(Json.Obj pod, Json.Obj priorityClass) {
        Json policy = CLASS_PREEMPTION.find(priorityClass).orElse(PREEMPT_LOWER);
        return PREEMPTION.setIfAbsent(PRIORITY.set(pod, value(priorityClass)), policy);
    }

    private static long value(Json.Obj priorityClass) {
        return VALUE.number(priorityClass, 0);
    }
}
