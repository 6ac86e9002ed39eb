package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.wire.ProtoFields.CSIDriverFields;
import dev.berth.kubeclient.wire.ProtoFields.CSIDriverSpecFields;
import dev.berth.kubeclient.wire.ProtoFields.CSINodeDriverFields;
import dev.berth.kubeclient.wire.ProtoFields.CSINodeFields;
import dev.berth.kubeclient.wire.ProtoFields.CSINodeSpecFields;
import dev.berth.kubeclient.wire.ProtoFields.CSIStorageCapacityFields;
import dev.berth.kubeclient.wire.ProtoFields.StorageClassFields;
import dev.berth.kubeclient.wire.ProtoFields.TopologySelectorLabelRequirementFields;
import dev.berth.kubeclient.wire.ProtoFields.TopologySelectorTermFields;
import dev.berth.kubeclient.wire.ProtoFields.VolumeAttachmentFields;
import dev.berth.kubeclient.wire.ProtoFields.VolumeAttachmentSourceFields;
import dev.berth.kubeclient.wire.ProtoFields.VolumeAttachmentSpecFields;
import dev.berth.kubeclient.wire.ProtoFields.VolumeNodeResourcesFields;
import dev.berth.model.CsiDriver;
import dev.berth.model.CsiNode;
import dev.berth.model.KubeObject;
import dev.berth.model.LabelSelector;
import dev.berth.model.Meta;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.Quantity;
import dev.berth.model.Requirement;
import dev.berth.model.StorageCapacity;
import dev.berth.model.StorageClass;
import dev.berth.model.VolumeAttachment;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Reads storage classes, CSI drivers, CSI nodes, storage capacities and volume attachments.
final class StorageReader {
    private final MetaReader metas;
    private final SelectorReader selectors;
    private final InternedStrings words;

    StorageReader(MetaReader metas, SelectorReader selectors, InternedStrings words) {
        this.metas = metas;
        this.selectors = selectors;
        this.words = words;
    }

    KubeObject storageClass(ProtoReader in) throws IOException {
        Meta meta = Meta.named("", "", "");
        String provisioner = "";
        Optional<String> mode = Optional.empty();
        List<NodeSelectorTerm> topologies = List.of();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case StorageClassFields.METADATA -> meta = metas.read(in);
                case StorageClassFields.PROVISIONER -> provisioner = words.word(in);
                case StorageClassFields.VOLUME_BINDING_MODE -> mode = Optional.of(words.word(in));
                case StorageClassFields.ALLOWED_TOPOLOGIES ->
                        topologies = ListBuilders.with(topologies, topology(in));
                default -> in.skip();
            }
        }
        return new StorageClass(meta, provisioner, mode, topologies);
    }

    private NodeSelectorTerm topology(ProtoReader in) throws IOException {
        List<Requirement> expressions = List.of();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field == TopologySelectorTermFields.MATCH_LABEL_EXPRESSIONS) {
                expressions = ListBuilders.with(expressions, oneOf(in));
            } else {
                in.skip();
            }
        }
        in.leave(outer);
        return new NodeSelectorTerm(expressions, List.of());
    }

    private Requirement oneOf(ProtoReader in) throws IOException {
        String key = "";
        List<String> values = List.of();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case TopologySelectorLabelRequirementFields.KEY -> key = words.word(in);
                case TopologySelectorLabelRequirementFields.VALUES ->
                        values = ListBuilders.with(values, words.word(in));
                default -> in.skip();
            }
        }
        in.leave(outer);
        return new Requirement(key, Requirement.IN, values);
    }

    KubeObject csiNode(ProtoReader in) throws IOException {
        Meta meta = Meta.named("", "", "");
        List<CsiNode.Driver> drivers = List.of();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case CSINodeFields.METADATA -> meta = metas.read(in);
                case CSINodeFields.SPEC -> {
                    int outer = in.enter();
                    for (int each = in.field(); each != 0; each = in.field()) {
                        if (each == CSINodeSpecFields.DRIVERS) {
                            drivers = ListBuilders.with(drivers, driver(in));
                        } else {
                            in.skip();
                        }
                    }
                    in.leave(outer);
                }
                default -> in.skip();
            }
        }
        return new CsiNode(meta, drivers);
    }

    private CsiNode.Driver driver(ProtoReader in) throws IOException {
        String name = "";
        OptionalInt limit = OptionalInt.empty();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case CSINodeDriverFields.NAME -> name = words.word(in);
                case CSINodeDriverFields.ALLOCATABLE -> limit = count(in);
                default -> in.skip();
            }
        }
        in.leave(outer);
        return new CsiNode.Driver(name, limit);
    }

    private static OptionalInt count(ProtoReader in) throws IOException {
        OptionalInt count = OptionalInt.empty();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field == VolumeNodeResourcesFields.COUNT) {
                count = OptionalInt.of(in.int32());
            } else {
                in.skip();
            }
        }
        in.leave(outer);
        return count;
    }

    KubeObject csiDriver(ProtoReader in) throws IOException {
        Meta meta = Meta.named("", "", "");
        boolean capacity = false;
        boolean prevents = false;
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case CSIDriverFields.METADATA -> meta = metas.read(in);
                case CSIDriverFields.SPEC -> {
                    int outer = in.enter();
                    for (int each = in.field(); each != 0; each = in.field()) {
                        switch (each) {
                            case CSIDriverSpecFields.STORAGE_CAPACITY -> capacity = in.bool();
                            case CSIDriverSpecFields.PREVENT_POD_SCHEDULING_IF_MISSING ->
                                    prevents = in.bool();
                            default -> in.skip();
                        }
                    }
                    in.leave(outer);
                }
                default -> in.skip();
            }
        }
        return new CsiDriver(meta, capacity, prevents);
    }

    KubeObject capacity(ProtoReader in) throws IOException {
        Meta meta = Meta.named("", "", "");
        Optional<LabelSelector> topology = Optional.empty();
        String storageClass = "";
        Optional<Quantity> capacity = Optional.empty();
        Optional<Quantity> largest = Optional.empty();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case CSIStorageCapacityFields.METADATA -> meta = metas.read(in);
                case CSIStorageCapacityFields.NODE_TOPOLOGY ->
                        topology = Optional.of(selectors.labelSelector(in));
                case CSIStorageCapacityFields.STORAGE_CLASS_NAME -> storageClass = words.word(in);
                case CSIStorageCapacityFields.CAPACITY ->
                        capacity = Optional.of(ResourceReader.quantity(in));
                case CSIStorageCapacityFields.MAXIMUM_VOLUME_SIZE ->
                        largest = Optional.of(ResourceReader.quantity(in));
                default -> in.skip();
            }
        }
        return new StorageCapacity(meta, storageClass, topology, capacity, largest);
    }

    KubeObject attachment(ProtoReader in) throws IOException {
        Meta meta = Meta.named("", "", "");
        String attacher = "";
        String node = "";
        Optional<String> volume = Optional.empty();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case VolumeAttachmentFields.METADATA -> meta = metas.read(in);
                case VolumeAttachmentFields.SPEC -> {
                    int outer = in.enter();
                    for (int each = in.field(); each != 0; each = in.field()) {
                        switch (each) {
                            case VolumeAttachmentSpecFields.ATTACHER -> attacher = words.word(in);
                            case VolumeAttachmentSpecFields.SOURCE -> volume = volumeName(in);
                            case VolumeAttachmentSpecFields.NODE_NAME -> node = words.word(in);
                            default -> in.skip();
                        }
                    }
                    in.leave(outer);
                }
                default -> in.skip();
            }
        }
        return new VolumeAttachment(meta, attacher, node, volume);
    }

    private static Optional<String> volumeName(ProtoReader in) throws IOException {
        Optional<String> name = Optional.empty();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field == VolumeAttachmentSourceFields.PERSISTENT_VOLUME_NAME) {
                name = Optional.of(in.text());
            } else {
                in.skip();
            }
        }
        in.leave(outer);
        return name;
    }
}
