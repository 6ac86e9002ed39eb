package dev.berth.plugins.imagelocality;

import dev.berth.model.Container;
import dev.berth.model.PodTemplate;
import dev.berth.spi.DependsOn;
import dev.berth.spi.ImageState;
import dev.berth.spi.NodeScorer;
import dev.berth.spi.NodeSet;
import dev.berth.spi.NodeView;
import dev.berth.spi.Nodes;
import dev.berth.spi.Plugin;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PluginProvider;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreScoreResult;
import dev.berth.spi.Score;
import dev.berth.spi.Scores;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Prefers nodes that have the images of the pod, in proportion to the image size (kube-scheduler:
/// `ImageLocality`). Images that only few nodes have count less, so that not all pods go to one
/// node.
public final class ImageLocality implements Score {
    @Override
    public boolean hasPreScore() {
        return false;
    }

    @Override
    public PreScoreResult scorerFor(PodCycle cycle, NodeSet feasible) {
        return PreScoreResult.of(new Locality(cycle.pod().template(), cycle.nodes()));
    }

    private static final class Locality implements NodeScorer {
        private static final long MB = 1024 * 1024;
        private static final long LEAST = 23 * MB;
        private static final long MAX_PER_IMAGE = 1000 * MB;

        private final List<String> images = new ArrayList<>();
        private final Nodes nodes;
        private final long max;
        private final DependsOn depends;

        Locality(PodTemplate template, Nodes nodes) {
            this.nodes = nodes;
            List<Container> init = template.initContainers();
            List<Container> containers = template.containers();
            init.forEach(container -> images.add(tagged(container.image())));
            containers.forEach(container -> images.add(tagged(container.image())));
            template.parts().imageVolumes().forEach(reference -> images.add(tagged(reference)));
            max = MAX_PER_IMAGE * images.size();
            long version = nodes.imageVersion();
            depends = DependsOn.onAttributes().validWhile(() -> nodes.imageVersion() == version);
        }

        /// The normalized name, as nodes report it: with the tag `latest` if there is neither a tag
        /// nor a digest.
        private static String tagged(String image) {
            return image.lastIndexOf(':') > image.lastIndexOf('/') ? image : image + ":latest";
        }

        @Override
        public long score(NodeView node) {
            long bytes = 0;
            for (int i = 0; i < images.size(); i++) {
                bytes = sum(bytes, scaled(node.image(images.get(i))));
            }
            return score(bytes);
        }

        @Override
        public void scoreAll(Nodes all, NodeSet feasible, Scores out) {
            for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
                out.set(row, 0);
            }
            for (int i = 0; i < images.size(); i++) {
                NodeSet having = all.withImage(images.get(i));
                for (int row = having.next(0); row >= 0; row = having.next(row + 1)) {
                    if (feasible.contains(row)) {
                        long bytes = scaled(all.view(row).image(images.get(i)));
                        out.set(row, sum(out.get(row), bytes));
                    }
                }
            }
            for (int row = feasible.next(0); row >= 0; row = feasible.next(row + 1)) {
                out.set(row, score(out.get(row)));
            }
        }

        private long scaled(Optional<ImageState> image) {
            return image.isEmpty()
                    ? 0
                    : (long)
                            ((double) image.get().sizeBytes()
                                    * ((double) image.get().nodes() / (double) nodes.count()));
        }

        /// The sum, or the maximum if it is larger, which scores the same.
        // Differs: kube-scheduler's sum of sizes near 2^63 is negative.
        private long sum(long bytes, long more) {
            return Math.min(max, bytes + Math.min(max, more));
        }

        private long score(long bytes) {
            long counted = bytes < LEAST ? LEAST : Math.min(bytes, max);
            return MAX_SCORE * (counted - LEAST) / (max - LEAST);
        }

        @Override
        public DependsOn dependsOn() {
            return depends;
        }
    }

    /// Creates the plugin.
    public static final class Provider implements PluginProvider<PluginProvider.NoArgs> {
        @Override
        public String name() {
            return "ImageLocality";
        }

        @Override
        public NoArgs defaults() {
            return NoArgs.NONE;
        }

        @Override
        public Plugin create(NoArgs args, PluginContext context) {
            return new ImageLocality();
        }
    }
}
