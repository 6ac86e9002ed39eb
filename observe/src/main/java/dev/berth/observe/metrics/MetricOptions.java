package dev.berth.observe.metrics;

import java.util.Set;

/// The flags that select the exposed metrics.
///
/// @param disabled the names of the metrics that are not exposed
/// @param labels the allowed values of labels
/// @param showHidden whether to expose deprecated metrics that the release hides
public record MetricOptions(Set<String> disabled, LabelLimits labels, boolean showHidden) {
    public static final MetricOptions DEFAULT =
            new MetricOptions(Set.of(), LabelLimits.NONE, false);

    /// Evaluates `--show-hidden-metrics-for-version`, which allows only the previous minor version.
    ///
    /// @throws IllegalArgumentException for any other version
    public static boolean showsHidden(String forVersion, int minor) {
        if (forVersion.isEmpty()) {
            return false;
        }
        String previous = "1." + (minor - 1);
        if (!forVersion.equals(previous)) {
            throw new IllegalArgumentException(
                    "--show-hidden-metrics-for-version must be omitted or have the value '%s'. Only the previous minor version is allowed"
                            .formatted(previous));
        }
        return true;
    }
}
