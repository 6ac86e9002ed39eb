package dev.berth.config;

import java.util.ArrayList;
import java.util.List;

/// Which values of feature gates the scheduler cannot serve.
///
/// Gates that are not here either work both ways, or change nothing a scheduler does: they are the
/// API server's, a kubelet's or another component's, or speed something up.
final class UnsupportedGates {
    /// @param on the value that cannot be served
    private record Rule(String gate, boolean on, String why) {}

    private static final String GROUPS = "pods are not scheduled in groups";
    private static final String ALWAYS = "the scheduler always works as with it";

    private static final List<Rule> RULES =
            List.of(
                    new Rule("GenericWorkload", true, GROUPS),
                    new Rule("GangScheduling", true, GROUPS),
                    new Rule("TopologyAwareWorkloadScheduling", true, GROUPS),
                    new Rule("WorkloadAwarePreemption", true, GROUPS),
                    new Rule(
                            "CoordinatedLeaderElection",
                            true,
                            "leaders are elected by lease, not by the control plane"),
                    new Rule("InPlacePodLevelResourcesVerticalScaling", false, ALWAYS),
                    new Rule("InPlacePodVerticalScaling", false, ALWAYS),
                    new Rule("MatchLabelKeysInPodTopologySpread", false, ALWAYS),
                    new Rule("NominatedNodeNameForExpectation", false, ALWAYS),
                    new Rule("PodLevelResources", false, ALWAYS),
                    new Rule("SchedulerPopFromBackoffQ", false, ALWAYS),
                    new Rule("SchedulerQueueingHints", false, ALWAYS));

    private UnsupportedGates() {}

    static List<String> problems(FeatureGates gates) {
        var problems = new ArrayList<String>();
        for (Rule rule : RULES) {
            if (gates.on(rule.gate()) == rule.on()) {
                problems.add(problem(rule, gates));
            }
        }
        return problems;
    }

    private static String problem(Rule rule, FeatureGates gates) {
        boolean defaultValue = FeatureGates.DEFAULT.on(rule.gate());
        int minor = gates.version().minor();
        KnownGates.Spec spec = KnownGates.named(rule.gate()).at(minor);
        String way =
                spec.stage() == KnownGates.Stage.TO_COME
                        ? "do not emulate " + gates.version()
                        : "set --feature-gates " + rule.gate() + "=" + defaultValue;
        return "feature gate %s=%s is not supported: %s; %s"
                .formatted(rule.gate(), rule.on(), rule.why(), way);
    }
}
