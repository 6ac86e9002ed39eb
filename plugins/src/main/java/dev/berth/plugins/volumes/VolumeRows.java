package dev.berth.plugins.volumes;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// The rows on which pods use a volume, in an array for each volume, because most volumes have one
/// row.
final class VolumeRows {
    private static final int[] NONE = {};

    private final Map<DriverVolume, int[]> rows = new HashMap<>();

    /// Adds a row on which the volume was not used before.
    void add(DriverVolume volume, int row) {
        int[] before = rows.getOrDefault(volume, NONE);
        int[] after = Arrays.copyOf(before, before.length + 1);
        after[before.length] = row;
        rows.put(volume, after);
    }

    void remove(DriverVolume volume, int row) {
        int[] after = Arrays.stream(of(volume)).filter(each -> each != row).toArray();
        if (after.length == 0) {
            rows.remove(volume);
        } else {
            rows.put(volume, after);
        }
    }

    int[] of(DriverVolume volume) {
        return rows.getOrDefault(volume, NONE);
    }

    void clear() {
        rows.clear();
    }
}
