package dev.berth.sim.controller;

import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.model.Kind;
import dev.berth.sim.store.EventLog;
import dev.berth.sim.store.Store;
import dev.berth.sim.time.TimerService;

import java.util.List;

/// All controllers of a cluster, which share one view of it and work in turn.
public final class Controllers {
    private final ObjectCache view;
    private final List<Controller> all;
    private final EventExpiry oldEvents;

    /// @param wakeUp called when there may be something to pump
    /// @param log for what goes wrong in a controller
    public Controllers(Store store, Clock clock, TimerService agenda, Runnable wakeUp, Log log) {
        this.view = new ObjectCache(store, wakeUp);
        this.oldEvents = new EventExpiry(store, clock);
        var desk =
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
                        new NamespaceController(desk.of("namespace-controller")),
                        new NodeTaintController(desk.of("node-controller")),
                        new Adoption(desk, DeploymentController.DEPLOYMENT, Kind.REPLICA_SET),
                        new Adoption(desk, Kind.REPLICA_SET, Kind.POD),
                        new Adoption(desk, Kind.REPLICATION_CONTROLLER, Kind.POD),
                        new Adoption(desk, DaemonSetController.DAEMON_SET, Kind.POD),
                        new DeploymentController(desk.of("deployment-controller")),
                        new ReplicaSetController(
                                desk.of("replicaset-controller"), Kind.REPLICA_SET),
                        new ReplicaSetController(
                                desk.of("replication-controller"), Kind.REPLICATION_CONTROLLER),
                        new DaemonSetController(desk.of("daemonset-controller")),
                        new JobController(desk.of("job-controller")),
                        new DisruptionController(desk.of("controllermanager")),
                        new TaintEvictionController(desk.of("taint-eviction-controller")),
                        new PodGarbageCollector(desk.of("pod-garbage-collector")),
                        new KubernetesService(desk),
                        new GarbageCollector(desk.of("garbage-collector-controller")));
    }

    /// Lets every controller act in turn on all that happened, and returns how much was done.
    ///
    /// @param max how many changes are taken from the store at a time
    public synchronized int pump(int max) {
        int done = follow(max);
        oldEvents.pump(max);
        for (Controller each : all) {
            int looked = each.settle();
            if (looked > 0) {
                // Whoever acts on half of the news may do a thing twice.
                done += looked + follow(max);
            }
        }
        return done;
    }

    private int follow(int max) {
        int seen = 0;
        int now;
        do {
            now = view.follow(max, sight -> all.forEach(each -> each.changed(sight)));
            seen += now;
        } while (now >= max);
        return seen;
    }
}
