package dev.berth.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.Kind;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

/// Three tests run at the same time, each with two clusters: the barrier fails otherwise.
@Execution(ExecutionMode.CONCURRENT)
class ParallelClustersTest {
    private static final int TESTS = 3;
    private static final CyclicBarrier ALL_RUN = new CyclicBarrier(TESTS);
    private static final Set<String> ADDRESSES = ConcurrentHashMap.newKeySet();

    @RegisterExtension final ClusterExtension west = ClusterExtension.create().with(node("west"));
    @RegisterExtension final ClusterExtension east = ClusterExtension.create().with(node("east"));

    private static String node(String name) {
        return """
        apiVersion: v1
        kind: Node
        metadata: {name: %s}
        status: {allocatable: {cpu: "4", memory: 8Gi, pods: "110"}}
        """
                .formatted(name);
    }

    private static final String POD =
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: web}
            spec: {containers: [{name: c, image: x}]}
            """;

    @RepeatedTest(TESTS)
    void clustersAreIndependent() throws Exception {
        ADDRESSES.add(west.kubeconfig());
        ADDRESSES.add(east.kubeconfig());
        ALL_RUN.await(60, TimeUnit.SECONDS);
        assertThat(ADDRESSES).hasSize(2 * TESTS);

        west.apply(POD);
        west.assertThatPod("web").isScheduledOn("west");
        east.assertThatObject(Kind.POD, "default/web").isGone();
        east.apply(POD);
        east.assertThatPod("web").isScheduledOn("east");
        ALL_RUN.await(60, TimeUnit.SECONDS);
    }
}
