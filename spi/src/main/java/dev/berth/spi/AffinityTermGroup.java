package dev.berth.spi;

/// Equal terms that pods on nodes carry, counted by row as pods come and go.
public interface AffinityTermGroup {
    /// How many terms the pods on the row carry; +5 and -5 are two, not none.
    int count(int row);

    /// The sum of their weights.
    long weight(int row);

    /// The numbers of terms added up by domain of the topology they name.
    DomainCounts counts();

    /// The weights added up in one domain.
    long weightIn(int domain);

    /// Adds every domain's weight to the entry of `target` with its number.
    default void addWeightsTo(long[] target) {
        for (int domain = 0; domain < target.length; domain++) {
            target[domain] += weightIn(domain);
        }
    }
}
