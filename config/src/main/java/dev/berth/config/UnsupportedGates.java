package dev.berth.config;

import java.util.ArrayList;
import java.util.List;

/// The values of feature gates that Berth does not support, and the gates without an effect.
///
/// Other gates work with both values, or have no effect on a scheduler: they belong to the API
/// server, the kubelet or other components, or only improve performance.
final class UnsupportedGates {
    /// @param on the value that is not supported
    private record Rule(String gate, boolean on, String why) {}

    private static final String GROUPS = "Berth does not schedule pod groups";
    private static final String ALWAYS = "Berth always behaves as if it were enabled";

    private static final List<Rule> RULES =
            List.of(
                    new Rule("GenericWorkload", true, GROUPS),
                    new Rule("CompositePodGroup", true, GROUPS),
                    new Rule("PodGroupPreemptionPolicy", true, GROUPS),
                    new Rule("TopologyAwareWorkloadScheduling", true, GROUPS),
                    new Rule(
                            "InPlacePodVerticalScalingSchedulerPreemption",
                            true,
                            "Berth does not preempt pods for a deferred resize"),
                    new Rule(
                            "CoordinatedLeaderElection",
                            true,
                            "Berth uses leases for leader election, not coordinated leader"
                                    + " election"),
                    new Rule("InPlacePodLevelResourcesVerticalScaling", false, ALWAYS),
                    new Rule("InPlacePodVerticalScaling", false, ALWAYS),
                    new Rule("MatchLabelKeysInPodTopologySpread", false, ALWAYS),
                    new Rule("NominatedNodeNameForExpectation", false, ALWAYS),
                    new Rule("PodLevelResources", false, ALWAYS),
                    new Rule("SchedulerPopFromBackoffQ", false, ALWAYS));

    /// The gates that change only the performance of kube-scheduler.
    static final List<String> PERFORMANCE =
            List.of(
                    "AtomicFIFO",
                    "InterPodAffinityHostnameFastPath",
                    "OpportunisticBatching",
                    "SchedulerAsyncAPICalls",
                    "SchedulerPreQueueingHints");

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
        String way =
                gates.exists(rule.gate())
                        ? "set --feature-gates " + rule.gate() + "=" + defaultValue
                        : "do not emulate " + gates.version();
        return "feature gate %s=%s is not supported: %s; %s"
                .formatted(rule.gate(), rule.on(), rule.why(), way);
    }
}
