package dev.berth.engine.cycle;

import dev.berth.engine.profile.NamedPlugin;
import dev.berth.engine.profile.PluginCall;
import dev.berth.engine.profile.PluginFailure;
import dev.berth.engine.profile.PluginRunner;
import dev.berth.model.json.Json;
import dev.berth.spi.NodeView;
import dev.berth.spi.Reserve;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// What Reserve plugins would reserve for a pod on its node, as they describe it for users.
public final class ReservationText {
    private ReservationText() {}

    /// The descriptions by plugin.
    public static SortedMap<String, List<String>> of(
            Attempt attempt, NodeView node, PluginRunner runner) {
        SortedMap<String, List<String>> offers = Collections.emptySortedMap();
        List<NamedPlugin<Reserve>> plugins = attempt.profile().reserves();
        for (int i = 0; i < plugins.size(); i++) {
            NamedPlugin<Reserve> plugin = plugins.get(i);
            List<String> described = runner.reservations(plugin, attempt, node);
            if (!described.isEmpty()) {
                offers = offers.isEmpty() ? new TreeMap<>() : offers;
                offers.put(plugin.name(), List.copyOf(described));
            }
        }
        return offers;
    }

    /// The devices that the pod would get, by claim.
    public static SortedMap<String, Json.Obj> claims(
            Attempt attempt, NodeView node, PluginRunner runner) {
        SortedMap<String, Json.Obj> claims = Collections.emptySortedMap();
        for (NamedPlugin<Reserve> plugin : attempt.profile().reserves()) {
            Map<String, Json.Obj> described = claims(plugin, attempt, node, runner);
            if (!described.isEmpty()) {
                claims = claims.isEmpty() ? new TreeMap<>() : claims;
                claims.putAll(described);
            }
        }
        return claims;
    }

    private static Map<String, Json.Obj> claims(
            NamedPlugin<Reserve> plugin, Attempt attempt, NodeView node, PluginRunner runner) {
        try {
            return PluginFailure.required(plugin.plugin().describeClaims(attempt, node));
        } catch (RuntimeException | Error problem) {
            runner.failures()
                    .report(
                            PluginFailure.of(PluginCall.RESERVE, plugin.name(), problem),
                            attempt.pod());
            return Map.of();
        }
    }
}
