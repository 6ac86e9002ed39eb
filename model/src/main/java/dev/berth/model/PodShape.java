package dev.berth.model;

/// The key under which pods are alike to the scheduler: pods of one shape get the same verdicts and
/// scores.
///
/// Left out on purpose: name, UID, priority, creation time, owner, volumes. Its parts cache their
/// hashes, so a look-up costs three of them and, for hash-consed parts, three comparisons of
/// references.
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
