package dev.berth.testkit;

import dev.berth.engine.profile.EventResources;
import dev.berth.engine.queue.UpdateEvents;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.QueueingHints.QueueingHint;

import java.util.ArrayList;
import java.util.List;

/// Whether changes of objects requeue a pod that the plugin has rejected.
///
/// The tester derives the events from the change, as the scheduler does, and calls the queueing
/// hints that the plugin has registered for them.
public final class RequeueTester {
    /// A queueing hint with the events that it is registered for.
    record Registration(ClusterEvent event, QueueingHint hint) {}

    private final PluginCalls calls;
    private final Pod pod;

    RequeueTester(PluginCalls calls, Pod pod) {
        this.calls = calls;
        this.pod = pod;
    }

    /// The events that the plugin registers. The scheduler must be able to watch them.
    static List<Registration> registrations(PluginCalls calls) {
        EnqueueExtensions plugin = calls.as(EnqueueExtensions.class, TestedPoint.QUEUEING_HINTS);
        var registrations = new ArrayList<Registration>();
        plugin.eventsToRegister((resource, actions, hint) -> {
            EventResources.require(calls.name(), resource, plugin.reads());
            registrations.add(new Registration(ClusterEvent.of(resource, actions), hint));
        });
        return registrations;
    }

    public RequeueTester requeuedByAdding(KubeObject object) {
        return check(ObjectChange.added(object), true);
    }

    public RequeueTester requeuedByAdding(NodeBuilder node) {
        return requeuedByAdding(node.build());
    }

    /// A pod with a node. Pods without a node are no event for other pods.
    public RequeueTester requeuedByAdding(PodBuilder assigned) {
        return requeuedByAdding(assigned.build());
    }

    public RequeueTester requeuedByUpdating(KubeObject before, KubeObject after) {
        return check(ObjectChange.updated(before, after), true);
    }

    public RequeueTester requeuedByUpdating(NodeBuilder before, NodeBuilder after) {
        return requeuedByUpdating(before.build(), after.build());
    }

    public RequeueTester requeuedByUpdating(PodBuilder before, PodBuilder after) {
        return requeuedByUpdating(before.build(), after.build());
    }

    public RequeueTester requeuedByDeleting(KubeObject object) {
        return check(ObjectChange.removed(object), true);
    }

    public RequeueTester requeuedByDeleting(NodeBuilder node) {
        return requeuedByDeleting(node.build());
    }

    public RequeueTester requeuedByDeleting(PodBuilder assigned) {
        return requeuedByDeleting(assigned.build());
    }

    public RequeueTester notRequeuedByAdding(KubeObject object) {
        return check(ObjectChange.added(object), false);
    }

    public RequeueTester notRequeuedByAdding(NodeBuilder node) {
        return notRequeuedByAdding(node.build());
    }

    public RequeueTester notRequeuedByAdding(PodBuilder assigned) {
        return notRequeuedByAdding(assigned.build());
    }

    public RequeueTester notRequeuedByUpdating(KubeObject before, KubeObject after) {
        return check(ObjectChange.updated(before, after), false);
    }

    public RequeueTester notRequeuedByUpdating(NodeBuilder before, NodeBuilder after) {
        return notRequeuedByUpdating(before.build(), after.build());
    }

    public RequeueTester notRequeuedByUpdating(PodBuilder before, PodBuilder after) {
        return notRequeuedByUpdating(before.build(), after.build());
    }

    public RequeueTester notRequeuedByDeleting(KubeObject object) {
        return check(ObjectChange.removed(object), false);
    }

    public RequeueTester notRequeuedByDeleting(NodeBuilder node) {
        return notRequeuedByDeleting(node.build());
    }

    public RequeueTester notRequeuedByDeleting(PodBuilder assigned) {
        return notRequeuedByDeleting(assigned.build());
    }

    private RequeueTester check(ObjectChange change, boolean wanted) {
        List<ClusterEvent> events = eventsOf(change);
        if (!calls.implement(TestedPoint.QUEUEING_HINTS)) {
            calls.require(
                    wanted,
                    "%s does not implement EnqueueExtensions, so every event requeues the pod"
                            .formatted(calls.name()));
            return this;
        }
        List<Registration> registrations = registrations(calls);
        List<Registration> covering =
                registrations.stream()
                        .filter(each -> events.stream().anyMatch(each.event()::matches))
                        .toList();
        boolean requeued = covering.stream().anyMatch(each -> answers(each, change));
        if (wanted) {
            calls.require(
                    !covering.isEmpty(),
                    "%s has no registration for %s, so the change does not requeue %s; it has registered %s"
                            .formatted(
                                    calls.name(),
                                    labels(events),
                                    pod.key(),
                                    ofRegistrations(registrations)));
            calls.require(
                    requeued,
                    "the queueing hints of %s for %s returned false for %s"
                            .formatted(calls.name(), ofRegistrations(covering), pod.key()));
        } else {
            calls.require(
                    !requeued,
                    "a queueing hint of %s for %s returned true for %s"
                            .formatted(calls.name(), ofRegistrations(covering), pod.key()));
        }
        return this;
    }

    private boolean answers(Registration registration, ObjectChange change) {
        return calls.call(
                TestedPoint.QUEUEING_HINTS,
                pod,
                "true or false",
                () -> registration.hint().shouldQueue(pod, change));
    }

    private static List<String> labels(List<ClusterEvent> events) {
        return events.stream().map(ClusterEvent::label).toList();
    }

    private static List<String> ofRegistrations(List<Registration> registrations) {
        return registrations.stream().map(each -> each.event().label()).toList();
    }

    /// The events of a change, as the scheduler derives them.
    private List<ClusterEvent> eventsOf(ObjectChange change) {
        KubeObject object = change.after().or(change::before).orElseThrow();
        List<ClusterEvent> events =
                switch (object) {
                    case Node _ -> ofNode(change);
                    case Pod about -> ofPod(about, change);
                    default ->
                            List.of(
                                    ClusterEvent.of(
                                            EventResources.of(object.kind()), actionOf(change)));
                };
        calls.require(
                !events.isEmpty(),
                "the change of %s %s is no event for other pods"
                        .formatted(object.kind().name(), object.key()));
        return events;
    }

    private static int actionOf(ObjectChange change) {
        if (change.before().isEmpty()) {
            return ClusterEvent.ADD;
        }
        return change.after().isEmpty() ? ClusterEvent.DELETE : ClusterEvent.UPDATE;
    }

    private static List<ClusterEvent> ofNode(ObjectChange change) {
        return change.before().isPresent() && change.after().isPresent()
                ? UpdateEvents.ofNode(
                        (Node) change.before().orElseThrow(), (Node) change.after().orElseThrow())
                : List.of(ClusterEvent.of(ClusterEvent.NODE, actionOf(change)));
    }

    private List<ClusterEvent> ofPod(Pod about, ObjectChange change) {
        if (change.before().isPresent() && change.after().isPresent()) {
            var before = (Pod) change.before().orElseThrow();
            if (about.assigned() && !before.assigned()) {
                return List.of(ClusterEvent.ASSIGNED_POD_ADD);
            }
            return about.assigned() || about.uid().equals(pod.uid())
                    ? UpdateEvents.ofPod(before, about)
                    : List.of();
        }
        return about.assigned()
                ? List.of(ClusterEvent.of(ClusterEvent.ASSIGNED_POD, actionOf(change)))
                : List.of();
    }
}
