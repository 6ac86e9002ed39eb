package dev.berth.engine.cycle;

import dev.berth.engine.port.Meter;
import dev.berth.engine.profile.NamedPlugin;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// The order in which the filters or scorers of a profile are created for a pod, and how.
///
/// A plugin prepares at one extension point (`preFilter`, `preScore`) and evaluates nodes at
/// another (`filter`, `score`). A configuration can enable it at one of them only, so the two
/// orders can differ.
///
/// @param names the plugins that evaluate nodes, in order
/// @param meters the meters of these plugins
record EvaluatorPlan<P>(List<String> names, List<Meter.OfPlugin> meters, List<Step<P>> steps) {
    /// How a plugin creates its filter or scorer.
    enum Way {
        /// At the preparing extension point.
        PREPARED,
        /// The plugin does not implement the preparing extension point.
        PLAIN,
        /// The plugin implements the preparing extension point and is disabled there.
        ALONE
    }

    /// @param index the index among the plugins that evaluate nodes, or -1
    record Step<P>(String name, P plugin, int index, Way way, Meter.OfPlugin meter) {}

    /// @param prepares whether a plugin implements the preparing extension point
    static <P> EvaluatorPlan<P> of(
            List<NamedPlugin<P>> prepared,
            List<NamedPlugin<P>> evaluating,
            Predicate<P> prepares,
            Meter.OfProfile meter) {
        List<String> names = evaluating.stream().map(NamedPlugin::name).toList();
        Map<String, Integer> indexes = new HashMap<>();
        for (String name : names) {
            indexes.put(name, indexes.size());
        }
        var steps = new ArrayList<Step<P>>();
        for (NamedPlugin<P> each : prepared) {
            Integer index = indexes.remove(each.name());
            steps.add(
                    new Step<>(
                            each.name(),
                            each.plugin(),
                            index == null ? -1 : index,
                            Way.PREPARED,
                            meter.plugin(each.name())));
        }
        for (NamedPlugin<P> each : evaluating) {
            Integer index = indexes.get(each.name());
            if (index != null) {
                Way way = prepares.test(each.plugin()) ? Way.ALONE : Way.PLAIN;
                steps.add(
                        new Step<>(
                                each.name(), each.plugin(), index, way, meter.plugin(each.name())));
            }
        }
        return new EvaluatorPlan<>(names, names.stream().map(meter::plugin).toList(), steps);
    }
}
