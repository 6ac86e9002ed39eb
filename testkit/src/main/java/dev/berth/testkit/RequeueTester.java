package dev.berth.testkit;

import dev.berth.engine.profile.EventResources;
import dev.berth.engine.queue.UpdateEvents;
import dev.berth.model.KubeObject;
import dev.berth.model.Labels;
import dev.berth.model.Meta;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.QueueingHints.NeededLabel;
import dev.berth.spi.QueueingHints.QueueingHint;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Whether changes of objects requeue a pod that the plugin has rejected.
///
/// The tester derives the events from the change, as the scheduler does, and calls the queueing
/// hints that the plugin has registered for them. It also checks what the hints declare with
/// `labelsOfAdded` and `sharedByPodShape`.
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
        boolean requeued = false;
        for (Registration each : covering) {
            boolean queues = answers(each, pod, change);
            requeued |= queues;
            checkSharedByPodShape(each, change, queues);
            if (queues && events.stream().anyMatch(event -> adds(event, each))) {
                checkLabelsOfAdded(each, change);
            }
        }
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

    private boolean answers(Registration registration, Pod unschedulable, ObjectChange change) {
        return calls.call(
                TestedPoint.QUEUEING_HINTS,
                unschedulable,
                "true or false",
                () -> registration.hint().shouldQueue(unschedulable, change));
    }

    private static boolean adds(ClusterEvent event, Registration registration) {
        return event.actions() == ClusterEvent.ADD && registration.event().matches(event);
    }

    /// The engine does not call the hint for an added object without any of the labels.
    private void checkLabelsOfAdded(Registration registration, ObjectChange change) {
        Optional<Set<NeededLabel>> needed =
                calls.call(
                        TestedPoint.QUEUEING_HINTS,
                        pod,
                        "the labels, or Optional.empty()",
                        () -> registration.hint().labelsOfAdded(pod));
        KubeObject added = change.after().orElseThrow();
        Labels labels = added.meta().labels();
        calls.require(
                needed.isEmpty()
                        || needed.get().stream()
                                .anyMatch(each ->
                                        labels.get(each.key()).equals(Optional.of(each.value()))),
                "the queueing hint of %s for %s returned true for %s and the added %s %s, which has none of the labels that labelsOfAdded returned: %s; return every label that can help, or Optional.empty()"
                        .formatted(
                                calls.name(),
                                registration.event().label(),
                                pod.key(),
                                added.kind().name(),
                                added.key(),
                                needed.map(RequeueTester::texts).orElse(List.of())));
    }

    private static List<String> texts(Set<NeededLabel> labels) {
        return labels.stream().map(each -> each.key() + "=" + each.value()).sorted().toList();
    }

    /// The engine calls the hint once for all pods with the pod shape, unless the change is about
    /// one of them.
    private void checkSharedByPodShape(
            Registration registration, ObjectChange change, boolean queues) {
        KubeObject about = change.after().or(change::before).orElseThrow();
        boolean shared =
                !about.meta().uid().equals(pod.uid())
                        && calls.call(
                                TestedPoint.QUEUEING_HINTS,
                                pod,
                                "true or false",
                                () -> registration.hint().sharedByPodShape(pod));
        calls.require(
                !shared || answers(registration, sameShape(pod), change) == queues,
                "the queueing hint of %s for %s returned %s for %s and %s for a pod with the same pod shape, but sharedByPodShape returned true; return false if the result depends on the name or the UID of the pod"
                        .formatted(
                                calls.name(),
                                registration.event().label(),
                                queues,
                                pod.key(),
                                !queues));
    }

    /// A pod with the same pod shape, and another name and UID.
    private static Pod sameShape(Pod pod) {
        Meta meta = pod.meta();
        return new Pod(
                new Meta(
                        meta.name() + "-same-shape",
                        meta.namespace(),
                        meta.uid() + "-same-shape",
                        meta.resourceVersion(),
                        meta.generation(),
                        meta.created(),
                        meta.deleted(),
                        meta.labels(),
                        meta.annotations(),
                        meta.owners(),
                        meta.finalizers()),
                pod.spec(),
                pod.status());
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
