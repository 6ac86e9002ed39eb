package dev.berth.app.up;

import dev.berth.app.output.NodeUsage;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Store;
import dev.berth.model.Kind;
import dev.berth.model.Node;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Pod;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads the outcome of the pods from the store.
final class RunOutcome {
    private final SortedMap<String, String> placed = new TreeMap<>();
    private final SortedMap<String, List<String>> failures = new TreeMap<>();
    private final SortedMap<String, List<String>> errors = new TreeMap<>();
    private final SortedMap<String, List<String>> gated = new TreeMap<>();
    private final List<Pod> nominated = new ArrayList<>();
    private final SortedMap<String, List<Pod>> leaving = new TreeMap<>();

    private final boolean noNodes;

    private RunOutcome(boolean noNodes) {
        this.noNodes = noNodes;
    }

    /// @param virtualSeconds see [Summary]
    /// @param givenUp pods that repeatedly failed with an error
    /// @param failures number of failures per `plugin/point`
    static Summary of(
            Store store,
            double seconds,
            OptionalDouble virtualSeconds,
            RunNotes notes,
            Set<String> givenUp,
            SortedMap<String, Long> failures) {
        List<Node> nodes =
                store.list(ObjectSelection.of(Kind.NODE)).objects().stream()
                        .map(ObjectVersion::typed)
                        .filter(Node.class::isInstance)
                        .map(Node.class::cast)
                        .toList();
        var outcome = new RunOutcome(nodes.isEmpty());
        var pods = new ArrayList<Pod>();
        for (ObjectVersion version : store.list(ObjectSelection.of(Kind.POD)).objects()) {
            if (version.typed() instanceof Pod pod) {
                outcome.add(pod, givenUp.contains(pod.key()));
                pods.add(pod);
            }
        }
        return new Summary(
                nodes.size(),
                pods.size(),
                seconds,
                virtualSeconds,
                notes.firstBindingSeconds(),
                outcome.placed,
                outcome.failures,
                outcome.gated,
                outcome.errors,
                failures,
                outcome.nominated.stream().map(outcome::nominated).toList(),
                claims(store),
                notes.preemptionsInAll(),
                notes.preemptions(),
                NodeUsage.of(nodes, pods));
    }

    private static SortedMap<String, Summary.Claim> claims(Store store) {
        var claims = new TreeMap<String, Summary.Claim>();
        for (ObjectVersion version :
                store.list(ObjectSelection.of(Kind.PERSISTENT_VOLUME_CLAIM)).objects()) {
            if (version.typed() instanceof PersistentVolumeClaim claim) {
                claims.put(
                        claim.key(),
                        new Summary.Claim(
                                claim.volumeName(),
                                store.find(Kind.PERSISTENT_VOLUME, "", claim.volumeName())
                                        .isPresent(),
                                claim.phase().equals(PersistentVolumeClaim.LOST)));
            }
        }
        return claims;
    }

    private void add(Pod pod, boolean givenUp) {
        if (pod.assigned()) {
            placed.put(pod.key(), pod.spec().nodeName());
            if (pod.terminating()) {
                leaving.computeIfAbsent(pod.spec().nodeName(), n -> new ArrayList<>()).add(pod);
            }
            return;
        }
        if (!pod.status().nominatedNodeName().isEmpty()) {
            nominated.add(pod);
        }
        pod.status()
                .condition("PodScheduled")
                .filter(condition -> condition.status().equals("False"))
                .ifPresent(condition ->
                        byReason(condition.reason(), givenUp)
                                .computeIfAbsent(condition.message(), m -> new ArrayList<>())
                                .add(pod.key()));
    }

    /// A nominated pod, with the pods of lower priority that are being deleted on its node.
    private Summary.Nominated nominated(Pod pod) {
        String node = pod.status().nominatedNodeName();
        return new Summary.Nominated(
                pod.key(),
                node,
                leaving.getOrDefault(node, List.of()).stream()
                        .filter(each -> each.spec().priority() < pod.spec().priority())
                        .map(Pod::key)
                        .toList());
    }

    private SortedMap<String, List<String>> byReason(String reason, boolean givenUp) {
        // Without nodes, the reason is SchedulerError, but the queue calls the pods unschedulable.
        if (noNodes && !reason.equals("SchedulingGated")) {
            return failures;
        }
        return givenUp
                ? errors
                : switch (reason) {
                    case "SchedulerError" -> errors;
                    case "SchedulingGated" -> gated;
                    default -> failures;
                };
    }
}
