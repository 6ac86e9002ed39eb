package dev.berth.app;

import java.util.List;
import java.util.Map;

/// Which metrics are shown; what is empty is not given.
///
/// @param showHiddenForVersion a version whose metrics are shown though they are hidden since
/// @param disabled names of metrics that are not collected
/// @param allowedLabels by `metric,label` the values that are told apart, separated by commas
/// @param allowedLabelsFile a file with more of these, which count less
record MetricsOptions(
        String showHiddenForVersion,
        List<String> disabled,
        Map<String, String> allowedLabels,
        String allowedLabelsFile) {
    MetricsOptions {
        disabled = List.copyOf(disabled);
        allowedLabels = Map.copyOf(allowedLabels);
    }
}
