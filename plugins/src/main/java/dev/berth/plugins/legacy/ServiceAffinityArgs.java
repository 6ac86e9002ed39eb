package dev.berth.plugins.legacy;

import java.util.List;

/// Arguments of [ServiceAffinity].
///
/// @param affinityLabels labels of nodes whose values all pods of a service share
/// @param antiAffinityLabelsPreference labels of nodes over whose values pods of a service spread
public record ServiceAffinityArgs(
        List<String> affinityLabels, List<String> antiAffinityLabelsPreference) {
    public static final ServiceAffinityArgs DEFAULT = new ServiceAffinityArgs(List.of(), List.of());

    public ServiceAffinityArgs {
        affinityLabels = List.copyOf(affinityLabels);
        antiAffinityLabelsPreference = List.copyOf(antiAffinityLabelsPreference);
    }
}
