package dev.berth.plugins.legacy;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Selector;
import dev.berth.plugins.podtopologyspread.DefaultSelector;
import dev.berth.spi.NodeSet;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodCycle;
import dev.berth.spi.Score;
import dev.berth.spi.Scoring;
import dev.berth.spi.StateObserver;

import java.util.Optional;
import java.util.Set;

/// Spreads the pods of services and workloads over nodes and zones.
final class SelectorSpread implements Score, StateObserver {
    private final PluginContext context;
    private final DefaultSelector selectors;
    private final Zones zones = new Zones();

    SelectorSpread(PluginContext context) {
        this.context = context;
        this.selectors = new DefaultSelector(context::objects);
    }

    @Override
    public Set<Kind> reads() {
        return DefaultSelector.KINDS;
    }

    @Override
    public void objectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
        selectors.changed(before, after);
    }

    @Override
    public void forgetAll() {
        selectors.forget();
    }

    @Override
    public Scoring scorerFor(PodCycle cycle, NodeSet feasible) {
        if (spreadsItself(cycle)) {
            return Scoring.SKIP;
        }
        Selector selector = selectors.of(cycle.pod());
        // Parity: a selector that selects everything counts nothing.
        var alike =
                new Alike(
                        cycle.pod().namespace(), selector.isEmpty() ? Selector.NOTHING : selector);
        return Scoring.of(new ZoneSpread(context.group(alike), cycle.nodes(), zones));
    }

    @Override
    public Scoring scorerAlone(PodCycle cycle, NodeSet feasible) {
        if (spreadsItself(cycle)) {
            return Scoring.SKIP;
        }
        throw new IllegalStateException(
                "error reading \"PreScoreSelectorSpread\" from cycleState: not found");
    }

    private static boolean spreadsItself(PodCycle cycle) {
        return !cycle.pod().template().parts().spread().isEmpty();
    }
}
