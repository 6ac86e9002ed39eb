package dev.berth.app.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.sim.workload.GpuTrace;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class TraceFilesTest {
    private static final String NODES =
            """
            sn,cpu_milli,memory_mib,gpu,model
            n1,64000,262144,2,P100
            """;
    private static final String PODS =
            """
            name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos
            p1,12000,16384,1,460,V100M16|V100M32,LS
            p2,1000,2048,0,0,,BE
            """;

    @TempDir Path directory;

    private GpuTrace read(String nodes, String pods) throws IOException {
        Files.writeString(directory.resolve("openb_node_list_all_node.csv"), nodes);
        Files.writeString(directory.resolve("openb_pod_list_default.csv"), pods);
        return TraceFiles.read(directory);
    }

    @Test
    void aTraceConsistsOfNodesAndPods() throws IOException {
        GpuTrace trace = read(NODES, PODS);
        assertThat(trace.nodes())
                .containsExactly(new GpuTrace.TraceNode("n1", 64_000, 262_144, 2, "P100"));
        assertThat(trace.pods().getFirst().models()).containsExactly("V100M16", "V100M32");
        assertThat(trace.pods().getFirst().share()).isEqualTo(460);
        assertThat(trace.pods().getLast().gpus()).isZero();
        assertThat(trace.pods().getLast().models()).isEmpty();
    }

    @Test
    void problemsNameTheFileTheLineAndTheValue() {
        assertThatThrownBy(() -> read(NODES, PODS.replace("460", "half")))
                .hasMessage(
                        directory.resolve("openb_pod_list_default.csv")
                                + ":2: gpu_milli must be an integer from 0 to 1000, was half");
        assertThatThrownBy(() -> read(NODES.replace(",gpu,", ",gpus,"), PODS))
                .hasMessage(
                        directory.resolve("openb_node_list_all_node.csv")
                                + ":1: expected the columns sn,cpu_milli,memory_mib,gpu,model,"
                                + " found sn,cpu_milli,memory_mib,gpus,model");
    }

    @Test
    void aDirectoryWithoutATraceIsNamed() {
        assertThatThrownBy(() -> TraceFiles.read(directory))
                .hasMessage(
                        "--trace "
                                + directory
                                + ": the directory does not contain"
                                + " openb_node_list_all_node.csv and openb_pod_list_default.csv");
    }
}
