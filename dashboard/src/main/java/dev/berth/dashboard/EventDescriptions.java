package dev.berth.dashboard;

import dev.berth.engine.view.RequeueEvents;
import dev.berth.spi.ClusterEvent;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/// Describes the events for which plugins requeue pods.
final class EventDescriptions {
    /// The bit of an update, and what it means for a pod or a node.
    private record Update(int action, String description) {}

    private static final List<Update> NODE_UPDATES =
            List.of(
                    new Update(
                            ClusterEvent.UPDATE_NODE_ALLOCATABLE,
                            "a node's allocatable resources increase"),
                    new Update(ClusterEvent.UPDATE_NODE_LABEL, "a node's labels change"),
                    new Update(ClusterEvent.UPDATE_NODE_TAINT, "a node's taints change"),
                    new Update(ClusterEvent.UPDATE_NODE_CONDITION, "a node's conditions change"),
                    new Update(ClusterEvent.UPDATE_NODE_ANNOTATION, "a node's annotations change"),
                    new Update(
                            ClusterEvent.UPDATE_NODE_DECLARED_FEATURE,
                            "a node's declared features change"));

    private static final List<Update> POD_UPDATES =
            List.of(
                    new Update(ClusterEvent.UPDATE_POD_LABEL, "a pod's labels change"),
                    new Update(ClusterEvent.UPDATE_POD_SCALE_DOWN, "a pod's requests decrease"),
                    new Update(ClusterEvent.UPDATE_POD_SCALE_UP, "a pod's requests increase"),
                    new Update(ClusterEvent.UPDATE_POD_TOLERATION, "the pod's tolerations change"),
                    new Update(
                            ClusterEvent.UPDATE_POD_SCHEDULING_GATES_ELIMINATED,
                            "the pod's last scheduling gate is removed"),
                    new Update(
                            ClusterEvent.UPDATE_POD_GENERATED_RESOURCE_CLAIM,
                            "the pod's resource claim is created"));

    private EventDescriptions() {}

    static List<String> of(RequeueEvents requeue) {
        var texts = new LinkedHashSet<String>();
        for (ClusterEvent event : requeue.events()) {
            texts.addAll(of(event));
        }
        return List.copyOf(texts);
    }

    private static List<String> of(ClusterEvent event) {
        return switch (event.resource()) {
            case ClusterEvent.ANY -> List.of("anything changes");
            case ClusterEvent.NODE ->
                    texts(
                            event,
                            "a node is added",
                            "a node is deleted",
                            NODE_UPDATES,
                            "a node changes");
            case ClusterEvent.ASSIGNED_POD ->
                    texts(
                            event,
                            "a pod is bound",
                            "a pod is removed from its node",
                            POD_UPDATES,
                            "a bound pod changes");
            case ClusterEvent.POD ->
                    texts(
                            event,
                            "a pod is bound",
                            "a pod is removed from its node",
                            POD_UPDATES,
                            "a pod changes");
            case ClusterEvent.UNSCHEDULED_POD, ClusterEvent.TARGET_POD ->
                    texts(
                            event,
                            "a pod is added",
                            "a pod is deleted",
                            POD_UPDATES,
                            "the pod changes");
            default -> {
                String kind = kind(event.resource());
                yield texts(
                        event,
                        kind + " is added",
                        kind + " is deleted",
                        List.of(),
                        kind + " changes");
            }
        };
    }

    private static String kind(String resource) {
        String name = resource.substring(resource.indexOf('/') + 1);
        if (name.indexOf('.') >= 0) {
            // The plural of a kind with its version and group.
            return "an object of " + name;
        }
        return ("AEIOU".indexOf(name.charAt(0)) >= 0 ? "an " : "a ") + name;
    }

    private static List<String> texts(
            ClusterEvent event,
            String added,
            String deleted,
            List<Update> updates,
            String changed) {
        var texts = new ArrayList<String>();
        if ((event.actions() & ClusterEvent.ADD) != 0) {
            texts.add(added);
        }
        if ((event.actions() & ClusterEvent.DELETE) != 0) {
            texts.add(deleted);
        }
        int update = event.actions() & ClusterEvent.UPDATE;
        if (update == ClusterEvent.UPDATE || update != 0 && updates.isEmpty()) {
            texts.add(changed);
        } else {
            for (Update one : updates) {
                if ((update & one.action()) != 0) {
                    texts.add(one.description());
                }
            }
        }
        return texts;
    }
}
