package dev.berth.observe.metrics;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The allowed values of labels. Any other value becomes `unexpected`, which limits the
/// cardinality.
public final class LabelLimits {
    public static final LabelLimits NONE = new LabelLimits(Map.of());

    private static final String UNEXPECTED = "unexpected";

    private final Map<String, Set<String>> allowed;
    private final Counter unexpected = new Counter(true);

    /// @param allowed the values by `metric,label`; labels without an entry allow any value
    public LabelLimits(Map<String, Set<String>> allowed) {
        this.allowed = Map.copyOf(allowed);
    }

    /// Parses the entries of `--allow-metric-labels` and its manifest,
    /// `metric,label='value,value'`: the key contains the metric and the label, the value the
    /// allowed values.
    ///
    /// @throws IllegalArgumentException if a key is not a metric and a label
    public static LabelLimits parse(Map<String, String> entries) {
        var allowed = new HashMap<String, Set<String>>();
        entries.forEach((key, values) -> {
            if (key.split(",", -1).length != 2) {
                throw new IllegalArgumentException(
                        "invalid value for allow metric labels: \"%s\"; use metric,label"
                                .formatted(key));
            }
            allowed.put(key, new TreeSet<>(Arrays.asList(values.split(",", -1))));
        });
        return new LabelLimits(allowed);
    }

    List<String> apply(MetricDescription description, String... values) {
        if (allowed.isEmpty()) {
            return List.of(values);
        }
        String[] kept = values.clone();
        for (int i = 0; i < kept.length; i++) {
            Set<String> known = allowed.get(description.name() + "," + description.labels().get(i));
            if (known != null && !known.contains(kept[i])) {
                kept[i] = UNEXPECTED;
                unexpected.add(1);
            }
        }
        return List.of(kept);
    }

    /// The number of values that were not allowed.
    long unexpected() {
        return unexpected.value();
    }
}
