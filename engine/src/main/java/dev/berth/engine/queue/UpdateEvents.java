package dev.berth.engine.queue;

import dev.berth.model.Condition;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.PodRequests;
import dev.berth.model.PodStatus;
import dev.berth.model.Quantity;
import dev.berth.model.ResourceList;
import dev.berth.spi.ClusterEvent;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The changes of an update as events that plugins can register for (kube-scheduler:
/// `PodSchedulingPropertiesChange`, `NodeSchedulingPropertiesChange`).
public final class UpdateEvents {
    private static final ClusterEvent NODE_ALLOCATABLE =
            nodeUpdate(ClusterEvent.UPDATE_NODE_ALLOCATABLE);
    private static final ClusterEvent NODE_LABEL = nodeUpdate(ClusterEvent.UPDATE_NODE_LABEL);
    private static final ClusterEvent NODE_TAINT = nodeUpdate(ClusterEvent.UPDATE_NODE_TAINT);
    private static final ClusterEvent NODE_CONDITION =
            nodeUpdate(ClusterEvent.UPDATE_NODE_CONDITION);
    private static final ClusterEvent NODE_ANNOTATION =
            nodeUpdate(ClusterEvent.UPDATE_NODE_ANNOTATION);
    private static final ClusterEvent NODE_DECLARED_FEATURE =
            nodeUpdate(ClusterEvent.UPDATE_NODE_DECLARED_FEATURE);
    private static final PodEvents ASSIGNED = PodEvents.of(ClusterEvent.ASSIGNED_POD);
    private static final PodEvents TARGET = PodEvents.of(ClusterEvent.TARGET_POD);

    /// The events of assigned pods, or of the pending pod itself.
    private record PodEvents(
            ClusterEvent label,
            ClusterEvent scaleDown,
            ClusterEvent scaleUp,
            ClusterEvent gatesEliminated,
            ClusterEvent toleration,
            ClusterEvent generatedClaim,
            ClusterEvent general) {
        static PodEvents of(String resource) {
            return new PodEvents(
                    ClusterEvent.of(resource, ClusterEvent.UPDATE_POD_LABEL),
                    ClusterEvent.of(resource, ClusterEvent.UPDATE_POD_SCALE_DOWN),
                    ClusterEvent.of(resource, ClusterEvent.UPDATE_POD_SCALE_UP),
                    ClusterEvent.of(resource, ClusterEvent.UPDATE_POD_SCHEDULING_GATES_ELIMINATED),
                    ClusterEvent.of(resource, ClusterEvent.UPDATE_POD_TOLERATION),
                    ClusterEvent.of(resource, ClusterEvent.UPDATE_POD_GENERATED_RESOURCE_CLAIM),
                    ClusterEvent.of(resource, ClusterEvent.UPDATE));
        }
    }

    private UpdateEvents() {}

    private static ClusterEvent nodeUpdate(int action) {
        return ClusterEvent.of(ClusterEvent.NODE, action);
    }

    /// One event for each relevant change; the general update event if there is none.
    public static List<ClusterEvent> ofPod(Pod before, Pod after) {
        PodEvents of = after.assigned() ? ASSIGNED : TARGET;
        var events = new ArrayList<ClusterEvent>(1);
        if (!before.labels().equals(after.labels())) {
            events.add(of.label);
        }
        if (!sameRequests(before, after)) {
            ResourceList had = PodRequests.list(before);
            ResourceList has = PodRequests.list(after);
            if (isLess(has, had)) {
                events.add(of.scaleDown);
            }
            if (isLess(had, has)) {
                events.add(of.scaleUp);
            }
        }
        if (!before.spec().schedulingGates().isEmpty()
                && after.spec().schedulingGates().isEmpty()) {
            events.add(of.gatesEliminated);
        }
        if (before.template().tolerations().size() != after.template().tolerations().size()) {
            events.add(of.toleration);
        }
        if (!before.status().claimStatuses().equals(after.status().claimStatuses())) {
            events.add(of.generatedClaim);
        }
        if (events.isEmpty()) {
            events.add(of.general);
        }
        return events;
    }

    /// One event for each relevant change.
    public static List<ClusterEvent> ofNode(Node before, Node after) {
        var events = new ArrayList<ClusterEvent>(1);
        if (before.unschedulable() && !after.unschedulable()) {
            events.add(NODE_TAINT);
        }
        if (!sameAmounts(before.allocatable(), after.allocatable())) {
            events.add(NODE_ALLOCATABLE);
        }
        if (!before.labels().equals(after.labels())) {
            events.add(NODE_LABEL);
        }
        if (!before.taints().equals(after.taints())) {
            events.add(NODE_TAINT);
        }
        if (!before.conditions().equals(after.conditions())
                && !statuses(before).equals(statuses(after))) {
            events.add(NODE_CONDITION);
        }
        if (!before.meta().annotations().equals(after.meta().annotations())) {
            events.add(NODE_ANNOTATION);
        }
        if (!before.declaredFeatures().equals(after.declaredFeatures())) {
            events.add(NODE_DECLARED_FEATURE);
        }
        return events;
    }

    /// Whether one resource of `other` is missing in `requests`, or less there.
    private static boolean isLess(ResourceList requests, ResourceList other) {
        for (String name : other.names()) {
            Optional<Quantity> amount = requests.get(name);
            if (amount.isEmpty()
                    || amount.get().milliValue() < other.get(name).orElseThrow().milliValue()) {
                return true;
            }
        }
        return false;
    }

    /// Whether the pod's requests are unchanged. Without a resize the status does not affect them.
    private static boolean sameRequests(Pod before, Pod after) {
        PodStatus had = before.status();
        PodStatus has = after.status();
        return before.template().equals(after.template())
                && (had.equals(has) || withoutResources(had) && withoutResources(has));
    }

    private static boolean withoutResources(PodStatus status) {
        return status.containers().isEmpty()
                && status.resources().isEmpty()
                && !status.resizeInfeasible();
    }

    private static boolean sameAmounts(ResourceList a, ResourceList b) {
        if (!a.names().equals(b.names())) {
            return false;
        }
        for (String name : a.names()) {
            if (a.get(name).orElseThrow().compareTo(b.get(name).orElseThrow()) != 0) {
                return false;
            }
        }
        return true;
    }

    private static Map<String, String> statuses(Node node) {
        var statuses = new TreeMap<String, String>();
        for (Condition condition : node.conditions()) {
            statuses.put(condition.type(), condition.status());
        }
        return statuses;
    }
}
