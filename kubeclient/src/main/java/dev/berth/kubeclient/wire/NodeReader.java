package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.wire.ProtoFields.ContainerImageFields;
import dev.berth.kubeclient.wire.ProtoFields.NodeFields;
import dev.berth.kubeclient.wire.ProtoFields.NodeSpecFields;
import dev.berth.kubeclient.wire.ProtoFields.NodeStatusFields;
import dev.berth.kubeclient.wire.ProtoFields.TaintFields;
import dev.berth.model.Condition;
import dev.berth.model.Meta;
import dev.berth.model.Node;
import dev.berth.model.NodeImage;
import dev.berth.model.Quantity;
import dev.berth.model.ResourceList;
import dev.berth.model.Taint;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;

/// Reads nodes.
final class NodeReader implements ObjectReader {

    private final MetaReader metas;
    private final ResourceReader resources;
    private final ConditionReader conditions;
    private final InternedStrings words;
    private final DecodeCache<ResourceList> amounts = new DecodeCache<>(1 << 10, 1 << 12);
    private final DecodeCache<NodeImage> images = new DecodeCache<>(1 << 12, 1 << 12);
    private final ProtoWriter allocatableBytes = new ProtoWriter();

    NodeReader(
            MetaReader metas,
            ResourceReader resources,
            ConditionReader conditions,
            InternedStrings words) {
        this.metas = metas;
        this.resources = resources;
        this.conditions = conditions;
        this.words = words;
    }

    /// The fields of a node's status that are read.
    private static final class Status {
        private ResourceList allocatable = ResourceList.NONE;
        private List<NodeImage> images = List.of();
        private List<Condition> conditions = List.of();
        private List<String> features = List.of();
    }

    @Override
    public Node read(ProtoReader in) throws IOException {
        Meta meta = Meta.named("", "", "");
        boolean unschedulable = false;
        List<Taint> taints = List.of();
        var status = new Status();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case NodeFields.METADATA -> meta = metas.read(in);
                case NodeFields.SPEC -> {
                    int outer = in.enter();
                    for (int each = in.field(); each != 0; each = in.field()) {
                        switch (each) {
                            case NodeSpecFields.UNSCHEDULABLE -> unschedulable = in.bool();
                            case NodeSpecFields.TAINTS ->
                                    taints = ListBuilders.with(taints, taint(in));
                            default -> in.skip();
                        }
                    }
                    in.leave(outer);
                }
                case NodeFields.STATUS -> read(in, status);
                default -> in.skip();
            }
        }
        return new Node(
                meta,
                unschedulable,
                taints,
                status.allocatable,
                status.images,
                status.conditions,
                status.features);
    }

    private Taint taint(ProtoReader in) throws IOException {
        String key = "";
        String value = "";
        String effect = "";
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case TaintFields.KEY -> key = words.word(in);
                case TaintFields.VALUE -> value = words.word(in);
                case TaintFields.EFFECT -> effect = words.word(in);
                default -> in.skip();
            }
        }
        in.leave(outer);
        return new Taint(key, value, effect);
    }

    private void read(ProtoReader in, Status status) throws IOException {
        allocatableBytes.clear();
        int outer = in.enter();
        for (int field = in.field(); field != 0; field = in.field()) {
            switch (field) {
                case NodeStatusFields.ALLOCATABLE -> allocatableBytes.copy(in);
                case NodeStatusFields.CONDITIONS ->
                        status.conditions =
                                ListBuilders.with(status.conditions, conditions.read(in));
                case NodeStatusFields.IMAGES ->
                        status.images = ListBuilders.with(status.images, image(in));
                case NodeStatusFields.DECLARED_FEATURES ->
                        status.features = ListBuilders.with(status.features, words.word(in));
                default -> in.skip();
            }
        }
        in.leave(outer);
        status.allocatable = allocatable();
    }

    /// Nodes of the same machine type have equal amounts, so they are cached.
    private ResourceList allocatable() throws IOException {
        ResourceList known = amounts.find(allocatableBytes.buffer(), 0, allocatableBytes.size());
        if (known != null) {
            return known;
        }
        var read = new HashMap<String, Quantity>();
        ProtoReader in = allocatableBytes.reader();
        while (in.field() != 0) {
            resources.entry(in, read);
        }
        return amounts.keep(
                allocatableBytes.buffer(), 0, allocatableBytes.size(), ResourceList.of(read));
    }

    private NodeImage image(ProtoReader in) throws IOException {
        int outer = in.enter();
        int from = in.at();
        int to = in.end();
        NodeImage known = images.find(in.bytes(), from, to);
        if (known == null) {
            List<String> names = List.of();
            long size = 0;
            for (int field = in.field(); field != 0; field = in.field()) {
                switch (field) {
                    case ContainerImageFields.NAMES -> names = ListBuilders.with(names, in.text());
                    case ContainerImageFields.SIZE_BYTES -> size = in.int64();
                    default -> in.skip();
                }
            }
            known = images.keep(in.bytes(), from, to, new NodeImage(names, size));
        }
        in.leave(outer);
        return known;
    }
}
