package dev.berth.engine.state;

import dev.berth.model.Labels;
import dev.berth.model.Node;
import dev.berth.model.WellKnownLabels;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The order in which nodes are visited for a sample: round robin over zones (kube-scheduler:
/// `nodeTree`).
///
/// Zones are in order of first appearance, nodes of a zone in order of arrival. A node that changes
/// its zone moves in the tree at once, but the visiting order is computed again only when a node is
/// added or removed.
final class ZoneOrder {
    private final Map<String, List<Integer>> rowsByZone = new LinkedHashMap<>();
    private final Map<Integer, String> zoneOfRow = new HashMap<>();
    private int[] order = {};
    private boolean stale;

    void put(int row, Node node) {
        String zone = zoneKey(node.labels());
        String before = zoneOfRow.put(row, zone);
        if (zone.equals(before)) {
            return;
        }
        if (before == null) {
            stale = true;
        } else {
            leave(before, row);
        }
        rowsByZone.computeIfAbsent(zone, z -> new ArrayList<>()).add(row);
    }

    void remove(int row) {
        String zone = zoneOfRow.remove(row);
        if (zone != null) {
            leave(zone, row);
            stale = true;
        }
    }

    int[] rows() {
        if (stale) {
            order = interleave();
            stale = false;
        }
        return order;
    }

    private void leave(String zone, int row) {
        List<Integer> rows = rowsByZone.get(zone);
        if (rows != null) {
            rows.remove(Integer.valueOf(row));
            if (rows.isEmpty()) {
                rowsByZone.remove(zone);
            }
        }
    }

    private int[] interleave() {
        int[] rows = new int[zoneOfRow.size()];
        int filled = 0;
        for (int round = 0; filled < rows.length; round++) {
            for (List<Integer> zone : rowsByZone.values()) {
                if (round < zone.size()) {
                    rows[filled++] = zone.get(round);
                }
            }
        }
        return rows;
    }

    private static String zoneKey(Labels labels) {
        String zone = either(labels, WellKnownLabels.BETA_ZONE, WellKnownLabels.ZONE);
        String region = either(labels, WellKnownLabels.BETA_REGION, WellKnownLabels.REGION);
        return zone.isEmpty() && region.isEmpty() ? "" : region + ":\0:" + zone;
    }

    private static String either(Labels labels, String old, String now) {
        // Parity: GetZoneKey prefers the deprecated label if it exists, even if it is empty.
        return labels.has(old) ? labels.getOr(old, "") : labels.getOr(now, "");
    }
}
