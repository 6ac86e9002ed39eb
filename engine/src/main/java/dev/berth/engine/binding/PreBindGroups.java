package dev.berth.engine.binding;

import dev.berth.engine.profile.NamedPlugin;
import dev.berth.spi.PreBind;

import java.util.ArrayList;
import java.util.List;

/// The groups of PreBind plugins that run in parallel.
final class PreBindGroups {
    /// A plugin with its PreBindPreFlight result.
    record Step(NamedPlugin<PreBind> plugin, boolean needed, boolean parallel) {}

    private PreBindGroups() {}

    /// Consecutive plugins that allow it form one group. A plugin that does not is a group of its
    /// own and separates groups, even if it has nothing to do.
    static List<List<NamedPlugin<PreBind>>> of(List<Step> steps) {
        var groups = new ArrayList<List<NamedPlugin<PreBind>>>();
        var current = new ArrayList<NamedPlugin<PreBind>>();
        for (Step step : steps) {
            if (!step.parallel() && !current.isEmpty()) {
                groups.add(current);
                current = new ArrayList<>();
            }
            if (step.needed()) {
                if (step.parallel()) {
                    current.add(step.plugin());
                } else {
                    groups.add(List.of(step.plugin()));
                }
            }
        }
        if (!current.isEmpty()) {
            groups.add(current);
        }
        return groups;
    }
}
