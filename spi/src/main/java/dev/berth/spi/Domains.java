package dev.berth.spi;

/// The rows of the node table by the value of one label: rows that share a value share a domain.
///
/// Domains have small numbers, so that whatever belongs to one can stand in an array. A number
/// holds while any row has the domain.
public interface Domains {
    /// The label.
    String key();

    /// The rows whose nodes carry the label.
    NodeSet labeled();

    /// The domain of a row, or -1 where the label is missing.
    int of(int row);

    /// How many domains there are.
    int used();

    /// One more than the highest number in use.
    int limit();
}
