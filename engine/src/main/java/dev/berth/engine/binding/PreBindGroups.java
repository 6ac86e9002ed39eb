package dev.berth.engine.binding;

import dev.berth.engine.profile.NamedPlugin;
import dev.berth.spi.PreBind;

import java.util.ArrayList;
import java.util.List;

/// Which pre-bind plugins run side by side.
final class PreBindGroups {
    /// A plugin with its answer to the pre-flight.
    record Step(NamedPlugin<PreBind> plugin, boolean needed, boolean parallel) {}

    private PreBindGroups() {}

    /// Neighbours that allow it form one group; one that does not stands alone and splits groups,
    /// even when it has nothing to do.
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
