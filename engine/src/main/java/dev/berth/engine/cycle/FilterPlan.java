package dev.berth.engine.cycle;

import dev.berth.engine.profile.Named;
import dev.berth.engine.profile.Profile;
import dev.berth.spi.Filter;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// In which order and way the filters of a profile are made for a pod.
///
/// A plugin prepares at `preFilter` and tests nodes at `filter`, and a configuration may list it at
/// either point alone, so the two orders need not agree.
///
/// @param names the plugins that test nodes, in their order
record FilterPlan(List<String> names, List<Step> steps) {
    /// How a plugin comes to its test.
    enum Way {
        /// At `preFilter`, where it may also refuse the pod or narrow the choice.
        PREPARED,
        /// It has no part at `preFilter`.
        PLAIN,
        /// It has one, which is disabled.
        ALONE
    }

    /// @param index the place among those that test nodes, or -1
    record Step(String name, Filter plugin, int index, Way way) {}

    static FilterPlan of(Profile profile) {
        List<String> names = profile.filters().stream().map(Named::name).toList();
        Map<String, Integer> indexes = new HashMap<>();
        for (String name : names) {
            indexes.put(name, indexes.size());
        }
        var steps = new ArrayList<Step>();
        for (Named<Filter> prepared : profile.preFilters()) {
            Integer index = indexes.remove(prepared.name());
            steps.add(
                    new Step(
                            prepared.name(),
                            prepared.plugin(),
                            index == null ? -1 : index,
                            Way.PREPARED));
        }
        for (Named<Filter> filter : profile.filters()) {
            Integer index = indexes.get(filter.name());
            if (index != null) {
                Way way = filter.plugin().preFilters() ? Way.ALONE : Way.PLAIN;
                steps.add(new Step(filter.name(), filter.plugin(), index, way));
            }
        }
        return new FilterPlan(names, steps);
    }
}
