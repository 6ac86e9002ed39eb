package dev.berth.spi;

/// The rows of the node table, grouped by the value of one node label. Rows with equal values are
/// in the same domain.
///
/// Domains are numbered with small integers, so that plugins can use arrays indexed by domain. A
/// domain keeps its number as long as it has a row.
public interface Domains {
    /// The label key.
    String key();

    /// The rows of the nodes that have the label.
    NodeSet labeled();

    /// The domain of a row, or -1 if the node does not have the label.
    int of(int row);

    /// The number of domains.
    int used();

    /// One more than the highest domain number in use: the length of an array indexed by domain.
    int limit();
}
