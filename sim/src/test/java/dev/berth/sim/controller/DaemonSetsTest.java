package dev.berth.sim.controller;

import static dev.berth.sim.controller.DaemonSetController.DAEMON_SET;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.model.Kind;
import dev.berth.sim.TestObjects;

import org.junit.jupiter.api.Test;

class DaemonSetsTest {
    private final ControlledCluster cluster = new ControlledCluster();

    private static String agent(String spec) {
        return """
        {'apiVersion': 'apps/v1', 'kind': 'DaemonSet', 'metadata': {'name': 'agent', 'namespace': 'default'},
         'spec': {'selector': {'matchLabels': {'app': 'agent'}},
          'template': {'metadata': {'labels': {'app': 'agent'}},
           'spec': {%s 'containers': [{'name': 'c', 'image': 'a'}]}}}}\
        """
                .formatted(spec);
    }

    private long status(String count) {
        return cluster.number(DAEMON_SET, "agent", ".status." + count);
    }

    private DaemonSetsTest node(String name) {
        cluster.store().create(TestObjects.node(name)).orThrow();
        return this;
    }

    @Test
    void everyNodeGetsAPodIncludingNewNodes() {
        node("n2");
        cluster.create(agent("")).seconds(10);
        assertThat(cluster.pods())
                .extracting(DaemonPods::node)
                .containsExactlyInAnyOrder("n1", "n2");
        assertThat(status("desiredNumberScheduled")).isEqualTo(2);
        assertThat(status("numberReady")).isEqualTo(2);
        assertThat(status("numberAvailable")).isEqualTo(2);

        node("n3");
        cluster.seconds(10);
        assertThat(cluster.pods()).hasSize(3);
        cluster.delete(Kind.NODE, "n3").seconds(60);
        assertThat(cluster.pods()).hasSize(2);
        assertThat(status("desiredNumberScheduled")).isEqualTo(2);
    }

    @Test
    void aPodIsAvailableOnceItHasBeenReadyLongEnough() {
        cluster.create(
                        agent("")
                                .replace(
                                        "'spec': {'selector'",
                                        "'spec': {'minReadySeconds': 20, 'selector'"))
                .seconds(10);
        assertThat(status("numberReady")).isEqualTo(1);
        assertThat(status("numberAvailable")).isZero();
        cluster.seconds(30);
        assertThat(status("numberAvailable")).isEqualTo(1);
    }

    @Test
    void onlyEligibleNodesCount() {
        node("n2");
        cluster.patch(Kind.NODE, "n2", "{'metadata': {'labels': {'disk': 'ssd'}}}");
        cluster.create(agent("'nodeSelector': {'disk': 'ssd'},")).seconds(10);
        assertThat(cluster.pods()).extracting(DaemonPods::node).containsExactly("n2");

        cluster.patch(Kind.NODE, "n1", "{'metadata': {'labels': {'disk': 'ssd'}}}");
        cluster.patch(Kind.NODE, "n2", "{'metadata': {'labels': {'disk': null}}}").seconds(10);
        assertThat(cluster.pods()).extracting(DaemonPods::node).containsExactly("n1");
    }

    @Test
    void onlyTaintsOfNodeConditionsAreTolerated() {
        cluster.patch(
                Kind.NODE, "n1", "{'spec': {'taints': [{'key': 'gpu', 'effect': 'NoSchedule'}]}}");
        node("n2");
        cluster.patch(Kind.NODE, "n2", "{'spec': {'unschedulable': true}}");
        cluster.create(agent("")).seconds(10);
        assertThat(cluster.pods()).extracting(DaemonPods::node).containsExactly("n2");
    }

    @Test
    void aPodOfAnotherClusterStaysIfItHasTheGenerationOfTheTemplate() {
        cluster.store()
                .create(
                        TestObjects.tree(
                                """
                                {'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'name': 'agent-x', 'namespace': 'default', 'uid': 'p1',
                                  'labels': {'app': 'agent', 'controller-revision-hash': 'other', 'pod-template-generation': '3'},
                                  'ownerReferences': [{'apiVersion': 'apps/v1', 'kind': 'DaemonSet', 'name': 'agent', 'uid': 'd1', 'controller': true}]},
                                 'spec': {'nodeName': 'n1', 'containers': [{'name': 'c', 'image': 'a'}]}}\
                                """))
                .orThrow();
        cluster.store()
                .create(
                        TestObjects.tree(
                                agent("")
                                        .replace(
                                                "'name': 'agent', 'namespace'",
                                                "'name': 'agent', 'uid': 'd1', 'annotations':"
                                                    + " {'deprecated.daemonset.template.generation':"
                                                    + " '3'}, 'namespace'")))
                .orThrow();
        cluster.seconds(60);
        assertThat(cluster.pods()).extracting(ObjectVersion::uid).containsExactly("p1");
    }

    @Test
    void aNewImageIsRolledOutNodeByNode() {
        node("n2").node("n3");
        cluster.create(agent("")).seconds(10);
        cluster.patch(
                DAEMON_SET,
                "agent",
                "{'spec': {'template': {'spec': {'containers': [{'name': 'c', 'image': 'b'}]}}}}");
        cluster.seconds(1);
        assertThat(cluster.pods()).filteredOn(OwnerReferences::leaving).hasSize(1);
        cluster.seconds(60);
        assertThat(cluster.pods())
                .hasSize(3)
                .allMatch(pod -> pod.json().text().contains("\"image\":\"b\""));
        assertThat(status("updatedNumberScheduled")).isEqualTo(3);
    }
}
