package dev.berth.plugins.prioritysort;

import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.QueueEntry;
import dev.berth.spi.QueueSort;

/// Orders pods by priority, highest first, and then by the time at which they entered the queue
/// (kube-scheduler: `PrioritySort`).
public final class PrioritySort implements QueueSort {
    @Override
    public int compare(QueueEntry a, QueueEntry b) {
        int byPriority = Integer.compare(b.pod().spec().priority(), a.pod().spec().priority());
        return byPriority != 0 ? byPriority : Long.compare(a.queuedAtNanos(), b.queuedAtNanos());
    }

    /// Creates the plugin.
    public static final class Provider implements PluginProvider<PluginProvider.NoArgs> {
        @Override
        public String name() {
            return "PrioritySort";
        }

        @Override
        public NoArgs defaults() {
            return NoArgs.NONE;
        }

        @Override
        public Plugin create(NoArgs args, PluginContext context) {
            return new PrioritySort();
        }
    }
}
