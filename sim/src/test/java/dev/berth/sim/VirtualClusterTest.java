package dev.berth.sim;

import static dev.berth.sim.TestObjects.node;
import static dev.berth.sim.TestObjects.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.Message;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.sim.link.ClusterLink;
import dev.berth.spi.Write;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;

/// An example of a test with a cluster in memory: a scheduler of ten lines binds a pod, and the pod
/// runs.
class VirtualClusterTest {
    private final VirtualCluster cluster = new VirtualCluster(7);

    private Pod now(String name) {
        return (Pod) cluster.store().get(Kind.POD, "default", name).orThrow().typed();
    }

    /// Binds every pod to the node that was added last.
    private static final class SimpleScheduler implements Actor {
        private final ArrayDeque<Message> inbox = new ArrayDeque<>();
        private final ApiPort api;
        private String node = "";

        SimpleScheduler(ClusterLink link) {
            api = link;
            link.deliverTo(inbox::add);
        }

        @Override
        public int runOnce() {
            int done = 0;
            for (Message message = inbox.poll(); message != null; message = inbox.poll()) {
                if (message instanceof Message.NodeSeen(var seen, var whole)) {
                    node = seen.name();
                } else if (message instanceof Message.PodSeen(var pod, var whole)
                        && !pod.assigned()) {
                    var bind = new Write.BindPod(pod.namespace(), pod.name(), pod.uid(), node);
                    api.submit(List.of(new ApiPort.Call(bind, outcome -> {})));
                }
                done++;
            }
            return done;
        }
    }

    @Test
    void aPodIsBoundAndRuns() {
        cluster.join(new SimpleScheduler(cluster.link()));
        cluster.create(node("n1"));
        cluster.create(pod("web"));

        cluster.settle();
        assertThat(now("web").spec().nodeName()).isEqualTo("n1");

        assertThat(
                        cluster.advanceUntil(
                                () -> now("web").status().phase().equals("Running"),
                                Duration.ofSeconds(10)))
                .isTrue();
    }

    @Test
    void theClockStopsAtEachTimer() {
        long start = cluster.clock().nowNanos();
        var seen = new ArrayDeque<Long>();
        cluster.timeline().at(start + 5, () -> seen.add(cluster.clock().nowNanos()));
        cluster.timeline().at(start + 9, () -> seen.add(cluster.clock().nowNanos()));

        cluster.advance(Duration.ofNanos(7));

        assertThat(seen).containsExactly(start + 5);
        assertThat(cluster.clock().nowNanos()).isEqualTo(start + 7);
        assertThat(cluster.dueNanos()).isEqualTo(start + 9);
    }

    @Test
    void everyDueActorRuns() {
        long due = cluster.clock().nowNanos() + 1_000;
        var turns = new ArrayDeque<Long>();
        cluster.join(
                Actor.of(
                        () -> {
                            if (turns.isEmpty() && cluster.clock().nowNanos() >= due) {
                                turns.add(cluster.clock().nowNanos());
                                return 1;
                            }
                            return 0;
                        },
                        () -> turns.isEmpty() ? due : Long.MAX_VALUE));

        cluster.advance(Duration.ofSeconds(1));

        assertThat(turns).containsExactly(due);
    }

    @Test
    void aConditionThatIsNeverMetEndsTheWait() {
        assertThat(cluster.advanceUntil(() -> false, Duration.ofHours(1))).isFalse();
    }

    @Test
    void creatingAnExistingObjectThrows() {
        cluster.create(pod("web"));

        assertThatThrownBy(() -> cluster.create(pod("web")))
                .hasMessage("409 AlreadyExists: pods \"web\" already exists");
    }
}
