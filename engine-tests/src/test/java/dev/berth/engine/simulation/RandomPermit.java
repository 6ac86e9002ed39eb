package dev.berth.engine.simulation;

import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.NodeView;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.PodCycle;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.StateObserver;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Lets some pods wait on Permit while no node has the label `door`, and rejects them after a
/// while. Only the label can requeue them, and it can appear while they wait.
final class RandomPermit implements Permit, EnqueueExtensions, StateObserver {
    static final String LISTENER = "door";
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    private final Set<String> open = new HashSet<>();

    @Override
    public PermitVerdict permit(PodCycle cycle, NodeView node) {
        return open.isEmpty() && minds(cycle.pod())
                ? new PermitVerdict.Wait(TIMEOUT, List.of("door is shut"))
                : PermitVerdict.ALLOW;
    }

    private static boolean minds(Pod pod) {
        return pod.labels().get("color").filter("c0"::equals).isPresent();
    }

    @Override
    public void eventsToRegister(QueueingHints hints) {
        hints.on(
                ClusterEvent.NODE,
                ClusterEvent.ADD | ClusterEvent.UPDATE_NODE_LABEL | ClusterEvent.UPDATE_NODE_TAINT,
                (unschedulable, change) -> opens(change));
    }

    private static boolean opens(ObjectChange change) {
        return change.after().filter(node -> isOpen((Node) node)).isPresent();
    }

    private static boolean isOpen(Node node) {
        return node.labels().get(LISTENER).isPresent();
    }

    @Override
    public void nodeChanged(Optional<Node> before, Optional<Node> after) {
        before.ifPresent(node -> open.remove(node.name()));
        after.filter(RandomPermit::isOpen).ifPresent(node -> open.add(node.name()));
    }

    @Override
    public void forgetAll() {
        open.clear();
    }
}
