package dev.berth.observe.metrics;

import java.util.Set;

/// What is shown, as the flags say.
///
/// @param disabled metrics that are not shown, by name
/// @param labels which values labels may have
/// @param showHidden whether metrics are shown that the release hides because their end was
///   announced
public record MetricOptions(Set<String> disabled, LabelLimits labels, boolean showHidden) {
    public static final MetricOptions DEFAULT =
            new MetricOptions(Set.of(), LabelLimits.NONE, false);

    /// What `--show-hidden-metrics-for-version` asks for: only the previous minor version makes
    /// sense.
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
