package dev.berth.apiserver.table;

import static dev.berth.apiserver.table.Column.AGE;
import static dev.berth.apiserver.table.Column.NAME;
import static dev.berth.apiserver.table.Column.flag;
import static dev.berth.apiserver.table.Column.text;
import static dev.berth.apiserver.table.Column.wide;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Volumes, claims, storage classes, attachments and CSI objects.
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
                            TableCell.row(
                                    TableCell.name(it),
                                    TableCell.any(it, "0", "spec", "capacity", "storage"),
                                    modes(it, "spec"),
                                    TableCell.text(it, "spec", "persistentVolumeReclaimPolicy"),
                                    phase(it),
                                    claim(it),
                                    storageClass(it),
                                    attributes(it),
                                    TableCell.text(it, "status", "reason"),
                                    TableCell.age(it, now),
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
                        String volume = TableCell.text(it, "spec", "volumeName");
                        return TableCell.row(
                                TableCell.name(it),
                                phase(it),
                                volume,
                                volume.isEmpty()
                                        ? ""
                                        : TableCell.any(it, "0", "status", "capacity", "storage"),
                                volume.isEmpty() ? "" : modes(it, "status"),
                                storageClass(it),
                                attributes(it),
                                TableCell.age(it, now),
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
                            TableCell.row(
                                    className(it),
                                    TableCell.text(it, "provisioner"),
                                    TableCell.or(TableCell.text(it, "reclaimPolicy"), "Delete"),
                                    TableCell.or(
                                            TableCell.text(it, "volumeBindingMode"), "Immediate"),
                                    TableCell.flag(it, "allowVolumeExpansion"),
                                    TableCell.age(it, now)));

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
                            TableCell.row(
                                    TableCell.name(it),
                                    TableCell.text(it, "spec", "attacher"),
                                    TableCell.text(it, "spec", "source", "persistentVolumeName"),
                                    TableCell.text(it, "spec", "nodeName"),
                                    TableCell.flag(it, "status", "attached"),
                                    TableCell.age(it, now)));

    static final Layout CSI_NODE =
            new Layout(
                    List.of(NAME, Column.number("Drivers"), AGE),
                    (it, now) ->
                            TableCell.row(
                                    TableCell.name(it),
                                    TableCell.size(it, "spec", "drivers"),
                                    TableCell.age(it, now)));

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
                            TableCell.row(
                                    TableCell.name(it),
                                    !TableCell.any(it, "true", "spec", "attachRequired")
                                            .equals("false"),
                                    TableCell.flag(it, "spec", "podInfoOnMount"),
                                    TableCell.flag(it, "spec", "storageCapacity"),
                                    tokens(it),
                                    TableCell.flag(it, "spec", "requiresRepublish"),
                                    lifecycles(it),
                                    TableCell.age(it, now)));

    /// The API server has no layout for this kind, so it uses the default of CRDs.
    static final Layout CAPACITY =
            new Layout(
                    List.of(NAME, new Column("Created At", "date", "", 0)),
                    (it, now) ->
                            TableCell.row(
                                    TableCell.name(it),
                                    TableCell.text(it, "metadata", "creationTimestamp")));

    private StorageLayouts() {}

    private static String phase(Json.Obj it) {
        return TableCell.leaving(it) ? "Terminating" : TableCell.text(it, "status", "phase");
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
                : TableCell.text(claim, "namespace") + "/" + TableCell.text(claim, "name");
    }

    private static String storageClass(Json.Obj it) {
        String old = TableCell.text(it, "metadata", "annotations", BETA_CLASS);
        return old.isEmpty() ? TableCell.text(it, "spec", "storageClassName") : old;
    }

    private static String attributes(Json.Obj it) {
        return TableCell.or(
                TableCell.text(it, "spec", "volumeAttributesClassName"), TableCell.UNSET);
    }

    private static String mode(Json.Obj it) {
        return TableCell.or(TableCell.text(it, "spec", "volumeMode"), TableCell.UNSET);
    }

    private static String className(Json.Obj it) {
        Json.Obj annotations = Path.of("metadata", "annotations").object(it);
        boolean defaultValue =
                TableCell.text(annotations, DEFAULT_CLASS).equals("true")
                        || TableCell.text(annotations, BETA_DEFAULT).equals("true");
        return TableCell.text(it, "metadata", "name") + (defaultValue ? " (default)" : "");
    }

    private static String tokens(Json.Obj it) {
        String audiences =
                Path.of("spec", "tokenRequests").items(it).stream()
                        .map(request -> TableCell.text(request, "audience"))
                        .collect(Collectors.joining(","));
        return TableCell.or(audiences, TableCell.UNSET);
    }

    private static String lifecycles(Json.Obj it) {
        String modes =
                Path.of("spec", "volumeLifecycleModes").items(it).stream()
                        .map(mode -> mode instanceof Json.Str(var text) ? text : "")
                        .collect(Collectors.joining(","));
        return TableCell.or(modes, TableCell.NONE);
    }
}
