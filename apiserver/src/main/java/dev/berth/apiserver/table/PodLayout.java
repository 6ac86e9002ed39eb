package dev.berth.apiserver.table;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.json.Json;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Pods: ready containers, status, restarts. Kubernetes: `printPod`.
final class PodLayout {
    static final Layout LAYOUT =
            new Layout(
                    List.of(
                            Column.NAME,
                            Column.text("Ready"),
                            Column.text("Status"),
                            Column.text("Restarts"),
                            Column.AGE,
                            Column.wide("IP"),
                            Column.wide("Node"),
                            Column.wide("Nominated Node"),
                            Column.wide("Readiness Gates")),
                    (pod, now) -> new PodLayout(pod, now).cells());

    private static final Path CONTAINERS = Path.of("spec", "containers");
    private static final Path INIT_CONTAINERS = Path.of("spec", "initContainers");
    private static final Path STATUSES = Path.of("status", "containerStatuses");
    private static final Path INIT_STATUSES = Path.of("status", "initContainerStatuses");
    private static final Path GATES = Path.of("spec", "readinessGates");

    private final Json.Obj pod;
    private final Instant now;
    private final List<Json> initContainers;
    private long ready;
    private long restarts;
    private long sidecarRestarts;
    private String lastRestart = "";
    private String lastSidecarRestart = "";
    private String word;

    private PodLayout(Json.Obj pod, Instant now) {
        this.pod = pod;
        this.now = now;
        initContainers = INIT_CONTAINERS.items(pod);
        word =
                TableCell.or(
                        TableCell.text(pod, "status", "reason"),
                        TableCell.text(pod, "status", "phase"));
    }

    private List<Json> cells() {
        for (Json condition : Path.of("status", "conditions").items(pod)) {
            if (TableCell.text(condition, "type").equals("PodScheduled")
                    && TableCell.text(condition, "reason").equals("SchedulingGated")) {
                word = "SchedulingGated";
            }
        }
        boolean initializing = initialize();
        if (!initializing || TableCell.condition(pod, "Initialized").equals("True")) {
            run();
        }
        if (TableCell.leaving(pod)) {
            String phase = TableCell.text(pod, "status", "phase");
            if (TableCell.text(pod, "status", "reason").equals("NodeLost")) {
                word = "Unknown";
            } else if (!phase.equals("Succeeded") && !phase.equals("Failed")) {
                word = "Terminating";
            }
        }
        long sidecars = initContainers.stream().filter(PodLayout::sidecar).count();
        return TableCell.row(
                TableCell.name(pod),
                ready + "/" + (CONTAINERS.items(pod).size() + sidecars),
                word,
                restarts != 0 && !lastRestart.isEmpty()
                        ? restarts + " (" + HumanDuration.since(lastRestart, now) + " ago)"
                        : Long.toString(restarts),
                TableCell.age(pod, now),
                TableCell.or(ip(), TableCell.NONE),
                TableCell.or(TableCell.text(pod, "spec", "nodeName"), TableCell.NONE),
                TableCell.or(TableCell.text(pod, "status", "nominatedNodeName"), TableCell.NONE),
                gates());
    }

    private String ip() {
        List<Json> all = Path.of("status", "podIPs").items(pod);
        return all.isEmpty()
                ? TableCell.text(pod, "status", "podIP")
                : TableCell.text(all.getFirst(), "ip");
    }

    /// Returns whether init containers are still running.
    private boolean initialize() {
        List<Json> statuses = INIT_STATUSES.items(pod);
        for (int i = 0; i < statuses.size(); i++) {
            Json status = statuses.get(i);
            count(status);
            boolean sidecar = sidecarNamed(TableCell.text(status, "name"));
            if (sidecar) {
                sidecarRestarts += TableCell.number(status, "restartCount");
                lastSidecarRestart = later(lastSidecarRestart, ended(status));
            }
            Optional<Json> terminated = Path.of("state", "terminated").find(status);
            if (terminated.isPresent() && TableCell.number(terminated.get(), "exitCode") == 0) {
                continue;
            }
            if (sidecar && TableCell.flag(status, "started")) {
                ready += TableCell.flag(status, "ready") ? 1 : 0;
                continue;
            }
            String waiting = TableCell.text(status, "state", "waiting", "reason");
            if (terminated.isPresent()) {
                word = "Init:" + exit(terminated.get());
            } else if (!waiting.isEmpty() && !waiting.equals("PodInitializing")) {
                word = "Init:" + waiting;
            } else {
                word = "Init:" + i + "/" + initContainers.size();
            }
            return true;
        }
        return false;
    }

    private void run() {
        restarts = sidecarRestarts;
        lastRestart = lastSidecarRestart;
        boolean running = false;
        for (Json status : STATUSES.items(pod).reversed()) {
            count(status);
            String waiting = TableCell.text(status, "state", "waiting", "reason");
            Optional<Json> terminated = Path.of("state", "terminated").find(status);
            if (!waiting.isEmpty()) {
                word = waiting;
            } else if (terminated.isPresent()) {
                word = exit(terminated.get());
            } else if (TableCell.flag(status, "ready") && Path.of("state", "running").in(status)) {
                running = true;
                ready++;
            }
        }
        if (word.equals("Completed") && running) {
            word = TableCell.condition(pod, "Ready").equals("True") ? "Running" : "NotReady";
        }
    }

    private void count(Json status) {
        restarts += TableCell.number(status, "restartCount");
        lastRestart = later(lastRestart, ended(status));
    }

    private static String ended(Json status) {
        return TableCell.text(status, "lastState", "terminated", "finishedAt");
    }

    /// Timestamps of the same format sort by time.
    private static String later(String one, String other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    private static String exit(Json terminated) {
        String reason = TableCell.text(terminated, "reason");
        if (!reason.isEmpty()) {
            return reason;
        }
        long signal = TableCell.number(terminated, "signal");
        return signal != 0
                ? "Signal:" + signal
                : "ExitCode:" + TableCell.number(terminated, "exitCode");
    }

    private boolean sidecarNamed(String name) {
        return initContainers.stream()
                .anyMatch(it -> sidecar(it) && TableCell.text(it, "name").equals(name));
    }

    private static boolean sidecar(Json container) {
        return TableCell.text(container, "restartPolicy").equals("Always");
    }

    private String gates() {
        List<Json> gates = GATES.items(pod);
        if (gates.isEmpty()) {
            return TableCell.NONE;
        }
        long passed =
                gates.stream()
                        .filter(it ->
                                TableCell.condition(pod, TableCell.text(it, "conditionType"))
                                        .equals("True"))
                        .count();
        return passed + "/" + gates.size();
    }
}
