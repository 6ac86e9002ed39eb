package dev.berth.sim.controller;

import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.model.Kind;
import dev.berth.sim.store.EventBook;
import dev.berth.sim.store.Store;
import dev.berth.sim.time.Agenda;

import java.util.List;

/// All controllers of a cluster, which share one view of it and work in turn.
public final class Controllers {
    private final View view;
    private final List<Controller> all;
    private final OldEvents oldEvents;

    /// @param wakeUp called when there may be something to pump
    /// @param log for what goes wrong in a controller
    public Controllers(Store store, Clock clock, Agenda agenda, Runnable wakeUp, Log log) {
        this.view = new View(store, wakeUp);
        this.oldEvents = new OldEvents(store, clock);
        var desk =
                new Desk(
                        view,
                        store,
                        clock,
                        agenda,
                        wakeUp,
                        new EventBook(store, clock, "controllers", EventBook.DEFAULT_LIMIT),
                        log);
        this.all =
                List.of(
                        new Namespaces(desk.of("namespace-controller")),
                        new NodeTaints(desk.of("node-controller")),
                        new Adoption(desk, Deployments.DEPLOYMENT, Kind.REPLICA_SET),
                        new Adoption(desk, Kind.REPLICA_SET, Kind.POD),
                        new Adoption(desk, Kind.REPLICATION_CONTROLLER, Kind.POD),
                        new Adoption(desk, DaemonSets.DAEMON_SET, Kind.POD),
                        new Deployments(desk.of("deployment-controller")),
                        new ReplicaSets(desk.of("replicaset-controller"), Kind.REPLICA_SET),
                        new ReplicaSets(
                                desk.of("replication-controller"), Kind.REPLICATION_CONTROLLER),
                        new DaemonSets(desk.of("daemonset-controller")),
                        new Jobs(desk.of("job-controller")),
                        new Budgets(desk.of("controllermanager")),
                        new TaintEvictions(desk.of("taint-eviction-controller")),
                        new LostPods(desk.of("pod-garbage-collector")),
                        new OwnService(desk),
                        new Garbage(desk.of("garbage-collector-controller")));
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
