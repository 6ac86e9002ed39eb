package dev.berth.sim.controller;

import static dev.berth.sim.controller.DeploymentController.DEPLOYMENT;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.model.Kind;
import dev.berth.sim.TestObjects;
import dev.berth.sim.stage.Stage;

import org.junit.jupiter.api.Test;

import java.util.List;

class DeploymentsTest {
    private final ControlledCluster cluster = new ControlledCluster();

    private static String web(int replicas, String image, String more) {
        return """
        {'apiVersion': 'apps/v1', 'kind': 'Deployment', 'metadata': {'name': 'web', 'namespace': 'default'},
         'spec': {'replicas': %d, 'selector': {'matchLabels': {'app': 'web'}}, %s
          'template': {'metadata': {'labels': {'app': 'web'}},
           'spec': {'containers': [{'name': 'c', 'image': '%s'}]}}}}\
        """
                .formatted(replicas, more, image);
    }

    private void image(String image) {
        cluster.patch(
                DEPLOYMENT,
                "web",
                "{'spec': {'template': {'spec': {'containers': [{'name': 'c', 'image': '%s'}]}}}}"
                        .formatted(image));
    }

    private long status(String count) {
        return cluster.number(DEPLOYMENT, "web", ".status." + count);
    }

    private List<ObjectVersion> sets() {
        return cluster.objects(Kind.REPLICA_SET);
    }

    @Test
    void aDeploymentGetsItsPodsThroughAReplicaSet() {
        cluster.create(web(3, "a", "")).seconds(10);

        assertThat(sets()).hasSize(1);
        assertThat(cluster.pods()).hasSize(3);
        assertThat(cluster.pods().getFirst().name()).startsWith(sets().getFirst().name() + "-");
        assertThat(status("replicas")).isEqualTo(3);
        assertThat(status("availableReplicas")).isEqualTo(3);
        assertThat(status("updatedReplicas")).isEqualTo(3);
        assertThat(status("unavailableReplicas")).isZero();
        assertThat(cluster.object(DEPLOYMENT, "web").text())
                .contains("NewReplicaSetAvailable", "MinimumReplicasAvailable")
                .contains("\"deployment.kubernetes.io/revision\":\"1\"");
        assertThat(cluster.notes())
                .contains(
                        "ScalingReplicaSet Scaled up replica set "
                                + sets().getFirst().name()
                                + " from 0 to 3");
    }

    @Test
    void aDeploymentWithoutDefaultsGetsOneReplicaSet() {
        cluster.store().create(TestObjects.tree(web(3, "a", ""))).orThrow();
        cluster.seconds(10);
        assertThat(sets()).hasSize(1);
        assertThat(cluster.pods()).hasSize(3);
    }

    @Test
    void aNewImageReplacesThePodsStepByStep() {
        cluster.create(web(4, "a", "")).seconds(10);
        String first = sets().getFirst().name();
        image("b");

        long max = 0;
        long fewest = Long.MAX_VALUE;
        for (int i = 0; i < 60; i++) {
            cluster.seconds(1);
            max =
                    Math.max(
                            max,
                            cluster.pods().stream()
                                    .filter(pod -> PodFacts.active(PodFacts.pod(pod)))
                                    .count());
            fewest =
                    Math.min(
                            fewest,
                            cluster.pods().stream()
                                    .filter(pod ->
                                            PodFacts.active(PodFacts.pod(pod))
                                                    && PodFacts.ready(PodFacts.pod(pod)))
                                    .count());
        }
        cluster.seconds(10);

        assertThat(max).isEqualTo(5);
        assertThat(fewest).isGreaterThanOrEqualTo(3);
        assertThat(cluster.pods())
                .hasSize(4)
                .allMatch(pod -> pod.json().text().contains("\"image\":\"b\""));
        assertThat(sets()).hasSize(2);
        assertThat(cluster.number(Kind.REPLICA_SET, first, ".spec.replicas")).isZero();
        assertThat(
                        cluster.text(
                                DEPLOYMENT,
                                "web",
                                ".metadata.annotations[\"deployment.kubernetes.io/revision\"]"))
                .isEqualTo("2");
    }

    @Test
    void aTemplateThatIsUsedAgainReusesItsReplicaSet() {
        cluster.create(web(2, "a", "")).seconds(10);
        image("b");
        cluster.seconds(30);
        image("a");
        cluster.seconds(30);

        assertThat(sets()).hasSize(2);
        assertThat(cluster.pods())
                .hasSize(2)
                .allMatch(pod -> pod.json().text().contains("\"image\":\"a\""));
        assertThat(
                        cluster.text(
                                DEPLOYMENT,
                                "web",
                                ".metadata.annotations[\"deployment.kubernetes.io/revision\"]"))
                .isEqualTo("3");
    }

    @Test
    void scalingDoesNotChangeTheTemplate() {
        cluster.create(web(2, "a", "")).seconds(10);
        cluster.patch(DEPLOYMENT, "web", "{'spec': {'replicas': 5}}").seconds(10);
        assertThat(status("availableReplicas")).isEqualTo(5);

        cluster.patch(DEPLOYMENT, "web", "{'spec': {'replicas': 0}}").seconds(10);
        assertThat(cluster.pods()).isEmpty();
        assertThat(status("replicas")).isZero();
        assertThat(sets()).hasSize(1);
    }

    @Test
    void aRecreateRolloutWaitsForTheDeletionOfTheOldPods() {
        cluster.create(web(2, "a", "'strategy': {'type': 'Recreate'},")).seconds(10);
        image("b");
        cluster.seconds(1);
        assertThat(cluster.pods()).hasSize(2).allMatch(OwnerReferences::leaving);

        cluster.seconds(10);
        assertThat(cluster.pods())
                .hasSize(2)
                .allMatch(pod -> pod.json().text().contains("\"image\":\"b\""));
    }

    @Test
    void aPausedDeploymentOnlyScales() {
        cluster.create(web(2, "a", "'paused': true,")).seconds(5);
        assertThat(sets()).isEmpty();
        cluster.patch(DEPLOYMENT, "web", "{'spec': {'paused': false}}").seconds(10);
        assertThat(cluster.pods()).hasSize(2);
        cluster.patch(DEPLOYMENT, "web", "{'spec': {'paused': true, 'replicas': 3}}");
        image("b");
        cluster.seconds(10);
        assertThat(cluster.pods())
                .hasSize(3)
                .allMatch(pod -> pod.json().text().contains("\"image\":\"a\""));
    }

    @Test
    void aPauseDoesNotCountAsADelay() {
        cluster.create(web(1, "a", "'progressDeadlineSeconds': 30,")).seconds(10);
        cluster.patch(DEPLOYMENT, "web", "{'spec': {'paused': true}}");
        image("b");
        cluster.seconds(120);
        assertThat(cluster.object(DEPLOYMENT, "web").text())
                .contains("DeploymentPaused")
                .doesNotContain("ProgressDeadlineExceeded");
        cluster.patch(DEPLOYMENT, "web", "{'spec': {'paused': false}}").seconds(20);
        assertThat(cluster.object(DEPLOYMENT, "web").text()).contains("NewReplicaSetAvailable");
    }

    @Test
    void laterAnnotationsOfADeploymentAreCopiedToItsNewestSet() {
        cluster.create(web(1, "a", "")).seconds(5);
        cluster.patch(
                        DEPLOYMENT,
                        "web",
                        "{'metadata': {'annotations': {'kubernetes.io/change-cause': 'why'}},"
                                + " 'spec': {'minReadySeconds': 3}}")
                .seconds(10);
        assertThat(sets()).hasSize(1);
        assertThat(sets().getFirst().json().text())
                .contains("\"kubernetes.io/change-cause\":\"why\"")
                .contains("\"minReadySeconds\":3");
    }

    @Test
    void onlyALimitedNumberOfOldReplicaSetsIsKept() {
        cluster.create(web(1, "a0", "'revisionHistoryLimit': 2,")).seconds(5);
        for (int i = 1; i < 6; i++) {
            image("a" + i);
            cluster.seconds(20);
        }
        assertThat(sets()).hasSize(3);
    }

    @Test
    void aStuckRolloutIsReportedAfterItsDeadline() {
        cluster.delete(Stage.KIND, "pod-runs");
        cluster.create(web(1, "a", "'progressDeadlineSeconds': 30,")).seconds(20);
        assertThat(cluster.object(DEPLOYMENT, "web").text())
                .doesNotContain("ProgressDeadlineExceeded");
        cluster.seconds(20);
        assertThat(cluster.object(DEPLOYMENT, "web").text())
                .contains("ProgressDeadlineExceeded", "MinimumReplicasUnavailable");
    }

    @Test
    void aDeletedPodIsReplacedAndAPodWithoutItsLabelsIsReleased() {
        cluster.create(web(2, "a", "")).seconds(10);
        cluster.delete(Kind.POD, cluster.pods().getFirst().name()).seconds(10);
        assertThat(cluster.pods()).hasSize(2);

        String freed = cluster.pods().getFirst().name();
        cluster.patch(Kind.POD, freed, "{'metadata': {'labels': {'app': 'other'}}}").seconds(10);
        assertThat(cluster.pods()).hasSize(3);
        assertThat(ControllerFields.OWNERS.items(cluster.object(Kind.POD, freed))).isEmpty();
        cluster.patch(Kind.POD, freed, "{'metadata': {'labels': {'app': 'web'}}}").seconds(10);
        assertThat(cluster.pods()).hasSize(2);
    }

    @Test
    void aDeletedDeploymentDeletesItsPods() {
        cluster.create(web(3, "a", "")).seconds(10);
        cluster.delete(DEPLOYMENT, "web").seconds(10);
        assertThat(cluster.pods()).isEmpty();
        assertThat(sets()).isEmpty();
    }

    @Test
    void anOwnerInForegroundDeletionIsDeletedAfterItsDependents() {
        cluster.create(web(1, "a", "")).seconds(10);
        cluster.patch(
                DEPLOYMENT,
                "web",
                "{'metadata': {'finalizers': ['foregroundDeletion']}}",
                WriteScope.WHOLE);
        cluster.delete(DEPLOYMENT, "web").seconds(1);
        assertThat(cluster.names(DEPLOYMENT)).containsExactly("web");
        cluster.seconds(10);
        assertThat(cluster.names(DEPLOYMENT)).isEmpty();
        assertThat(cluster.pods()).isEmpty();
    }

    @Test
    void orphanedPodsStay() {
        cluster.create(web(2, "a", "")).seconds(10);
        String set = sets().getFirst().name();
        cluster.patch(
                DEPLOYMENT, "web", "{'metadata': {'finalizers': ['orphan']}}", WriteScope.WHOLE);
        cluster.delete(DEPLOYMENT, "web").seconds(5);
        assertThat(cluster.names(DEPLOYMENT)).isEmpty();
        assertThat(cluster.pods()).hasSize(2);
        assertThat(ControllerFields.OWNERS.items(cluster.object(Kind.REPLICA_SET, set))).isEmpty();

        // The new deployment adopts the pods.
        cluster.create(web(2, "a", "")).seconds(10);
        assertThat(sets()).hasSize(1);
        assertThat(cluster.pods()).hasSize(2);
    }

    @Test
    void aReplicationControllerKeepsItsPods() {
        cluster.create(
                        """
                        {'apiVersion': 'v1', 'kind': 'ReplicationController', 'metadata': {'name': 'old', 'namespace': 'default'},
                         'spec': {'replicas': 2, 'selector': {'app': 'old'},
                          'template': {'metadata': {'labels': {'app': 'old'}},
                           'spec': {'containers': [{'name': 'c', 'image': 'x'}]}}}}\
                        """)
                .seconds(5);
        assertThat(cluster.pods()).hasSize(2);
        String first = cluster.pods().getFirst().name();
        cluster.delete(Kind.POD, first).seconds(40);
        assertThat(cluster.names(Kind.POD)).hasSize(2).doesNotContain(first);
        assertThat(cluster.number(Kind.REPLICATION_CONTROLLER, "old", ".status.availableReplicas"))
                .isEqualTo(2);
        assertThat(cluster.object(Kind.REPLICATION_CONTROLLER, "old").text())
                .doesNotContain("terminatingReplicas");

        // The controller releases a pod that it no longer selects.
        String freed = cluster.pods().getFirst().name();
        cluster.patch(Kind.POD, freed, "{'metadata': {'labels': {'app': 'free'}}}").seconds(5);
        assertThat(cluster.pods()).hasSize(3);
    }
}
