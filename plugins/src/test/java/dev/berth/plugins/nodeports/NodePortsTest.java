package dev.berth.plugins.nodeports;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.Container;
import dev.berth.model.ContainerPort;
import dev.berth.model.ResourceList;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;
import dev.berth.testkit.PluginResults;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;

class NodePortsTest {
    private static final String TAKEN =
            "node(s) didn't have free ports for the requested pod ports";

    private final PluginTester tester =
            PluginTester.of(new NodePorts.Provider()).nodes(node("n"), node("free"));

    record Case(String name, PodBuilder running, PodBuilder wanted, boolean free) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Case> cases() {
        return List.of(
                new Case("no ports in use", pod("r"), port("", "TCP", 80), true),
                new Case("the same port", open("", "TCP", 80), port("", "TCP", 80), false),
                new Case("no protocol is TCP", open("", "", 80), port("", "TCP", 80), false),
                new Case("another protocol", open("", "UDP", 80), port("", "TCP", 80), true),
                new Case("another port", open("", "TCP", 81), port("", "TCP", 80), true),
                new Case(
                        "another address",
                        open("127.0.0.1", "TCP", 80),
                        port("127.0.0.2", "TCP", 80),
                        true),
                new Case(
                        "the same address",
                        open("127.0.0.1", "TCP", 80),
                        port("127.0.0.1", "TCP", 80),
                        false),
                new Case(
                        "all addresses want it",
                        open("127.0.0.1", "TCP", 80),
                        port("0.0.0.0", "TCP", 80),
                        false),
                new Case(
                        "all addresses have it",
                        open("", "TCP", 80),
                        port("127.0.0.1", "TCP", 80),
                        false),
                new Case(
                        "no address of IPv6 is all",
                        open("::", "TCP", 80),
                        port("127.0.0.1", "TCP", 80),
                        true),
                new Case(
                        "one of two", open("", "TCP", 81), port("", "TCP", 80).hostPort(81), false),
                new Case("a sidecar has it", inInit(true), port("", "TCP", 80), false),
                new Case("an init container had it", inInit(false), port("", "TCP", 80), true));
    }

    private static PodBuilder open(String address, String protocol, int port) {
        return pod("r").hostPort(address, protocol, port);
    }

    private static PodBuilder port(String address, String protocol, int port) {
        return pod("p").hostPort(address, protocol, port);
    }

    private static PodBuilder inInit(boolean sidecar) {
        return pod("r").initContainer(
                        new Container(
                                "init",
                                "",
                                ResourceList.NONE,
                                ResourceList.NONE,
                                List.of(new ContainerPort("", 80, "TCP", 80)),
                                sidecar));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aPortCanBeOpenOnce(Case each) {
        PluginResults result =
                tester.running(each.running.on("n")).schedule(each.wanted).passes("free");
        if (each.free) {
            result.passes("n");
        } else {
            result.rejects("n", TAKEN).rejectsUnschedulable("n");
        }
    }

    @Test
    void aPodWithoutHostPortsIsNotLookedAt() {
        tester.schedule(pod("p")).skipsFilter();
        tester.schedule(pod("p").hostPort(0)).skipsFilter();
    }

    @Test
    void thePortsOfOnePodDoNotConflict() {
        tester.schedule(pod("p").hostPort(80).hostPort(80)).passes("n", "free");
    }

    @Test
    void portsComeAndGoWithTheirPods() {
        tester.running(pod("r").on("n").hostPort(80));
        tester.schedule(pod("p").hostPort(80)).rejects("n", TAKEN);
        tester.running(pod("r").on("free").hostPort(80));
        tester.schedule(pod("p").hostPort(80)).passes("n").rejects("free", TAKEN);
    }

    @Test
    void withoutPreFilterItIsAnError() {
        assertThatThrownBy(() -> tester.scheduleWithoutPrePoints(pod("p")))
                .hasMessage("reading \"PreFilterNodePorts\" from cycleState: not found");
    }

    @Test
    void onlyAPodThatClosesSuchAPortRequeuesThePod() {
        PodBuilder unschedulable = pod("p").hostPort(80);
        assertThat(requeues(unschedulable, pod("r").hostPort(80).on("n"))).isTrue();
        assertThat(requeues(unschedulable, pod("r").hostPort(80).nominated("n"))).isTrue();
        assertThat(requeues(unschedulable, pod("r").hostPort(80))).isFalse();
        assertThat(requeues(unschedulable, pod("r").hostPort(81).on("n"))).isFalse();
        assertThat(requeues(unschedulable, pod("r").on("n"))).isFalse();
    }

    private boolean requeues(PodBuilder unschedulable, PodBuilder gone) {
        return tester.requeues(
                unschedulable,
                ClusterEvent.ASSIGNED_POD_DELETE,
                ObjectChange.removed(gone.build()));
    }

    @Test
    void anyNewNodeRequeuesThePod() {
        var change = ObjectChange.added(node("new").build());
        assertThat(tester.requeues(pod("p").hostPort(80), ClusterEvent.NODE_ADD, change)).isTrue();
    }
}
