package dev.berth.app.process;

import dev.berth.engine.port.Log;
import dev.berth.engine.view.PendingPod;
import dev.berth.engine.view.Query;
import dev.berth.engine.view.SchedulingState;
import dev.berth.kube.reflector.ReflectorSpec;
import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.ApiPath;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.kubeclient.wire.ProtobufFormat;
import dev.berth.kubeclient.wire.WireFormat;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.Pod;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Logs the state of the scheduler and how it differs from the state of the API server.
final class Dump implements Runnable {
    private final ClusterScheduler scheduler;
    private final ApiClient client;
    private final Log log;

    Dump(ClusterScheduler scheduler, ApiClient client, Log log) {
        this.scheduler = scheduler;
        this.client = client;
        this.log = log;
    }

    @Override
    public void run() {
        Optional<List<Pod>> pods = scheduler.ask(new Query.Pods());
        Optional<List<String>> names = scheduler.ask(new Query.NodeNames());
        Optional<List<PendingPod>> pending = scheduler.ask(new Query.PendingPods());
        if (pods.isEmpty() || names.isEmpty() || pending.isEmpty()) {
            log.warn("The scheduling thread does not respond, its state cannot be dumped");
            return;
        }
        Set<String> nodes = new TreeSet<>(names.get());
        compare(nodes, pods.get());
        dumpNodes(nodes, pods.get());
        dumpQueue(pending.get());
    }

    private void compare(Set<String> nodes, List<Pod> pods) {
        try {
            Set<String> actualNodes = list(Kind.NODE);
            Set<String> actualPods = list(Kind.POD);
            report("nodes", actualNodes, nodes);
            report(
                    "pods",
                    actualPods,
                    pods.stream().map(Pod::uid).collect(Collectors.toCollection(TreeSet::new)));
        } catch (IOException e) {
            log.error(e, "Failed to list objects");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void report(String what, Set<String> actual, Set<String> held) {
        var missed = new TreeSet<>(actual);
        missed.removeAll(held);
        var redundant = new TreeSet<>(held);
        redundant.removeAll(actual);
        if (missed.isEmpty() && redundant.isEmpty()) {
            log.info(0, "Cache matches the API server", "kind", what, "objects", held.size());
        } else {
            log.warn("Cache mismatch", "kind", what, "missed", missed, "redundant", redundant);
        }
    }

    /// Names of nodes, or UIDs of pods.
    private Set<String> list(Kind kind) throws IOException, InterruptedException {
        var format = new ProtobufFormat(new Decoder());
        String selector = ReflectorSpec.of(kind, format).fieldSelector();
        var found = new TreeSet<String>();
        String path =
                ApiPath.of(kind)
                        + "?resourceVersion="
                        + (selector.isEmpty() ? "" : "&fieldSelector=" + ApiPath.encoded(selector));
        try (ApiResponse response =
                client.send(ApiRequest.get(path).accepting(format.mediaType()))) {
            if (!response.granted()) {
                throw new IOException(
                        format.readStatus(response.status(), response.body()).message());
            }
            WireFormat.Page _ =
                    format.readList(
                            kind,
                            response.body(),
                            seen ->
                                    found.add(
                                            seen.object() instanceof Pod pod
                                                    ? pod.uid()
                                                    : seen.object().meta().name()));
        }
        return found;
    }

    private void dumpNodes(Set<String> nodes, List<Pod> pods) {
        Map<String, List<String>> byNode = new TreeMap<>();
        nodes.forEach(node -> byNode.put(node, new ArrayList<>()));
        for (Pod pod : pods) {
            if (pod.assigned()) {
                byNode.computeIfAbsent(pod.spec().nodeName(), _ -> new ArrayList<>())
                        .add(pod.key());
            }
        }
        log.info(0, "Dump of cached NodeInfo", "nodes", nodes.size());
        byNode.forEach((node, on) ->
                log.info(
                        0,
                        "Node",
                        "name",
                        node,
                        "known",
                        nodes.contains(node),
                        "pods",
                        String.join(" ", on)));
    }

    private void dumpQueue(List<PendingPod> pending) {
        log.info(
                0, "Dump of scheduling queue", "summary", summary(pending), "pods", pending.size());
        for (PendingPod pod : pending) {
            log.info(
                    0,
                    "Pending pod",
                    "pod",
                    pod.pod(),
                    "queue",
                    pod.queue(),
                    "attempts",
                    pod.attempts(),
                    "plugins",
                    String.join(" ", pod.rejectedBy()));
        }
    }

    /// The sizes of the queues, as in kube-scheduler.
    static String summary(List<PendingPod> pending) {
        return "activeQ:%d; backoffQ:%d; unschedulableEntities:%d"
                .formatted(
                        count(pending, SchedulingState.ACTIVE),
                        count(pending, SchedulingState.BACKOFF),
                        count(pending, SchedulingState.UNSCHEDULABLE)
                                + count(pending, SchedulingState.GATED));
    }

    private static long count(List<PendingPod> pending, SchedulingState state) {
        return pending.stream().filter(pod -> pod.state() == state).count();
    }
}
