package dev.berth.spi;

/// Equal affinity terms of assigned pods, counted by row of the node table. The engine updates the
/// counts when pods and nodes change.
public interface AffinityTermGroup {
    /// The number of these terms that the pods on the row have. Weights do not cancel out: a term
    /// of weight +5 and a term of weight -5 count as two.
    int count(int row);

    /// The sum of the weights of the terms on the row.
    long weight(int row);

    /// The numbers of terms, summed by domain of the terms' topology key.
    DomainCounts counts();

    /// The sum of the weights in one domain.
    long weightIn(int domain);

    /// Adds the weight of each domain to `target`, at the index of the domain's number.
    default void addWeightsTo(long[] target) {
        for (int domain = 0; domain < target.length; domain++) {
            target[domain] += weightIn(domain);
        }
    }
}
