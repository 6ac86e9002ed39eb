package dev.berth.plugins.schedulinggates;

import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.Reject;
import dev.berth.spi.Verdict;
import dev.berth.testkit.PluginTester;

import org.junit.jupiter.api.Test;

class SchedulingGatesTest {
    private static final ClusterEvent GATES_GONE =
            ClusterEvent.of(
                    ClusterEvent.TARGET_POD, ClusterEvent.UPDATE_POD_SCHEDULING_GATES_ELIMINATED);

    private final SchedulingGates gates = new SchedulingGates();
    private final PluginTester tester = PluginTester.of(gates);

    @Test
    void aPodWithoutGatesMayGoOn() {
        assertThat(gates.preEnqueue(pod("web").build())).isEqualTo(Verdict.PASS);
    }

    @Test
    void aGateHoldsThePodAndNothingButItsRemovalHelps() {
        assertThat(gates.preEnqueue(pod("web").gate("a.example/quota").build()))
                .isEqualTo(Reject.unresolvable("waiting for scheduling gates: [a.example/quota]"));
    }

    @Test
    void allGatesAreNamedInTheOrderOfTheSpec() {
        assertThat(gates.preEnqueue(pod("web").gate("z").gate("a").gate("m").build()))
                .isEqualTo(Reject.unresolvable("waiting for scheduling gates: [z a m]"));
    }

    @Test
    void thePodRequeuesWhenItsOwnGatesAreGone() {
        var change = ObjectChange.updated(pod("web").gate("a").build(), pod("web").build());

        assertThat(tester.requeues(pod("web").gate("a"), GATES_GONE, change)).isTrue();
    }

    @Test
    void theGatesOfAnotherPodDoNotMatter() {
        var change = ObjectChange.updated(pod("other").gate("a").build(), pod("other").build());

        assertThat(tester.requeues(pod("web").gate("a"), GATES_GONE, change)).isFalse();
    }

    @Test
    void aPodOfTheSameNameButAnotherUidIsAnotherPod() {
        var change = ObjectChange.updated(pod("web").uid("2").build(), pod("web").uid("2").build());

        assertThat(tester.requeues(pod("web").uid("1").gate("a"), GATES_GONE, change)).isFalse();
    }

    @Test
    void otherUpdatesOfThePodDoNotRequeueIt() {
        var event = ClusterEvent.of(ClusterEvent.TARGET_POD, ClusterEvent.UPDATE_POD_LABEL);
        var change = ObjectChange.updated(pod("web").build(), pod("web").label("a", "b").build());

        assertThat(tester.requeues(pod("web").gate("a"), event, change)).isFalse();
    }

    @Test
    void itTakesNoArguments() {
        var provider = new SchedulingGates.Provider();

        assertThat(provider.name()).isEqualTo("SchedulingGates");
        assertThat(provider.defaults()).isEqualTo(PluginProvider.NoArgs.NONE);
    }
}
