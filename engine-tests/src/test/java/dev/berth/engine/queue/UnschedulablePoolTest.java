package dev.berth.engine.queue;

import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.profile.Profile;
import dev.berth.engine.profile.Profiles;
import dev.berth.spi.ClusterEvent;
import dev.berth.testkit.TestContext;

import org.junit.jupiter.api.Test;

import java.util.List;

/// The unschedulable pods that an event can requeue.
class UnschedulablePoolTest {
    private static final ClusterEvent UNGATED =
            ClusterEvent.of(
                    ClusterEvent.TARGET_POD, ClusterEvent.UPDATE_POD_SCHEDULING_GATES_ELIMINATED);

    private final Profiles profiles =
            new Profiles(List.of(DefaultProfile.spec()), (spec, plugin) -> new TestContext());
    private final Profile profile = profiles.all().iterator().next();
    private final UnschedulablePool pool = new UnschedulablePool(profiles);

    private QueuedPod unschedulable(int arrival, String gate, String... rejectors) {
        var queued = new QueuedPod(pod("pod-" + arrival).build(), profile, 0);
        queued.arrival = arrival;
        queued.gatingPlugin = gate;
        queued.unschedulablePlugins().addAll(List.of(rejectors));
        pool.add(queued);
        return queued;
    }

    @Test
    void anEventReachesThoseWhoseRejectorsRegisteredForIt() {
        QueuedPod fit = unschedulable(0, "", "NodeResourcesFit");
        QueuedPod both = unschedulable(1, "", "NodeAffinity", "NodeResourcesFit");
        unschedulable(2, "", "NodeAffinity");
        QueuedPod later = unschedulable(3, "", "NodeResourcesFit");
        assertThat(pool.reachedBy(ClusterEvent.ASSIGNED_POD_DELETE))
                .containsExactly(fit, both, later);
        assertThat(pool.reachedBy(ClusterEvent.ASSIGNED_POD_ADD)).isEmpty();
    }

    @Test
    void anEventReachesReasonsThatCameUpAfterIt() {
        assertThat(pool.reachedBy(ClusterEvent.ASSIGNED_POD_DELETE)).isEmpty();
        QueuedPod fit = unschedulable(0, "", "NodeResourcesFit");
        assertThat(pool.reachedBy(ClusterEvent.ASSIGNED_POD_DELETE)).containsExactly(fit);
    }

    @Test
    void anEventPassesByThoseWhoseGateItDoesNotConcern() {
        QueuedPod gated =
                unschedulable(0, "SchedulingGates", "NodeResourcesFit", "SchedulingGates");
        assertThat(pool.reachedBy(ClusterEvent.ASSIGNED_POD_DELETE)).isEmpty();
        assertThat(pool.reachedBy(UNGATED)).containsExactly(gated);
        assertThat(pool.gated()).isEqualTo(1);
    }

    @Test
    void aPodWhoseReasonsChangeKeepsItsPosition() {
        QueuedPod first = unschedulable(0, "", "SchedulingGates");
        QueuedPod second = unschedulable(1, "SchedulingGates", "SchedulingGates");
        QueuedPod third = unschedulable(2, "SchedulingGates", "SchedulingGates");
        pool.remove(second);
        first.gatingPlugin = "SchedulingGates";
        pool.reasonsChanged(first);
        assertThat(pool.reachedBy(UNGATED)).containsExactly(first, third);
        assertThat(pool.gated()).isEqualTo(2);
        assertThat(pool.size()).isEqualTo(2);
    }

    @Test
    void anUnregisteredEventIsIgnored() {
        assertThat(pool.wanted(ClusterEvent.ASSIGNED_POD_DELETE)).isTrue();
        assertThat(pool.wanted(ClusterEvent.of("Service", ClusterEvent.ADD))).isFalse();
    }
}
