package dev.berth.model;

/// A pod, with the fields that scheduling reads.
public record Pod(Meta meta, PodSpec spec, PodStatus status) implements KubeObject {
    @Override
    public Kind kind() {
        return Kind.POD;
    }

    public String name() {
        return meta.name();
    }

    public String namespace() {
        return meta.namespace();
    }

    public String uid() {
        return meta.uid();
    }

    public Labels labels() {
        return meta.labels();
    }

    public PodTemplate template() {
        return spec.template();
    }

    public boolean assigned() {
        return !spec.nodeName().isEmpty();
    }

    /// Whether the pod has a node or a nominated node.
    public boolean placedOrNominated() {
        return assigned() || !status.nominatedNodeName().isEmpty();
    }

    public boolean terminating() {
        return meta.deleted().isPresent();
    }

    /// The pod shape: the inputs of filters and scores.
    public PodShape shape() {
        return new PodShape(meta.namespace(), meta.labels(), spec.template());
    }

    /// The requests of the pod, including the status of an in-place resize.
    public PodRequests requests() {
        return status.containers().isEmpty()
                        && status.resources().isEmpty()
                        && !status.resizeInfeasible()
                ? spec.template().requests()
                : PodRequests.of(spec.template(), status);
    }

    public Pod on(String node) {
        return new Pod(meta, spec.withNodeName(node), status);
    }

    public Pod withNominatedNode(String node) {
        return new Pod(meta, spec, status.withNominatedNode(node));
    }
}
