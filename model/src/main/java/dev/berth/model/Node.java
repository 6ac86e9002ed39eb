package dev.berth.model;

import java.util.List;

/// A node, with the fields that scheduling reads.
public record Node(
        Meta meta,
        boolean unschedulable,
        List<Taint> taints,
        ResourceList allocatable,
        List<NodeImage> images,
        List<Condition> conditions,
        List<String> declaredFeatures)
        implements KubeObject {
    public Node {
        taints = List.copyOf(taints);
        images = List.copyOf(images);
        conditions = List.copyOf(conditions);
        declaredFeatures = List.copyOf(declaredFeatures);
    }

    @Override
    public Kind kind() {
        return Kind.NODE;
    }

    public String name() {
        return meta.name();
    }

    public Labels labels() {
        return meta.labels();
    }
}
