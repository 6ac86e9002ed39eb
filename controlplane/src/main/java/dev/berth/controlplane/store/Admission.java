package dev.berth.controlplane.store;

import dev.berth.controlplane.defaults.ClaimDefaults;
import dev.berth.controlplane.defaults.PodDefaults;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The admission of new objects: defaulting, and the priority admission plugin.
final class Admission {
    private static final Path CAPACITY = ObjectFields.STATUS.then("capacity");
    private static final Path ALLOCATABLE = ObjectFields.STATUS.then("allocatable");
    private static final Path PRIORITY = ObjectFields.SPEC.then("priority");
    private static final Path PRIORITY_CLASS = ObjectFields.SPEC.then("priorityClassName");
    private static final Path PREEMPTION = ObjectFields.SPEC.then("preemptionPolicy");
    private static final Path VALUE = Path.of("value");
    private static final Path GLOBAL = Path.of("globalDefault");
    private static final Path CLASS_PREEMPTION = Path.of("preemptionPolicy");
    private static final String PREEMPT_LOWER = "PreemptLowerPriority";

    /// The system priority classes, which every cluster has.
    private static final Map<String, Json.Obj> SYSTEM_CLASSES =
            Map.of(
                    "system-cluster-critical", Json.Obj.of("value", Json.of(2_000_000_000)),
                    "system-node-critical", Json.Obj.of("value", Json.of(2_000_001_000)));

    private final Supplier<Stream<Json.Obj>> priorityClasses;
    private final Supplier<Stream<Json.Obj>> storageClasses;
    private final Timestamps stamp;

    Admission(
            Supplier<Stream<Json.Obj>> priorityClasses,
            Supplier<Stream<Json.Obj>> storageClasses,
            Timestamps stamp) {
        this.priorityClasses = priorityClasses;
        this.storageClasses = storageClasses;
        this.stamp = stamp;
    }

    /// Adds the defaults of a new pod. A gated pod also gets the condition `PodScheduled` with the
    /// reason `SchedulingGated`.
    static Json.Obj podDefaults(Json.Obj pod, Timestamps stamp) {
        Json.Obj tree = PodDefaults.forScheduling(pod);
        return ObjectFields.GATES.items(tree).isEmpty()
                ? tree
                : Conditions.set(tree, Conditions.gated(), stamp.now());
    }

    Reply<Json.Obj> admit(Kind kind, Json.Obj object) {
        if (kind.equals(Kind.POD)) {
            return withPriority(podDefaults(object, stamp));
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
        if (kind.equals(Kind.STORAGE_CLASS)) {
            return Reply.of(StorageDefaults.storageClass(object));
        }
        if (kind.equals(Kind.PERSISTENT_VOLUME)) {
            return Reply.of(StorageDefaults.volume(object));
        }
        if (kind.equals(Kind.PERSISTENT_VOLUME_CLAIM)) {
            return Reply.of(StorageDefaults.claim(object, storageClasses.get()));
        }
        if (kind.equals(Kind.RESOURCE_CLAIM)) {
            return Reply.of(ClaimDefaults.claim(object));
        }
        return Reply.of(object);
    }

    /// Rejects a pod whose priority differs from that of its class, and a second global default
    /// class.
    Reply<Json.Obj> agreeing(Kind kind, Json.Obj object) {
        Optional<String> contradiction = Optional.empty();
        if (kind.equals(Kind.POD)) {
            contradiction = named(PRIORITY_CLASS.text(object)).flatMap(it -> against(it, object));
        } else if (kind.equals(Kind.PRIORITY_CLASS) && global(object)) {
            contradiction =
                    globalDefault()
                            .map(other ->
                                    "PriorityClass %s is already marked as default. Only one default can exist"
                                            .formatted(ObjectFields.NAME.text(other)));
        }
        return contradiction
                .map(why ->
                        Reply.<Json.Obj>no(
                                StatusError.forbidden(kind, ObjectFields.NAME.text(object), why)))
                .orElseGet(() -> Reply.of(object));
    }

    /// Rejects a pod without a class that sets a priority, because only admission sets it.
    Reply<Json.Obj> computed(Kind kind, Json.Obj object) {
        if (!kind.equals(Kind.POD) || PRIORITY_CLASS.in(object)) {
            return Reply.of(object);
        }
        Json.Obj otherwise = globalDefault().orElse(Json.Obj.of("value", Json.of(0)));
        return against(otherwise, object)
                .map(why ->
                        Reply.<Json.Obj>no(
                                StatusError.forbidden(kind, ObjectFields.NAME.text(object), why)))
                .orElseGet(() -> Reply.of(PRIORITY.remove(object)));
    }

    private static Optional<String> against(Json.Obj priorityClass, Json.Obj pod) {
        long value = value(priorityClass);
        if (PRIORITY.number(pod, value) != value) {
            return Optional.of(
                    "the integer value of priority (%d) must not be provided in pod spec; priority admission controller computed %d from the given PriorityClass name"
                            .formatted(PRIORITY.number(pod, value), value));
        }
        String policy = policy(priorityClass);
        String given = PREEMPTION.in(pod) ? PREEMPTION.text(pod) : policy;
        return given.equals(policy)
                ? Optional.empty()
                : Optional.of(
                        "the string value of PreemptionPolicy (%s) must not be provided in pod spec; priority admission controller computed %s from the given PriorityClass name"
                                .formatted(given, policy));
    }

    /// Validates a priority class with a reserved name. The result is empty if the class is valid.
    static String systemClassProblem(String name, Json.Obj priorityClass) {
        Json.Obj known = SYSTEM_CLASSES.get(name);
        if (known == null) {
            return name + " is not a known system priority class";
        }
        if (value(known) != value(priorityClass)) {
            return "value of " + name + " PriorityClass must be " + value(known);
        }
        return global(priorityClass)
                ? "globalDefault of " + name + " PriorityClass must be false"
                : "";
    }

    private static Json.Obj namespace(Json.Obj object) {
        String name = ObjectFields.NAME.text(object);
        Json.Obj labeled =
                ObjectFields.LABELS.then("kubernetes.io/metadata.name").setIfAbsent(object, name);
        return ObjectFields.PHASE.setIfAbsent(labeled, "Active");
    }

    /// Sets the priority of a pod. It is the priority of the class, or the priority that the pod
    /// already has, or else the default.
    private Reply<Json.Obj> withPriority(Json.Obj pod) {
        String wanted = PRIORITY_CLASS.text(pod);
        if (wanted.isEmpty()) {
            return Reply.of(PRIORITY.in(pod) ? pod : defaultPriority(pod));
        }
        Optional<Json.Obj> found = named(wanted);
        if (found.isPresent()) {
            return Reply.of(classed(pod, found.get()));
        }
        return Reply.no(
                StatusError.forbidden(
                        Kind.POD,
                        ObjectFields.NAME.text(pod),
                        "no PriorityClass with name " + wanted + " was found"));
    }

    private Optional<Json.Obj> named(String wanted) {
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        return priorityClasses
                .get()
                .filter(each -> ObjectFields.NAME.text(each).equals(wanted))
                .findFirst()
                .or(() -> Optional.ofNullable(SYSTEM_CLASSES.get(wanted)));
    }

    private Optional<Json.Obj> globalDefault() {
        return priorityClasses
                .get()
                .filter(Admission::global)
                .min(Comparator.comparingLong(Admission::value));
    }

    private static boolean global(Json.Obj priorityClass) {
        return GLOBAL.find(priorityClass).equals(Optional.of(Json.of(true)));
    }

    private Json.Obj defaultPriority(Json.Obj pod) {
        Optional<Json.Obj> lowest = globalDefault();
        return lowest.isEmpty()
                ? PREEMPTION.setIfAbsent(PRIORITY.set(pod, 0), PREEMPT_LOWER)
                : classed(
                        PRIORITY_CLASS.set(pod, ObjectFields.NAME.text(lowest.get())),
                        lowest.get());
    }

    private static Json.Obj classed(Json.Obj pod, Json.Obj priorityClass) {
        return PREEMPTION.setIfAbsent(
                PRIORITY.set(pod, value(priorityClass)), policy(priorityClass));
    }

    private static String policy(Json.Obj priorityClass) {
        return CLASS_PREEMPTION.in(priorityClass)
                ? CLASS_PREEMPTION.text(priorityClass)
                : PREEMPT_LOWER;
    }

    static long value(Json.Obj priorityClass) {
        return VALUE.number(priorityClass, 0);
    }
}
