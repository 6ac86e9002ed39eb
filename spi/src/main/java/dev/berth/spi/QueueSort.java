package dev.berth.spi;

import java.util.Comparator;

/// Orders the pods that are ready; exactly one per scheduler. Equal ones go in order of arrival.
public interface QueueSort extends Plugin, Comparator<QueueEntry> {}
