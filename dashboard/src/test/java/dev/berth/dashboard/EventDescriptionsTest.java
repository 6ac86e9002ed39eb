package dev.berth.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.view.RequeueEvents;
import dev.berth.spi.ClusterEvent;

import org.junit.jupiter.api.Test;

import java.util.List;

class EventDescriptionsTest {
    private static List<String> descriptions(String resource, int actions) {
        return EventDescriptions.of(
                new RequeueEvents("P", List.of(ClusterEvent.of(resource, actions))));
    }

    @Test
    void everyBitHasADescription() {
        assertThat(
                        descriptions(
                                ClusterEvent.NODE,
                                ClusterEvent.ADD | ClusterEvent.UPDATE_NODE_ALLOCATABLE))
                .containsExactly("a node is added", "a node's allocatable resources increase");
        assertThat(descriptions(ClusterEvent.ASSIGNED_POD, ClusterEvent.DELETE))
                .containsExactly("a pod is removed from its node");
        assertThat(descriptions(ClusterEvent.PERSISTENT_VOLUME_CLAIM, ClusterEvent.ADD))
                .containsExactly("a PersistentVolumeClaim is added");
    }

    @Test
    void aCustomResourceIsNamedWithItsGroup() {
        assertThat(descriptions("elasticquotas.v1alpha1.scheduling.x-k8s.io", ClusterEvent.ADD))
                .containsExactly(
                        "an object of elasticquotas.v1alpha1.scheduling.x-k8s.io is added");
    }

    @Test
    void allChangesHaveOneDescription() {
        assertThat(descriptions(ClusterEvent.NODE, ClusterEvent.ALL))
                .containsExactly("a node is added", "a node is deleted", "a node changes");
        assertThat(descriptions(ClusterEvent.ANY, ClusterEvent.ALL))
                .containsExactly("anything changes");
    }

    @Test
    void equalDescriptionsAppearOnce() {
        var requeue =
                new RequeueEvents(
                        "P",
                        List.of(
                                ClusterEvent.of(ClusterEvent.NODE, ClusterEvent.ADD),
                                ClusterEvent.of(
                                        ClusterEvent.NODE,
                                        ClusterEvent.ADD | ClusterEvent.UPDATE_NODE_TAINT)));
        assertThat(EventDescriptions.of(requeue))
                .containsExactly("a node is added", "a node's taints change");
    }
}
