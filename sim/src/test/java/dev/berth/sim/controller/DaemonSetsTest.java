package dev.berth.sim.controller;

import static dev.berth.sim.controller.DaemonSetController.DAEMON_SET;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.Kind;
import dev.berth.sim.TestObjects;

import org.junit.jupiter.api.Test;

class DaemonSetsTest {
    private final Scene scene = new Scene();

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
        return scene.number(DAEMON_SET, "agent", ".status." + count);
    }

    private DaemonSetsTest node(String name) {
        scene.store().create(TestObjects.node(name)).orThrow();
        return this;
    }

    @Test
    void everyNodeGetsAPodAlsoThoseThatComeLater() {
        node("n2");
        scene.create(agent("")).seconds(10);
        assertThat(scene.pods()).extracting(DaemonPods::node).containsExactlyInAnyOrder("n1", "n2");
        assertThat(status("desiredNumberScheduled")).isEqualTo(2);
        assertThat(status("numberReady")).isEqualTo(2);
        assertThat(status("numberAvailable")).isEqualTo(2);

        node("n3");
        scene.seconds(10);
        assertThat(scene.pods()).hasSize(3);
        scene.delete(Kind.NODE, "n3").seconds(60);
        assertThat(scene.pods()).hasSize(2);
        assertThat(status("desiredNumberScheduled")).isEqualTo(2);
    }

    @Test
    void aPodIsAvailableOnceItHasBeenReadyLongEnough() {
        scene.create(
                        agent("")
                                .replace(
                                        "'spec': {'selector'",
                                        "'spec': {'minReadySeconds': 20, 'selector'"))
                .seconds(10);
        assertThat(status("numberReady")).isEqualTo(1);
        assertThat(status("numberAvailable")).isZero();
        scene.seconds(30);
        assertThat(status("numberAvailable")).isEqualTo(1);
    }

    @Test
    void onlyNodesThatAreMeantForItCount() {
        node("n2");
        scene.patch(Kind.NODE, "n2", "{'metadata': {'labels': {'disk': 'ssd'}}}");
        scene.create(agent("'nodeSelector': {'disk': 'ssd'},")).seconds(10);
        assertThat(scene.pods()).extracting(DaemonPods::node).containsExactly("n2");

        scene.patch(Kind.NODE, "n1", "{'metadata': {'labels': {'disk': 'ssd'}}}");
        scene.patch(Kind.NODE, "n2", "{'metadata': {'labels': {'disk': null}}}").seconds(10);
        assertThat(scene.pods()).extracting(DaemonPods::node).containsExactly("n1");
    }

    @Test
    void taintsKeepItAwayUnlessTheyAreThoseThatAilNodes() {
        scene.patch(
                Kind.NODE, "n1", "{'spec': {'taints': [{'key': 'gpu', 'effect': 'NoSchedule'}]}}");
        node("n2");
        scene.patch(Kind.NODE, "n2", "{'spec': {'unschedulable': true}}");
        scene.create(agent("")).seconds(10);
        assertThat(scene.pods()).extracting(DaemonPods::node).containsExactly("n2");
    }

    @Test
    void anotherImageIsRolledOutNodeByNode() {
        node("n2").node("n3");
        scene.create(agent("")).seconds(10);
        scene.patch(
                DAEMON_SET,
                "agent",
                "{'spec': {'template': {'spec': {'containers': [{'name': 'c', 'image': 'b'}]}}}}");
        scene.seconds(1);
        assertThat(scene.pods()).filteredOn(OwnerReferences::leaving).hasSize(1);
        scene.seconds(60);
        assertThat(scene.pods())
                .hasSize(3)
                .allMatch(pod -> pod.json().text().contains("\"image\":\"b\""));
        assertThat(status("updatedNumberScheduled")).isEqualTo(3);
    }
}
