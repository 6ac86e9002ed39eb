package dev.berth.sim.volume;

import static dev.berth.sim.TestObjects.merge;
import static dev.berth.sim.TestObjects.pod;
import static dev.berth.sim.TestObjects.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.api.Api;
import dev.berth.controlplane.api.ApiResource;
import dev.berth.controlplane.api.DeleteOptions;
import dev.berth.controlplane.api.WriteOptions;
import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.sim.VirtualCluster;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProtectionTest {
    private final VirtualCluster cluster = new VirtualCluster(7);
    private final Api api = new Api(cluster.store());
    private final ApiResource claims =
            api.catalog().find("", "v1", "persistentvolumeclaims").orElseThrow();
    private final ApiResource volumes =
            api.catalog().find("", "v1", "persistentvolumes").orElseThrow();

    @BeforeEach
    void createAClaim() {
        api.create(
                        claims,
                        "default",
                        tree(
                                "{'metadata': {'name': 'c'}, 'spec': {'accessModes':"
                                        + " ['ReadWriteOnce'], 'resources': {'requests':"
                                        + " {'storage': '1Gi'}}}}"),
                        WriteOptions.DEFAULT)
                .orThrow();
        cluster.settle();
    }

    private boolean claimed() {
        return cluster.store().find(Kind.PERSISTENT_VOLUME_CLAIM, "default", "c").isPresent();
    }

    @Test
    void anUnusedClaimIsDeletedAtOnce() {
        api.delete(claims, "default", "c", DeleteOptions.DEFAULT).orThrow();
        cluster.settle();

        assertThat(claimed()).isFalse();
    }

    @Test
    void aClaimStaysAsLongAsAPodUsesIt() {
        Json.Obj user =
                merge(
                        pod("p"),
                        "{'spec': {'nodeName': 'n1', 'volumes': [{'name': 'v',"
                                + " 'persistentVolumeClaim': {'claimName': 'c'}}]}}");
        cluster.create(user);
        api.delete(claims, "default", "c", DeleteOptions.DEFAULT).orThrow();
        cluster.settle();
        assertThat(claimed()).isTrue();

        cluster.store().delete(Kind.POD, "default", "p", DeleteRequest.NOW).orThrow();
        cluster.settle();
        assertThat(claimed()).isFalse();
    }

    @Test
    void anUnusedVolumeIsDeletedAtOnce() {
        api.create(
                        volumes,
                        "",
                        tree(
                                "{'metadata': {'name': 'v'}, 'spec': {'capacity': {'storage':"
                                        + " '1Gi'}, 'accessModes': ['ReadOnlyMany'], 'hostPath':"
                                        + " {'path': '/x'}}}"),
                        WriteOptions.DEFAULT)
                .orThrow();
        cluster.settle();
        api.delete(volumes, "", "v", DeleteOptions.DEFAULT).orThrow();
        cluster.settle();

        assertThat(cluster.store().find(Kind.PERSISTENT_VOLUME, "", "v")).isEmpty();
    }
}
