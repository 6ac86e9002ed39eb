package dev.berth.plugins.nodedeclaredfeatures;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.Container;
import dev.berth.model.ResourceList;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;

import java.util.List;

class NodeDeclaredFeaturesTest {
    private static final String LACKING = "node(s) didn't match Pod's required features";
    private static final String RESTART = "RestartAllContainersOnContainerExits";
    private static final String USERS = "UserNamespacesHostNetworkSupport";

    private final PluginTester tester =
            PluginTester.of(new NodeDeclaredFeatures.Provider())
                    .nodes(
                            node("none"),
                            node("other").declares("AnUnknownOne"),
                            node("users").declares("AnUnknownOne", USERS),
                            node("both").declares(RESTART, USERS),
                            node("unsorted").declares(USERS, RESTART));

    private static PodBuilder restarting(String action) {
        return pod("p").container(
                        new Container(
                                "c",
                                "",
                                ResourceList.NONE,
                                ResourceList.NONE,
                                List.of(),
                                false,
                                List.of("Restart", action)));
    }

    @Test
    void aPodThatNeedsNothingIsNotLookedAt() {
        tester.schedule(pod("p")).skipsFilter();
        tester.schedule(pod("p").hostNetwork()).skipsFilter();
        tester.schedule(pod("p").hostUsers(false)).skipsFilter();
        tester.schedule(pod("p").hostNetwork().hostUsers(true)).skipsFilter();
        tester.schedule(restarting("Restart")).skipsFilter();
    }

    @Test
    void usersOfItsOwnOnTheHostsNetworkNeedAFeature() {
        tester.schedule(pod("p").hostNetwork().hostUsers(false))
                .rejectsUnresolvable("none", LACKING)
                .rejectsUnresolvable("other", LACKING)
                .passes("users", "both", "unsorted");
    }

    @Test
    void restartingAllContainersNeedsAFeature() {
        tester.schedule(restarting("RestartAllContainers"))
                .rejectsUnresolvable("users", LACKING)
                .passes("both")
                .rejectsUnresolvable("unsorted", LACKING);
    }

    @Test
    void allThatIsNeededMustBeDeclared() {
        tester.schedule(restarting("RestartAllContainers").hostNetwork().hostUsers(false))
                .rejectsUnresolvable("users", LACKING)
                .passes("both");
    }

    @Test
    void withoutPreFilterItIsAnError() {
        assertThatThrownBy(() -> tester.scheduleWithoutPrePoints(pod("p")))
                .hasMessage(
                        "error reading \"PreFilterNodeDeclaredFeatures\" from cycle-state: not"
                                + " found");
    }

    @Test
    void anyChangeOfDeclaredFeaturesRequeuesThePod() {
        var event = ClusterEvent.of(ClusterEvent.NODE, ClusterEvent.UPDATE_NODE_DECLARED_FEATURE);
        var with = node("n").declares(RESTART).build();
        var without = node("n").build();
        PodBuilder unschedulable = restarting("RestartAllContainers");
        assertThat(tester.requeues(unschedulable, event, ObjectChange.updated(without, with)))
                .isTrue();
        assertThat(tester.requeues(unschedulable, event, ObjectChange.updated(with, without)))
                .isTrue();
        assertThat(tester.requeues(unschedulable, event, ObjectChange.updated(with, with)))
                .isFalse();
        assertThat(
                        tester.requeues(
                                unschedulable, ClusterEvent.NODE_ADD, ObjectChange.added(without)))
                .isTrue();
    }

    @Test
    void thePodItselfMustNeedSomethingElse() {
        var event = ClusterEvent.of(ClusterEvent.TARGET_POD, ClusterEvent.UPDATE);
        var needy = restarting("RestartAllContainers").build();
        var modest = pod("p").build();
        var other = pod("q").build();
        assertThat(tester.requeues(pod("p"), event, ObjectChange.updated(needy, modest))).isTrue();
        assertThat(tester.requeues(pod("p"), event, ObjectChange.updated(needy, needy))).isFalse();
        assertThat(tester.requeues(pod("p"), event, ObjectChange.updated(other, other))).isFalse();
    }
}
