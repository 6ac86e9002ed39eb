package dev.berth.controlplane.rules;

import static dev.berth.controlplane.defaults.TreeDefaults.at;
import static dev.berth.controlplane.defaults.TreeDefaults.setIfAbsent;

import dev.berth.controlplane.store.FieldError;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Quantity;
import dev.berth.model.json.Json;

import java.util.List;
import java.util.Locale;

/// The rules of persistent volume claims, persistent volumes and storage classes.
final class StorageRules {
    private static final Path SPEC = Path.of("spec");
    private static final Path FINALIZERS = Path.of("metadata", "finalizers");
    private static final Path MODES = Path.of("spec", "accessModes");
    private static final Path REQUEST = Path.of("spec", "resources", "requests", "storage");
    private static final Path PHASE = Path.of("status", "phase");
    private static final String[] ACCESS = {
        "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"
    };
    private static final String IMMUTABLE =
            "spec is immutable after creation except resources.requests and"
                    + " volumeAttributesClassName for bound claims";

    private StorageRules() {}

    private static Json.Obj guarded(Json.Obj object, String finalizer) {
        List<Json> there = FINALIZERS.items(object);
        return there.contains(Json.of(finalizer))
                ? object
                : FINALIZERS.set(object, new Json.Arr(there).with(Json.of(finalizer)));
    }

    private static void modes(Json.Obj object, FieldErrors out) {
        for (Json mode : MODES.items(object)) {
            out.oneOf("spec.accessModes", mode instanceof Json.Str(var text) ? text : "", ACCESS);
        }
    }

    private static void volumeMode(Json.Obj object, FieldErrors out) {
        String mode = SPEC.then("volumeMode").text(object);
        if (!mode.isEmpty()) {
            out.oneOf("spec.volumeMode", mode, "Block", "Filesystem");
        }
    }

    /// The rules of persistent volume claims.
    static final class Claims implements KindRule {
        @Override
        public Json.Obj withDefaults(Json.Obj object) {
            Json.Obj tree = SPEC.setIfAbsent(object, Json.Obj.EMPTY);
            tree = at(tree, SPEC, it -> setIfAbsent(it, "volumeMode", "Filesystem"));
            return PHASE.setIfAbsent(tree, "Pending");
        }

        /// Adds the finalizer of a new claim. Admission has set the storage class already.
        static Json.Obj created(Json.Obj object) {
            return guarded(object, "kubernetes.io/pvc-protection");
        }

        @Override
        public void check(Json.Obj claim, FieldErrors out) {
            if (MODES.items(claim).isEmpty()) {
                out.required("spec.accessModes", "at least 1 access mode is required");
            }
            out.selector("spec.selector", SPEC.then("selector").object(claim));
            modes(claim, out);
            if (!REQUEST.in(claim)) {
                out.required("spec.resources[storage]");
            } else if (FieldErrors.quantity(REQUEST.find(claim).get())
                            .compareTo(Quantity.parse("0"))
                    <= 0) {
                out.invalid(
                        "spec.resources[storage]",
                        REQUEST.find(claim).get(),
                        "must be greater than zero");
            }
            String storage = SPEC.then("storageClassName").text(claim);
            if (!storage.isEmpty()) {
                out.subdomain("spec.storageClassName", storage);
            }
            volumeMode(claim, out);
        }

        @Override
        public void checkChange(Json.Obj before, Json.Obj after, FieldErrors out) {
            check(after, out);
            Json.Obj old = SPEC.object(before);
            Json.Obj spec = SPEC.object(after);
            boolean bound = PHASE.text(before).equals("Bound");
            Json.Obj expected = old;
            if (!old.fields().containsKey("volumeName")
                    && spec.fields().containsKey("volumeName")) {
                expected = expected.with("volumeName", Path.of("volumeName").text(spec));
            }
            if (bound) {
                Path requests = Path.of("resources", "requests");
                expected = requests.set(expected, requests.object(spec));
                for (String name : List.of("volumeAttributesClassName")) {
                    Json value = spec.fields().get(name);
                    expected = value == null ? expected.without(name) : expected.with(name, value);
                }
            }
            if (!expected.equals(spec) && !empty(expected, spec)) {
                out.forbidden("spec", IMMUTABLE);
            }
            shrunk(before, after, out);
        }

        private static boolean empty(Json.Obj expected, Json.Obj spec) {
            Path resources = Path.of("resources");
            return expected.without("resources").equals(spec.without("resources"))
                    && resources.object(expected).fields().isEmpty()
                    && resources.object(spec).fields().isEmpty();
        }

        private static void shrunk(Json.Obj before, Json.Obj after, FieldErrors out) {
            Json old = REQUEST.find(before).orElse(Json.of("0"));
            Json wanted = REQUEST.find(after).orElse(Json.of("0"));
            Json capacity =
                    Path.of("status", "capacity", "storage").find(before).orElse(Json.of("0"));
            boolean less = FieldErrors.quantity(wanted).compareTo(FieldErrors.quantity(old)) < 0;
            if (less
                    && FieldErrors.quantity(wanted).compareTo(FieldErrors.quantity(capacity))
                            <= 0) {
                out.forbidden(
                        "spec.resources.requests.storage",
                        "field can not be less than status.capacity");
            }
        }
    }

    /// The rules of persistent volumes.
    static final class Volumes implements KindRule {
        private static final Path CAPACITY = Path.of("spec", "capacity");

        /// The fields of a volume's spec other than its source.
        private static final List<String> COMMON =
                List.of(
                        "accessModes",
                        "capacity",
                        "claimRef",
                        "mountOptions",
                        "nodeAffinity",
                        "persistentVolumeReclaimPolicy",
                        "storageClassName",
                        "volumeAttributesClassName",
                        "volumeMode");

        @Override
        public Json.Obj withDefaults(Json.Obj object) {
            Json.Obj tree = SPEC.setIfAbsent(object, Json.Obj.EMPTY);
            tree = at(tree, SPEC, it -> setIfAbsent(it, "persistentVolumeReclaimPolicy", "Retain"));
            tree = at(tree, SPEC, it -> setIfAbsent(it, "volumeMode", "Filesystem"));
            tree = at(tree, SPEC.then("hostPath"), it -> setIfAbsent(it, "type", ""));
            return PHASE.setIfAbsent(tree, "Pending");
        }

        static Json.Obj created(Json.Obj object, String now) {
            return Path.of("status", "lastPhaseTransitionTime")
                    .setIfAbsent(guarded(object, "kubernetes.io/pv-protection"), now);
        }

        @Override
        public void check(Json.Obj volume, FieldErrors out) {
            if (MODES.items(volume).isEmpty()) {
                out.required("spec.accessModes");
            }
            modes(volume, out);
            Json.Obj capacity = CAPACITY.object(volume);
            if (capacity.fields().isEmpty()) {
                out.required("spec.capacity");
            }
            if (!capacity.fields().containsKey("storage") || capacity.fields().size() > 1) {
                out.add(
                        new FieldError(
                                "spec.capacity",
                                "FieldValueNotSupported",
                                "Unsupported value: "
                                        + (capacity.fields().isEmpty() ? "null" : capacity.text())
                                        + ": supported values: \"storage\""));
            }
            String policy = SPEC.then("persistentVolumeReclaimPolicy").text(volume);
            out.oneOf("spec.persistentVolumeReclaimPolicy", policy, "Delete", "Recycle", "Retain");
            Path required = Path.of("spec", "nodeAffinity", "required");
            if (required.in(volume)) {
                AffinityChecks.selector("spec.nodeAffinity.required", required.object(volume), out);
            }
            source(volume, out);
            String storage = SPEC.then("storageClassName").text(volume);
            if (!storage.isEmpty()) {
                out.subdomain("spec.storageClassName", storage);
            }
            volumeMode(volume, out);
        }

        private static void source(Json.Obj volume, FieldErrors out) {
            List<String> sources =
                    SPEC.object(volume).fields().keySet().stream()
                            .filter(it -> !COMMON.contains(it))
                            .toList();
            if (sources.isEmpty()) {
                out.required("spec", "must specify a volume type");
            } else if (sources.size() > 1) {
                boolean hostPath = sources.contains("hostPath");
                out.forbidden(
                        "spec."
                                + sources.stream()
                                        .filter(it -> !hostPath || !it.equals("hostPath"))
                                        .findFirst()
                                        .orElse(sources.getLast()),
                        "may not specify more than 1 volume type");
            } else if (sources.getFirst().equals("local")
                    && !Path.of("spec", "nodeAffinity").in(volume)) {
                out.required("spec.nodeAffinity", "Local volume requires node affinity");
            }
        }

        @Override
        public void checkChange(Json.Obj before, Json.Obj after, FieldErrors out) {
            check(after, out);
            Json.Obj old = SPEC.object(before);
            Json.Obj spec = SPEC.object(after);
            for (String name : COMMON) {
                old = old.without(name);
                spec = spec.without(name);
            }
            if (!old.equals(spec)) {
                out.forbidden(
                        "spec.persistentvolumesource",
                        "spec.persistentvolumesource is immutable after creation");
            }
            out.immutable("spec.volumeMode", SPEC.then("volumeMode"), before, after);
            if (Path.of("spec", "nodeAffinity").in(before)) {
                out.immutable("spec.nodeAffinity", SPEC.then("nodeAffinity"), before, after);
            }
        }
    }

    /// The rules of storage classes.
    static final class Classes implements KindRule {
        @Override
        public Json.Obj withDefaults(Json.Obj object) {
            return setIfAbsent(
                    setIfAbsent(object, "reclaimPolicy", "Delete"),
                    "volumeBindingMode",
                    "Immediate");
        }

        @Override
        public void check(Json.Obj object, FieldErrors out) {
            String provisioner = Path.of("provisioner").text(object);
            if (!provisioner.isEmpty()) {
                out.qualified("provisioner", provisioner.toLowerCase(Locale.ROOT));
            }
            out.oneOf("reclaimPolicy", Path.of("reclaimPolicy").text(object), "Delete", "Retain");
            out.oneOf(
                    "volumeBindingMode",
                    Path.of("volumeBindingMode").text(object),
                    "Immediate",
                    "WaitForFirstConsumer");
            // Parity: declarative validation, which comes last.
            if (provisioner.isEmpty()) {
                out.required("provisioner");
            }
        }

        @Override
        public void checkChange(Json.Obj before, Json.Obj after, FieldErrors out) {
            check(after, out);
            for (String name :
                    List.of("provisioner", "parameters", "reclaimPolicy", "volumeBindingMode")) {
                out.unchanged(name, Path.of(name), before, after);
            }
        }
    }
}
