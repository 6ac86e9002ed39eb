package dev.berth.kubeclient.wire;

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
                case 1 -> meta = metas.read(in);
                case 2 -> provisioner = words.word(in);
                case 7 -> mode = Optional.of(words.word(in));
                case 8 -> topologies = ListBuilders.with(topologies, topology(in));
                default -> in.skip();
            }
        }
        return new StorageClass(meta, provisioner, mode, topologies);
    }

    private NodeSelectorTerm topology(ProtoReader in) throws IOException {
        List<Requirement> expressions = List.of();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            if (field == 1) {
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
                case 1 -> key = words.word(in);
                case 2 -> values = ListBuilders.with(values, words.word(in));
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
                case 1 -> meta = metas.read(in);
                case 2 -> {
                    int outer = in.enter();
                    for (int each = in.field(); each != 0; each = in.field()) {
                        if (each == 1) {
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
                case 1 -> name = words.word(in);
                case 4 -> limit = count(in);
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
            if (field == 1) {
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
                case 1 -> meta = metas.read(in);
                case 2 -> {
                    int outer = in.enter();
                    for (int each = in.field(); each != 0; each = in.field()) {
                        switch (each) {
                            case 4 -> capacity = in.bool();
                            case 11 -> prevents = in.bool();
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
                case 1 -> meta = metas.read(in);
                case 2 -> topology = Optional.of(selectors.labelSelector(in));
                case 3 -> storageClass = words.word(in);
                case 4 -> capacity = Optional.of(ResourceReader.quantity(in));
                case 5 -> largest = Optional.of(ResourceReader.quantity(in));
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
                case 1 -> meta = metas.read(in);
                case 2 -> {
                    int outer = in.enter();
                    for (int each = in.field(); each != 0; each = in.field()) {
                        switch (each) {
                            case 1 -> attacher = words.word(in);
                            case 2 -> volume = volumeName(in);
                            case 3 -> node = words.word(in);
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
            if (field == 1) {
                name = Optional.of(in.text());
            } else {
                in.skip();
            }
        }
        in.leave(outer);
        return name;
    }
}
