package dev.berth.plugins.legacy;

import dev.berth.model.Labels;
import dev.berth.spi.NodeView;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The zone of every row as a small number; a node is looked at again only when its labels have
/// changed.
final class ZoneIndex {
    static final int NONE = -1;

    private record Zone(String region, String zone) {}

    private final Map<Zone, Integer> numbers = new HashMap<>();
    private Labels[] seen = {};
    private int[] zoneOf = {};

    /// One more than the highest number so far.
    int limit() {
        return numbers.size();
    }

    /// The zone of a node, or [#NONE] if its labels name neither zone nor region.
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
                        either(
                                labels,
                                "failure-domain.beta.kubernetes.io/region",
                                "topology.kubernetes.io/region"),
                        either(
                                labels,
                                "failure-domain.beta.kubernetes.io/zone",
                                "topology.kubernetes.io/zone"));
        return zone.region().isEmpty() && zone.zone().isEmpty()
                ? NONE
                : numbers.computeIfAbsent(zone, unknown -> numbers.size());
    }

    private static String either(Labels labels, String old, String now) {
        // Parity: the old label wins by being there, even when it is empty.
        return labels.has(old) ? labels.getOr(old, "") : labels.getOr(now, "");
    }
}
