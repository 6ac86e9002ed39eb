package dev.berth.config;

import dev.berth.spi.Gates;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// The feature gates of kube-scheduler 1.36, each on or off.
public final class FeatureGates implements Gates {
    /// As they are when nobody sets any.
    public static final FeatureGates DEFAULT = new FeatureGates(defaults());

    private final Map<String, Boolean> gates;

    private FeatureGates(Map<String, Boolean> gates) {
        this.gates = Collections.unmodifiableMap(gates);
    }

    /// A gate nobody knows is off.
    @Override
    public boolean on(String gate) {
        return gates.getOrDefault(gate, false);
    }

    /// These gates with one set.
    ///
    /// @throws IllegalArgumentException if there is no such gate
    public FeatureGates with(String gate, boolean on) {
        if (!gates.containsKey(gate)) {
            throw new IllegalArgumentException("unrecognized feature gate: " + gate);
        }
        var changed = new TreeMap<>(gates);
        changed.put(gate, on);
        return new FeatureGates(changed);
    }

    private static Map<String, Boolean> defaults() {
        var gates = new TreeMap<String, Boolean>();
        String on =
                """
                ClearingNominatedNodeNameAfterBinding ComponentFlagz ComponentStatusz
                DRAAdminAccess DRAConsumableCapacity DRADeviceBindingConditions DRADeviceTaints
                DRAExtendedResource DRAPartitionableDevices DRAPrioritizedList
                DRAResourceClaimDeviceStatus DRAResourceClaimGranularStatusAuthorization
                DRASchedulerFilterTimeout DynamicResourceAllocation
                InPlacePodLevelResourcesVerticalScaling InPlacePodVerticalScaling
                InPlacePodVerticalScalingInitContainers MatchLabelKeysInPodAffinity
                MatchLabelKeysInPodTopologySpread MatchLabelKeysInPodTopologySpreadSelectorMerge
                MutableCSINodeAllocatableCount NodeDeclaredFeatures
                NodeInclusionPolicyInPodTopologySpread NominatedNodeNameForExpectation
                OpportunisticBatching PodLevelResources PodObservedGenerationTracking
                PodSchedulingReadiness SchedulerAsyncPreemption SchedulerPopFromBackoffQ
                SchedulerQueueingHints SidecarContainers VolumeAttributesClass
                """;
        String off =
                """
                CoordinatedLeaderElection DRADeviceTaintRules DRAListTypeAttributes
                DRANodeAllocatableResources DRAResourcePoolStatus DRAWorkloadResourceClaims
                GangScheduling GenericWorkload MutablePVNodeAffinity SchedulerAsyncAPICalls
                StorageCapacityScoring TaintTolerationComparisonOperators
                TopologyAwareWorkloadScheduling VolumeLimitScaling WorkloadAwarePreemption
                WorkloadWithJob
                """;
        for (String gate : on.strip().split("\\s+")) {
            gates.put(gate, true);
        }
        for (String gate : off.strip().split("\\s+")) {
            gates.put(gate, false);
        }
        return gates;
    }
}
