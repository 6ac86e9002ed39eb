package dev.berth.sim.controller;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Condition;
import dev.berth.model.Kind;
import dev.berth.model.Node;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Adds and removes the taints of node conditions (upstream: node lifecycle controller).
final class NodeTaintController implements Controller {
    private static final String NOT_READY = "node.kubernetes.io/not-ready";
    private static final String UNREACHABLE = "node.kubernetes.io/unreachable";
    private static final String UNSCHEDULABLE = "node.kubernetes.io/unschedulable";
    private static final String SCHEDULE = ":NoSchedule";
    private static final String EXECUTE = ":NoExecute";
    private static final List<Pressure> PRESSURES =
            List.of(
                    new Pressure("MemoryPressure", "node.kubernetes.io/memory-pressure"),
                    new Pressure("DiskPressure", "node.kubernetes.io/disk-pressure"),
                    new Pressure("PIDPressure", "node.kubernetes.io/pid-pressure"),
                    new Pressure("NetworkUnavailable", "node.kubernetes.io/network-unavailable"));
    private static final Path TAINTS = ControllerFields.SPEC.then("taints");
    private static final Path KEY = Path.of("key");
    private static final Path EFFECT = Path.of("effect");

    private record Pressure(String condition, String taint) {}

    private final ControllerContext context;
    private final WorkQueue nodes;

    NodeTaintController(ControllerContext context) {
        this.context = context;
        this.nodes = context.workQueue();
    }

    @Override
    public void changed(CacheUpdate update) {
        if (update.isOf(Kind.NODE) && !update.gone()) {
            nodes.to(update.after().name());
        }
    }

    @Override
    public int settle() {
        return nodes.process(name -> context.view().find(Kind.NODE, name).ifPresent(this::look));
    }

    private void look(ObjectVersion object) {
        if (!(object.typed() instanceof Node node)) {
            return;
        }
        Set<String> wanted = wanted(node);
        var taints = new ArrayList<Json>();
        for (Json taint : TAINTS.items(object.json())) {
            String name = KEY.text(taint) + ":" + EFFECT.text(taint);
            if (!ours(name) || wanted.remove(name)) {
                taints.add(taint);
            }
        }
        for (String name : wanted) {
            int colon = name.indexOf(':');
            Json.Obj taint =
                    Json.Obj.EMPTY
                            .with("key", name.substring(0, colon))
                            .with("effect", name.substring(colon + 1));
            taints.add(
                    name.endsWith(EXECUTE) || !name.startsWith(NOT_READY)
                            ? taint.with("timeAdded", context.stamp())
                            : taint);
        }
        if (!taints.equals(TAINTS.items(object.json()))) {
            Json value = taints.isEmpty() ? Json.Null.NULL : new Json.Arr(taints);
            context.change(
                    object,
                    context.asSeen(object, Json.Obj.of("spec", Json.Obj.of("taints", value))),
                    WriteScope.MAIN);
        }
    }

    private static boolean ours(String name) {
        String key = name.substring(0, name.indexOf(':'));
        boolean schedules = name.endsWith(SCHEDULE);
        return switch (key) {
            case NOT_READY, UNREACHABLE -> schedules || name.endsWith(EXECUTE);
            case UNSCHEDULABLE -> schedules;
            default -> schedules && PRESSURES.stream().anyMatch(each -> each.taint.equals(key));
        };
    }

    private static Set<String> wanted(Node node) {
        Set<String> wanted = new LinkedHashSet<>();
        if (node.unschedulable()) {
            wanted.add(UNSCHEDULABLE + SCHEDULE);
        }
        for (Condition condition : node.conditions()) {
            if (condition.type().equals("Ready")) {
                String key =
                        switch (condition.status()) {
                            case "False" -> NOT_READY;
                            case "Unknown" -> UNREACHABLE;
                            default -> "";
                        };
                if (!key.isEmpty()) {
                    wanted.add(key + SCHEDULE);
                    wanted.add(key + EXECUTE);
                }
            }
            for (Pressure pressure : PRESSURES) {
                if (pressure.condition.equals(condition.type())
                        && condition.status().equals("True")) {
                    wanted.add(pressure.taint + SCHEDULE);
                }
            }
        }
        return wanted;
    }
}
