package dev.berth.spi;

import java.util.Comparator;

/// Orders the active queue (kube-scheduler: `QueueSortPlugin`). All profiles of a scheduler use the
/// same plugin. Entries that compare as equal stay in the order of their arrival. Called on the
/// scheduling thread; must not block.
public interface QueueSort extends Plugin, Comparator<QueueEntry> {}
