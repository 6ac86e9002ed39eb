package dev.berth.engine.state;

import dev.berth.model.Requests;
import dev.berth.model.ResourceList;
import dev.berth.spi.LongColumn;
import dev.berth.spi.Resource;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The resource amounts of the node table, one array per resource slot.
final class ResourceColumns {
    private final Map<String, Resource> byName = new HashMap<>();
    private int rows;
    private long[][] allocatable = new long[4][0];
    private long[][] requested = new long[4][0];
    private long[][] free = new long[4][0];
    private long[] nonZeroCpu = {};
    private long[] nonZeroMemory = {};

    ResourceColumns() {
        for (Resource fixed :
                new Resource[] {
                    Resource.CPU, Resource.MEMORY, Resource.EPHEMERAL_STORAGE, Resource.PODS
                }) {
            byName.put(fixed.name(), fixed);
        }
    }

    Resource resource(String name) {
        Resource known = byName.get(name);
        if (known != null) {
            return known;
        }
        var added = new Resource(name, byName.size());
        byName.put(name, added);
        allocatable = withColumn(allocatable);
        requested = withColumn(requested);
        free = withColumn(free);
        return added;
    }

    /// Every resource that has a column, by slot.
    List<Resource> resources() {
        return byName.values().stream().sorted(Comparator.comparingInt(Resource::slot)).toList();
    }

    int slots() {
        return allocatable.length;
    }

    void growTo(int wanted) {
        if (wanted <= rows) {
            return;
        }
        rows = Math.max(64, Math.max(wanted, rows * 2));
        for (long[][] columns : new long[][][] {allocatable, requested, free}) {
            for (int slot = 0; slot < columns.length; slot++) {
                columns[slot] = Arrays.copyOf(columns[slot], rows);
            }
        }
        nonZeroCpu = Arrays.copyOf(nonZeroCpu, rows);
        nonZeroMemory = Arrays.copyOf(nonZeroMemory, rows);
    }

    void setAllocatable(int slot, int row, long amount) {
        allocatable[slot][row] = amount;
        free[slot][row] = amount - requested[slot][row];
    }

    void addRequested(int slot, int row, long amount) {
        requested[slot][row] += amount;
        free[slot][row] -= amount;
    }

    void addNonZero(int row, long cpuMillis, long memoryBytes) {
        nonZeroCpu[row] += cpuMillis;
        nonZeroMemory[row] += memoryBytes;
    }

    void clear(int row) {
        for (int slot = 0; slot < allocatable.length; slot++) {
            allocatable[slot][row] = 0;
            requested[slot][row] = 0;
            free[slot][row] = 0;
        }
        nonZeroCpu[row] = 0;
        nonZeroMemory[row] = 0;
    }

    long allocatable(int slot, int row) {
        return allocatable[slot][row];
    }

    long requested(int slot, int row) {
        return requested[slot][row];
    }

    long nonZero(int slot, int row) {
        return nonZeroColumn(slot)[row];
    }

    LongColumn allocatable(int slot) {
        return new LongColumn(allocatable[slot]);
    }

    LongColumn requested(int slot) {
        return new LongColumn(requested[slot]);
    }

    LongColumn free(int slot) {
        return new LongColumn(free[slot]);
    }

    LongColumn nonZero(int slot) {
        return new LongColumn(nonZeroColumn(slot));
    }

    private long[] nonZeroColumn(int slot) {
        return switch (slot) {
            case 0 -> nonZeroCpu;
            case 1 -> nonZeroMemory;
            default -> requested[slot];
        };
    }

    private long[][] withColumn(long[][] columns) {
        long[][] more = Arrays.copyOf(columns, columns.length + 1);
        more[columns.length] = new long[rows];
        return more;
    }

    /// Sets the allocatable amounts of a node.
    void setAllocatable(int row, ResourceList offered) {
        Requests amounts = Requests.of(offered);
        for (int slot = 0; slot < slots(); slot++) {
            setAllocatable(slot, row, 0);
        }
        setAllocatable(Resource.CPU.slot(), row, amounts.cpuMillis());
        setAllocatable(Resource.MEMORY.slot(), row, amounts.memoryBytes());
        setAllocatable(Resource.EPHEMERAL_STORAGE.slot(), row, amounts.ephemeralBytes());
        setAllocatable(
                Resource.PODS.slot(),
                row,
                offered.get(ResourceList.PODS).map(pods -> pods.value()).orElse(0L));
        for (int i = 0; i < amounts.scalars(); i++) {
            int slot = resource(amounts.scalarName(i)).slot();
            setAllocatable(slot, row, amounts.scalarAmount(i));
        }
    }
}
