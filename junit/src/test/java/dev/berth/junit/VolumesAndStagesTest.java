package dev.berth.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.view.Decision;
import dev.berth.model.Kind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.Optional;

class VolumesAndStagesTest {
    // snippet: cluster
    @RegisterExtension
    static final ClusterExtension cluster =
            ClusterExtension.create()
                    .configuration(
                            """
                            apiVersion: kubescheduler.config.k8s.io/v1
                            kind: KubeSchedulerConfiguration
                            profiles:
                            - pluginConfig:
                              - name: NodeResourcesFit
                                args: {scoringStrategy: {type: MostAllocated}}
                            """)
                    .with(
                            """
                            apiVersion: v1
                            kind: Node
                            metadata: {name: small}
                            status: {allocatable: {cpu: "2", memory: 8Gi, pods: "110"}}
                            ---
                            apiVersion: v1
                            kind: Node
                            metadata: {name: large}
                            status: {allocatable: {cpu: "32", memory: 8Gi, pods: "110"}}
                            ---
                            apiVersion: storage.k8s.io/v1
                            kind: StorageClass
                            metadata: {name: slow}
                            provisioner: disk.example.com
                            volumeBindingMode: WaitForFirstConsumer
                            parameters: {berth.dev/provision-seconds: "0.2"}
                            ---
                            apiVersion: berth.dev/v1
                            kind: Stage
                            metadata: {name: pod-runs}
                            spec:
                              resource: {apiVersion: v1, kind: Pod}
                              when:
                              - {path: .spec.nodeName, operator: Exists}
                              - {path: .status.phase, operator: In, values: [Pending]}
                              next:
                                status: {phase: Failed, reason: OutOfDisk}
                            """);

    // end

    // snippet: volumes
    @Test
    void aVolumeIsProvisionedForTheNodeOfThePod() {
        cluster.apply(
                """
                apiVersion: v1
                kind: PersistentVolumeClaim
                metadata: {name: data}
                spec:
                  storageClassName: slow
                  accessModes: [ReadWriteOnce]
                  resources: {requests: {storage: 1Gi}}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: db}
                spec:
                  containers: [{name: c, image: x, resources: {requests: {cpu: "1"}}}]
                  volumes: [{name: v, persistentVolumeClaim: {claimName: data}}]
                """);
        assertThat(cluster.nodeOf("default/db")).isEqualTo("small");
        cluster.await(
                Kind.PERSISTENT_VOLUME_CLAIM,
                "default/data",
                claim -> claim.textAt("status", "phase").equals(Optional.of("Bound")));
    }

    // end

    // snippet: decision
    @Test
    void theMoreAllocatedNodeScoresHigher() {
        cluster.apply(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: web}
                spec: {containers: [{name: c, image: x, resources: {requests: {cpu: "1"}}}]}
                """);
        cluster.nodeOf("default/web");
        Decision decision = cluster.decisionOf("default/web");
        assertThat(decision.feasible()).isEqualTo(2);
        assertThat(decision.outcome())
                .isInstanceOfSatisfying(
                        Decision.Placed.class,
                        placed -> {
                            assertThat(placed.winner().node()).isEqualTo("small");
                            assertThat(placed.runnerUp().orElseThrow().node()).isEqualTo("large");
                        });
        cluster.await(
                Kind.POD,
                "default/web",
                pod -> pod.textAt("status", "reason").equals(Optional.of("OutOfDisk")));
    }

    // end

    @Test
    void aPodWithoutAnAttemptHasNoDecision() {
        assertThatThrownBy(() -> cluster.decisionOf("default/none"))
                .isInstanceOf(AssertionError.class)
                .hasMessage("default/none had no scheduling attempt yet");
    }
}
