package dev.berth.app.flags;

import dev.berth.app.options.PolicyOptions;
import dev.berth.app.pflag.Flag;
import dev.berth.app.pflag.FlagValues;
import dev.berth.app.pflag.GoTypes;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The flags of kube-scheduler 1.0 to 1.22 that select plugins.
public final class PolicyFlags {
    private static final String GROUP = "policy";
    private static final int DEFAULT_WEIGHT = 1;

    private static final Flag<String> FILE =
            new Flag<>(
                    GROUP,
                    "policy-config-file",
                    GoTypes.STRING,
                    "",
                    "Policy file of kube-scheduler 1.0 to 1.22; it selects the plugins of all"
                            + " profiles");
    private static final Flag<String> PROVIDER =
            new Flag<>(
                    GROUP,
                    "algorithm-provider",
                    GoTypes.STRING,
                    "",
                    "DefaultProvider or ClusterAutoscalerProvider: the plugins of a Policy without"
                            + " entries");
    private static final Flag<String> MAP =
            new Flag<>(
                    GROUP,
                    "policy-configmap",
                    GoTypes.STRING,
                    "",
                    "ConfigMap that contains a Policy under the key policy.cfg, instead of a file");
    private static final Flag<String> NAMESPACE =
            new Flag<>(
                    GROUP,
                    "policy-configmap-namespace",
                    GoTypes.STRING,
                    "kube-system",
                    "namespace of the ConfigMap");
    private static final Flag<Boolean> FILE_FIRST =
            new Flag<>(
                    GROUP,
                    "use-legacy-policy-config",
                    GoTypes.BOOL,
                    false,
                    "use the file even if a ConfigMap is set");
    private static final Flag<String> NAME =
            new Flag<>(
                    GROUP,
                    "scheduler-name",
                    GoTypes.STRING,
                    "default-scheduler",
                    "name of the scheduler whose pods are scheduled; ignored with --config");
    private static final Flag<Integer> HARD_WEIGHT =
            new Flag<>(
                    GROUP,
                    "hard-pod-affinity-symmetric-weight",
                    GoTypes.INT32,
                    DEFAULT_WEIGHT,
                    "weight of the required pod affinity terms of existing pods in the score, 0 to"
                            + " 100; ignored with --config and if the Policy sets it");

    public static final List<Flag<?>> ALL =
            List.of(FILE, PROVIDER, MAP, NAMESPACE, FILE_FIRST, NAME, HARD_WEIGHT);

    private PolicyFlags() {}

    /// The ConfigMap with a Policy.
    public record MapName(String namespace, String name) {}

    public static PolicyOptions options(FlagValues values) {
        return PolicyOptions.of(
                values.get(FILE),
                values.get(PROVIDER),
                values.given(NAME).filter(name -> !name.isEmpty()),
                values.given(HARD_WEIGHT).filter(weight -> weight != DEFAULT_WEIGHT));
    }

    /// The ConfigMap with the Policy, if the flags name one.
    public static Optional<MapName> map(FlagValues values) {
        String namespace = values.get(NAMESPACE);
        return Optional.of(values.get(MAP))
                .filter(name -> !name.isEmpty() && !values.get(FILE_FIRST))
                .map(name ->
                        new MapName(namespace.isEmpty() ? NAMESPACE.byDefault() : namespace, name));
    }

    public static List<String> problems(FlagValues values) {
        var problems = new ArrayList<String>();
        if (values.get(FILE_FIRST) && values.get(FILE).isEmpty()) {
            problems.add(
                    "policyConfigFile: Required value: required when --use-legacy-policy-config is"
                            + " true");
        }
        int weight = values.get(HARD_WEIGHT);
        if (weight < 0 || weight > 100) {
            problems.add(
                    "hardPodAffinitySymmetricWeight: Invalid value: %d: not in valid range [0-100]"
                            .formatted(weight));
        }
        return problems;
    }
}
