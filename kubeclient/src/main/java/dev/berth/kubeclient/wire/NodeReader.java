package dev.berth.kubeclient.wire;

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
    private static final int TAINTS = 5;
    private static final int IMAGES = 8;

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
                case 1 -> meta = metas.read(in);
                case 2 -> {
                    int outer = in.enter();
                    for (int each = in.field(); each != 0; each = in.field()) {
                        switch (each) {
                            case 4 -> unschedulable = in.bool();
                            case TAINTS -> taints = ListBuilders.with(taints, taint(in));
                            default -> in.skip();
                        }
                    }
                    in.leave(outer);
                }
                case 3 -> read(in, status);
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
                case 1 -> key = words.word(in);
                case 2 -> value = words.word(in);
                case 3 -> effect = words.word(in);
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
                case 2 -> allocatableBytes.copy(in);
                case 4 ->
                        status.conditions =
                                ListBuilders.with(status.conditions, conditions.read(in));
                case IMAGES -> status.images = ListBuilders.with(status.images, image(in));
                case 14 -> status.features = ListBuilders.with(status.features, words.word(in));
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
                    case 1 -> names = ListBuilders.with(names, in.text());
                    case 2 -> size = in.int64();
                    default -> in.skip();
                }
            }
            known = images.keep(in.bytes(), from, to, new NodeImage(names, size));
        }
        in.leave(outer);
        return known;
    }
}
