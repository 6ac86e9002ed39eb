package dev.berth.plugins.legacy;

import dev.berth.model.Labels;
import dev.berth.model.WellKnownLabels;
import dev.berth.spi.NodeView;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The zone of every row as a number. A node is evaluated again only after its labels change.
final class ZoneIndex {
    static final int NONE = -1;

    private record Zone(String region, String zone) {}

    private final Map<Zone, Integer> numbers = new HashMap<>();
    private Labels[] seen = {};
    private int[] zoneOf = {};

    /// One more than the highest number in use.
    int limit() {
        return numbers.size();
    }

    /// The zone of a node, or [#NONE] if it has neither a zone nor a region label.
    int of(NodeView node) {
        int row = node.row();
        if (row >= seen.length) {
            int known = seen.length;
            seen = Arrays.copyOf(seen, Math.max(row + 1, known * 2));
            zoneOf = Arrays.copyOf(zoneOf, seen.length);
            Arrays.fill(seen, known, seen.length, Labels.NONE);
            Arrays.fill(zoneOf, known, seen.length, NONE);
        }
        Labels now = node.labels();
        if (!now.equals(seen[row])) {
            seen[row] = now;
            zoneOf[row] = number(now);
        }
        return zoneOf[row];
    }

    private int number(Labels labels) {
        var zone =
                new Zone(
                        either(labels, WellKnownLabels.BETA_REGION, WellKnownLabels.REGION),
                        either(labels, WellKnownLabels.BETA_ZONE, WellKnownLabels.ZONE));
        return zone.region().isEmpty() && zone.zone().isEmpty()
                ? NONE
                : numbers.computeIfAbsent(zone, unknown -> numbers.size());
    }

    private static String either(Labels labels, String old, String now) {
        // Parity: GetZoneKey prefers the old label if it exists, even if it is empty.
        return labels.has(old) ? labels.getOr(old, "") : labels.getOr(now, "");
    }
}
