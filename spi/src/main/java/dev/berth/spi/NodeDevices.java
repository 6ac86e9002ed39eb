package dev.berth.spi;

import dev.berth.model.Node;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/// The devices that provide extended resources (kube-scheduler: `SharedDRAManager`). All plugins of
/// a scheduler share one instance:
///
///     context.shared(NodeDevices.KEY, NodeDevices::new)
///
/// The plugin that allocates devices provides the counts; plugins that score nodes use them. On the
/// scheduling thread only.
public final class NodeDevices {
    public static final StateKey<NodeDevices> KEY = StateKey.of("node devices", NodeDevices.class);

    /// The devices on a node that provide a resource.
    public record Count(long devices, long allocated) {
        public static final Count NONE = new Count(0, 0);
    }

    /// Counts devices.
    public interface Source {
        /// Whether devices provide the resource.
        boolean provides(String resource);

        /// The devices on the node that provide the resource.
        Count count(Node node, String resource);
    }

    private @Nullable Source source;

    /// Provides the counts from now on.
    public void countBy(Source source) {
        this.source = Objects.requireNonNull(source);
    }

    /// Whether devices provide the resource.
    public boolean provide(String resource) {
        return source != null && source.provides(resource);
    }

    /// The devices on the node that provide the resource.
    public Count count(Node node, String resource) {
        return source == null ? Count.NONE : source.count(node, resource);
    }
}
