package dev.berth.plugins.schedulinggates;

import dev.berth.model.Pod;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.RejectionDetails;
import dev.berth.spi.RejectionExplainer;
import dev.berth.spi.RejectionFact;
import dev.berth.spi.Verdict;

import java.util.List;

/// Gates pods that have scheduling gates (kube-scheduler: `SchedulingGates`).
public final class SchedulingGates implements PreEnqueue, EnqueueExtensions, RejectionExplainer {
    @Override
    public Verdict preEnqueue(Pod pod) {
        List<String> gates = pod.spec().schedulingGates();
        return gates.isEmpty()
                ? Verdict.PASS
                : Reject.unresolvable(
                        "waiting for scheduling gates: [" + String.join(" ", gates) + "]");
    }

    @Override
    public RejectionDetails explainPod(PodCycle cycle, Reject why) {
        return RejectionDetails.of(
                "remove the pod's scheduling gates; usually, the controller that set a gate removes"
                        + " it",
                cycle.pod().spec().schedulingGates().stream()
                        .map(gate -> RejectionFact.ofPod("scheduling-gate", gate))
                        .toList());
    }

    @Override
    public void eventsToRegister(QueueingHints hints) {
        hints.on(
                ClusterEvent.TARGET_POD,
                ClusterEvent.UPDATE_POD_SCHEDULING_GATES_ELIMINATED,
                (unschedulable, change) ->
                        change.after().isPresent()
                                && change.after().get().meta().uid().equals(unschedulable.uid()));
    }

    /// Creates the plugin.
    public static final class Provider implements PluginProvider<PluginProvider.NoArgs> {
        @Override
        public String name() {
            return "SchedulingGates";
        }

        @Override
        public NoArgs defaults() {
            return NoArgs.NONE;
        }

        @Override
        public Plugin create(NoArgs args, PluginContext context) {
            return new SchedulingGates();
        }
    }
}
