package dev.berth.sim.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.model.Kind;
import dev.berth.sim.TestObjects;

import org.junit.jupiter.api.Test;

/// Budgets, namespaces, taints and what becomes of pods whose nodes fail.
class KeepersTest {
    private final Scene scene = new Scene();

    private void pods(int count) {
        for (int i = 0; i < count; i++) {
            scene.store()
                    .create(
                            TestObjects.merge(
                                    TestObjects.pod("p" + i),
                                    "{'metadata': {'labels': {'app': 'a'}}}"))
                    .orThrow();
        }
        scene.seconds(5);
    }

    private void budget(String rule) {
        scene.create(
                """
                {'apiVersion': 'policy/v1', 'kind': 'PodDisruptionBudget', 'metadata': {'name': 'b', 'namespace': 'default'},
                 'spec': {%s, 'selector': {'matchLabels': {'app': 'a'}}}}\
                """
                        .formatted(rule));
        scene.seconds(1);
    }

    private long status(String count) {
        return scene.number(Kind.DISRUPTION_BUDGET, "b", ".status." + count);
    }

    @Test
    void aBudgetCountsHealthyPods() {
        pods(3);
        budget("'minAvailable': 2");
        assertThat(status("disruptionsAllowed")).isEqualTo(1);
        assertThat(status("currentHealthy")).isEqualTo(3);
        assertThat(status("desiredHealthy")).isEqualTo(2);
        assertThat(status("expectedPods")).isEqualTo(3);

        scene.delete(Kind.POD, "p0").seconds(1);
        assertThat(status("disruptionsAllowed")).isZero();
        assertThat(scene.object(Kind.DISRUPTION_BUDGET, "b").text()).contains("InsufficientPods");
    }

    private void replicaSet(int replicas) {
        scene.create(
                """
                {'apiVersion': 'apps/v1', 'kind': 'ReplicaSet', 'metadata': {'name': 'r', 'namespace': 'default'},
                 'spec': {'replicas': %d, 'selector': {'matchLabels': {'app': 'a'}}, 'template': {'metadata': {'labels': {'app': 'a'}},
                  'spec': {'containers': [{'name': 'c', 'image': 'x'}]}}}}\
                """
                        .formatted(replicas));
        scene.seconds(5);
    }

    @Test
    void sharesOfABudgetAreRoundedUp() {
        replicaSet(5);
        budget("'minAvailable': '50%'");
        assertThat(status("desiredHealthy")).isEqualTo(3);
        assertThat(status("disruptionsAllowed")).isEqualTo(2);
    }

    @Test
    void podsWithoutAControllerDoNotCountForPercentages() {
        pods(5);
        budget("'minAvailable': '50%'");
        assertThat(status("expectedPods")).isZero();
        assertThat(status("disruptionsAllowed")).isZero();
    }

    @Test
    void whatMayBeMissingIsMeasuredByWhatControllersWant() {
        replicaSet(4);
        budget("'maxUnavailable': 1");
        assertThat(status("expectedPods")).isEqualTo(4);
        assertThat(status("disruptionsAllowed")).isEqualTo(1);
    }

    @Test
    void anUnreadyNodeIsTaintedAndLosesPodsWithoutToleration() {
        scene.store()
                .create(
                        TestObjects.merge(
                                TestObjects.pod("stays"),
                                "{'spec': {'tolerations': [{'operator': 'Exists'}]}}"))
                .orThrow();
        pods(1);
        scene.patch(
                Kind.NODE,
                "n1",
                "{'status': {'conditions': [{'type': 'Ready', 'status': 'False'}]}}",
                WriteScope.STATUS);
        scene.seconds(1);
        assertThat(scene.object(Kind.NODE, "n1").text())
                .contains("node.kubernetes.io/not-ready")
                .contains("NoSchedule", "NoExecute");
        scene.seconds(290);
        assertThat(scene.names(Kind.POD)).contains("p0");
        scene.seconds(30);
        assertThat(scene.names(Kind.POD)).containsExactly("stays");

        scene.patch(
                Kind.NODE,
                "n1",
                "{'status': {'conditions': [{'type': 'Ready', 'status': 'True'}]}}",
                WriteScope.STATUS);
        scene.seconds(1);
        assertThat(scene.object(Kind.NODE, "n1").text()).doesNotContain("not-ready");
    }

    @Test
    void aCordonIsATaint() {
        scene.patch(Kind.NODE, "n1", "{'spec': {'unschedulable': true}}").seconds(1);
        assertThat(scene.object(Kind.NODE, "n1").text())
                .contains("node.kubernetes.io/unschedulable");
        scene.patch(Kind.NODE, "n1", "{'spec': {'unschedulable': null}}").seconds(1);
        assertThat(scene.object(Kind.NODE, "n1").text())
                .doesNotContain("node.kubernetes.io/unschedulable");
    }

    @Test
    void aTaintThatDrivesAwayDoesSoAtOnce() {
        pods(2);
        scene.patch(Kind.NODE, "n1", "{'spec': {'taints': [{'key': 'x', 'effect': 'NoExecute'}]}}");
        scene.seconds(1);
        assertThat(scene.pods()).allMatch(OwnerReferences::leaving);
        assertThat(scene.notes())
                .contains("TaintManagerEviction Marking for deletion Pod default/p0");
    }

    @Test
    void noEventOfAnotherKeepsAPodFromBeingDrivenAway() {
        pods(1);
        scene.store()
                .create(
                        ObjectTemplates.named(Kind.EVENT, "default", "p0.0000000000000001")
                                .with("note", "somebody was first"))
                .orThrow();
        scene.patch(Kind.NODE, "n1", "{'spec': {'taints': [{'key': 'x', 'effect': 'NoExecute'}]}}");
        scene.seconds(5);
        assertThat(scene.pods()).isEmpty();
    }

    @Test
    void aLongGracePeriodDelaysNoOtherPod() {
        scene.store()
                .create(
                        TestObjects.merge(
                                TestObjects.pod("slow"),
                                "{'spec': {'terminationGracePeriodSeconds': 999999999999}}"))
                .orThrow();
        pods(1);
        scene.delete(Kind.POD, "slow").seconds(5);
        assertThat(scene.names(Kind.POD)).containsExactly("p0");
    }

    @Test
    void setsThatSelectNothingKeepThePodsThatNameThem() {
        scene.store()
                .create(
                        TestObjects.tree(
                                "{'apiVersion': 'apps/v1', 'kind': 'ReplicaSet', 'metadata':"
                                    + " {'name': 'r', 'namespace': 'default', 'uid': 'u'}, 'spec':"
                                    + " {}}"))
                .orThrow();
        scene.store()
                .create(
                        TestObjects.merge(
                                TestObjects.pod("p"),
                                "{'metadata': {'ownerReferences': [{'apiVersion': 'apps/v1',"
                                        + " 'kind': 'ReplicaSet', 'name': 'r', 'uid': 'u',"
                                        + " 'controller': true}]}}"))
                .orThrow();
        scene.seconds(5);
        assertThat(ControllerFields.OWNERS.items(scene.object(Kind.POD, "p"))).hasSize(1);
    }

    @Test
    void podsOfANodeThatIsGoneGoAfterAWhile() {
        pods(2);
        scene.delete(Kind.NODE, "n1").seconds(30);
        assertThat(scene.pods()).hasSize(2);
        scene.seconds(20);
        assertThat(scene.pods()).isEmpty();
    }

    @Test
    void everyNamespaceHasItsServiceAccount() {
        scene.create("{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'team'}}");
        scene.seconds(1);
        var account = new Kind("", "v1", "ServiceAccount", "serviceaccounts", true);
        assertThat(scene.store().find(account, "team", "default")).isPresent();
        assertThat(scene.store().find(account, "kube-system", "default")).isPresent();
    }

    @Test
    void aNamespaceGoesWithAllThatIsInIt() {
        scene.create("{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'team'}}");
        scene.store()
                .create(
                        TestObjects.merge(
                                TestObjects.pod("p"), "{'metadata': {'namespace': 'team'}}"))
                .orThrow();
        scene.store()
                .create(
                        ObjectTemplates.named(
                                new Kind("", "v1", "ConfigMap", "configmaps", true), "team", "c"))
                .orThrow();
        scene.seconds(5);
        scene.delete(Kind.NAMESPACE, "team").seconds(1);
        assertThat(scene.names(Kind.NAMESPACE)).contains("team");
        scene.seconds(10);
        assertThat(scene.names(Kind.NAMESPACE)).doesNotContain("team");
        assertThat(scene.store().list(ObjectSelection.everything().in("team")).objects()).isEmpty();
    }

    @Test
    void theServiceOfTheApiComesBackWithItsAddress() {
        scene.create(
                        """
                        {'apiVersion': 'v1', 'kind': 'Service', 'metadata': {'name': 'kubernetes', 'namespace': 'default',
                         'labels': {'component': 'apiserver'}},
                         'spec': {'clusterIP': '10.96.0.1', 'ports': [{'port': 443}]}}\
                        """)
                .seconds(1);
        String uid = scene.text(Kind.SERVICE, "kubernetes", ".metadata.uid");
        scene.delete(Kind.SERVICE, "kubernetes").seconds(1);
        assertThat(scene.text(Kind.SERVICE, "kubernetes", ".metadata.uid")).isNotEqualTo(uid);
        assertThat(scene.text(Kind.SERVICE, "kubernetes", ".spec.clusterIP"))
                .isEqualTo("10.96.0.1");
        assertThat(scene.text(Kind.SERVICE, "kubernetes", ".metadata.labels.component"))
                .isEqualTo("apiserver");
    }

    @Test
    void aPodOnANodeThatNeverWasGoesAfterAWhile() {
        scene.store()
                .create(
                        TestObjects.merge(
                                TestObjects.pod("lost"), "{'spec': {'nodeName': 'nowhere'}}"))
                .orThrow();
        scene.seconds(39);
        assertThat(scene.names(Kind.POD)).containsExactly("lost");
        scene.seconds(2);
        assertThat(scene.names(Kind.POD)).isEmpty();
    }

    @Test
    void aPodThatCameBeforeItsNodeStays() {
        scene.store()
                .create(TestObjects.merge(TestObjects.pod("early"), "{'spec': {'nodeName': 'n2'}}"))
                .orThrow();
        scene.seconds(10);
        scene.store().create(TestObjects.node("n2")).orThrow();
        scene.seconds(60);
        assertThat(scene.names(Kind.POD)).containsExactly("early");
    }

    private void event(String name) {
        scene.create(
                """
                {'apiVersion': 'v1', 'kind': 'Event', 'metadata': {'name': '%s', 'namespace': 'default'},
                 'involvedObject': {'kind': 'Pod', 'namespace': 'default', 'name': 'p'}, 'reason': 'Said', 'message': 'so'}\
                """
                        .formatted(name));
    }

    @Test
    void eventsGoAnHourAfterTheyWereWrittenLast() {
        event("old");
        event("renewed");
        scene.seconds(1_800);
        scene.patch(Kind.EVENT, "renewed", "{'note': 'so again'}", WriteScope.WHOLE).seconds(1_795);
        assertThat(scene.names(Kind.EVENT)).containsExactly("old", "renewed");
        scene.seconds(10);
        pods(1);
        assertThat(scene.names(Kind.EVENT)).contains("renewed").doesNotContain("old");
        scene.seconds(1_800);
        event("new");
        scene.seconds(1);
        assertThat(scene.names(Kind.EVENT)).contains("new").doesNotContain("renewed");
    }
}
