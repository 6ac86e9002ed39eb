package dev.berth.engine;

import static dev.berth.testkit.Build.namespace;
import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;
import static dev.berth.testkit.Build.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.state.ClusterState;
import dev.berth.model.KubeObject;
import dev.berth.model.Labels;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.spi.Resource;
import dev.berth.spi.StateObserver;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Assuming, confirming and forgetting pods, and the events between.
class ClusterStateTest {
    private static final String UID = "default/web";

    private final ClusterState state = new ClusterState();
    private final Pod pending = pod("web").cpu("1").build();

    @BeforeEach
    void twoNodes() {
        state.put(node("n1").build());
        state.put(node("n2").build());
    }

    private long requested(String name) {
        return state.nodes().view(state.nodes().row(name).orElseThrow()).requested(Resource.CPU);
    }

    private void assumeOn(String name) {
        state.addOrUpdatePod(pending);
        state.assume(pending.on(name));
    }

    @Test
    void anAssumedPodTakesCapacityUntilItIsForgotten() {
        assumeOn("n1");
        assertThat(requested("n1")).isEqualTo(1_000);
        assertThat(state.assumed(UID)).isTrue();
        assertThat(state.forget(UID).before()).isPresent();
        assertThat(requested("n1")).isZero();
        assertThat(state.forget(UID).before()).as("only once").isEmpty();
    }

    @Test
    void aConfirmedPodCannotBeForgotten() {
        assumeOn("n1");
        state.place(pending.on("n1"));
        assertThat(state.assumed(UID)).isFalse();
        assertThat(state.forget(UID).before()).isEmpty();
        assertThat(requested("n1")).isEqualTo(1_000);
    }

    @Test
    void aPodConfirmedOnAnotherNodeMovesAndIsCountedAsARepair() {
        assumeOn("n1");
        state.place(pending.on("n2"));
        assertThat(requested("n1")).isZero();
        assertThat(requested("n2")).isEqualTo(1_000);
        assertThat(state.repairs()).isEqualTo(1);
        assertThat(state.assumedPods()).isZero();
    }

    @Test
    void anAssumedPodThatIsDeletedReleasesItsResources() {
        assumeOn("n1");
        assertThat(state.removePod(UID).before()).isPresent();
        assertThat(requested("n1")).isZero();
        assertThat(state.assumedPods()).isZero();
    }

    @Test
    void anAssumedPodThatIsUpdatedKeepsItsResources() {
        assumeOn("n1");
        state.addOrUpdatePod(pod("web").cpu("1").label("color", "red").build());
        assertThat(state.assumed(UID)).isTrue();
        assertThat(requested("n1")).isEqualTo(1_000);
    }

    @Test
    void aPodCannotBeAssumedTwice() {
        assumeOn("n1");
        assertThatThrownBy(() -> state.assume(pending.on("n2")))
                .hasMessage("pod default/web(default/web) is in the cache, so can't be assumed");
        assertThat(requested("n2")).isZero();
    }

    @Test
    void podsOfANodeThatIsGoneAndBackStillCount() {
        state.place(pending.on("n1"));
        state.removeNode("n1");
        assertThat(state.nodes().count()).isEqualTo(1);
        assertThat(state.nodes().row("n1")).isEmpty();
        state.put(node("n1").cpu("8").build());
        assertThat(requested("n1")).isEqualTo(1_000);
        assertThat(state.nodes().count()).isEqualTo(2);
    }

    @Test
    void aPodMayComeBeforeItsNode() {
        state.place(pending.on("n3"));
        assertThat(state.nodes().count()).isEqualTo(2);
        state.put(node("n3").build());
        assertThat(requested("n3")).isEqualTo(1_000);
    }

    @Test
    void theRowOfAVanishedNodeIsUsedAgainAndEmpty() {
        state.place(pending.on("n3"));
        int rows = state.nodes().rows();
        state.removePod(UID);
        state.put(node("n4").build());
        assertThat(state.nodes().rows()).isEqualTo(rows);
        assertThat(requested("n4")).isZero();
    }

    @Test
    void twoPodsOfOneNameAreKnownByTheirUids() {
        state.addOrUpdatePod(pod("web").uid("first").build());
        state.removePod("first");
        state.addOrUpdatePod(pod("web").uid("second").build());
        assertThat(state.uidOf("default/web")).contains("second");
        state.removePod("first");
        assertThat(state.uidOf("default/web")).contains("second");
    }

    @Test
    void aScaledDownPodReleasesTheResourcesItNoLongerRequests() {
        state.place(pod("web").cpu("2").on("n1").build());
        state.place(pod("web").cpu("1").on("n1").build());
        assertThat(requested("n1")).isEqualTo(1_000);
    }

    @Test
    void onlyTheOwnerMayChangeIt() throws InterruptedException {
        state.own();
        var refused = new Throwable[1];
        Thread other =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                state.addOrUpdatePod(pending);
                            } catch (IllegalStateException problem) {
                                refused[0] = problem;
                            }
                        });
        other.join();
        assertThat(refused[0]).hasMessageContaining("cluster state belongs to thread");
    }

    /// Records the objects that it is informed about.
    private static final class Notes implements StateObserver {
        private final Set<String> present = new TreeSet<>();

        @Override
        public void nodeChanged(Optional<Node> before, Optional<Node> after) {
            before.ifPresent(node -> present.remove("node " + node.name()));
            after.ifPresent(node -> present.add("node " + node.name()));
        }

        @Override
        public void podPlaced(Pod pod, String node) {
            present.add("pod " + pod.key() + " on " + node);
        }

        @Override
        public void podRemoved(Pod pod, String node) {
            present.remove("pod " + pod.key() + " on " + node);
        }

        @Override
        public void forgetAll() {
            present.clear();
        }

        @Override
        public void objectChanged(Optional<KubeObject> before, Optional<KubeObject> after) {
            before.ifPresent(object -> present.remove(object.kind().name() + " " + object.key()));
            after.ifPresent(object -> present.add(object.kind().name() + " " + object.key()));
        }
    }

    /// Counts pods, and fails once while it is informed.
    private static final class Counter implements StateObserver {
        private int pods;
        private boolean failed;

        @Override
        public void podPlaced(Pod pod, String node) {
            pods++;
            if (pods == 2 && !failed) {
                failed = true;
                throw new IllegalStateException("once");
            }
        }

        @Override
        public void forgetAll() {
            pods = 0;
        }
    }

    private void observe(StateObserver observer) {
        state.observe(
                observer,
                change -> {
                    try {
                        change.accept(observer);
                        return true;
                    } catch (IllegalStateException failure) {
                        return false;
                    }
                });
    }

    @Test
    void anObserverThatFailedCountsNothingTwice() {
        var counter = new Counter();
        observe(counter);
        state.place(pod("a").build().on("n1"));
        state.place(pod("b").build().on("n1"));
        state.place(pod("c").build().on("n1"));

        state.repairObservers(0);

        assertThat(counter.failed).isTrue();
        assertThat(counter.pods).isEqualTo(3);
    }

    @Test
    void aLateObserverReceivesTheSameStateAsAnEarlyOne() {
        var early = new Notes();
        observe(early);
        state.put(node("n3").build());
        state.removeNode("n2");
        state.put(namespace("shop", Labels.NONE));
        state.put(service("web", Labels.of("app", "web")));
        state.addOrUpdatePod(pod("waits").build());
        assumeOn("n1");
        state.place(pod("runs").build().on("n3"));
        state.place(pod("ended").build().on("n3"));
        state.removePod("default/ended");

        var late = new Notes();
        observe(late);

        assertThat(late.present)
                .containsExactly(
                        "Namespace shop",
                        "Service default/web",
                        "node n1",
                        "node n3",
                        "pod default/runs on n3",
                        "pod default/web on n1")
                .isEqualTo(early.present);
        state.removeNode("n3");
        assertThat(late.present).isEqualTo(early.present).doesNotContain("node n3");
    }
}
