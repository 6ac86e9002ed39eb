package dev.berth.engine.state;

import dev.berth.model.Labels;
import dev.berth.model.Pod;
import dev.berth.spi.Counting;
import dev.berth.spi.DomainCounts;
import dev.berth.spi.PodMatcher;
import dev.berth.spi.SelectorGroup;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Pods counted by row for every selector that a plugin uses.
///
/// Pods with equal namespace and labels belong to the same groups, so a selector is matched once
/// for all of them, and a new group counts them together.
public final class SelectorGroups {
    /// Selectors come and go with workloads. If their counts take more rows than this in all, the
    /// least recently used groups are dropped.
    private static final long MAX_ROWS = 32_000_000;

    private static final int LEAST_GROUPS = 64;

    /// The same bound for the sums of one group.
    private static final int MAX_TALLIES = 16;

    record Key(String namespace, Labels labels) {}

    /// The pods on nodes with equal namespace and labels.
    static final class NamespacedLabels {
        private final Key key;
        private final List<PodEntry> pods = new ArrayList<>();
        private final List<Group> groups = new ArrayList<>();

        NamespacedLabels(Key key) {
            this.key = key;
        }
    }

    private final NodeTable nodes;
    private long failures;

    /// Those of the pod that was charged last.
    private @Nullable NamespacedLabels latest;

    private final Map<Key, NamespacedLabels> namespacedLabels = new HashMap<>();
    private final Map<PodMatcher, Group> groups =
            new LinkedHashMap<>(64, 0.75f, true) {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<PodMatcher, Group> oldest) {
                    if (size() <= LEAST_GROUPS || (long) size() * nodes.rows() <= MAX_ROWS) {
                        return false;
                    }
                    drop(oldest.getValue());
                    return true;
                }
            };

    SelectorGroups(NodeTable nodes) {
        this.nodes = nodes;
    }

    /// One group; a count per row.
    private static final class Group implements SelectorGroup {
        private final PodMatcher matcher;
        private final boolean readsNamespaces;
        private final NodeTable nodes;
        private final Map<Counting, DomainCounter> tallies =
                new LinkedHashMap<>(4, 0.75f, true) {
                    private static final long serialVersionUID = 1L;

                    @Override
                    protected boolean removeEldestEntry(Map.Entry<Counting, DomainCounter> oldest) {
                        if (size() <= MAX_TALLIES) {
                            return false;
                        }
                        nodes.dropTally(oldest.getValue());
                        return true;
                    }
                };
        private int[] counts = {};
        private int[] leaving = {};

        /// The pods that the matcher failed for. While there are any, the counts are not known.
        private final Map<NamespacedLabels, Throwable> unmatched = new LinkedHashMap<>();

        /// The users that have asked for the group, and the last of them.
        private final Set<Object> users = Collections.newSetFromMap(new IdentityHashMap<>(2));

        private @Nullable Object lastUser;

        Group(PodMatcher matcher, NodeTable nodes) {
            this.matcher = matcher;
            this.readsNamespaces = matcher.readsNamespaces();
            this.nodes = nodes;
        }

        @SuppressWarnings("ReferenceEquality") // Users are compared by identity.
        private Group usedBy(Object user) {
            if (user != lastUser) {
                users.add(user);
                lastUser = user;
            }
            return this;
        }

        /// Whether nothing else uses the group.
        private boolean forget(Object user) {
            boolean removed = users.remove(user);
            lastUser = null;
            return removed && users.isEmpty();
        }

        /// A pod that is not counted could break anti-affinity, so the counts cannot be read.
        private void requireMatched() {
            if (!unmatched.isEmpty()) {
                Map.Entry<NamespacedLabels, Throwable> first =
                        unmatched.entrySet().iterator().next();
                throw new IllegalStateException(
                        "pod matcher %s failed for pods in namespace \"%s\" with labels %s"
                                .formatted(
                                        matcher,
                                        first.getKey().key.namespace(),
                                        first.getKey().key.labels()),
                        first.getValue());
            }
        }

        @Override
        public int count(int row) {
            requireMatched();
            return counted(row);
        }

        private int counted(int row) {
            return row < counts.length ? counts[row] : 0;
        }

        @Override
        public int terminating(int row) {
            requireMatched();
            return terminated(row);
        }

        private int terminated(int row) {
            return row < leaving.length ? leaving[row] : 0;
        }

        @Override
        public DomainCounts by(Counting counting) {
            requireMatched();
            DomainCounter known = tallies.get(counting);
            if (known != null) {
                known.requireEvaluated();
                return known;
            }
            DomainCounter.Source source =
                    row -> counted(row) - (counting.terminating() ? 0 : terminated(row));
            DomainCounter added = nodes.tally(counting.topologyKey(), counting.on(), source);
            tallies.put(counting, added);
            added.requireEvaluated();
            return added;
        }

        private void bump(int row, int by, boolean terminating) {
            if (row >= counts.length) {
                counts = Arrays.copyOf(counts, Math.max(row + 1, counts.length * 2));
                leaving = Arrays.copyOf(leaving, counts.length);
            }
            counts[row] += by;
            if (terminating) {
                leaving[row] += by;
            }
            tallies.forEach((counting, tally) -> {
                if (!terminating || counting.terminating()) {
                    tally.bump(row, by, 0);
                }
            });
        }
    }

    /// The group of `matcher`, counted when it is new.
    ///
    /// @param user compared by identity, until [#forget]
    public SelectorGroup group(PodMatcher matcher, Object user) {
        Group known = groups.get(matcher);
        if (known != null) {
            retryUnmatched(known);
            return known.usedBy(user);
        }
        var added = new Group(matcher, nodes);
        for (NamespacedLabels each : namespacedLabels.values()) {
            join(each, added);
        }
        groups.put(matcher, added);
        return added.usedBy(user);
    }

    /// Drops the groups that only `user` has asked for.
    public void forget(Object user) {
        groups.values()
                .removeIf(group -> {
                    boolean unused = group.forget(user);
                    if (unused) {
                        drop(group);
                    }
                    return unused;
                });
    }

    /// Matches again the pods that the matcher failed for.
    private void retryUnmatched(Group group) {
        if (!group.unmatched.isEmpty()) {
            List<NamespacedLabels> again = List.copyOf(group.unmatched.keySet());
            group.unmatched.clear();
            again.forEach(each -> join(each, group));
        }
    }

    /// Counts the pods if the matcher matches them. A failure of the matcher is not "no": it is
    /// kept, and every read of the counts fails with it.
    private void join(NamespacedLabels namespacedLabels, Group group) {
        boolean matches;
        try {
            matches =
                    group.matcher.matches(
                            namespacedLabels.key.namespace(), namespacedLabels.key.labels());
        } catch (RuntimeException | Error failure) {
            group.unmatched.put(namespacedLabels, failure);
            failures++;
            return;
        }
        if (matches) {
            namespacedLabels.groups.add(group);
            for (PodEntry entry : namespacedLabels.pods) {
                group.bump(entry.row, 1, entry.leaving);
            }
        }
    }

    /// How often a matcher has failed. What was computed from the counts before that is outdated.
    long failures() {
        return failures;
    }

    private static void part(NamespacedLabels namespacedLabels, Group group) {
        group.unmatched.remove(namespacedLabels);
        if (namespacedLabels.groups.remove(group)) {
            for (PodEntry entry : namespacedLabels.pods) {
                group.bump(entry.row, -1, entry.leaving);
            }
        }
    }

    private void drop(Group group) {
        for (NamespacedLabels each : namespacedLabels.values()) {
            each.groups.remove(group);
        }
        group.tallies.values().forEach(nodes::dropTally);
    }

    /// Labels of namespaces changed: groups that read them are matched again.
    void namespacesChanged() {
        for (Group group : groups.values()) {
            if (group.readsNamespaces) {
                for (NamespacedLabels each : namespacedLabels.values()) {
                    part(each, group);
                    join(each, group);
                }
            }
        }
    }

    /// The pod was charged to a row.
    void add(PodEntry entry, Pod pod) {
        NamespacedLabels own = of(pod);
        entry.namespacedLabels = own;
        entry.leaving = pod.terminating();
        entry.namespacedLabelsIndex = own.pods.size();
        own.pods.add(entry);
        for (int i = 0; i < own.groups.size(); i++) {
            own.groups.get(i).bump(entry.row, 1, entry.leaving);
        }
    }

    @SuppressWarnings("ReferenceEquality") // Pods of one workload share their labels.
    private NamespacedLabels of(Pod pod) {
        NamespacedLabels before = latest;
        if (before != null
                && before.key.labels() == pod.labels()
                && before.key.namespace().equals(pod.namespace())) {
            return before;
        }
        var key = new Key(pod.namespace(), pod.labels());
        NamespacedLabels own = namespacedLabels.get(key);
        if (own == null) {
            own = newNamespacedLabels(key);
            namespacedLabels.put(key, own);
        }
        latest = own;
        return own;
    }

    private NamespacedLabels newNamespacedLabels(Key key) {
        var added = new NamespacedLabels(key);
        for (Group group : groups.values()) {
            join(added, group);
        }
        return added;
    }

    /// The pod is about to leave its row.
    void remove(PodEntry entry) {
        NamespacedLabels own = entry.namespacedLabels;
        if (own == null) {
            return;
        }
        for (int i = 0; i < own.groups.size(); i++) {
            own.groups.get(i).bump(entry.row, -1, entry.leaving);
        }
        PodEntry last = own.pods.removeLast();
        if (last != entry) {
            own.pods.set(entry.namespacedLabelsIndex, last);
            last.namespacedLabelsIndex = entry.namespacedLabelsIndex;
        }
        if (own.pods.isEmpty()) {
            namespacedLabels.remove(own.key);
            latest = null;
            if (failures > 0) {
                groups.values().forEach(group -> group.unmatched.remove(own));
            }
        }
        entry.namespacedLabels = null;
    }
}
