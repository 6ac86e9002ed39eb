package dev.berth.sim;

import dev.berth.controlplane.store.EventLog;
import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.Store;
import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.sim.controller.Controllers;
import dev.berth.sim.link.ClusterLink;
import dev.berth.sim.stage.DefaultStages;
import dev.berth.sim.stage.StageController;
import dev.berth.sim.time.TimerService;
import dev.berth.sim.volume.VolumeController;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/// A cluster in memory, on a given clock: a control plane, volume controllers, simulated kubelets
/// and, optionally, the other controllers.
///
/// Tests use a [VirtualCluster]. A program on real time provides its clock, its timers and a
/// `wakeUp` callback. After the callback, a thread calls [#pump] and the `pump` methods of the
/// links.
public final class SimCluster {
    private final Clock clock;
    private final TimerService agenda;
    private final Runnable wakeUp;
    private final Store store;
    private final EventLog events;
    private final StageController stages;
    private final VolumeController volumes;

    /// The UIDs of the objects from [#put].
    private final Set<String> given = new HashSet<>();

    private Optional<Controllers> controllers = Optional.empty();

    /// @param seed the seed for UIDs, generated names and the jitter of stages
    /// @param wakeUp called on any thread when `pump` may have work to do
    public SimCluster(Clock clock, TimerService agenda, long seed, Runnable wakeUp) {
        this.clock = clock;
        this.agenda = agenda;
        this.wakeUp = wakeUp;
        this.store = new Store(clock, seed);
        this.events = eventLog("default-scheduler");
        this.stages =
                new StageController(
                        store, clock, agenda, new SplittableRandom(seed).split(), wakeUp);
        this.volumes = new VolumeController(store, clock, agenda, wakeUp);
        createDefaults();
    }

    /// Creates the objects that every cluster has.
    private void createDefaults() {
        for (String name : List.of("default", "kube-node-lease", "kube-public", "kube-system")) {
            store.create(ObjectTemplates.namespace(name)).orThrow();
        }
        store.create(priorityClass("system-cluster-critical", 2_000_000_000)).orThrow();
        store.create(priorityClass("system-node-critical", 2_000_001_000)).orThrow();
        DefaultStages.manifests().forEach(stage -> store.create(stage).orThrow());
    }

    private static Json.Obj priorityClass(String name, long value) {
        return ObjectTemplates.named(Kind.PRIORITY_CLASS, "", name).with("value", value);
    }

    /// Adds the controllers that create and delete pods, update disruption budgets and taint nodes.
    /// Most tests of a scheduler do without them, so that the cluster contains only the objects of
    /// the test.
    ///
    /// @param log the log for failures of the controllers
    public SimCluster controlled(Log log) {
        controllers = Optional.of(new Controllers(store, clock, agenda, wakeUp, log));
        stages.logInto(log);
        volumes.noteInto(eventLog("persistentvolume-controller"), eventLog("external-provisioner"));
        return this;
    }

    private EventLog eventLog(String reporter) {
        return new EventLog(store, clock, reporter, EventLog.DEFAULT_LIMIT);
    }

    public Store store() {
        return store;
    }

    public EventLog events() {
        return events;
    }

    /// The simulated kubelets. If a test deletes the stages from the store, objects do not change
    /// by themselves.
    public StageController stages() {
        return stages;
    }

    /// Creates an object, including its status.
    ///
    /// @throws IllegalStateException if the control plane rejects the object
    public ObjectVersion create(Json.Obj object) {
        return store.create(object).orThrow();
    }

    /// Creates an object, including its UID and status. It replaces an object that the cluster has
    /// created itself, such as the namespace `default` or a default stage.
    public Reply<ObjectVersion> put(Json.Obj object) {
        Reply<ObjectVersion> created =
                store.restore(object, existing -> !given.contains(existing.uid()));
        if (created instanceof Reply.Granted<ObjectVersion>(var version)) {
            given.add(version.uid());
        }
        return created;
    }

    /// Connects a scheduler, which receives the default kinds and `more`.
    public ClusterLink link(Kind... more) {
        return new ClusterLink(store, events, clock, agenda, wakeUp, ClusterLink.kindsWith(more));
    }

    /// Lets the stages and controllers process up to `max` changes each. Returns the number of
    /// processed changes.
    public int pump(int max) {
        return stages.pump(max)
                + volumes.pump(max)
                + controllers.map(all -> all.pump(max)).orElse(0);
    }
}
