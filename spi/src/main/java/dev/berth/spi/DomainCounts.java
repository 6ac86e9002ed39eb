package dev.berth.spi;

/// What is counted on rows, added up by domain, and kept so as pods and nodes come and go.
public interface DomainCounts {
    Domains domains();

    /// The sum over the counted rows of a domain.
    int count(int domain);

    /// How many domains have more than 0.
    int positive();

    /// Whether nothing is counted in any domain.
    default boolean isEmpty() {
        return positive() == 0;
    }

    /// How many domains have a row that is counted, be it with 0.
    int open();

    /// Whether a domain has a row that is counted.
    boolean isOpen(int domain);

    /// The lowest sum of all open domains; 0 when none is open.
    int lowest();

    /// All rows of the domains whose sum is above `limit`, whether they are counted or not. Holds
    /// until the next change or question.
    NodeSet above(int limit);

    /// The sum of the row's domain; 0 where the label is missing.
    default int at(int row) {
        int domain = domains().of(row);
        return domain < 0 ? 0 : count(domain);
    }
}
