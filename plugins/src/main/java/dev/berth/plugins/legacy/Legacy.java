package dev.berth.plugins.legacy;

import dev.berth.plugins.noderesources.AllocationScore;
import dev.berth.plugins.noderesources.ResourceWeight;
import dev.berth.plugins.noderesources.ScoringStrategy;
import dev.berth.spi.Gates;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PluginProvider.NoArgs;
import dev.berth.spi.Problems;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/// The plugins that kube-scheduler no longer has, with their old names. A profile has them only if
/// its configuration enables them.
public final class Legacy {
    private Legacy() {}

    /// The providers of all legacy plugins.
    public static List<PluginProvider<?>> providers() {
        List<PluginProvider<?>> all = new ArrayList<>(DiskLimits.providers());
        all.add(
                new Maker<>(
                        "NodeLabel",
                        NodeLabelArgs.DEFAULT,
                        NodeLabelArgs::check,
                        (args, context) -> new NodeLabel(args)));
        all.add(
                new Maker<>(
                        "ServiceAffinity",
                        ServiceAffinityArgs.DEFAULT,
                        (args, out) -> {},
                        ServiceAffinity::new));
        all.add(plain("SelectorSpread", SelectorSpread::new));
        all.add(plain("NodePreferAvoidPods", context -> new NodePreferAvoidPods()));
        all.add(plain("NodeResourceLimits", context -> new NodeResourceLimits()));
        all.add(plain("BalancedResourceAllocation", context -> new BalancedResourceAllocation()));
        all.add(allocated("NodeResourcesLeastAllocated", ScoringStrategy.Type.LEAST_ALLOCATED));
        all.add(allocated("NodeResourcesMostAllocated", ScoringStrategy.Type.MOST_ALLOCATED));
        all.add(
                new Maker<>(
                        "RequestedToCapacityRatio",
                        RatioArgs.DEFAULT,
                        RatioArgs::check,
                        (args, context) -> AllocationScore.ofOld(args.resources(), args.shape())));
        return List.copyOf(all);
    }

    private static PluginProvider<NoArgs> plain(
            String name, Function<PluginContext, Plugin> maker) {
        return new Maker<>(
                name, NoArgs.NONE, (args, out) -> {}, (args, context) -> maker.apply(context));
    }

    private static PluginProvider<AllocatedArgs> allocated(String name, ScoringStrategy.Type type) {
        return new Maker<>(
                name,
                AllocatedArgs.DEFAULT,
                AllocatedArgs::check,
                (args, context) -> AllocationScore.of(strategy(type, args.resources())));
    }

    private static ScoringStrategy strategy(
            ScoringStrategy.Type type, List<ResourceWeight> resources) {
        return new ScoringStrategy(type, resources, Optional.empty());
    }

    private record Maker<C extends Record>(
            String name,
            C defaults,
            BiConsumer<C, Problems> checks,
            BiFunction<C, PluginContext, Plugin> maker)
            implements PluginProvider<C> {
        @Override
        public void check(C args, Gates on, Problems out) {
            checks.accept(args, out);
        }

        @Override
        public Plugin create(C args, PluginContext context) {
            return maker.apply(args, context);
        }
    }
}
