package dev.berth.spi;

/// The assigned pods that a [PodMatcher] selects, counted by row. The engine updates the counts
/// when pods change.
///
/// Call [PluginContext#selectorGroup] in every cycle: the engine drops a group that has not been
/// requested for a long time.
public interface SelectorGroup {
    /// The number of matching pods on the row, including terminating pods.
    int count(int row);

    /// The number of matching pods on the row that have a deletion timestamp.
    int terminating(int row);

    /// The counts, summed by domain.
    DomainCounts by(Counting counting);
}
