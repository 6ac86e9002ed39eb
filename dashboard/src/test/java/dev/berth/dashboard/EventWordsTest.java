package dev.berth.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.view.Requeue;
import dev.berth.spi.ClusterEvent;

import org.junit.jupiter.api.Test;

import java.util.List;

class EventWordsTest {
    private static List<String> words(String resource, int actions) {
        return EventWords.of(new Requeue("P", List.of(ClusterEvent.of(resource, actions))));
    }

    @Test
    void eachBitHasItsWords() {
        assertThat(
                        words(
                                ClusterEvent.NODE,
                                ClusterEvent.ADD | ClusterEvent.UPDATE_NODE_ALLOCATABLE))
                .containsExactly("a node is added", "a node offers more");
        assertThat(words(ClusterEvent.ASSIGNED_POD, ClusterEvent.DELETE))
                .containsExactly("a pod leaves its node");
        assertThat(words(ClusterEvent.PERSISTENT_VOLUME_CLAIM, ClusterEvent.ADD))
                .containsExactly("a PersistentVolumeClaim is added");
    }

    @Test
    void everythingIsSaidShort() {
        assertThat(words(ClusterEvent.NODE, ClusterEvent.ALL))
                .containsExactly("a node is added", "a node goes away", "a node changes");
        assertThat(words(ClusterEvent.ANY, ClusterEvent.ALL)).containsExactly("anything changes");
    }

    @Test
    void theSameIsSaidOnce() {
        var wake =
                new Requeue(
                        "P",
                        List.of(
                                ClusterEvent.of(ClusterEvent.NODE, ClusterEvent.ADD),
                                ClusterEvent.of(
                                        ClusterEvent.NODE,
                                        ClusterEvent.ADD | ClusterEvent.UPDATE_NODE_TAINT)));
        assertThat(EventWords.of(wake))
                .containsExactly("a node is added", "a node's taints change");
    }
}
