package dev.berth.plugins.volumes;

import static java.util.Objects.requireNonNullElse;

import dev.berth.model.CsiNode;
import dev.berth.model.Kind;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.ObjectLister;
import dev.berth.spi.Reject;
import dev.berth.spi.Rejections;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/// The free attachments of each CSI driver on all nodes, as columns. A node is counted again on the
/// next use after a change.
final class VolumeCounts {
    private final Supplier<ObjectLister> objects;
    private final AttachedVolumes attachments;
    private final VolumeLookup lookup;
    private final StaleNodes stale;
    private final Map<String, int[]> free = new HashMap<>();
    private final VolumeRows used = new VolumeRows();
    private final TreeMap<Integer, String> problems = new TreeMap<>();
    private final MutableNodeSet withDrivers = new MutableNodeSet(64);
    private final MutableNodeSet limited = new MutableNodeSet(64);
    private @Nullable NodeVolumes[] rows = new NodeVolumes[0];

    VolumeCounts(
            Supplier<ObjectLister> objects,
            AttachedVolumes attachments,
            VolumeLookup lookup,
            StaleNodes stale) {
        this.objects = objects;
        this.attachments = attachments;
        this.lookup = lookup;
        this.stale = stale;
    }

    /// Counts the stale nodes again.
    void update(Nodes nodes) {
        if (rows.length < nodes.rows()) {
            rows = Arrays.copyOf(rows, nodes.rows());
        }
        if (stale.all()) {
            NodeSet all = nodes.all();
            for (int row = all.next(0); row >= 0; row = all.next(row + 1)) {
                count(nodes.view(row));
            }
        } else {
            for (String name : stale.names()) {
                nodes.row(name).ifPresent(row -> count(nodes.view(row)));
            }
        }
        stale.clear();
    }

    private void count(NodeView node) {
        int row = node.row();
        Optional<CsiNode> drivers = csiNode(node.name());
        withDrivers.put(row, drivers.isPresent());
        limited.put(row, drivers.isPresent() && !NodeVolumes.limits(drivers.get()).isEmpty());
        problems.remove(row);
        NodeVolumes counted = NodeVolumes.NONE;
        if (limited.contains(row)) {
            try {
                counted =
                        NodeVolumes.count(drivers.orElseThrow(), node.pods(), attachments, lookup);
            } catch (DriverVolumes.Unclear problem) {
                problems.put(row, problem.why());
            }
        }
        remember(row, counted);
    }

    Optional<CsiNode> csiNode(String name) {
        return objects.get().get(Kind.CSI_NODE, name).map(CsiNode.class::cast);
    }

    private void remember(int row, NodeVolumes counted) {
        NodeVolumes before = requireNonNullElse(rows[row], NodeVolumes.NONE);
        rows[row] = counted;
        before.limits().keySet().forEach(driver -> column(driver, row)[row] = Integer.MAX_VALUE);
        counted.limits()
                .keySet()
                .forEach(driver -> column(driver, row)[row] = counted.free(driver));
        for (DriverVolume volume : before.used()) {
            if (!counted.used().contains(volume)) {
                used.remove(volume, row);
            }
        }
        for (DriverVolume volume : counted.used()) {
            if (!before.used().contains(volume)) {
                used.add(volume, row);
            }
        }
    }

    private int[] column(String driver, int row) {
        int[] column = free.getOrDefault(driver, new int[0]);
        if (column.length <= row) {
            int before = column.length;
            column = Arrays.copyOf(column, rows.length);
            Arrays.fill(column, before, column.length, Integer.MAX_VALUE);
            free.put(driver, column);
        }
        return column;
    }

    /// The rows of nodes with a CSINode; rows without a node may be included.
    NodeSet withDrivers() {
        return withDrivers;
    }

    /// The rows of nodes with limits; rows without a node may be included.
    NodeSet limited() {
        return limited;
    }

    /// Rejects the candidates to which not all of these volumes can be attached.
    ///
    /// @throws DriverVolumes.Unclear if the volumes of a node cannot be determined
    void reject(Set<DriverVolume> wanted, NodeSet candidates, Reject why, Rejections out) {
        MutableNodeSet left = candidates.copy();
        left.retain(limited);
        for (Map.Entry<Integer, String> problem : problems.entrySet()) {
            if (left.contains(problem.getKey())) {
                throw new DriverVolumes.Unclear(problem.getValue());
            }
        }
        for (DriverVolume volume : wanted) {
            for (int row : used.of(volume)) {
                NodeVolumes counted = rows[row];
                if (left.contains(row) && counted != null) {
                    left.remove(row);
                    if (!counted.takes(wanted)) {
                        out.reject(row, why);
                    }
                }
            }
        }
        NodeVolumes.byDriver(wanted)
                .forEach((driver, many) -> {
                    int[] column = free.get(driver);
                    if (column != null) {
                        reject(column, many, left, why, out);
                    }
                });
    }

    private static void reject(int[] column, int many, NodeSet rows, Reject why, Rejections out) {
        for (int word = 0; word < rows.words(); word++) {
            long over = 0;
            for (long bits = rows.word(word); bits != 0; bits &= bits - 1) {
                int row = (word << 6) + Long.numberOfTrailingZeros(bits);
                if (row < column.length && column[row] < many) {
                    over |= 1L << row;
                }
            }
            out.rejectWord(word, over, why);
        }
    }
}
