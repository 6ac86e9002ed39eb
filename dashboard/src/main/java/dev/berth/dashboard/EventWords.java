package dev.berth.dashboard;

import dev.berth.engine.view.Requeue;
import dev.berth.spi.ClusterEvent;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/// What plugins wait for, in words.
final class EventWords {
    /// Bits of updates, and what they mean, for pods and nodes.
    private record Update(int action, String words) {}

    private static final List<Update> OF_NODES =
            List.of(
                    new Update(ClusterEvent.UPDATE_NODE_ALLOCATABLE, "a node offers more"),
                    new Update(ClusterEvent.UPDATE_NODE_LABEL, "a node's labels change"),
                    new Update(ClusterEvent.UPDATE_NODE_TAINT, "a node's taints change"),
                    new Update(ClusterEvent.UPDATE_NODE_CONDITION, "a node's conditions change"),
                    new Update(ClusterEvent.UPDATE_NODE_ANNOTATION, "a node's annotations change"),
                    new Update(
                            ClusterEvent.UPDATE_NODE_DECLARED_FEATURE,
                            "a node declares other features"));

    private static final List<Update> OF_PODS =
            List.of(
                    new Update(ClusterEvent.UPDATE_POD_LABEL, "the labels of a pod change"),
                    new Update(ClusterEvent.UPDATE_POD_SCALE_DOWN, "a pod asks for less"),
                    new Update(ClusterEvent.UPDATE_POD_TOLERATION, "its tolerations change"),
                    new Update(
                            ClusterEvent.UPDATE_POD_SCHEDULING_GATES_ELIMINATED,
                            "its last scheduling gate is removed"),
                    new Update(
                            ClusterEvent.UPDATE_POD_GENERATED_RESOURCE_CLAIM,
                            "its resource claim is made"));

    private EventWords() {}

    static List<String> of(Requeue wake) {
        var words = new LinkedHashSet<String>();
        for (ClusterEvent event : wake.events()) {
            words.addAll(of(event));
        }
        return List.copyOf(words);
    }

    private static List<String> of(ClusterEvent event) {
        return switch (event.resource()) {
            case ClusterEvent.ANY -> List.of("anything changes");
            case ClusterEvent.NODE ->
                    words(event, "a node is added", "a node goes away", OF_NODES, "a node changes");
            case ClusterEvent.ASSIGNED_POD ->
                    words(
                            event,
                            "a pod is placed",
                            "a pod leaves its node",
                            OF_PODS,
                            "a placed pod changes");
            case ClusterEvent.POD ->
                    words(
                            event,
                            "a pod is placed",
                            "a pod leaves its node",
                            OF_PODS,
                            "a pod changes");
            case ClusterEvent.UNSCHEDULABLE_POD ->
                    words(event, "a pod is added", "a pod goes away", OF_PODS, "the pod changes");
            default -> {
                String kind = kind(event.resource());
                yield words(
                        event,
                        kind + " is added",
                        kind + " goes away",
                        List.of(),
                        kind + " changes");
            }
        };
    }

    private static String kind(String resource) {
        String name = resource.substring(resource.indexOf('/') + 1);
        return ("AEIOU".indexOf(name.charAt(0)) >= 0 ? "an " : "a ") + name;
    }

    private static List<String> words(
            ClusterEvent event, String added, String gone, List<Update> updates, String changed) {
        var words = new ArrayList<String>();
        if ((event.actions() & ClusterEvent.ADD) != 0) {
            words.add(added);
        }
        if ((event.actions() & ClusterEvent.DELETE) != 0) {
            words.add(gone);
        }
        int update = event.actions() & ClusterEvent.UPDATE;
        if (update == ClusterEvent.UPDATE || update != 0 && updates.isEmpty()) {
            words.add(changed);
        } else {
            for (Update one : updates) {
                if ((update & one.action()) != 0) {
                    words.add(one.words());
                }
            }
        }
        return words;
    }
}
