package dev.berth.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.engine.port.Log;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.sim.VirtualCluster;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

class GpuWorkloadTest {
    private static VirtualCluster cluster(GeneratedWorkload workload) {
        VirtualCluster cluster = new VirtualCluster(1).controlled(Log.NONE);
        Stream.of(workload.nodes(), workload.context(), workload.pods())
                .flatMap(List::stream)
                .forEach(cluster::create);
        cluster.advance(Duration.ofSeconds(5));
        return cluster;
    }

    private static List<String> texts(VirtualCluster cluster, Kind kind) {
        return cluster.store().list(ObjectSelection.of(kind)).objects().stream()
                .map(object -> object.json().text())
                .toList();
    }

    @Test
    void everyNodeHasItsGpusAndAFifthOfThePodsClaimThem() {
        var gpus = new NodeGpus(4, GpuModel.named("H100"), false);
        GeneratedWorkload workload = GeneratedWorkloads.withGpus(7, 3, 50, gpus, List.of());
        assertThat(workload.pods()).hasSize(50);
        VirtualCluster cluster = cluster(workload);
        assertThat(texts(cluster, Kind.RESOURCE_SLICE))
                .hasSize(3)
                .allSatisfy(slice -> assertThat(slice).contains("gpu-3", "H100", "80Gi"));
        assertThat(texts(cluster, Kind.RESOURCE_CLAIM))
                .hasSize(10)
                .allSatisfy(claim -> assertThat(claim).doesNotContain("\"count\":8"));
    }

    @Test
    void theSameSeedGivesTheSamePods() {
        var gpus = new NodeGpus(8, GpuModel.named("A100"), false);
        assertThat(GeneratedWorkloads.withGpus(3, 2, 40, gpus, List.of()).pods())
                .isEqualTo(GeneratedWorkloads.withGpus(3, 2, 40, gpus, List.of()).pods());
    }

    @Test
    void podsOfATraceShareGpusAndSelectModels() {
        var trace =
                new GpuTrace(
                        List.of(
                                new GpuTrace.TraceNode("gpu-node", 64_000, 262_144, 2, "V100M32"),
                                new GpuTrace.TraceNode("cpu-node", 32_000, 131_072, 0, "")),
                        List.of(
                                new GpuTrace.TracePod("plain", 1_000, 1_024, 0, 0, List.of()),
                                new GpuTrace.TracePod("half", 6_000, 12_288, 1, 460, List.of()),
                                new GpuTrace.TracePod(
                                        "two",
                                        12_000,
                                        16_384,
                                        2,
                                        1_000,
                                        List.of("V100M16", "V100M32"))));
        VirtualCluster cluster = cluster(trace.workload());
        assertThat(texts(cluster, Kind.RESOURCE_SLICE))
                .singleElement()
                .satisfies(slice ->
                        assertThat(slice)
                                .contains("\"allowMultipleAllocations\":true", "V100M32")
                                .contains("\"milli\":{\"value\":\"1000\",\"requestPolicy\""));
        assertThat(texts(cluster, Kind.RESOURCE_CLAIM))
                .hasSize(2)
                .anySatisfy(claim -> assertThat(claim).contains("\"milli\":\"460\""))
                .anySatisfy(claim ->
                        assertThat(claim)
                                .contains("\"count\":2", "\"milli\":\"1000\"")
                                .contains(
                                        Json.of(
                                                        "device.attributes[\"gpu.berth.dev\"].model"
                                                                + " in [\"V100M16\","
                                                                + " \"V100M32\"]")
                                                .text()));
    }

    @Test
    void aNodeHasAtMost128Gpus() {
        assertThatThrownBy(() -> new NodeGpus(129, GpuModel.named("T4"), false))
                .hasMessage("the number of GPUs must be between 1 and 128, was 129");
    }
}
