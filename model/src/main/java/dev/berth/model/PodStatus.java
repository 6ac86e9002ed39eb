package dev.berth.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What is known of a pod's life.
///
/// @param containers statuses that carry resources, of containers and init containers
/// @param resources requests in force for the pod as a whole
/// @param allocated what was allocated to the pod as a whole
/// @param claimStatuses names of generated claims by reference, as text; compared, not read
public record PodStatus(
        String phase,
        String nominatedNodeName,
        Optional<Instant> startTime,
        List<Condition> conditions,
        List<ContainerStatus> containers,
        Optional<ResourceList> resources,
        ResourceList allocated,
        List<String> claimStatuses) {
    public static final PodStatus NONE =
            new PodStatus(
                    "",
                    "",
                    Optional.empty(),
                    List.of(),
                    List.of(),
                    Optional.empty(),
                    ResourceList.NONE,
                    List.of());

    public PodStatus {
        conditions = List.copyOf(conditions);
        containers = List.copyOf(containers);
        claimStatuses = List.copyOf(claimStatuses);
    }

    public Optional<Condition> condition(String type) {
        for (Condition condition : conditions) {
            if (condition.type().equals(type)) {
                return Optional.of(condition);
            }
        }
        return Optional.empty();
    }

    public PodStatus withNominatedNode(String node) {
        return new PodStatus(
                phase,
                node,
                startTime,
                conditions,
                containers,
                resources,
                allocated,
                claimStatuses);
    }

    /// Succeeded or Failed: the pod holds nothing any more.
    public boolean finished() {
        return phase.equals("Succeeded") || phase.equals("Failed");
    }
}
