package dev.berth.sim.controller;

import dev.berth.controlplane.store.EventLog;
import dev.berth.controlplane.store.Store;
import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.model.Kind;
import dev.berth.sim.time.TimerService;

import java.util.List;

/// The controllers of a cluster (kube-controller-manager). They share one cache and run one after
/// another.
public final class Controllers {
    private final ObjectCache view;
    private final List<Controller> all;
    private final EventExpiry oldEvents;

    /// @param wakeUp called when [#pump] may have work to do
    /// @param log the log for failures of a controller
    public Controllers(Store store, Clock clock, TimerService agenda, Runnable wakeUp, Log log) {
        this.view = new ObjectCache(store, wakeUp);
        this.oldEvents = new EventExpiry(store, clock);
        var context =
                new ControllerContext(
                        view,
                        store,
                        clock,
                        agenda,
                        wakeUp,
                        new EventLog(store, clock, "controllers", EventLog.DEFAULT_LIMIT),
                        log);
        this.all =
                List.of(
                        new NamespaceController(context.of("namespace-controller")),
                        new NodeTaintController(context.of("node-controller")),
                        new Adoption(context, DeploymentController.DEPLOYMENT, Kind.REPLICA_SET),
                        new Adoption(context, Kind.REPLICA_SET, Kind.POD),
                        new Adoption(context, Kind.REPLICATION_CONTROLLER, Kind.POD),
                        new Adoption(context, DaemonSetController.DAEMON_SET, Kind.POD),
                        new DeploymentController(context.of("deployment-controller")),
                        new ReplicaSetController(
                                context.of("replicaset-controller"), Kind.REPLICA_SET),
                        new ReplicaSetController(
                                context.of("replication-controller"), Kind.REPLICATION_CONTROLLER),
                        new DaemonSetController(context.of("daemonset-controller")),
                        new JobController(context.of("job-controller")),
                        new DisruptionController(context.of("controllermanager")),
                        new TaintEvictionController(context.of("taint-eviction-controller")),
                        new ResourceClaimController(context.of("resource-claim-controller")),
                        new GpuDriver(context.of(GpuDriver.NAME)),
                        new PodGarbageCollector(context.of("pod-garbage-collector")),
                        new KubernetesService(context),
                        new GarbageCollector(context.of("garbage-collector-controller")));
    }

    /// Runs every controller on all pending changes. Returns the amount of work done.
    ///
    /// @param max the number of changes to read from the store at a time
    public synchronized int pump(int max) {
        int done = follow(max);
        oldEvents.pump(max);
        for (Controller each : all) {
            int looked = each.settle();
            if (looked > 0) {
                // A controller with a stale cache could repeat an action.
                done += looked + follow(max);
            }
        }
        return done;
    }

    private int follow(int max) {
        int seen = 0;
        int now;
        do {
            now = view.follow(max, update -> all.forEach(each -> each.changed(update)));
            seen += now;
        } while (now >= max);
        return seen;
    }
}
