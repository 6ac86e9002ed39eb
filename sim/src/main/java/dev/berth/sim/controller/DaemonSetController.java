package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Runs one pod of each daemon set on every eligible node.
final class DaemonSetController implements Controller {
    static final Kind DAEMON_SET = new Kind("apps", "v1", "DaemonSet", "daemonsets", true);

    private static final String HASH = "controller-revision-hash";
    private static final Path TEMPLATE_GENERATION =
            ControllerFields.ANNOTATIONS.then("deprecated.daemonset.template.generation");
    private static final Path POD_GENERATION =
            ControllerFields.LABELS.then("pod-template-generation");
    private static final Path STRATEGY = ControllerFields.SPEC.then("updateStrategy");
    private static final Path UNAVAILABLE = STRATEGY.then("rollingUpdate").then("maxUnavailable");

    private final ControllerContext context;
    private final PodControl maker;
    private final WorkQueue sets;
    private final Decoder decoder = new Decoder();

    DaemonSetController(ControllerContext context) {
        this.context = context;
        this.maker = new PodControl(context);
        this.sets = context.workQueue();
    }

    @Override
    public void changed(CacheUpdate update) {
        if (update.isOf(DAEMON_SET)) {
            sets.to(update.after().key());
        } else if (update.isOf(Kind.NODE)) {
            context.view().all(DAEMON_SET).forEach(set -> sets.to(set.key()));
        } else if (update.isOf(Kind.POD)) {
            update.after()
                    .typed()
                    .meta()
                    .controller()
                    .filter(owner -> owner.kind().equals(DAEMON_SET.name()))
                    .ifPresent(owner -> sets.to(update.after().namespace() + "/" + owner.name()));
        }
    }

    @Override
    public int settle() {
        return sets.process(key ->
                context.view()
                        .find(DAEMON_SET, key)
                        .filter(set -> ControllerFields.TEMPLATE.in(set.json()))
                        .ifPresent(this::look));
    }

    /// The pods of a set by node, and the nodes that require a pod.
    private record State(
            ObjectVersion set,
            String hash,
            List<String> wanted,
            Map<String, List<ObjectVersion>> pods) {
        // Parity: `IsPodUpdated`. The pods of another cluster have a hash of another controller,
        // but
        // the generation of the template.
        boolean current(ObjectVersion pod) {
            String generation = TEMPLATE_GENERATION.text(set.json());
            return ControllerFields.LABELS.then(HASH).text(pod.json()).equals(hash)
                    || !generation.isEmpty() && POD_GENERATION.text(pod.json()).equals(generation);
        }
    }

    private void look(ObjectVersion set) {
        Pod model = decoder.pod(DaemonPods.of(set, "", ""));
        var wanted = new ArrayList<String>();
        var tolerated = new ArrayList<String>();
        for (ObjectVersion each : context.view().all(Kind.NODE)) {
            if (each.typed() instanceof Node node) {
                if (DaemonPods.belongs(model, node)) {
                    wanted.add(node.name());
                }
                if (DaemonPods.mayStay(model, node)) {
                    tolerated.add(node.name());
                }
            }
        }
        Map<String, List<ObjectVersion>> pods = new HashMap<>();
        for (ObjectVersion pod : context.view().controlledBy(set.uid(), Kind.POD)) {
            pods.computeIfAbsent(DaemonPods.node(pod), _ -> new ArrayList<>()).add(pod);
        }
        String hash = TemplateHash.of(ControllerFields.TEMPLATE.object(set.json()), 0);
        var state = new State(set, hash, wanted, pods);
        if (!OwnerReferences.leaving(set)) {
            place(state, tolerated);
            update(state);
        }
        status(state);
    }

    private void place(State state, List<String> tolerated) {
        for (String node : state.wanted) {
            List<ObjectVersion> there = state.pods.getOrDefault(node, List.of());
            // A finished pod is deleted, so that a new one can replace it.
            for (ObjectVersion pod : there) {
                if (PodFacts.pod(pod).status().finished() && !OwnerReferences.leaving(pod)) {
                    maker.delete(state.set, pod);
                }
            }
            List<ObjectVersion> active =
                    there.stream().filter(pod -> !OwnerReferences.leaving(pod)).toList();
            if (there.isEmpty()
                    && !maker.create(state.set, DaemonPods.of(state.set, node, state.hash))) {
                sets.later(PodControl.RETRY, state.set.key());
                return;
            }
            active.stream().skip(1).forEach(pod -> maker.delete(state.set, pod));
        }
        state.pods.forEach((node, pods) -> {
            if (!tolerated.contains(node)) {
                pods.stream()
                        .filter(pod -> !OwnerReferences.leaving(pod))
                        .forEach(pod -> maker.delete(state.set, pod));
            }
        });
    }

    /// Deletes pods of older templates, and keeps at most `maxUnavailable` nodes without an
    /// available pod.
    private void update(State state) {
        if (STRATEGY.then("type").text(state.set.json()).equals("OnDelete")) {
            return;
        }
        long max =
                Math.max(
                        1,
                        IntOrPercent.share(
                                state.set.json(), UNAVAILABLE, "1", state.wanted.size(), true));
        if (!UNAVAILABLE.in(state.set.json())) {
            max = 1;
        }
        long missing =
                state.wanted.stream().filter(node -> availableOn(state, node).isEmpty()).count();
        for (String node : state.wanted) {
            for (ObjectVersion pod : state.pods.getOrDefault(node, List.of())) {
                if (state.current(pod) || OwnerReferences.leaving(pod)) {
                    continue;
                }
                boolean works = !availableOn(state, node).isEmpty();
                if (!works || missing < max) {
                    maker.delete(state.set, pod);
                    missing += works ? 1 : 0;
                }
            }
        }
    }

    private List<ObjectVersion> availableOn(State state, String node) {
        long minReady = ControllerFields.MIN_READY.number(state.set.json(), 0);
        return state.pods.getOrDefault(node, List.of()).stream()
                .filter(pod ->
                        !OwnerReferences.leaving(pod)
                                && PodFacts.available(PodFacts.pod(pod), minReady, context.now()))
                .toList();
    }

    private void status(State state) {
        long current = 0;
        long ready = 0;
        long available = 0;
        long updated = 0;
        for (String node : state.wanted) {
            List<ObjectVersion> there = state.pods.getOrDefault(node, List.of());
            current += there.isEmpty() ? 0 : 1;
            ready += there.stream().anyMatch(pod -> PodFacts.ready(PodFacts.pod(pod))) ? 1 : 0;
            boolean works = !availableOn(state, node).isEmpty();
            available += works ? 1 : 0;
            long minReady = ControllerFields.MIN_READY.number(state.set.json(), 0);
            if (!works && minReady > 0) {
                sets.later(Duration.ofSeconds(minReady), state.set.key());
            }
            updated += there.stream().anyMatch(state::current) ? 1 : 0;
        }
        long misplaced =
                state.pods.keySet().stream().filter(node -> !state.wanted.contains(node)).count();
        context.status(
                state.set,
                Json.Obj.EMPTY
                        .with("currentNumberScheduled", current)
                        .with("desiredNumberScheduled", state.wanted.size())
                        .with("numberAvailable", IntOrPercent.orNone(available))
                        .with("numberMisscheduled", misplaced)
                        .with("numberReady", ready)
                        .with(
                                "numberUnavailable",
                                IntOrPercent.orNone(state.wanted.size() - available))
                        .with(
                                "observedGeneration",
                                ControllerFields.GENERATION.number(state.set.json(), 0))
                        .with("updatedNumberScheduled", IntOrPercent.orNone(updated)));
    }
}
