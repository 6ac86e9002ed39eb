package dev.berth.spi;

/// The pods of some namespaces that match a selector, counted by row as pods come and go.
///
/// Ask [PluginContext#selectorGroup] for it in every cycle: a group nobody asked for in a long time
/// is no longer counted.
public interface SelectorGroup {
    /// Matching pods on the row, those going away included.
    int count(int row);

    /// Matching pods on the row that are going away.
    int terminating(int row);

    /// The counts added up by domain.
    DomainCounts by(Counting counting);
}
