package dev.berth.engine.simulation;

import dev.berth.config.DefaultProfile;
import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.devices.DynamicResources;
import dev.berth.engine.Engine;
import dev.berth.engine.EngineInternals;
import dev.berth.engine.StepThreads;
import dev.berth.engine.decide.Decider;
import dev.berth.engine.loop.EngineWiring;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.port.ProfileSpec.PluginSet;
import dev.berth.engine.port.ProfileSpec.Use;
import dev.berth.engine.profile.NamedPlugin;
import dev.berth.engine.queue.QueueName;
import dev.berth.engine.queue.QueuedPod;
import dev.berth.engine.robustness.Fault;
import dev.berth.engine.robustness.FaultPoint;
import dev.berth.engine.robustness.Thrower;
import dev.berth.engine.state.PodEntry;
import dev.berth.engine.view.Decision;
import dev.berth.engine.view.DryRunResult;
import dev.berth.model.Kind;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.sim.VirtualCluster;
import dev.berth.sim.fault.Faults;
import dev.berth.sim.fault.RandomFaults;
import dev.berth.sim.link.ClusterLink;
import dev.berth.spi.ExtensionPoint;
import dev.berth.spi.Reserve;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;

/// A random event sequence of a cluster with a scheduler, checked after every step.
final class EventSequence {
    private static final List<Fault> THROWN =
            List.of(
                    Fault.EXCEPTION,
                    Fault.OVERFLOW,
                    Fault.MISSING_CLASS,
                    Fault.ASSERTION,
                    Fault.NULL);

    /// With `-Dsimulation.trace=true` the log also holds every message and decision.
    private static final boolean TRACE = Boolean.getBoolean("simulation.trace");

    private static final List<Kind> PUMPED =
            List.of(
                    Kind.POD,
                    Kind.NODE,
                    Kind.POD,
                    Kind.POD,
                    Kind.POD,
                    Kind.POD,
                    Kind.NODE,
                    Kind.DISRUPTION_BUDGET,
                    Kind.PERSISTENT_VOLUME,
                    Kind.PERSISTENT_VOLUME_CLAIM,
                    Kind.CSI_NODE,
                    Kind.RESOURCE_CLAIM,
                    Kind.RESOURCE_CLAIM,
                    Kind.RESOURCE_SLICE,
                    Kind.DEVICE_TAINT_RULE);

    private static final Duration FAULTS_END = Duration.ofSeconds(61);
    private static final Duration BACKOFF_AND_MORE = Duration.ofSeconds(15);
    private static final int MAX_ROUNDS = 6;
    private static final int MAX_TURNS_AT_ONCE = 5_000;

    /// Figures of one event sequence.
    record Result(
            int messages,
            int pods,
            int bound,
            int boundWithVolumes,
            int boundWithClaims,
            int preemptions,
            SortedMap<String, Long> faults,
            SortedMap<String, Long> failures,
            long flushRequeues) {}

    private final Choices choices;
    private final VirtualCluster cluster;
    private final Violations violations = new Violations();
    private final Ledger ledger = new Ledger(violations);
    private final PreemptionWatch preemptions = new PreemptionWatch(ledger, this::pluginFails);
    private final Chaos chaos;
    private final SplittableRandom faulty;
    private int faultyPercent;
    private final StorageLife storage;
    private final DeviceLife devices;
    private final ClusterLink link;
    private final Engine engine;
    private final EngineWiring loop;
    private final MergedEvents merging;
    private final boolean extended;
    private final Map<String, String> boundTo = new HashMap<>();
    private final Set<String> podUids = new HashSet<>();
    private final List<String> log = new ArrayList<>();
    private int messages;
    private int podNames;

    EventSequence(Choices choices) {
        this.choices = choices;
        long seed = choices.below(1 << 20);
        cluster = new VirtualCluster(seed);
        chaos = new Chaos(violations, seed);
        faulty = new SplittableRandom(seed);
        link = cluster.cluster().link();
        storage = new StorageLife(choices, cluster.store(), violations, this::note);
        devices = new DeviceLife(choices, cluster.store(), this::note);
        var profile = ProfileSpec.named("default-scheduler");
        profile.with("Ledger", ledger);
        profile.with("StorageLife", storage);
        profile.with("PreemptionWatch", preemptions);
        DefaultProfile.addTo(profile);
        profile.with("Doorkeeper", new RandomPermit());
        profile.with("Chaos", chaos::in, 0);
        extended = choices.percent(25);
        if (choices.percent(40)) {
            addThrower(profile, THROWN.get(choices.below(THROWN.size())));
        }
        engine =
                Engine.builder()
                        .profile(profile.build())
                        .extenders(extended ? List.of(new RandomAction(chaos, seed)) : List.of())
                        .api(preemptions.watching(link))
                        .clock(cluster.clock())
                        .executor(new StepThreads())
                        .seed(seed)
                        .onDecision(this::checkDecision)
                        .build();
        loop = EngineInternals.loop(engine);
        merging = new MergedEvents(engine::post);
        Message.Inbox inbox = choices.percent(50) ? merging : engine::post;
        link.deliverTo(message -> {
            messages++;
            inbox.accept(message);
        });
    }

    /// A plugin that fails everywhere, now and then. Not in pre-enqueue: whoever is gated by a
    /// failure waits for an event that never comes here.
    private void addThrower(ProfileSpec.Builder profile, Fault fault) {
        note("a plugin fails by " + fault);
        var thrower =
                new Thrower(
                        fault,
                        (spot, pod) ->
                                spot != FaultPoint.PRE_ENQUEUE
                                        && faulty.nextInt(100) < faultyPercent);
        profile.with(Thrower.NAME, thrower);
        profile.at(
                ExtensionPoint.BIND,
                new PluginSet(
                        List.of(new Use(Thrower.NAME, 0), new Use("DefaultBinder", 0)),
                        Set.of("*")));
    }

    private boolean pluginFails() {
        return faultyPercent > 0;
    }

    /// Runs the event sequence; throws a [Violation] if an invariant does not hold.
    Result run() {
        storage.begin();
        devices.begin();
        int nodes = choices.between(2, 6);
        for (int i = 0; i < nodes; i++) {
            createNode(i);
        }
        podNames = choices.between(20, 40);
        int steps = choices.between(150, 300);
        for (int step = 0; step < steps; step++) {
            step();
            check();
        }
        calmDown();
        var result =
                new Result(
                        messages,
                        podUids.size(),
                        boundTo.size(),
                        storage.boundPods(),
                        devices.boundPods(),
                        preemptions.preemptions(),
                        link.tally().all(),
                        engine.stats().failuresByPlugin(),
                        engine.stats().flushRequeues());
        engine.close();
        return result;
    }

    List<String> log() {
        return log;
    }

    private void note(String what) {
        log.add(what);
    }

    private void trace(Object what) {
        if (TRACE) {
            note(cluster.clock().nowNanos() + " " + what);
        }
    }

    private void step() {
        int action = choices.below(100);
        if (action < 35) {
            int iterations = choices.between(1, 8);
            for (int i = 0; i < iterations; i++) {
                engine.runOnce();
            }
            note("turn " + iterations);
        } else if (action < 55) {
            pump();
        } else if (action < 71) {
            changePod();
        } else if (action < 73) {
            devices.change();
        } else if (action < 76) {
            storage.change();
        } else if (action < 77) {
            changeBudget();
        } else if (action < 85) {
            changeNode(choices.below(7));
        } else if (action < 94) {
            pass(Duration.ofMillis(choices.between(1, 3_000)));
        } else if (action < 97) {
            faults();
        } else {
            chaos.percent(choices.below(3) * 15);
            faultyPercent = choices.below(3) * 3;
            note("chaos");
        }
    }

    private void pump() {
        Kind kind = PUMPED.get(choices.below(PUMPED.size()));
        int max = choices.between(1, 20);
        int delivered = link.pump(kind, max);
        merging.flush();
        cluster.cluster().pump(choices.between(1, 20));
        note("pump " + kind.name() + " " + delivered);
    }

    private void pass(Duration time) {
        cluster.clock().advance(time);
        cluster.timeline().fire();
        note("pass " + time.toMillis() + " ms");
    }

    private void faults() {
        int rate = choices.below(4);
        note("faults " + rate);
        link.faults(
                rate == 0
                        ? Faults.NONE
                        : new RandomFaults(
                                0.1 * rate,
                                0.05 * rate,
                                new SplittableRandom(choices.below(1 << 20))));
    }

    private void changePod() {
        String name = "pod-" + choices.below(podNames);
        Store store = cluster.store();
        var present = store.find(Kind.POD, "default", name);
        if (present.isEmpty()) {
            int cpu = choices.below(5) * 500;
            int memory = choices.below(3) * 512;
            GeneratedObjects.Traits traits = traits();
            List<Json> volumes = choices.percent(30) ? storage.volumes() : List.of();
            List<Json> claims = choices.percent(20) ? devices.references() : List.of();
            Json.Obj pod =
                    GeneratedObjects.with(
                            GeneratedObjects.pod(name, cpu, memory, traits), volumes, claims);
            podUids.add(store.create(pod).orThrow().uid());
            note(
                    "create %s cpu %d memory %d %s %s %s"
                            .formatted(name, cpu, memory, traits, volumes, claims));
            return;
        }
        switch (choices.below(4)) {
            case 0 -> {
                store.delete(
                        Kind.POD,
                        "default",
                        name,
                        DeleteRequest.DEFAULT.within(choices.below(2) * 3L));
                note("delete " + name);
            }
            case 1 -> {
                // Gone and back under the same name before anyone looks.
                store.delete(Kind.POD, "default", name, DeleteRequest.NOW);
                if (store.find(Kind.POD, "default", name).isEmpty()) {
                    podUids.add(
                            store.create(
                                            GeneratedObjects.pod(
                                                    name,
                                                    choices.below(4) * 500,
                                                    0,
                                                    GeneratedObjects.Traits.NONE))
                                    .orThrow()
                                    .uid());
                }
                note("recreate " + name);
            }
            case 2 -> {
                if (present.get().typed() instanceof Pod pod && !pod.assigned()) {
                    store.patch(
                            Kind.POD,
                            "default",
                            name,
                            new Patch.Merge(
                                    Json.Obj.of(
                                            "spec",
                                            Json.Obj.of("schedulingGates", Json.Null.NULL))),
                            WriteScope.WHOLE);
                    note("ungate " + name);
                }
            }
            default -> {
                store.patch(
                        Kind.POD,
                        "default",
                        name,
                        new Patch.Merge(
                                Json.Obj.of(
                                        "metadata",
                                        Json.Obj.of(
                                                "labels", Json.Obj.of("color", Json.of(color()))))),
                        WriteScope.MAIN);
                note("label " + name);
            }
        }
    }

    private GeneratedObjects.Traits traits() {
        return new GeneratedObjects.Traits(
                choices.below(4) * 10,
                choices.percent(10),
                choices.percent(10),
                choices.percent(50) ? color() : "",
                choices.below(4) * 3,
                choices.percent(30) ? choices.between(1, 30) : 0);
    }

    private String color() {
        return "c" + choices.below(3);
    }

    private void changeBudget() {
        String color = color();
        Store store = cluster.store();
        if (store.find(Kind.DISRUPTION_BUDGET, "default", color).isPresent()) {
            store.delete(Kind.DISRUPTION_BUDGET, "default", color, DeleteRequest.DEFAULT);
        }
        int allowed = choices.below(4);
        if (allowed > 0) {
            store.create(GeneratedObjects.budget(color, allowed - 1)).orThrow();
        }
        note("budget " + color + " " + (allowed - 1));
    }

    private void createNode(int number) {
        int cpu = choices.between(1, 4) * 1_000;
        cluster.store()
                .create(
                        GeneratedObjects.node(
                                "node-" + number,
                                cpu,
                                choices.between(1, 4) * 1024,
                                choices.between(2, 10)))
                .orThrow();
        note("create node-" + number + " cpu " + cpu);
    }

    private void changeNode(int number) {
        String name = "node-" + number;
        Store store = cluster.store();
        if (store.find(Kind.NODE, "", name).isEmpty()) {
            createNode(number);
            return;
        }
        switch (choices.below(5)) {
            case 0 -> {
                store.delete(Kind.NODE, "", name, DeleteRequest.DEFAULT);
                note("delete " + name);
            }
            case 4 -> permit(name, choices.percent(50));
            case 1 -> {
                boolean cordon = choices.percent(50);
                store.patch(
                        Kind.NODE,
                        "",
                        name,
                        new Patch.Merge(
                                Json.Obj.of("spec", Json.Obj.of("unschedulable", Json.of(cordon)))),
                        WriteScope.WHOLE);
                note("cordon " + name + " " + cordon);
            }
            case 2 -> {
                Json.Obj allocatable =
                        GeneratedObjects.allocatable(
                                choices.between(0, 4) * 1_000,
                                choices.between(1, 4) * 1024,
                                choices.between(1, 10));
                store.patch(
                        Kind.NODE,
                        "",
                        name,
                        new Patch.Merge(
                                Json.Obj.of("status", Json.Obj.of("allocatable", allocatable))),
                        WriteScope.WHOLE);
                note("resize " + name + " " + allocatable.text());
            }
            default -> {
                store.delete(Kind.NODE, "", name, DeleteRequest.DEFAULT);
                createNode(number);
                note("flap " + name);
            }
        }
    }

    private void permit(String node, boolean open) {
        cluster.store()
                .patch(
                        Kind.NODE,
                        "",
                        node,
                        new Patch.Merge(
                                Json.Obj.of(
                                        "metadata",
                                        Json.Obj.of(
                                                "labels",
                                                Json.Obj.of(
                                                        RandomPermit.LISTENER,
                                                        open ? Json.of("open") : Json.Null.NULL)))),
                        WriteScope.MAIN);
        note("door of " + node + " " + open);
    }

    /// After the last fault: everything settles, and what can be placed is placed within a backoff.
    private void calmDown() {
        link.faults(Faults.NONE);
        chaos.percent(0);
        faultyPercent = 0;
        note("calm");
        for (ObjectVersion node : cluster.store().list(ObjectSelection.of(Kind.NODE)).objects()) {
            permit(node.name(), true);
        }
        storage.calmDown();
        devices.calmDown();
        run(FAULTS_END);
        run(BACKOFF_AND_MORE);
        for (int i = 0; i < MAX_ROUNDS && aPodLeaves(); i++) {
            run(BACKOFF_AND_MORE);
        }
        check();
        checkRest();
        checkSameAsStore();
        checkNothingForgotten();
    }

    /// A pod that ends by itself may set off preemptions to the last, and volumes take their time
    /// or fail to be made.
    private boolean aPodLeaves() {
        return engine.stats().binding() > 0
                || engine.stats().queue().backoff() > 0
                || !loop.state().nominations().isEmpty()
                || storedPods().stream().anyMatch(Pod::terminating);
    }

    /// Lets time pass in small steps, everything delivered as it comes.
    private void run(Duration time) {
        long end = cluster.clock().nowNanos() + time.toNanos();
        drain();
        while (cluster.clock().nowNanos() < end) {
            long next =
                    Math.min(
                            cluster.timeline().nextNanos().orElse(end),
                            Math.min(engine.dueNanos(), end));
            cluster.clock().advanceTo(Math.max(next, cluster.clock().nowNanos()));
            drain();
            check();
        }
    }

    private void drain() {
        int iterations = 0;
        int work;
        do {
            work =
                    cluster.timeline().fire()
                            + cluster.cluster().pump(100)
                            + devices.settle()
                            + deliver()
                            + engine.runOnce();
            if (++iterations > MAX_TURNS_AT_ONCE) {
                throw new Violation("L4", "the scheduler never rests: " + engine.stats());
            }
        } while (work > 0);
    }

    private int deliver() {
        int delivered = link.pump(100);
        merging.flush();
        return delivered;
    }

    private void check() {
        violations.check();
        checkBoundOnce();
        checkOnePlaceEach();
        storage.check();
        devices.check();
        preemptions.check();
    }

    /// S1: a bound pod stays on its node.
    private void checkBoundOnce() {
        for (Pod pod : storedPods()) {
            if (pod.assigned()) {
                String before = boundTo.putIfAbsent(pod.uid(), pod.spec().nodeName());
                if (before != null && !before.equals(pod.spec().nodeName())) {
                    throw new Violation(
                            "S1",
                            pod.key() + " moved from " + before + " to " + pod.spec().nodeName());
                }
            }
        }
    }

    /// S5: every unbound pod the engine knows of is in exactly one place.
    private void checkOnePlaceEach() {
        for (QueuedPod queued : loop.queue().all()) {
            // An attempt that waits for extenders learns of it when they answer.
            if (loop.state().pod(queued.uid()).isEmpty()
                    && !loop.extendersCalledFor(queued.uid())) {
                throw new Violation(
                        "S5",
                        queued.pod().key() + " is gone and still queued as " + queued.queueName());
            }
        }
        for (PodEntry entry : loop.state().pods()) {
            Pod pod = entry.seen();
            int places = 0;
            QueuedPod queued = loop.queue().find(pod.uid());
            boolean held = loop.binder().waiting().find(pod.uid()).isPresent();
            boolean binding = loop.binder().find(pod.uid()).isPresent();
            if (queued != null
                    && queued.queueName() != QueueName.IN_FLIGHT
                    && queued.queueName() != QueueName.NONE) {
                places++;
            }
            if (held || binding) {
                places++;
            }
            boolean calledExtenders = loop.extendersCalledFor(pod.uid());
            if (calledExtenders) {
                places++;
            }
            if (queued != null
                    && queued.queueName() == QueueName.IN_FLIGHT
                    && !held
                    && !calledExtenders) {
                throw new Violation("S5", pod.key() + " is in flight, but nobody holds it");
            }
            if (entry.assumed() && !held && !binding) {
                places++; // Bound, not confirmed yet.
            }
            if (pod.assigned()) {
                if (queued != null && queued.queueName() != QueueName.IN_FLIGHT) {
                    throw new Violation(
                            "S5",
                            pod.key() + " is bound and still queued as " + queued.queueName());
                }
            } else if (places != 1 && !pod.terminating()) {
                throw new Violation("S5", pod.key() + " is in " + places + " places");
            }
        }
    }

    /// S12: no active pod comes before the pod that was popped. The attempt fails for the
    /// violation, and a failed attempt requeues the pod, so the violation is kept until the end of
    /// the step.
    private void checkDecision(Decision decision) {
        try {
            checkOrder(decision);
        } catch (Violation violation) {
            throw violations.remembered(violation);
        }
    }

    private void checkOrder(Decision decision) {
        trace(decision);
        preemptions.decided(decision, loop);
        PodEntry taken = loop.state().pod(decision.uid()).orElse(null);
        if (taken == null || extended) {
            // Pods that wait for extenders are overtaken by pods that do not need them.
            return;
        }
        for (QueuedPod other : loop.queue().all()) {
            if (other.queueName() == QueueName.ACTIVE
                    && !other.uid().equals(decision.uid())
                    && other.pod().spec().priority() > taken.seen().spec().priority()) {
                throw new Violation(
                        "S12", decision.pod() + " was taken before " + other.pod().key());
            }
        }
    }

    /// S7: when the engine is idle, nothing is in flight.
    private void checkRest() {
        var stats = engine.stats();
        if (stats.assumed() != 0
                || stats.assumedObjects() != 0
                || stats.awaiting() != 0
                || stats.waiting() != 0
                || stats.binding() != 0
                || stats.queue().inFlight() != 0
                || stats.queue().inFlightEvents() != 0
                || !engine.idle() && stats.queue().backoff() == 0) {
            throw new Violation("S7", "not at rest: " + stats);
        }
        for (NamedPlugin<Reserve> each : loop.profiles().all().iterator().next().reserves()) {
            if (each.plugin() instanceof DynamicResources plugin
                    && plugin.pendingAllocations() != 0) {
                throw new Violation(
                        "S7", plugin.pendingAllocations() + " allocations are still pending");
            }
        }
        if (!chaos.reserved().isEmpty()) {
            throw new Violation("S8", "reservations without an end: " + chaos.reserved());
        }
        for (String uid : loop.state().nominations().all().keySet()) {
            QueuedPod queued = loop.queue().find(uid);
            if (queued == null) {
                throw new Violation("S7", uid + " has a nomination and is not pending");
            }
        }
    }

    /// S6: with everything delivered, the engine's state is the store's.
    private void checkSameAsStore() {
        var pods = new TreeMap<String, Pod>();
        for (Pod pod : storedPods()) {
            if (!pod.status().finished()) {
                pods.put(pod.uid(), pod);
            }
        }
        var known = new TreeMap<String, Pod>();
        for (PodEntry entry : loop.state().pods()) {
            known.put(entry.uid(), entry.seen());
        }
        same("pods", pods, known);
        var nodes = new TreeMap<String, Node>();
        for (ObjectVersion version :
                cluster.store().list(ObjectSelection.of(Kind.NODE)).objects()) {
            nodes.put(version.name(), (Node) version.typed());
        }
        same("nodes", nodes, new TreeMap<>(ledger.nodes()));
        for (Pod pod : pods.values()) {
            String charged =
                    loop.state()
                            .pod(pod.uid())
                            .orElseThrow()
                            .charged()
                            .map(p -> p.spec().nodeName())
                            .orElse("");
            if (!charged.equals(pod.spec().nodeName())) {
                throw new Violation(
                        "S6",
                        pod.key()
                                + " is on '"
                                + pod.spec().nodeName()
                                + "', charged to '"
                                + charged
                                + "'");
            }
        }
    }

    private static <T> void same(String what, Map<String, T> stored, Map<String, T> known) {
        if (!stored.keySet().equals(known.keySet())) {
            throw new Violation(
                    "S6", what + " stored " + stored.keySet() + ", known " + known.keySet());
        }
        stored.forEach((key, value) -> {
            if (!value.equals(known.get(key))) {
                throw new Violation(
                        "S6", what + " " + key + " stored " + value + ", known " + known.get(key));
            }
        });
    }

    /// L1: the pods that are still pending do not fit on any node, and no pod needed the
    /// five-minute flush.
    private void checkNothingForgotten() {
        for (Pod pod : storedPods()) {
            if (!pod.assigned() && !pod.terminating() && pod.spec().schedulingGates().isEmpty()) {
                if (!pod.spec().volumes().isEmpty() || !pod.template().parts().claims().isEmpty()) {
                    checkNotSchedulable(pod);
                    continue;
                }
                for (Node node : ledger.nodes().values()) {
                    if (ledger.fits(pod, node)) {
                        throw new Violation(
                                "L1",
                                pod.key()
                                        + " is pending though it fits on "
                                        + node.name()
                                        + "; it is in "
                                        + place(pod)
                                        + "; nominations "
                                        + loop.state().nominations().all());
                    }
                    if (couldPreempt(pod, node)) {
                        throw new Violation(
                                "L1",
                                "%s is pending though pods of lower priority run on %s; it is in %s"
                                        .formatted(pod.key(), node.name(), place(pod)));
                    }
                }
            }
        }
        if (engine.stats().flushRequeues() != 0) {
            throw new Violation(
                    "L1", engine.stats().flushRequeues() + " pods were saved by the flush only");
        }
    }

    /// L1 for a pod with volumes: a scheduler that has just started finds no node either.
    private void checkNotSchedulable(Pod pod) {
        try (var decider = new Decider(List.of(DefaultProfile.spec()))) {
            for (ObjectVersion object :
                    cluster.store().list(ObjectSelection.everything()).objects()) {
                if (!object.uid().equals(pod.uid())) {
                    decider.put(object.typed());
                }
            }
            DryRunResult result = decider.decide(pod, false);
            if (result.outcome() == DryRunResult.Outcome.SCHEDULED) {
                throw new Violation(
                        "L1",
                        "%s with %s is pending though %s; it is in %s"
                                .formatted(
                                        pod.key(),
                                        pod.spec().volumes(),
                                        result.best(),
                                        place(pod)));
            }
        }
    }

    /// Whether preemption on a node would help a pod, now that no bind is in progress.
    private boolean couldPreempt(Pod pod, Node node) {
        Set<String> lower = ledger.lessThan(pod, node);
        return !pod.spec().preemptionPolicy().equals("Never")
                && !lower.isEmpty()
                && ledger.fits(pod, node, lower, List.of());
    }

    private String place(Pod pod) {
        QueuedPod queued = loop.queue().find(pod.uid());
        return queued == null
                ? "no queue"
                : queued.queueName()
                        + " after "
                        + queued.attempts()
                        + " attempts, rejected by "
                        + queued.unschedulablePlugins()
                        + ", moves "
                        + queued.moves();
    }

    private List<Pod> storedPods() {
        var pods = new ArrayList<Pod>();
        for (ObjectVersion version : cluster.store().list(ObjectSelection.of(Kind.POD)).objects()) {
            pods.add((Pod) version.typed());
        }
        return pods;
    }
}
