package dev.berth.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Store;
import dev.berth.engine.VirtualClock;
import dev.berth.engine.port.Log;
import dev.berth.model.Kind;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.Requests;
import dev.berth.model.ResourceList;
import dev.berth.model.json.Json;
import dev.berth.sim.VirtualCluster;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

class WorkloadsTest {
    /// The free resources of a node. A simple scheduler uses the node with the most free CPU.
    private static final class Capacity {
        final long cpuMillis;
        final long memoryBytes;
        long freeCpu;
        long freeMemory;
        long freePods;

        Capacity(Node node) {
            cpuMillis = node.allocatable().get(ResourceList.CPU).orElseThrow().milliValue();
            memoryBytes = node.allocatable().get(ResourceList.MEMORY).orElseThrow().value();
            freeCpu = cpuMillis;
            freeMemory = memoryBytes;
            freePods = node.allocatable().get(ResourceList.PODS).orElseThrow().value();
        }

        double emptiness() {
            return (double) freeCpu / cpuMillis;
        }

        boolean fits(Requests wanted) {
            return wanted.cpuMillis() <= freeCpu
                    && wanted.memoryBytes() <= freeMemory
                    && freePods > 0;
        }

        void take(Requests wanted) {
            freeCpu -= wanted.cpuMillis();
            freeMemory -= wanted.memoryBytes();
            freePods--;
        }
    }

    private static Store stored(GeneratedWorkload workload) {
        var store = new Store(VirtualClock.atEpoch(), 1);
        workload.nodes().forEach(node -> store.create(node).orThrow());
        workload.context().forEach(object -> store.create(object).orThrow());
        workload.pods().forEach(pod -> store.create(pod).orThrow());
        return store;
    }

    private static List<Capacity> capacities(Store store) {
        var capacities = new ArrayList<Capacity>();
        store.list(ObjectSelection.of(Kind.NODE))
                .objects()
                .forEach(node -> capacities.add(new Capacity((Node) node.typed())));
        return capacities;
    }

    /// Assigns the pods to the nodes. Returns those that do not fit.
    private static List<Requests> filled(
            Store store, GeneratedWorkload workload, List<Capacity> capacities) {
        var left = new ArrayList<Requests>();
        for (var tree : workload.pods()) {
            var meta = tree.objAt("metadata").orElseThrow();
            var pod =
                    (Pod)
                            store.get(
                                            Kind.POD,
                                            meta.textAt("namespace").orElseThrow(),
                                            meta.textAt("name").orElseThrow())
                                    .orThrow()
                                    .typed();
            Requests wanted = pod.requests().fit();
            Capacity best = null;
            for (Capacity capacity : capacities) {
                if (capacity.fits(wanted)
                        && (best == null || capacity.emptiness() > best.emptiness())) {
                    best = capacity;
                }
            }
            if (best == null) {
                left.add(wanted);
            } else {
                best.take(wanted);
            }
        }
        return left;
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 42})
    void tenPodsForEachNodeFitWithCapacityToSpare(long seed) {
        GeneratedWorkload workload = GeneratedWorkloads.mixed(seed, 1_000, 10_000);
        Store store = stored(workload);
        List<Capacity> capacities = capacities(store);

        assertThat(filled(store, workload, capacities)).isEmpty();
        double free = capacities.stream().mapToDouble(Capacity::emptiness).average().orElseThrow();
        assertThat(free).isBetween(0.4, 0.9);
        assertThat(capacities)
                .allMatch(capacity -> capacity.freePods > 50 && capacity.emptiness() > 0.2);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 42})
    void inASmallClusterOnlyCpuIsExhausted(long seed) {
        GeneratedWorkload workload = GeneratedWorkloads.mixed(seed, 2, 500);
        Store store = stored(workload);
        List<Capacity> capacities = capacities(store);

        List<Requests> left = filled(store, workload, capacities);

        assertThat(left).hasSizeGreaterThan(300);
        for (Requests wanted : left) {
            assertThat(capacities)
                    .allMatch(capacity ->
                            wanted.cpuMillis() > capacity.freeCpu
                                    && wanted.memoryBytes() <= capacity.freeMemory
                                    && capacity.freePods > 0);
        }
    }

    @Test
    void aWorkloadDependsOnlyOnItsSeed() {
        assertThat(GeneratedWorkloads.mixed(5, 10, 100))
                .isEqualTo(GeneratedWorkloads.mixed(5, 10, 100));
        assertThat(GeneratedWorkloads.mixed(5, 10, 100))
                .isNotEqualTo(GeneratedWorkloads.mixed(6, 10, 100));
    }

    @Test
    void aWorkloadBesideOneOfTheSameSeedUsesOtherNamesAndUids() {
        GeneratedWorkload first = GeneratedWorkloads.mixed(1, 12, 300);
        List<Json.Obj> existing =
                Stream.of(first.nodes(), first.context(), first.pods())
                        .flatMap(List::stream)
                        .toList();
        GeneratedWorkload second = GeneratedWorkloads.mixed(1, 5, 300, existing);

        assertThat(second.nodes()).hasSize(5);
        assertThat(second.pods()).hasSize(300);
        Store store = stored(first);
        for (List<Json.Obj> objects : List.of(second.nodes(), second.context(), second.pods())) {
            objects.forEach(object -> store.create(object).orThrow());
        }
        assertThat(store.list(ObjectSelection.everything()).objects())
                .extracting(ObjectVersion::uid)
                .doesNotHaveDuplicates();
        assertThat(names(second.nodes()))
                .containsExactly("node-1", "node-2", "node-3", "node-4", "node-5");
        assertThat(GeneratedWorkloads.mixed(1, 12, 300, List.of())).isEqualTo(first);
    }

    @Test
    void aReplicaSetIsNotGeneratedAgainIfOnlyItsPodsExist() {
        GeneratedWorkload first = GeneratedWorkloads.mixed(1, 0, 300);
        GeneratedWorkload second = GeneratedWorkloads.mixed(1, 0, 300, first.pods());

        assertThat(sets(second)).isNotEmpty().doesNotContainAnyElementsOf(sets(first));
        assertThat(names(second.pods())).doesNotContainAnyElementsOf(names(first.pods()));
    }

    private static List<String> sets(GeneratedWorkload workload) {
        return names(
                workload.context().stream()
                        .filter(object -> object.textAt("kind").orElse("").equals("ReplicaSet"))
                        .filter(object ->
                                !object.at("spec", "replicas").orElseThrow().equals(Json.of(0)))
                        .toList());
    }

    private static List<String> names(List<Json.Obj> objects) {
        return objects.stream()
                .map(object -> object.textAt("metadata", "name").orElseThrow())
                .toList();
    }

    @Test
    void controllersFindTheirReplicasAndReplaceDeletedPods() {
        var cluster = new VirtualCluster(1).controlled(Log.NONE);
        GeneratedWorkload workload = GeneratedWorkloads.mixed(1, 5, 100);
        workload.nodes().forEach(cluster::create);
        workload.context().forEach(cluster::create);
        workload.pods().forEach(cluster::create);
        List<ObjectVersion> before = cluster.store().list(ObjectSelection.of(Kind.POD)).objects();
        cluster.advance(Duration.ofMinutes(5));
        assertThat(cluster.store().list(ObjectSelection.of(Kind.POD)).objects())
                .extracting(ObjectVersion::key)
                .containsExactlyElementsOf(before.stream().map(ObjectVersion::key).toList());

        ObjectVersion gone = before.getFirst();
        cluster.store()
                .delete(Kind.POD, gone.namespace(), gone.name(), DeleteRequest.DEFAULT)
                .orThrow();
        cluster.advance(Duration.ofMinutes(1));
        List<ObjectVersion> after =
                new ArrayList<>(cluster.store().list(ObjectSelection.of(Kind.POD)).objects());
        assertThat(after).hasSize(100);
        after.removeIf(pod -> before.stream().anyMatch(it -> it.uid().equals(pod.uid())));
        assertThat(after)
                .singleElement()
                .satisfies(made ->
                        assertThat(((Pod) made.typed()).requests().fit())
                                .isEqualTo(((Pod) gone.typed()).requests().fit()));
    }

    @Test
    void podsOfOneApplicationShareATemplate() {
        Store store = stored(GeneratedWorkloads.mixed(1, 5, 1_000));

        assertThat(
                        store.list(ObjectSelection.of(Kind.POD)).objects().stream()
                                .map(pod -> System.identityHashCode(((Pod) pod.typed()).template()))
                                .distinct()
                                .count())
                .isBetween(20L, 40L);
    }

    @Test
    void nodesHaveSeveralSizesInThreeZones() {
        Store store = stored(GeneratedWorkloads.mixed(1, 100, 0));

        List<Node> nodes =
                store.list(ObjectSelection.of(Kind.NODE)).objects().stream()
                        .map(node -> (Node) node.typed())
                        .toList();
        assertThat(nodes.getFirst().name()).isEqualTo("node-001");
        assertThat(
                        nodes.stream()
                                .map(node -> node.labels().getOr("topology.kubernetes.io/zone", ""))
                                .distinct())
                .hasSize(3);
        assertThat(nodes.stream().map(Node::allocatable).distinct()).hasSize(4);
    }

    @Test
    void nodesHaveTheStatusOfAKubelet() {
        GeneratedWorkload workload =
                GeneratedWorkloads.mixed(1, 300, 0).since("2026-01-02T03:04:05Z");

        assertThat(workload.nodes().getLast().text())
                .contains("\"InternalIP\",\"address\":\"172.16.1.44\"")
                .contains("\"Hostname\",\"address\":\"node-300\"")
                .contains("\"kubeletVersion\":\"v1.37.1\"")
                .contains("\"lastHeartbeatTime\":\"2026-01-02T03:04:05Z\"")
                .contains("\"lastTransitionTime\":\"2026-01-02T03:04:05Z\"");
        assertThat(
                        workload.nodes().stream()
                                .map(node -> node.objAt("status").orElseThrow().field("addresses"))
                                .distinct())
                .hasSize(300);
    }
}
