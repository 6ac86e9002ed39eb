package dev.berth.spi;

/// Counts of rows, summed by domain. The engine updates the sums when pods and nodes change.
public interface DomainCounts {
    /// The domains of the sums.
    Domains domains();

    /// The sum of the counted rows of a domain.
    int count(int domain);

    /// The number of domains with a sum above 0.
    int positive();

    /// Whether the sums of all domains are 0.
    default boolean isEmpty() {
        return positive() == 0;
    }

    /// The number of domains with at least one counted row, including rows with a count of 0.
    int open();

    /// Whether a domain has a counted row.
    boolean isOpen(int domain);

    /// The lowest sum of the open domains, or 0 if no domain is open.
    int lowest();

    /// All rows of the domains with a sum above `limit`, including rows that are not counted. The
    /// set is valid until the next change of the state or the next call of this method.
    NodeSet above(int limit);

    /// Adds the sum of each domain times `factor` to `target`, at the index of the domain's number.
    default void addTo(long[] target, long factor) {
        for (int domain = 0; domain < target.length; domain++) {
            target[domain] += factor * count(domain);
        }
    }

    /// The sum of the row's domain, or 0 if the node does not have the label.
    default int at(int row) {
        int domain = domains().of(row);
        return domain < 0 ? 0 : count(domain);
    }
}
