package dev.berth.sim.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectTemplates;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.model.Kind;
import dev.berth.sim.TestObjects;

import org.junit.jupiter.api.Test;

/// Disruption budgets, namespaces, taints, and the pods of failed nodes.
class ClusterControllersTest {
    private final ControlledCluster cluster = new ControlledCluster();

    private void pods(int count) {
        for (int i = 0; i < count; i++) {
            cluster.store()
                    .create(
                            TestObjects.merge(
                                    TestObjects.pod("p" + i),
                                    "{'metadata': {'labels': {'app': 'a'}}}"))
                    .orThrow();
        }
        cluster.seconds(5);
    }

    private void budget(String rule) {
        cluster.create(
                """
                {'apiVersion': 'policy/v1', 'kind': 'PodDisruptionBudget', 'metadata': {'name': 'b', 'namespace': 'default'},
                 'spec': {%s, 'selector': {'matchLabels': {'app': 'a'}}}}\
                """
                        .formatted(rule));
        cluster.seconds(1);
    }

    private long status(String count) {
        return cluster.number(Kind.DISRUPTION_BUDGET, "b", ".status." + count);
    }

    @Test
    void aBudgetCountsHealthyPods() {
        pods(3);
        budget("'minAvailable': 2");
        assertThat(status("disruptionsAllowed")).isEqualTo(1);
        assertThat(status("currentHealthy")).isEqualTo(3);
        assertThat(status("desiredHealthy")).isEqualTo(2);
        assertThat(status("expectedPods")).isEqualTo(3);

        cluster.delete(Kind.POD, "p0").seconds(1);
        assertThat(status("disruptionsAllowed")).isZero();
        assertThat(cluster.object(Kind.DISRUPTION_BUDGET, "b").text()).contains("InsufficientPods");
    }

    private void replicaSet(int replicas) {
        cluster.create(
                """
                {'apiVersion': 'apps/v1', 'kind': 'ReplicaSet', 'metadata': {'name': 'r', 'namespace': 'default'},
                 'spec': {'replicas': %d, 'selector': {'matchLabels': {'app': 'a'}}, 'template': {'metadata': {'labels': {'app': 'a'}},
                  'spec': {'containers': [{'name': 'c', 'image': 'x'}]}}}}\
                """
                        .formatted(replicas));
        cluster.seconds(5);
    }

    @Test
    void percentagesOfABudgetAreRoundedUp() {
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
    void maxUnavailableRefersToTheReplicasOfControllers() {
        replicaSet(4);
        budget("'maxUnavailable': 1");
        assertThat(status("expectedPods")).isEqualTo(4);
        assertThat(status("disruptionsAllowed")).isEqualTo(1);
    }

    @Test
    void anUnreadyNodeIsTaintedAndItsPodsWithoutATolerationAreDeleted() {
        cluster.store()
                .create(
                        TestObjects.merge(
                                TestObjects.pod("stays"),
                                "{'spec': {'tolerations': [{'operator': 'Exists'}]}}"))
                .orThrow();
        pods(1);
        cluster.patch(
                Kind.NODE,
                "n1",
                "{'status': {'conditions': [{'type': 'Ready', 'status': 'False'}]}}",
                WriteScope.STATUS);
        cluster.seconds(1);
        assertThat(cluster.object(Kind.NODE, "n1").text())
                .contains("node.kubernetes.io/not-ready")
                .contains("NoSchedule", "NoExecute");
        cluster.seconds(290);
        assertThat(cluster.names(Kind.POD)).contains("p0");
        cluster.seconds(30);
        assertThat(cluster.names(Kind.POD)).containsExactly("stays");

        cluster.patch(
                Kind.NODE,
                "n1",
                "{'status': {'conditions': [{'type': 'Ready', 'status': 'True'}]}}",
                WriteScope.STATUS);
        cluster.seconds(1);
        assertThat(cluster.object(Kind.NODE, "n1").text()).doesNotContain("not-ready");
    }

    @Test
    void aCordonedNodeIsTainted() {
        cluster.patch(Kind.NODE, "n1", "{'spec': {'unschedulable': true}}").seconds(1);
        assertThat(cluster.object(Kind.NODE, "n1").text())
                .contains("node.kubernetes.io/unschedulable");
        cluster.patch(Kind.NODE, "n1", "{'spec': {'unschedulable': null}}").seconds(1);
        assertThat(cluster.object(Kind.NODE, "n1").text())
                .doesNotContain("node.kubernetes.io/unschedulable");
    }

    @Test
    void aNoExecuteTaintDeletesPodsAtOnce() {
        pods(2);
        cluster.patch(
                Kind.NODE, "n1", "{'spec': {'taints': [{'key': 'x', 'effect': 'NoExecute'}]}}");
        cluster.seconds(1);
        assertThat(cluster.pods()).allMatch(OwnerReferences::leaving);
        assertThat(cluster.notes())
                .contains("TaintManagerEviction Marking for deletion Pod default/p0");
    }

    @Test
    void anExistingEventDoesNotPreventTheDeletionOfAPod() {
        pods(1);
        cluster.store()
                .create(
                        ObjectTemplates.named(Kind.EVENT, "default", "p0.0000000000000001")
                                .with("note", "an existing event"))
                .orThrow();
        cluster.patch(
                Kind.NODE, "n1", "{'spec': {'taints': [{'key': 'x', 'effect': 'NoExecute'}]}}");
        cluster.seconds(5);
        assertThat(cluster.pods()).isEmpty();
    }

    @Test
    void aLongGracePeriodDelaysNoOtherPod() {
        cluster.store()
                .create(
                        TestObjects.merge(
                                TestObjects.pod("slow"),
                                "{'spec': {'terminationGracePeriodSeconds': 999999999999}}"))
                .orThrow();
        pods(1);
        cluster.delete(Kind.POD, "slow").seconds(5);
        assertThat(cluster.names(Kind.POD)).containsExactly("p0");
    }

    @Test
    void setsWithoutASelectorKeepTheirPods() {
        cluster.store()
                .create(
                        TestObjects.tree(
                                "{'apiVersion': 'apps/v1', 'kind': 'ReplicaSet', 'metadata':"
                                    + " {'name': 'r', 'namespace': 'default', 'uid': 'u'}, 'spec':"
                                    + " {}}"))
                .orThrow();
        cluster.store()
                .create(
                        TestObjects.merge(
                                TestObjects.pod("p"),
                                "{'metadata': {'ownerReferences': [{'apiVersion': 'apps/v1',"
                                        + " 'kind': 'ReplicaSet', 'name': 'r', 'uid': 'u',"
                                        + " 'controller': true}]}}"))
                .orThrow();
        cluster.seconds(5);
        assertThat(ControllerFields.OWNERS.items(cluster.object(Kind.POD, "p"))).hasSize(1);
    }

    @Test
    void podsOfADeletedNodeAreDeletedAfterAWhile() {
        pods(2);
        cluster.delete(Kind.NODE, "n1").seconds(30);
        assertThat(cluster.pods()).hasSize(2);
        cluster.seconds(20);
        assertThat(cluster.pods()).isEmpty();
    }

    @Test
    void everyNamespaceHasItsServiceAccount() {
        cluster.create("{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'team'}}");
        cluster.seconds(1);
        var account = new Kind("", "v1", "ServiceAccount", "serviceaccounts", true);
        assertThat(cluster.store().find(account, "team", "default")).isPresent();
        assertThat(cluster.store().find(account, "kube-system", "default")).isPresent();
    }

    @Test
    void aDeletedNamespaceDeletesItsObjects() {
        cluster.create("{'apiVersion': 'v1', 'kind': 'Namespace', 'metadata': {'name': 'team'}}");
        cluster.store()
                .create(
                        TestObjects.merge(
                                TestObjects.pod("p"), "{'metadata': {'namespace': 'team'}}"))
                .orThrow();
        cluster.store()
                .create(
                        ObjectTemplates.named(
                                new Kind("", "v1", "ConfigMap", "configmaps", true), "team", "c"))
                .orThrow();
        cluster.seconds(5);
        cluster.delete(Kind.NAMESPACE, "team").seconds(1);
        assertThat(cluster.names(Kind.NAMESPACE)).contains("team");
        cluster.seconds(10);
        assertThat(cluster.names(Kind.NAMESPACE)).doesNotContain("team");
        assertThat(cluster.store().list(ObjectSelection.everything().in("team")).objects())
                .isEmpty();
    }

    @Test
    void theKubernetesServiceIsCreatedAgainWithItsAddress() {
        cluster.create(
                        """
                        {'apiVersion': 'v1', 'kind': 'Service', 'metadata': {'name': 'kubernetes', 'namespace': 'default',
                         'labels': {'component': 'apiserver'}},
                         'spec': {'clusterIP': '10.96.0.1', 'ports': [{'port': 443}]}}\
                        """)
                .seconds(1);
        String uid = cluster.text(Kind.SERVICE, "kubernetes", ".metadata.uid");
        cluster.delete(Kind.SERVICE, "kubernetes").seconds(1);
        assertThat(cluster.text(Kind.SERVICE, "kubernetes", ".metadata.uid")).isNotEqualTo(uid);
        assertThat(cluster.text(Kind.SERVICE, "kubernetes", ".spec.clusterIP"))
                .isEqualTo("10.96.0.1");
        assertThat(cluster.text(Kind.SERVICE, "kubernetes", ".metadata.labels.component"))
                .isEqualTo("apiserver");
    }

    @Test
    void aPodOnANodeThatNeverExistedIsDeletedAfterAWhile() {
        cluster.store()
                .create(
                        TestObjects.merge(
                                TestObjects.pod("lost"), "{'spec': {'nodeName': 'nowhere'}}"))
                .orThrow();
        cluster.seconds(39);
        assertThat(cluster.names(Kind.POD)).containsExactly("lost");
        cluster.seconds(2);
        assertThat(cluster.names(Kind.POD)).isEmpty();
    }

    @Test
    void aPodThatIsCreatedBeforeItsNodeStays() {
        cluster.store()
                .create(TestObjects.merge(TestObjects.pod("early"), "{'spec': {'nodeName': 'n2'}}"))
                .orThrow();
        cluster.seconds(10);
        cluster.store().create(TestObjects.node("n2")).orThrow();
        cluster.seconds(60);
        assertThat(cluster.names(Kind.POD)).containsExactly("early");
    }

    private void event(String name) {
        cluster.create(
                """
                {'apiVersion': 'v1', 'kind': 'Event', 'metadata': {'name': '%s', 'namespace': 'default'},
                 'involvedObject': {'kind': 'Pod', 'namespace': 'default', 'name': 'p'}, 'reason': 'Said', 'message': 'so'}\
                """
                        .formatted(name));
    }

    @Test
    void eventsExpireAnHourAfterTheirLastWrite() {
        event("old");
        event("renewed");
        cluster.seconds(1_800);
        cluster.patch(Kind.EVENT, "renewed", "{'note': 'so again'}", WriteScope.WHOLE)
                .seconds(1_795);
        assertThat(cluster.names(Kind.EVENT)).containsExactly("old", "renewed");
        cluster.seconds(10);
        pods(1);
        assertThat(cluster.names(Kind.EVENT)).contains("renewed").doesNotContain("old");
        cluster.seconds(1_800);
        event("new");
        cluster.seconds(1);
        assertThat(cluster.names(Kind.EVENT)).contains("new").doesNotContain("renewed");
    }
}
