package dev.berth.sim;

import dev.berth.controlplane.store.EventLog;
import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.StatusReason;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.controlplane.tree.Path;
import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.sim.controller.Controllers;
import dev.berth.sim.link.ClusterLink;
import dev.berth.sim.stage.DefaultStages;
import dev.berth.sim.stage.Stage;
import dev.berth.sim.stage.StageController;
import dev.berth.sim.time.TimerService;
import dev.berth.sim.volume.VolumeController;

import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/// A cluster in memory: a control plane, controllers of volumes and, if asked for, of all else, and
/// kubelets that are stages; on whatever time it is given.
///
/// Tests want a [VirtualCluster]. A program on real time gives its clock, its agenda and a wake-up,
/// and lets a thread call [#pump] and the links' pumps when woken.
public final class SimCluster {
    private final Clock clock;
    private final TimerService agenda;
    private final Runnable wakeUp;
    private final Store store;
    private final EventLog events;
    private final StageController stages;
    private final VolumeController volumes;
    private Optional<Controllers> controllers = Optional.empty();

    /// @param seed of UIDs, generated names and the jitter of stages
    /// @param wakeUp called, on any thread, when there may be something to pump
    public SimCluster(Clock clock, TimerService agenda, long seed, Runnable wakeUp) {
        this.clock = clock;
        this.agenda = agenda;
        this.wakeUp = wakeUp;
        this.store = new Store(clock, seed);
        this.events = book("default-scheduler");
        this.stages =
                new StageController(
                        store, clock, agenda, new SplittableRandom(seed).split(), wakeUp);
        this.volumes = new VolumeController(store, clock, agenda, wakeUp);
        found();
    }

    /// What every cluster has from the beginning.
    private void found() {
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

    /// Adds the controllers that make and clear away pods, count budgets and taint nodes. Without
    /// them a cluster holds what was put into it, which is what most tests of a scheduler want.
    ///
    /// @param log for what goes wrong in them
    public SimCluster controlled(Log log) {
        controllers = Optional.of(new Controllers(store, clock, agenda, wakeUp, log));
        volumes.noteInto(book("persistentvolume-controller"), book("external-provisioner"));
        return this;
    }

    private EventLog book(String reporter) {
        return new EventLog(store, clock, reporter, EventLog.DEFAULT_LIMIT);
    }

    public Store store() {
        return store;
    }

    public EventLog events() {
        return events;
    }

    /// Kubelets and controllers; delete their stages from the store for a cluster where nothing
    /// happens by itself.
    public StageController stages() {
        return stages;
    }

    /// Creates an object as it is, status included.
    ///
    /// @throws IllegalStateException if the control plane refuses it
    public ObjectVersion create(Json.Obj object) {
        return store.create(object).orThrow();
    }

    /// Creates an object as it is, status included; a stage takes the place of the one of its name.
    public Reply<ObjectVersion> put(Json.Obj object) {
        Reply<ObjectVersion> created = store.create(object);
        return created instanceof Reply.Refused<ObjectVersion>(var why)
                        && why.reason() == StatusReason.ALREADY_EXISTS
                        && Stage.KIND.name().equals(Path.of("kind").text(object))
                ? store.replace(object, WriteScope.WHOLE)
                : created;
    }

    /// Connects a scheduler, which hears of the usual kinds and of these.
    public ClusterLink link(Kind... more) {
        return new ClusterLink(store, events, clock, agenda, wakeUp, ClusterLink.kindsWith(more));
    }

    /// Lets stages and controllers see up to `max` changes each and returns how many they saw.
    public int pump(int max) {
        return stages.pump(max)
                + volumes.pump(max)
                + controllers.map(all -> all.pump(max)).orElse(0);
    }
}
