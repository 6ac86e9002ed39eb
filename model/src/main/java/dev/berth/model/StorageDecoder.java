package dev.berth.model;

import dev.berth.model.json.Fields;
import dev.berth.model.json.Json;

import java.util.List;
import java.util.Optional;

/// Decodes volumes, claims and the related objects.
final class StorageDecoder {
    /// The fields of a volume's spec that are not a volume source.
    private static final List<String> NO_SOURCES =
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

    private static final String STORAGE = "storage";

    private StorageDecoder() {}

    static PersistentVolume volume(Decoder decoder, Fields in) {
        Fields spec = in.object("spec");
        Optional<String> source = source(spec);
        return new PersistentVolume(
                decoder.meta(in),
                spec.text("storageClassName", ""),
                spec.object("capacity").optionalQuantity(STORAGE).orElse(Quantity.ZERO),
                spec.texts("accessModes"),
                spec.text("volumeMode", PersistentVolume.FILESYSTEM),
                spec.text("volumeAttributesClassName", ""),
                spec.optional("claimRef", StorageDecoder::claimReference),
                spec.object("nodeAffinity")
                        .optional(
                                "required",
                                required ->
                                        required.list(
                                                "nodeSelectorTerms", SelectorDecoder::nodeTerm)),
                source.orElse(""),
                source.map(spec::object).map(Fields::object).orElse(Json.Obj.EMPTY),
                in.object("status").text("phase", ""));
    }

    private static Optional<String> source(Fields spec) {
        return spec.object().fields().keySet().stream()
                .filter(field -> !NO_SOURCES.contains(field) && spec.has(field))
                .findFirst();
    }

    private static ClaimReference claimReference(Fields in) {
        return new ClaimReference(
                in.text("namespace", ""), in.text("name", ""), in.text("uid", ""));
    }

    static PersistentVolumeClaim claim(Decoder decoder, Fields in) {
        Fields spec = in.object("spec");
        return new PersistentVolumeClaim(
                decoder.meta(in),
                spec.optionalText("storageClassName"),
                spec.text("volumeName", ""),
                spec.texts("accessModes"),
                spec.optional("selector", SelectorDecoder::labelSelector),
                spec.object("resources").object("requests").optionalQuantity(STORAGE),
                spec.text("volumeMode", PersistentVolume.FILESYSTEM),
                spec.text("volumeAttributesClassName", ""),
                in.object("status").text("phase", ""));
    }

    static StorageClass storageClass(Decoder decoder, Fields in) {
        return new StorageClass(
                decoder.meta(in),
                in.text("provisioner", ""),
                in.optionalText("volumeBindingMode"),
                in.list(
                        "allowedTopologies",
                        term ->
                                new NodeSelectorTerm(
                                        term.list("matchLabelExpressions", StorageDecoder::oneOf),
                                        List.of())));
    }

    private static Requirement oneOf(Fields in) {
        return new Requirement(in.text("key", ""), Requirement.IN, in.texts("values"));
    }

    static CsiNode csiNode(Decoder decoder, Fields in) {
        return new CsiNode(
                decoder.meta(in), in.object("spec").list("drivers", StorageDecoder::driver));
    }

    private static CsiNode.Driver driver(Fields in) {
        return new CsiNode.Driver(
                in.text("name", ""), in.object("allocatable").optionalInteger("count"));
    }

    static CsiDriver csiDriver(Decoder decoder, Fields in) {
        Fields spec = in.object("spec");
        return new CsiDriver(
                decoder.meta(in),
                spec.bool("storageCapacity", false),
                spec.bool("preventPodSchedulingIfMissing", false));
    }

    static StorageCapacity capacity(Decoder decoder, Fields in) {
        return new StorageCapacity(
                decoder.meta(in),
                in.text("storageClassName", ""),
                in.optional("nodeTopology", SelectorDecoder::labelSelector),
                in.optionalQuantity("capacity"),
                in.optionalQuantity("maximumVolumeSize"));
    }

    static VolumeAttachment attachment(Decoder decoder, Fields in) {
        Fields spec = in.object("spec");
        return new VolumeAttachment(
                decoder.meta(in),
                spec.text("attacher", ""),
                spec.text("nodeName", ""),
                spec.object("source").optionalText("persistentVolumeName"));
    }
}
