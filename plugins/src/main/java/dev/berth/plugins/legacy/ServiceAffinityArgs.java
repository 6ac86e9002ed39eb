package dev.berth.plugins.legacy;

import java.util.List;

/// Arguments of [ServiceAffinity].
///
/// @param affinityLabels the node labels whose values all pods of a service share
/// @param antiAffinityLabelsPreference the node labels over whose values the pods of a service are
///   spread
public record ServiceAffinityArgs(
        List<String> affinityLabels, List<String> antiAffinityLabelsPreference) {
    public static final ServiceAffinityArgs DEFAULT = new ServiceAffinityArgs(List.of(), List.of());

    public ServiceAffinityArgs {
        affinityLabels = List.copyOf(affinityLabels);
        antiAffinityLabelsPreference = List.copyOf(antiAffinityLabelsPreference);
    }
}
