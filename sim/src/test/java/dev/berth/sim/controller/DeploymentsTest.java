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
    private final Scene scene = new Scene();

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
        scene.patch(
                DEPLOYMENT,
                "web",
                "{'spec': {'template': {'spec': {'containers': [{'name': 'c', 'image': '%s'}]}}}}"
                        .formatted(image));
    }

    private long status(String count) {
        return scene.number(DEPLOYMENT, "web", ".status." + count);
    }

    private List<ObjectVersion> sets() {
        return scene.objects(Kind.REPLICA_SET);
    }

    @Test
    void aDeploymentGetsItsPodsThroughAReplicaSet() {
        scene.create(web(3, "a", "")).seconds(10);

        assertThat(sets()).hasSize(1);
        assertThat(scene.pods()).hasSize(3);
        assertThat(scene.pods().getFirst().name()).startsWith(sets().getFirst().name() + "-");
        assertThat(status("replicas")).isEqualTo(3);
        assertThat(status("availableReplicas")).isEqualTo(3);
        assertThat(status("updatedReplicas")).isEqualTo(3);
        assertThat(status("unavailableReplicas")).isZero();
        assertThat(scene.object(DEPLOYMENT, "web").text())
                .contains("NewReplicaSetAvailable", "MinimumReplicasAvailable")
                .contains("\"deployment.kubernetes.io/revision\":\"1\"");
        assertThat(scene.notes())
                .contains(
                        "ScalingReplicaSet Scaled up replica set "
                                + sets().getFirst().name()
                                + " from 0 to 3");
    }

    @Test
    void aDeploymentThatWasPutIntoTheSceneGetsOneReplicaSetToo() {
        scene.store().create(TestObjects.tree(web(3, "a", ""))).orThrow();
        scene.seconds(10);
        assertThat(sets()).hasSize(1);
        assertThat(scene.pods()).hasSize(3);
    }

    @Test
    void anotherImageReplacesThePodsStepByStep() {
        scene.create(web(4, "a", "")).seconds(10);
        String first = sets().getFirst().name();
        image("b");

        long max = 0;
        long fewest = Long.MAX_VALUE;
        for (int i = 0; i < 60; i++) {
            scene.seconds(1);
            max =
                    Math.max(
                            max,
                            scene.pods().stream()
                                    .filter(pod -> PodFacts.active(PodFacts.pod(pod)))
                                    .count());
            fewest =
                    Math.min(
                            fewest,
                            scene.pods().stream()
                                    .filter(pod ->
                                            PodFacts.active(PodFacts.pod(pod))
                                                    && PodFacts.ready(PodFacts.pod(pod)))
                                    .count());
        }
        scene.seconds(10);

        assertThat(max).isEqualTo(5);
        assertThat(fewest).isGreaterThanOrEqualTo(3);
        assertThat(scene.pods())
                .hasSize(4)
                .allMatch(pod -> pod.json().text().contains("\"image\":\"b\""));
        assertThat(sets()).hasSize(2);
        assertThat(scene.number(Kind.REPLICA_SET, first, ".spec.replicas")).isZero();
        assertThat(
                        scene.text(
                                DEPLOYMENT,
                                "web",
                                ".metadata.annotations[\"deployment.kubernetes.io/revision\"]"))
                .isEqualTo("2");
    }

    @Test
    void aTemplateThatComesBackTakesItsOldReplicaSet() {
        scene.create(web(2, "a", "")).seconds(10);
        image("b");
        scene.seconds(30);
        image("a");
        scene.seconds(30);

        assertThat(sets()).hasSize(2);
        assertThat(scene.pods())
                .hasSize(2)
                .allMatch(pod -> pod.json().text().contains("\"image\":\"a\""));
        assertThat(
                        scene.text(
                                DEPLOYMENT,
                                "web",
                                ".metadata.annotations[\"deployment.kubernetes.io/revision\"]"))
                .isEqualTo("3");
    }

    @Test
    void scalingChangesNoTemplate() {
        scene.create(web(2, "a", "")).seconds(10);
        scene.patch(DEPLOYMENT, "web", "{'spec': {'replicas': 5}}").seconds(10);
        assertThat(status("availableReplicas")).isEqualTo(5);

        scene.patch(DEPLOYMENT, "web", "{'spec': {'replicas': 0}}").seconds(10);
        assertThat(scene.pods()).isEmpty();
        assertThat(status("replicas")).isZero();
        assertThat(sets()).hasSize(1);
    }

    @Test
    void aRecreateRolloutWaitsUntilTheOldPodsAreGone() {
        scene.create(web(2, "a", "'strategy': {'type': 'Recreate'},")).seconds(10);
        image("b");
        scene.seconds(1);
        assertThat(scene.pods()).hasSize(2).allMatch(OwnerReferences::leaving);

        scene.seconds(10);
        assertThat(scene.pods())
                .hasSize(2)
                .allMatch(pod -> pod.json().text().contains("\"image\":\"b\""));
    }

    @Test
    void aPausedDeploymentChangesNothingButItsSize() {
        scene.create(web(2, "a", "'paused': true,")).seconds(5);
        assertThat(sets()).isEmpty();
        scene.patch(DEPLOYMENT, "web", "{'spec': {'paused': false}}").seconds(10);
        assertThat(scene.pods()).hasSize(2);
        scene.patch(DEPLOYMENT, "web", "{'spec': {'paused': true, 'replicas': 3}}");
        image("b");
        scene.seconds(10);
        assertThat(scene.pods())
                .hasSize(3)
                .allMatch(pod -> pod.json().text().contains("\"image\":\"a\""));
    }

    @Test
    void aPauseIsNoDelay() {
        scene.create(web(1, "a", "'progressDeadlineSeconds': 30,")).seconds(10);
        scene.patch(DEPLOYMENT, "web", "{'spec': {'paused': true}}");
        image("b");
        scene.seconds(120);
        assertThat(scene.object(DEPLOYMENT, "web").text())
                .contains("DeploymentPaused")
                .doesNotContain("ProgressDeadlineExceeded");
        scene.patch(DEPLOYMENT, "web", "{'spec': {'paused': false}}").seconds(20);
        assertThat(scene.object(DEPLOYMENT, "web").text()).contains("NewReplicaSetAvailable");
    }

    @Test
    void whatIsSaidOfADeploymentLaterIsSaidOfItsNewestSet() {
        scene.create(web(1, "a", "")).seconds(5);
        scene.patch(
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
    void onlySoManyOldReplicaSetsAreKept() {
        scene.create(web(1, "a0", "'revisionHistoryLimit': 2,")).seconds(5);
        for (int i = 1; i < 6; i++) {
            image("a" + i);
            scene.seconds(20);
        }
        assertThat(sets()).hasSize(3);
    }

    @Test
    void aStuckRolloutIsReportedAfterItsDeadline() {
        scene.delete(Stage.KIND, "pod-runs");
        scene.create(web(1, "a", "'progressDeadlineSeconds': 30,")).seconds(20);
        assertThat(scene.object(DEPLOYMENT, "web").text())
                .doesNotContain("ProgressDeadlineExceeded");
        scene.seconds(20);
        assertThat(scene.object(DEPLOYMENT, "web").text())
                .contains("ProgressDeadlineExceeded", "MinimumReplicasUnavailable");
    }

    @Test
    void aPodThatIsTakenAwayIsReplacedAndOneThatLosesItsLabelsIsLetGo() {
        scene.create(web(2, "a", "")).seconds(10);
        scene.delete(Kind.POD, scene.pods().getFirst().name()).seconds(10);
        assertThat(scene.pods()).hasSize(2);

        String freed = scene.pods().getFirst().name();
        scene.patch(Kind.POD, freed, "{'metadata': {'labels': {'app': 'other'}}}").seconds(10);
        assertThat(scene.pods()).hasSize(3);
        assertThat(ControllerFields.OWNERS.items(scene.object(Kind.POD, freed))).isEmpty();
        scene.patch(Kind.POD, freed, "{'metadata': {'labels': {'app': 'web'}}}").seconds(10);
        assertThat(scene.pods()).hasSize(2);
    }

    @Test
    void aDeletedDeploymentTakesItsPodsAlong() {
        scene.create(web(3, "a", "")).seconds(10);
        scene.delete(DEPLOYMENT, "web").seconds(10);
        assertThat(scene.pods()).isEmpty();
        assertThat(sets()).isEmpty();
    }

    @Test
    void anOwnerInForegroundDeletionIsDeletedAfterItsDependents() {
        scene.create(web(1, "a", "")).seconds(10);
        scene.patch(
                DEPLOYMENT,
                "web",
                "{'metadata': {'finalizers': ['foregroundDeletion']}}",
                WriteScope.WHOLE);
        scene.delete(DEPLOYMENT, "web").seconds(1);
        assertThat(scene.names(DEPLOYMENT)).containsExactly("web");
        scene.seconds(10);
        assertThat(scene.names(DEPLOYMENT)).isEmpty();
        assertThat(scene.pods()).isEmpty();
    }

    @Test
    void orphansStay() {
        scene.create(web(2, "a", "")).seconds(10);
        String set = sets().getFirst().name();
        scene.patch(
                DEPLOYMENT, "web", "{'metadata': {'finalizers': ['orphan']}}", WriteScope.WHOLE);
        scene.delete(DEPLOYMENT, "web").seconds(5);
        assertThat(scene.names(DEPLOYMENT)).isEmpty();
        assertThat(scene.pods()).hasSize(2);
        assertThat(ControllerFields.OWNERS.items(scene.object(Kind.REPLICA_SET, set))).isEmpty();

        // And are taken up again.
        scene.create(web(2, "a", "")).seconds(10);
        assertThat(sets()).hasSize(1);
        assertThat(scene.pods()).hasSize(2);
    }

    @Test
    void aReplicationControllerKeepsItsPodsToo() {
        scene.create(
                        """
                        {'apiVersion': 'v1', 'kind': 'ReplicationController', 'metadata': {'name': 'old', 'namespace': 'default'},
                         'spec': {'replicas': 2, 'selector': {'app': 'old'},
                          'template': {'metadata': {'labels': {'app': 'old'}},
                           'spec': {'containers': [{'name': 'c', 'image': 'x'}]}}}}\
                        """)
                .seconds(5);
        assertThat(scene.pods()).hasSize(2);
        String first = scene.pods().getFirst().name();
        scene.delete(Kind.POD, first).seconds(40);
        assertThat(scene.names(Kind.POD)).hasSize(2).doesNotContain(first);
        assertThat(scene.number(Kind.REPLICATION_CONTROLLER, "old", ".status.availableReplicas"))
                .isEqualTo(2);
        assertThat(scene.object(Kind.REPLICATION_CONTROLLER, "old").text())
                .doesNotContain("terminatingReplicas");

        // One that its controller no longer selects goes its own way.
        String freed = scene.pods().getFirst().name();
        scene.patch(Kind.POD, freed, "{'metadata': {'labels': {'app': 'free'}}}").seconds(5);
        assertThat(scene.pods()).hasSize(3);
    }
}
