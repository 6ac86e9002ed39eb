package dev.berth.spi;

import dev.berth.model.Node;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/// The devices that provide extended resources (kube-scheduler: `SharedDRAManager`). All plugins of
/// a scheduler share one instance:
///
///     context.shared(NodeDevices.KEY, NodeDevices::new)
///
/// The plugin that allocates devices provides the counts; plugins that score nodes use them. On the
/// scheduling thread only, except for [#withdraw].
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

        /// A number that changes whenever the result of [#provides] can change for some resource.
        long revision();
    }

    private static final Source NO_DEVICES =
            new Source() {
                @Override
                public boolean provides(String resource) {
                    return false;
                }

                @Override
                public Count count(Node node, String resource) {
                    return Count.NONE;
                }

                @Override
                public long revision() {
                    return 0;
                }
            };

    /// The sources that are not withdrawn. The last one counts.
    private final List<Source> sources = new CopyOnWriteArrayList<>();

    /// Provides the counts from now on. A plugin withdraws its source in [Plugin#close].
    public void countBy(Source source) {
        sources.add(Objects.requireNonNull(source));
    }

    /// Provides the counts no longer. If the source is in use, the one before it is used again, if
    /// there is one. On any thread.
    public void withdraw(Source source) {
        sources.remove(source);
    }

    private Source source() {
        Source last = NO_DEVICES;
        for (Source each : sources) {
            last = each;
        }
        return last;
    }

    /// Whether devices provide the resource.
    public boolean provide(String resource) {
        return source().provides(resource);
    }

    /// The devices on the node that provide the resource.
    public Count count(Node node, String resource) {
        return source().count(node, resource);
    }

    /// Returns true as long as [#provide] returns the same for every resource, for
    /// [DependsOn#validWhile].
    public BooleanSupplier whileSameResources() {
        Source source = source();
        long revision = source.revision();
        return () -> source().equals(source) && source.revision() == revision;
    }
}
