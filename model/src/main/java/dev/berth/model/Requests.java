package dev.berth.model;

import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/// The requests of a pod, rounded to `long`: CPU in millicores, everything else in units.
///
/// Scalars are extended resources and the other countable resources (see `PodRequests`), in name
/// order.
public final class Requests {
    public static final Requests NONE = new Requests(0, 0, 0, new String[0], new long[0]);

    private final long cpuMillis;
    private final long memoryBytes;
    private final long ephemeralBytes;
    private final String[] scalarNames;
    private final long[] scalarAmounts;

    Requests(
            long cpuMillis,
            long memoryBytes,
            long ephemeralBytes,
            String[] scalarNames,
            long[] scalarAmounts) {
        this.cpuMillis = cpuMillis;
        this.memoryBytes = memoryBytes;
        this.ephemeralBytes = ephemeralBytes;
        this.scalarNames = scalarNames;
        this.scalarAmounts = scalarAmounts;
    }

    /// The amounts of a resource list, without `pods` and without the resources that the scheduler
    /// does not count.
    public static Requests of(ResourceList list) {
        return of(list.asMap());
    }

    static Requests of(NavigableMap<String, Quantity> amounts) {
        long cpu = 0;
        long memory = 0;
        long ephemeral = 0;
        var scalars = new TreeMap<String, Long>();
        for (Map.Entry<String, Quantity> entry : amounts.entrySet()) {
            switch (entry.getKey()) {
                case ResourceList.CPU -> cpu = entry.getValue().milliValue();
                case ResourceList.MEMORY -> memory = entry.getValue().value();
                case ResourceList.EPHEMERAL_STORAGE -> ephemeral = entry.getValue().value();
                default -> {
                    if (ResourceNames.scalar(entry.getKey())) {
                        scalars.put(entry.getKey(), entry.getValue().value());
                    }
                }
            }
        }
        return new Requests(
                cpu,
                memory,
                ephemeral,
                scalars.keySet().toArray(String[]::new),
                scalars.values().stream().mapToLong(Long::longValue).toArray());
    }

    /// The requests without negative amounts: a negative amount, even one from an overflow,
    /// requires nothing.
    Requests withoutNegatives() {
        return new Requests(
                Math.max(0, cpuMillis),
                Math.max(0, memoryBytes),
                Math.max(0, ephemeralBytes),
                scalarNames,
                Arrays.stream(scalarAmounts).map(amount -> Math.max(0, amount)).toArray());
    }

    public long cpuMillis() {
        return cpuMillis;
    }

    public long memoryBytes() {
        return memoryBytes;
    }

    public long ephemeralBytes() {
        return ephemeralBytes;
    }

    public int scalars() {
        return scalarNames.length;
    }

    public String scalarName(int index) {
        return scalarNames[index];
    }

    public long scalarAmount(int index) {
        return scalarAmounts[index];
    }

    /// The amount of any resource by name, or 0.
    public long amount(String resource) {
        return switch (resource) {
            case ResourceList.CPU -> cpuMillis;
            case ResourceList.MEMORY -> memoryBytes;
            case ResourceList.EPHEMERAL_STORAGE -> ephemeralBytes;
            default -> {
                int at = Arrays.binarySearch(scalarNames, resource);
                yield at < 0 ? 0 : scalarAmounts[at];
            }
        };
    }

    /// Whether there are no requests, not even a scalar of 0.
    public boolean isEmpty() {
        return cpuMillis == 0 && memoryBytes == 0 && ephemeralBytes == 0 && scalarNames.length == 0;
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof Requests that
                        && cpuMillis == that.cpuMillis
                        && memoryBytes == that.memoryBytes
                        && ephemeralBytes == that.ephemeralBytes
                        && Arrays.equals(scalarNames, that.scalarNames)
                        && Arrays.equals(scalarAmounts, that.scalarAmounts));
    }

    @Override
    public int hashCode() {
        return Long.hashCode(cpuMillis * 31 + memoryBytes) * 31
                + Arrays.hashCode(scalarNames)
                + Arrays.hashCode(scalarAmounts)
                + Long.hashCode(ephemeralBytes);
    }

    @Override
    public String toString() {
        var text = new StringBuilder("cpu=" + cpuMillis + "m memory=" + memoryBytes);
        if (ephemeralBytes != 0) {
            text.append(" ephemeral-storage=").append(ephemeralBytes);
        }
        for (int i = 0; i < scalarNames.length; i++) {
            text.append(' ').append(scalarNames[i]).append('=').append(scalarAmounts[i]);
        }
        return text.toString();
    }
}
