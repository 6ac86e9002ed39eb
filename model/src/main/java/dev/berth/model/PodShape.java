package dev.berth.model;

/// The pod shape: pods with equal pod shapes get the same filter results and scores.
///
/// Name, UID, priority, creation time, owners and volumes are not part of the pod shape. The parts
/// cache their hashes, so a lookup is cheap; interned parts are compared by reference.
public record PodShape(String namespace, Labels labels, PodTemplate template) {
    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof PodShape that
                        && template.equals(that.template)
                        && labels.equals(that.labels)
                        && namespace.equals(that.namespace));
    }

    @Override
    public int hashCode() {
        return (template.hashCode() * 31 + labels.hashCode()) * 31 + namespace.hashCode();
    }
}
