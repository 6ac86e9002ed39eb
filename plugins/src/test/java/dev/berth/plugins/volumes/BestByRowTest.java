package dev.berth.plugins.volumes;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.Node;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.Requirement;
import dev.berth.spi.Filter;
import dev.berth.spi.Nodes;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreFilterResult;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PluginTester;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/// After every change the index contains what a search over all groups finds.
class BestByRowTest {
    private static final long SEED = Long.getLong("test.seed", 1);
    private static final int SEQUENCES = 40;
    private static final int STEPS = 120;
    private static final int NODES = 70;
    private static final int GROUPS = 24;

    private record Thing(int size, int id) implements Comparable<Thing> {
        @Override
        public int compareTo(Thing other) {
            int bySize = Integer.compare(size, other.size);
            return bySize != 0 ? bySize : Integer.compare(id, other.id);
        }
    }

    private static final class Group implements RowGroup {
        private final MatchingRows rows;
        private final TreeSet<Thing> things = new TreeSet<>();

        Group(MatchingRows rows) {
            this.rows = rows;
        }

        @Override
        public MatchingRows rows() {
            return rows;
        }

        @Nullable Thing best() {
            return things.isEmpty() ? null : things.first();
        }
    }

    /// The index, and what it is compared with.
    private static final class Scene {
        private final Random random;
        private final VolumeNodeChanges changes = new VolumeNodeChanges();
        private final LabeledNodes labeledNodes = new LabeledNodes();
        private final GroupChanges<Group> groupChanges = new GroupChanges<>();
        private final List<Group> groups = new ArrayList<>();
        private final Map<String, Node> nodes = new HashMap<>();
        private final List<Nodes> table = new ArrayList<>();
        private final PluginTester tester =
                PluginTester.of(
                        new Filter() {
                            @Override
                            public PreFilterResult filterFor(PodCycle cycle) {
                                table.add(cycle.nodes());
                                return PreFilterResult.SKIP;
                            }
                        });
        private final BestByRow<Group, Thing> index =
                new BestByRow<>(
                        changes,
                        groupChanges,
                        () -> groups,
                        Group::best,
                        Thing::compareTo,
                        thing -> thing.size);
        private int things;

        Scene(long seed) {
            random = new Random(seed);
            for (int i = 0; i < NODES; i++) {
                changeNode(i);
            }
            tester.schedule(pod("any"));
        }

        void changeNode(int number) {
            NodeBuilder changed =
                    node("n" + number)
                            .label("host", "h" + random.nextInt(NODES))
                            .label("zone", "z" + random.nextInt(3));
            Optional<Node> before = Optional.ofNullable(nodes.get("n" + number));
            tester.nodes(changed);
            Node after = changed.build();
            nodes.put(after.name(), after);
            labeledNodes.nodeChanged(before, Optional.of(after));
            changes.nodeChanged(before, Optional.of(after));
        }

        void step() {
            int choice = random.nextInt(20);
            if (choice == 0) {
                changeNode(random.nextInt(NODES));
            } else if (choice == 1 && groups.size() > 1) {
                groups.remove(random.nextInt(groups.size()));
                groupChanges.invalidate();
            } else if (choice < 5 && groups.size() < GROUPS || groups.isEmpty()) {
                var added = new Group(rows());
                groups.add(added);
                change(added);
            } else {
                change(groups.get(random.nextInt(groups.size())));
            }
        }

        private MatchingRows rows() {
            return switch (random.nextInt(6)) {
                case 0 -> new MatchingRows(changes, labeledNodes, Topology.EVERYWHERE);
                case 1 -> in("zone", "z" + random.nextInt(3));
                default -> in("host", "h" + random.nextInt(NODES));
            };
        }

        private MatchingRows in(String label, String value) {
            return new MatchingRows(
                    changes,
                    labeledNodes,
                    Topology.of(
                            List.of(
                                    new NodeSelectorTerm(
                                            List.of(
                                                    new Requirement(
                                                            label, Requirement.IN, List.of(value))),
                                            List.of()))));
        }

        private void change(Group group) {
            if (random.nextBoolean() && !group.things.isEmpty()) {
                group.things.pollFirst();
            } else {
                group.things.add(new Thing(random.nextInt(4), things++));
            }
            groupChanges.add(group);
        }

        void compare(String when) {
            Nodes all = table.getLast();
            index.update(all);
            Set<Integer> sizes = new HashSet<>();
            for (int row = 0; row < all.rows(); row++) {
                Thing best = null;
                for (Group group : groups) {
                    Thing thing = group.best();
                    if (thing != null
                            && group.rows().contains(all.view(row))
                            && (best == null || thing.compareTo(best) < 0)) {
                        best = thing;
                    }
                }
                assertThat(index.at(row)).as(when).isEqualTo(best);
                assertThat(index.rows().contains(row)).as(when).isEqualTo(best != null);
                assertThat(index.size(row)).as(when).isEqualTo(best == null ? -1 : best.size);
                if (best != null) {
                    sizes.add(best.size);
                }
            }
            assertThat(index.oneSize()).as(when).isEqualTo(sizes.size() <= 1);
        }
    }

    @Test
    void theIndexFollowsEveryChange() {
        for (long seed = SEED; seed < SEED + SEQUENCES; seed++) {
            var scene = new Scene(seed);
            for (int step = 0; step < STEPS; step++) {
                scene.step();
                if (scene.random.nextInt(3) > 0) {
                    scene.compare("step %d of seed %d".formatted(step, seed));
                }
            }
        }
    }
}
