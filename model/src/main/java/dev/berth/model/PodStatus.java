package dev.berth.model;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The status of a pod.
///
/// @param containers the statuses with resources, of containers and init containers
/// @param resources the actual pod-level requests
/// @param allocated the allocated pod-level resources
/// @param claimStatuses the claims that were created for the pod
public record PodStatus(
        String phase,
        String nominatedNodeName,
        Optional<Instant> startTime,
        List<Condition> conditions,
        List<ContainerStatus> containers,
        Optional<ResourceList> resources,
        ResourceList allocated,
        PodClaimStatuses claimStatuses) {
    public static final PodStatus NONE =
            new PodStatus(
                    "",
                    "",
                    Optional.empty(),
                    List.of(),
                    List.of(),
                    Optional.empty(),
                    ResourceList.NONE,
                    PodClaimStatuses.NONE);

    public PodStatus {
        conditions = List.copyOf(conditions);
        containers = List.copyOf(containers);
    }

    public Optional<Condition> condition(String type) {
        for (Condition condition : conditions) {
            if (condition.type().equals(type)) {
                return Optional.of(condition);
            }
        }
        return Optional.empty();
    }

    /// Whether the node cannot resize the pod as its spec requests.
    public boolean resizeInfeasible() {
        Optional<Condition> resize = condition("PodResizePending");
        return resize.isPresent() && resize.get().reason().equals("Infeasible");
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

    /// Whether the phase is Succeeded or Failed. Such a pod uses no resources.
    public boolean finished() {
        return phase.equals("Succeeded") || phase.equals("Failed");
    }
}
