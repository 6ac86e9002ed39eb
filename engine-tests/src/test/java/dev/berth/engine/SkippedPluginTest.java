package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.spi.DependsOn;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeSet;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PodPart;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Score;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/// A plugin that skips a pod is called again only if its declared dependencies change.
class SkippedPluginTest {
    /// Skips all pods, and records the pods for which it was called.
    private static final class Skipping implements Filter, Score {
        private final DependsOn depends;
        private final List<String> preFilter = new ArrayList<>();
        private final List<String> preScore = new ArrayList<>();

        Skipping(DependsOn depends) {
            this.depends = depends;
        }

        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            preFilter.add(cycle.pod().name());
            return PreFilterResult.skip(depends);
        }

        @Override
        public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
            preScore.add(cycle.pod().name());
            return PreScoreResult.skip(depends);
        }
    }

    private static Rig rig(Skipping plugin) {
        return Rig.making(Map.of("Own", _ -> plugin), builder -> builder)
                .nodes(node("n1"), node("n2"));
    }

    @Test
    void aSkipThatDependsOnNothingElseHoldsForThePodShape() {
        var plugin = new Skipping(DependsOn.onPodShape());
        rig(plugin).pods(pod("a"), pod("b"), pod("c").label("app", "web"), pod("d"));
        assertThat(plugin.preFilter).containsExactly("a", "c");
        assertThat(plugin.preScore).containsExactly("a", "c");
    }

    @Test
    void aSkipThatMayDependOnAnythingHoldsForOnePod() {
        var plugin = new Skipping(DependsOn.ANYTHING);
        rig(plugin).pods(pod("a"), pod("b"));
        assertThat(plugin.preFilter).containsExactly("a", "b");
        assertThat(plugin.preScore).containsExactly("a", "b");
    }

    @Test
    void aSkipHoldsForPodsWithTheSameParts() {
        var plugin = new Skipping(DependsOn.onPodShape().alsoKeyedBy(PodPart.PRIORITY));
        rig(plugin).pods(pod("a")).pods(pod("b").priority(1)).pods(pod("c").priority(1));
        assertThat(plugin.preFilter).containsExactly("a", "b");
        assertThat(plugin.preScore).containsExactly("a", "b");
    }

    @Test
    void aSkipHoldsWhileItIsValid() {
        var valid = new AtomicBoolean(true);
        var plugin = new Skipping(DependsOn.onPodShape().validWhile(valid::get));
        Rig rig = rig(plugin).pods(pod("a"), pod("b"));
        valid.set(false);
        rig.pods(pod("c"));
        assertThat(plugin.preFilter).containsExactly("a", "c");
        assertThat(plugin.preScore).containsExactly("a", "c");
    }
}
