package dev.berth.model;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/// Exact amounts by resource name, in name order: requests, limits, allocatable resources.
public final class ResourceList {
    public static final String CPU = "cpu";
    public static final String MEMORY = "memory";
    public static final String EPHEMERAL_STORAGE = "ephemeral-storage";
    public static final String PODS = "pods";

    public static final ResourceList NONE = new ResourceList(new String[0], new Quantity[0]);

    private final String[] names;
    private final Quantity[] amounts;
    private final int hash;

    private ResourceList(String[] names, Quantity[] amounts) {
        this.names = names;
        this.amounts = amounts;
        this.hash = 31 * Arrays.hashCode(names) + Arrays.hashCode(amounts);
    }

    public static ResourceList of(Map<String, Quantity> map) {
        if (map.isEmpty()) {
            return NONE;
        }
        var sorted = new TreeMap<>(map);
        return new ResourceList(
                sorted.keySet().toArray(String[]::new), sorted.values().toArray(Quantity[]::new));
    }

    public boolean isEmpty() {
        return names.length == 0;
    }

    public List<String> names() {
        return List.of(names);
    }

    public boolean has(String name) {
        return Arrays.binarySearch(names, name) >= 0;
    }

    public Optional<Quantity> get(String name) {
        int at = Arrays.binarySearch(names, name);
        return at < 0 ? Optional.empty() : Optional.of(amounts[at]);
    }

    /// A modifiable copy in name order.
    public NavigableMap<String, Quantity> asMap() {
        var map = new TreeMap<String, Quantity>();
        for (int i = 0; i < names.length; i++) {
            map.put(names[i], amounts[i]);
        }
        return map;
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof ResourceList that
                        && hash == that.hash
                        && Arrays.equals(names, that.names)
                        && Arrays.equals(amounts, that.amounts));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return asMap().toString();
    }
}
