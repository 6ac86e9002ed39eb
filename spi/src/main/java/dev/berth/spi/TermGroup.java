package dev.berth.spi;

/// Equal terms that pods on nodes carry, counted by row as pods come and go.
public interface TermGroup {
    /// How many terms the pods on the row carry; +5 and -5 are two, not none.
    int count(int row);

    /// The sum of their weights.
    long weight(int row);

    /// The numbers of terms added up by domain of the topology they name.
    DomainCounts counts();

    /// The weights added up in one domain.
    long weightIn(int domain);
}
