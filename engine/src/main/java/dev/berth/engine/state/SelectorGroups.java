package dev.berth.engine.state;

import dev.berth.model.Labels;
import dev.berth.model.Pod;
import dev.berth.spi.PodMatcher;
import dev.berth.spi.SelectorGroup;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Pods counted by row for every selector that some plugin asked about.
///
/// Which groups a pod belongs to is decided once per distinct namespace and labels and remembered;
/// a pod remembers the groups it was counted in, so it leaves exactly those.
final class SelectorGroups {
    /// Pods whose labels are all different would otherwise fill the memory.
    private static final int MOST_REMEMBERED = 1 << 16;

    private record Key(String namespace, Labels labels) {}

    /// The groups a pod is counted in.
    record Membership(List<Group> groups, boolean terminating) {
        static final Membership NONE = new Membership(List.of(), false);
    }

    /// One group; a count per row.
    static final class Group implements SelectorGroup {
        private final PodMatcher matcher;
        private int[] counts = {};
        private int[] leaving = {};

        Group(PodMatcher matcher) {
            this.matcher = matcher;
        }

        @Override
        public int count(int row) {
            return row < counts.length ? counts[row] : 0;
        }

        @Override
        public int terminating(int row) {
            return row < leaving.length ? leaving[row] : 0;
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
        }
    }

    private final Map<PodMatcher, Group> groups = new LinkedHashMap<>();
    private final Map<Key, List<Group>> memo = new HashMap<>();

    /// The group of `matcher`, counted from `charged` when it is new.
    SelectorGroup group(PodMatcher matcher, Iterable<PodEntry> charged) {
        Group known = groups.get(matcher);
        if (known != null) {
            return known;
        }
        var added = new Group(matcher);
        groups.put(matcher, added);
        recount(charged);
        return added;
    }

    /// Counts everything anew, for example when labels of namespaces changed.
    void recount(Iterable<PodEntry> charged) {
        memo.clear();
        for (Group group : groups.values()) {
            Arrays.fill(group.counts, 0);
            Arrays.fill(group.leaving, 0);
        }
        for (PodEntry entry : charged) {
            entry.charged().ifPresent(pod -> add(entry, pod));
        }
    }

    boolean readNamespaces() {
        for (PodMatcher matcher : groups.keySet()) {
            if (matcher.readsNamespaces()) {
                return true;
            }
        }
        return false;
    }

    void add(PodEntry entry, Pod pod) {
        if (groups.isEmpty()) {
            return;
        }
        if (memo.size() >= MOST_REMEMBERED) {
            memo.clear();
        }
        List<Group> matching =
                memo.computeIfAbsent(new Key(pod.namespace(), pod.labels()), this::match);
        entry.groups = new Membership(matching, pod.terminating());
        for (Group group : matching) {
            group.bump(entry.row, 1, pod.terminating());
        }
    }

    void remove(PodEntry entry) {
        for (Group group : entry.groups.groups()) {
            group.bump(entry.row, -1, entry.groups.terminating());
        }
        entry.groups = Membership.NONE;
    }

    private List<Group> match(Key key) {
        var matching = new ArrayList<Group>();
        for (Group group : groups.values()) {
            if (group.matcher.matches(key.namespace(), key.labels())) {
                matching.add(group);
            }
        }
        return List.copyOf(matching);
    }
}
