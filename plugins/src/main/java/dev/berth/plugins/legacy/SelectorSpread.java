package dev.berth.plugins.legacy;

import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Selector;
import dev.berth.plugins.podtopologyspread.DefaultSelector;
import dev.berth.spi.NodeSet;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Score;
import dev.berth.spi.StateObserver;

import java.util.Optional;
import java.util.Set;

/// Spreads the pods of services and workloads over nodes and zones (kube-scheduler 1.18:
/// `DefaultPodTopologySpread`).
final class SelectorSpread implements Score, StateObserver {
    private final PluginContext context;
    private final DefaultSelector selectors;
    private final ZoneIndex zones = new ZoneIndex();

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
    public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
        if (spreadsItself(cycle)) {
            return PreScoreResult.SKIP;
        }
        Selector selector = selectors.of(cycle.pod());
        // Parity: a selector that selects all pods counts none.
        var alike =
                new SelectedPods(
                        cycle.pod().namespace(), selector.isEmpty() ? Selector.NOTHING : selector);
        return PreScoreResult.of(
                new ZoneSpread(context.selectorGroup(alike), cycle.nodes(), zones));
    }

    @Override
    public PreScoreResult scorerWithoutPreScore(PodCycle cycle, NodeSet feasible) {
        if (spreadsItself(cycle)) {
            return PreScoreResult.SKIP;
        }
        throw new IllegalStateException(
                "error reading \"PreScoreSelectorSpread\" from cycleState: not found");
    }

    private static boolean spreadsItself(PodCycle cycle) {
        return !cycle.pod().template().parts().spread().isEmpty();
    }
}
