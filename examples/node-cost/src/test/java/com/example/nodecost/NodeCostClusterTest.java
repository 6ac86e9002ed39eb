package com.example.nodecost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.junit.ClusterExtension;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.nio.file.Path;

/// Runs the plugin in a cluster.
class NodeCostClusterTest {
    // snippet: cluster
    @RegisterExtension
    static final ClusterExtension cluster =
            ClusterExtension.create()
                    .configuration(Path.of("try/scheduler.yaml"))
                    .with(Path.of("try/cluster.yaml"));

    @Test
    void aPodLandsOnTheCheapestNode() {
        assertThat(cluster.nodeOf("default/web")).isEqualTo("cheap");
    }
    // end
}
