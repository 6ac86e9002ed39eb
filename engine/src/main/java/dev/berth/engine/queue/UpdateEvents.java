package dev.berth.engine.queue;

import dev.berth.model.Condition;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.PodRequests;
import dev.berth.model.Quantity;
import dev.berth.model.ResourceList;
import dev.berth.spi.ClusterEvent;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What exactly an update changed, as events that plugins can register for.
public final class UpdateEvents {
    private UpdateEvents() {}

    /// One event per change that matters; a general one when none does.
    public static List<ClusterEvent> ofPod(Pod before, Pod after) {
        String resource =
                after.assigned() ? ClusterEvent.ASSIGNED_POD : ClusterEvent.UNSCHEDULABLE_POD;
        var events = new ArrayList<ClusterEvent>();
        if (!before.labels().equals(after.labels())) {
            events.add(ClusterEvent.of(resource, ClusterEvent.UPDATE_POD_LABEL));
        }
        if (scaledDown(before, after)) {
            events.add(ClusterEvent.of(resource, ClusterEvent.UPDATE_POD_SCALE_DOWN));
        }
        if (!before.spec().schedulingGates().isEmpty()
                && after.spec().schedulingGates().isEmpty()) {
            events.add(
                    ClusterEvent.of(resource, ClusterEvent.UPDATE_POD_SCHEDULING_GATES_ELIMINATED));
        }
        if (before.template().tolerations().size() != after.template().tolerations().size()) {
            events.add(ClusterEvent.of(resource, ClusterEvent.UPDATE_POD_TOLERATION));
        }
        if (!before.status().claimStatuses().equals(after.status().claimStatuses())) {
            events.add(ClusterEvent.of(resource, ClusterEvent.UPDATE_POD_GENERATED_RESOURCE_CLAIM));
        }
        if (events.isEmpty()) {
            events.add(ClusterEvent.of(resource, ClusterEvent.UPDATE));
        }
        return events;
    }

    /// One event per change that matters; none when nothing does.
    public static List<ClusterEvent> ofNode(Node before, Node after) {
        var events = new ArrayList<ClusterEvent>();
        if (before.unschedulable() && !after.unschedulable()) {
            events.add(ClusterEvent.of(ClusterEvent.NODE, ClusterEvent.UPDATE_NODE_TAINT));
        }
        if (!sameAmounts(before.allocatable(), after.allocatable())) {
            events.add(ClusterEvent.of(ClusterEvent.NODE, ClusterEvent.UPDATE_NODE_ALLOCATABLE));
        }
        if (!before.labels().equals(after.labels())) {
            events.add(ClusterEvent.of(ClusterEvent.NODE, ClusterEvent.UPDATE_NODE_LABEL));
        }
        if (!before.taints().equals(after.taints())) {
            events.add(ClusterEvent.of(ClusterEvent.NODE, ClusterEvent.UPDATE_NODE_TAINT));
        }
        if (!statuses(before).equals(statuses(after))) {
            events.add(ClusterEvent.of(ClusterEvent.NODE, ClusterEvent.UPDATE_NODE_CONDITION));
        }
        if (!before.meta().annotations().equals(after.meta().annotations())) {
            events.add(ClusterEvent.of(ClusterEvent.NODE, ClusterEvent.UPDATE_NODE_ANNOTATION));
        }
        if (!before.declaredFeatures().equals(after.declaredFeatures())) {
            events.add(
                    ClusterEvent.of(ClusterEvent.NODE, ClusterEvent.UPDATE_NODE_DECLARED_FEATURE));
        }
        return events;
    }

    private static boolean scaledDown(Pod before, Pod after) {
        if (before.template().equals(after.template()) && before.status().equals(after.status())) {
            return false;
        }
        ResourceList had = PodRequests.list(before);
        ResourceList has = PodRequests.list(after);
        for (String name : had.names()) {
            Optional<Quantity> now = has.get(name);
            if (now.isEmpty()
                    || now.get().milliValue() < had.get(name).orElseThrow().milliValue()) {
                return true;
            }
        }
        return false;
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
