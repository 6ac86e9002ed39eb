package dev.berth.plugins.volumes;

import static dev.berth.testkit.Build.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.CsiNode;
import dev.berth.model.KubeObject;
import dev.berth.model.Meta;
import dev.berth.model.Node;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;

/// If no pod has volumes, nothing is counted, and stale nodes must not accumulate.
class StaleNodesTest {
    private static StaleNodes stale() {
        return new StaleNodes(
                new AttachedVolumes(),
                new VolumeCache(
                        new ObservedVolumes(() -> {
                            throw new AssertionError("unexpected lookup");
                        })));
    }

    private static void comes(StaleNodes stale, String name) {
        Optional<Node> there = Optional.of(node(name).build());
        stale.nodeChanged(Optional.empty(), there);
        stale.objectChanged(Optional.empty(), drivers(name));
    }

    private static void goes(StaleNodes stale, String name) {
        stale.nodeChanged(Optional.of(node(name).build()), Optional.empty());
        stale.objectChanged(drivers(name), Optional.empty());
    }

    private static Optional<KubeObject> drivers(String node) {
        return Optional.of(new CsiNode(Meta.named("", node, node), List.of()));
    }

    @Test
    void nodesThatAreGoneAreNotCounted() {
        StaleNodes stale = stale();
        for (int i = 0; i < 100; i++) {
            comes(stale, "spot-" + i);
            goes(stale, "spot-" + i);
        }
        comes(stale, "here");
        assertThat(stale.names()).containsExactly("here");
    }
}
