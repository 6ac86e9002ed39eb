package dev.berth.controlplane.store;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.StorageClass;
import dev.berth.model.json.Json;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The defaults of storage classes, persistent volume claims and persistent volumes.
public final class StorageDefaults {
    private static final Path CLASS = ObjectFields.SPEC.then("storageClassName");
    private static final Path VOLUME_MODE = ObjectFields.SPEC.then("volumeMode");
    private static final Path VOLUME = ObjectFields.SPEC.then("volumeName");
    private static final Path RECLAIM = Path.of("reclaimPolicy");
    private static final Path BINDING = Path.of("volumeBindingMode");
    private static final List<String> DEFAULT_MARKS =
            List.of(
                    "storageclass.kubernetes.io/is-default-class",
                    "storageclass.beta.kubernetes.io/is-default-class");

    private StorageDefaults() {}

    static Json.Obj storageClass(Json.Obj object) {
        return BINDING.setIfAbsent(RECLAIM.setIfAbsent(object, "Delete"), "Immediate");
    }

    static Json.Obj volume(Json.Obj object) {
        return VOLUME_MODE.setIfAbsent(object, "Filesystem");
    }

    /// @param classes the existing storage classes
    static Json.Obj claim(Json.Obj object, Stream<Json.Obj> classes) {
        Json.Obj claim = volume(object);
        // A bound claim has its defaults already.
        boolean bound =
                VOLUME.in(claim)
                        && ObjectFields.ANNOTATIONS
                                .then(PersistentVolumeClaim.BIND_COMPLETED)
                                .in(claim);
        return bound || classed(claim)
                ? claim
                : defaults(classes)
                        .map(defaultValue -> CLASS.set(claim, defaultValue))
                        .orElse(claim);
    }

    /// Whether a claim sets its storage class. An empty class counts as set.
    private static boolean classed(Json.Obj claim) {
        return CLASS.in(claim) || ObjectFields.ANNOTATIONS.then(StorageClass.ANNOTATION).in(claim);
    }

    /// The default storage class: the newest of the classes with the default annotation, and the
    /// first by name among equals.
    public static Optional<String> defaults(Stream<Json.Obj> classes) {
        return classes.filter(StorageDefaults::marked)
                .max(
                        Comparator.comparing((Json.Obj it) -> ObjectFields.CREATED.text(it))
                                .thenComparing(
                                        it -> ObjectFields.NAME.text(it),
                                        Comparator.reverseOrder()))
                .map(it -> ObjectFields.NAME.text(it));
    }

    private static boolean marked(Json.Obj storageClass) {
        return DEFAULT_MARKS.stream()
                .anyMatch(mark ->
                        ObjectFields.ANNOTATIONS.then(mark).text(storageClass).equals("true"));
    }
}
