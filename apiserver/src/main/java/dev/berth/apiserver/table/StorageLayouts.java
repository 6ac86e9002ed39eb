package dev.berth.apiserver.table;

import static dev.berth.apiserver.table.Column.AGE;
import static dev.berth.apiserver.table.Column.NAME;
import static dev.berth.apiserver.table.Column.flag;
import static dev.berth.apiserver.table.Column.text;
import static dev.berth.apiserver.table.Column.wide;

import dev.berth.model.json.Json;
import dev.berth.sim.tree.Path;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Volumes, claims, and what makes and attaches them.
final class StorageLayouts {
    private static final String BETA_CLASS = "volume.beta.kubernetes.io/storage-class";
    private static final String DEFAULT_CLASS = "storageclass.kubernetes.io/is-default-class";
    private static final String BETA_DEFAULT = "storageclass.beta.kubernetes.io/is-default-class";

    static final Layout VOLUME =
            new Layout(
                    List.of(
                            NAME,
                            text("Capacity"),
                            text("Access Modes"),
                            text("Reclaim Policy"),
                            text("Status"),
                            text("Claim"),
                            text("StorageClass"),
                            text("VolumeAttributesClass"),
                            text("Reason"),
                            AGE,
                            wide("VolumeMode")),
                    (it, now) ->
                            Cell.row(
                                    Cell.name(it),
                                    Cell.any(it, "0", "spec", "capacity", "storage"),
                                    modes(it, "spec"),
                                    Cell.text(it, "spec", "persistentVolumeReclaimPolicy"),
                                    phase(it),
                                    claim(it),
                                    storageClass(it),
                                    attributes(it),
                                    Cell.text(it, "status", "reason"),
                                    Cell.age(it, now),
                                    mode(it)));

    static final Layout CLAIM =
            new Layout(
                    List.of(
                            NAME,
                            text("Status"),
                            text("Volume"),
                            text("Capacity"),
                            text("Access Modes"),
                            text("StorageClass"),
                            text("VolumeAttributesClass"),
                            AGE,
                            wide("VolumeMode")),
                    (it, now) -> {
                        String volume = Cell.text(it, "spec", "volumeName");
                        return Cell.row(
                                Cell.name(it),
                                phase(it),
                                volume,
                                volume.isEmpty()
                                        ? ""
                                        : Cell.any(it, "0", "status", "capacity", "storage"),
                                volume.isEmpty() ? "" : modes(it, "status"),
                                storageClass(it),
                                attributes(it),
                                Cell.age(it, now),
                                mode(it));
                    });

    static final Layout CLASS =
            new Layout(
                    List.of(
                            NAME,
                            text("Provisioner"),
                            text("ReclaimPolicy"),
                            text("VolumeBindingMode"),
                            text("AllowVolumeExpansion"),
                            AGE),
                    (it, now) ->
                            Cell.row(
                                    className(it),
                                    Cell.text(it, "provisioner"),
                                    Cell.or(Cell.text(it, "reclaimPolicy"), "Delete"),
                                    Cell.or(Cell.text(it, "volumeBindingMode"), "Immediate"),
                                    Cell.flag(it, "allowVolumeExpansion"),
                                    Cell.age(it, now)));

    static final Layout ATTACHMENT =
            new Layout(
                    List.of(
                            NAME,
                            new Column("Attacher", "string", "name", 0),
                            text("PV"),
                            text("Node"),
                            flag("Attached"),
                            AGE),
                    (it, now) ->
                            Cell.row(
                                    Cell.name(it),
                                    Cell.text(it, "spec", "attacher"),
                                    Cell.text(it, "spec", "source", "persistentVolumeName"),
                                    Cell.text(it, "spec", "nodeName"),
                                    Cell.flag(it, "status", "attached"),
                                    Cell.age(it, now)));

    static final Layout CSI_NODE =
            new Layout(
                    List.of(NAME, Column.number("Drivers"), AGE),
                    (it, now) ->
                            Cell.row(
                                    Cell.name(it),
                                    Cell.size(it, "spec", "drivers"),
                                    Cell.age(it, now)));

    static final Layout CSI_DRIVER =
            new Layout(
                    List.of(
                            NAME,
                            flag("AttachRequired"),
                            flag("PodInfoOnMount"),
                            flag("StorageCapacity"),
                            text("TokenRequests"),
                            flag("RequiresRepublish"),
                            text("Modes"),
                            AGE),
                    (it, now) ->
                            Cell.row(
                                    Cell.name(it),
                                    !Cell.any(it, "true", "spec", "attachRequired").equals("false"),
                                    Cell.flag(it, "spec", "podInfoOnMount"),
                                    Cell.flag(it, "spec", "storageCapacity"),
                                    tokens(it),
                                    Cell.flag(it, "spec", "requiresRepublish"),
                                    lifecycles(it),
                                    Cell.age(it, now)));

    /// Nobody has laid these out.
    static final Layout CAPACITY =
            new Layout(
                    List.of(NAME, new Column("Created At", "date", "", 0)),
                    (it, now) ->
                            Cell.row(
                                    Cell.name(it), Cell.text(it, "metadata", "creationTimestamp")));

    private StorageLayouts() {}

    private static String phase(Json.Obj it) {
        return Cell.leaving(it) ? "Terminating" : Cell.text(it, "status", "phase");
    }

    private static String modes(Json.Obj it, String part) {
        var all = new ArrayList<String>();
        List<String> given =
                Path.of(part, "accessModes").items(it).stream()
                        .map(mode -> mode instanceof Json.Str(var text) ? text : "")
                        .toList();
        mode(given, all, "ReadWriteOnce", "RWO");
        mode(given, all, "ReadOnlyMany", "ROX");
        mode(given, all, "ReadWriteMany", "RWX");
        mode(given, all, "ReadWriteOncePod", "RWOP");
        return String.join(",", all);
    }

    private static void mode(List<String> given, List<String> all, String mode, String brief) {
        if (given.contains(mode)) {
            all.add(brief);
        }
    }

    private static String claim(Json.Obj it) {
        Json.Obj claim = Path.of("spec", "claimRef").object(it);
        return claim.fields().isEmpty()
                ? ""
                : Cell.text(claim, "namespace") + "/" + Cell.text(claim, "name");
    }

    private static String storageClass(Json.Obj it) {
        String old = Cell.text(it, "metadata", "annotations", BETA_CLASS);
        return old.isEmpty() ? Cell.text(it, "spec", "storageClassName") : old;
    }

    private static String attributes(Json.Obj it) {
        return Cell.or(Cell.text(it, "spec", "volumeAttributesClassName"), Cell.UNSET);
    }

    private static String mode(Json.Obj it) {
        return Cell.or(Cell.text(it, "spec", "volumeMode"), Cell.UNSET);
    }

    private static String className(Json.Obj it) {
        Json.Obj annotations = Path.of("metadata", "annotations").object(it);
        boolean usual =
                Cell.text(annotations, DEFAULT_CLASS).equals("true")
                        || Cell.text(annotations, BETA_DEFAULT).equals("true");
        return Cell.text(it, "metadata", "name") + (usual ? " (default)" : "");
    }

    private static String tokens(Json.Obj it) {
        String audiences =
                Path.of("spec", "tokenRequests").items(it).stream()
                        .map(request -> Cell.text(request, "audience"))
                        .collect(Collectors.joining(","));
        return Cell.or(audiences, Cell.UNSET);
    }

    private static String lifecycles(Json.Obj it) {
        String modes =
                Path.of("spec", "volumeLifecycleModes").items(it).stream()
                        .map(mode -> mode instanceof Json.Str(var text) ? text : "")
                        .collect(Collectors.joining(","));
        return Cell.or(modes, Cell.NONE);
    }
}
