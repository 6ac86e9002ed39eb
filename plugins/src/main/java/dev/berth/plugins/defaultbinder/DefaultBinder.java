package dev.berth.plugins.defaultbinder;

import dev.berth.model.Pod;
import dev.berth.spi.Bind;
import dev.berth.spi.BindVerdict;
import dev.berth.spi.Placement;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.UnknownOutcomeException;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import java.util.Optional;

/// Binds a pod with a write to its binding subresource (kube-scheduler: `DefaultBinder`).
public final class DefaultBinder implements Bind {
    private final PluginContext context;

    DefaultBinder(PluginContext context) {
        this.context = context;
    }

    @Override
    public BindVerdict bind(Placement placement)
            throws InterruptedException, UnknownOutcomeException {
        return switch (context.write(writeFor(placement))) {
            case WriteOutcome.Done done -> BindVerdict.BOUND;
            case WriteOutcome.Refused refused -> throw new IllegalStateException(refused.message());
            case WriteOutcome.Unknown unknown ->
                    throw new UnknownOutcomeException(unknown.message());
        };
    }

    @Override
    public Optional<Write> bindingWrite(Placement placement) {
        return Optional.of(writeFor(placement));
    }

    private static Write writeFor(Placement placement) {
        Pod pod = placement.pod();
        return new Write.BindPod(pod.namespace(), pod.name(), pod.uid(), placement.node());
    }

    /// Creates the plugin.
    public static final class Provider implements PluginProvider<PluginProvider.NoArgs> {
        @Override
        public String name() {
            return "DefaultBinder";
        }

        @Override
        public NoArgs defaults() {
            return NoArgs.NONE;
        }

        @Override
        public Plugin create(NoArgs args, PluginContext context) {
            return new DefaultBinder(context);
        }
    }
}
