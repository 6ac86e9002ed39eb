package dev.berth.engine.cycle;

import dev.berth.engine.port.Meter;
import dev.berth.engine.profile.NamedPlugin;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// In which order and way the evaluators of a profile are made for a pod.
///
/// A plugin prepares at one point (`preFilter`, `preScore`) and judges nodes at another (`filter`,
/// `score`), and a configuration may list it at either alone, so the two orders need not agree.
///
/// @param names the plugins that judge nodes, in their order
/// @param meters theirs
record EvaluatorPlan<P>(List<String> names, List<Meter.OfPlugin> meters, List<Step<P>> steps) {
    /// How a plugin comes to its evaluator.
    enum Way {
        /// At the first point.
        PREPARED,
        /// It has no part there.
        PLAIN,
        /// It has one, which is disabled.
        ALONE
    }

    /// @param index the place among those that judge nodes, or -1
    record Step<P>(String name, P plugin, int index, Way way, Meter.OfPlugin meter) {}

    /// @param prepares whether a plugin has a part at the first point at all
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
