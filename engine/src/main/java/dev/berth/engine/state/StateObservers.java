package dev.berth.engine.state;

import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.spi.StateObserver;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// The state observers among the plugins.
///
/// An observer that fails receives nothing until it is rebuilt from the present state, because it
/// is not known how much of the change it has applied.
final class StateObservers {
    private static final long REPAIR_EVERY_NANOS = 1_000_000_000;
    private static final Set<String> POD_METHODS = Set.of("podPlaced", "podRemoved");

    private static final class Observer {
        private final ClusterState.ObserverCall call;
        private boolean lost;
        private long retryNanos = Long.MIN_VALUE;

        Observer(ClusterState.ObserverCall call) {
            this.call = call;
        }

        void inform(Consumer<StateObserver> change) {
            if (!lost) {
                lost = !call.run(change);
            }
        }
    }

    private final List<Observer> observers = new ArrayList<>();

    /// Those among them that implement `podPlaced` or `podRemoved`. Pods change far more often than
    /// anything else, and most observers do not read them.
    private final List<Observer> podObservers = new ArrayList<>();

    private final NodeTable nodes;
    private final ClusterObjects objects;
    private final Map<String, PodEntry> pods;

    StateObservers(NodeTable nodes, ClusterObjects objects, Map<String, PodEntry> pods) {
        this.nodes = nodes;
        this.objects = objects;
        this.pods = pods;
    }

    /// Adds an observer and passes the present state to it. The result removes it.
    Runnable add(StateObserver observer, ClusterState.ObserverCall call) {
        var added = new Observer(call);
        observers.add(added);
        if (readsPods(observer.getClass())) {
            podObservers.add(added);
        }
        present(added);
        return () -> {
            observers.remove(added);
            podObservers.remove(added);
        };
    }

    private static boolean readsPods(Class<?> observer) {
        return Stream.of(observer.getMethods())
                .filter(method -> method.getDeclaringClass() != StateObserver.class)
                .anyMatch(method -> POD_METHODS.contains(method.getName()));
    }

    void inform(Consumer<StateObserver> change) {
        inform(observers, change);
    }

    /// The pod was charged to its node.
    void placed(Pod pod) {
        if (!podObservers.isEmpty()) {
            inform(podObservers, observer -> observer.podPlaced(pod, pod.spec().nodeName()));
        }
    }

    /// The pod was discharged from its node.
    void removed(Pod pod) {
        if (!podObservers.isEmpty()) {
            inform(podObservers, observer -> observer.podRemoved(pod, pod.spec().nodeName()));
        }
    }

    private static void inform(List<Observer> observers, Consumer<StateObserver> change) {
        for (int i = 0; i < observers.size(); i++) {
            observers.get(i).inform(change);
        }
    }

    /// Rebuilds observers that failed. If one fails again, the next try is a second later.
    void repair(long nowNanos) {
        for (Observer observer : observers) {
            if (observer.lost && nowNanos >= observer.retryNanos) {
                observer.retryNanos = nowNanos + REPAIR_EVERY_NANOS;
                observer.lost = false;
                observer.inform(StateObserver::forgetAll);
                present(observer);
            }
        }
    }

    /// Passes the present state to an observer.
    private void present(Observer observer) {
        for (int row = nodes.all().next(0); row >= 0; row = nodes.all().next(row + 1)) {
            Optional<Node> node = Optional.of(nodes.view(row).node());
            observer.inform(each -> each.nodeChanged(Optional.empty(), node));
        }
        for (KubeObject object : objects.all()) {
            Optional<KubeObject> expected = Optional.of(objects.expected(object));
            observer.inform(each -> {
                each.objectChanged(Optional.empty(), Optional.of(object));
                each.assumedObjectChanged(Optional.empty(), expected);
            });
        }
        for (PodEntry entry : pods.values()) {
            entry.charged()
                    .ifPresent(pod ->
                            observer.inform(each -> each.podPlaced(pod, pod.spec().nodeName())));
        }
    }
}
