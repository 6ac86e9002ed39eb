package dev.berth.engine.cycle;

import dev.berth.engine.profile.NamedPlugin;
import dev.berth.spi.NodeView;
import dev.berth.spi.Reserve;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a pod gets on its node besides room, in the words of the plugins that reserve it.
public final class ReservationText {
    private ReservationText() {}

    /// By plugin; a plugin that fails here says so, and nothing else suffers.
    public static SortedMap<String, List<String>> of(Attempt attempt, NodeView node) {
        SortedMap<String, List<String>> offers = Collections.emptySortedMap();
        for (NamedPlugin<Reserve> plugin : attempt.profile().reserves()) {
            List<String> said = said(plugin.plugin(), attempt, node);
            if (!said.isEmpty()) {
                offers = offers.isEmpty() ? new TreeMap<>() : offers;
                offers.put(plugin.name(), List.copyOf(said));
            }
        }
        return offers;
    }

    private static List<String> said(Reserve plugin, Attempt attempt, NodeView node) {
        try {
            return PluginFailure.answered(plugin.describeReservation(attempt, node));
        } catch (RuntimeException | Error problem) {
            return List.of("failed: " + PluginFailure.textOf(problem));
        }
    }
}
