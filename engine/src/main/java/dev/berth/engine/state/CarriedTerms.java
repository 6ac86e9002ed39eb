package dev.berth.engine.state;

import dev.berth.model.Labels;
import dev.berth.model.Pod;
import dev.berth.spi.CarriedTerm;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeSet;
import dev.berth.spi.PodMatcher;
import dev.berth.spi.TermGroup;
import dev.berth.spi.TermGroups;
import dev.berth.spi.TermSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Terms that pods on nodes carry, counted by row for every source some plugin asked about.
final class CarriedTerms {
    /// Pods whose labels are all different would otherwise fill the memory.
    private static final int MOST_REMEMBERED = 1 << 16;

    private final Map<TermSource, Source> sources = new LinkedHashMap<>();

    private record GroupKey(PodMatcher matcher, String topologyKey) {}

    private record PodKey(String namespace, Labels labels) {}

    private record Contribution(Group group, long weight) {}

    private static final class Group implements TermGroup {
        private final GroupKey key;
        private final MutableNodeSet rows = new MutableNodeSet(64);
        private int[] counts = {};
        private long[] weights = {};

        Group(GroupKey key) {
            this.key = key;
        }

        @Override
        public String topologyKey() {
            return key.topologyKey();
        }

        @Override
        public int count(int row) {
            return row < counts.length ? counts[row] : 0;
        }

        @Override
        public long weight(int row) {
            return row < weights.length ? weights[row] : 0;
        }

        @Override
        public NodeSet rows() {
            return rows;
        }

        void bump(int row, int count, long weight) {
            if (row >= counts.length) {
                counts = Arrays.copyOf(counts, Math.max(row + 1, counts.length * 2));
                weights = Arrays.copyOf(weights, counts.length);
            }
            counts[row] += count;
            weights[row] += weight;
            rows.put(row, counts[row] > 0);
        }
    }

    /// The groups of one source, and what each pod contributed.
    private static final class Source implements TermGroups {
        private final TermSource source;
        private final Map<GroupKey, Group> groups = new LinkedHashMap<>();
        private final Map<String, List<Contribution>> contributions = new HashMap<>();
        private final Map<PodKey, List<TermGroup>> memo = new HashMap<>();

        Source(TermSource source) {
            this.source = source;
        }

        void add(PodEntry entry, Pod pod) {
            List<CarriedTerm> terms = source.termsOf(pod);
            if (terms.isEmpty()) {
                return;
            }
            var given = new ArrayList<Contribution>();
            for (CarriedTerm term : terms) {
                Group group =
                        groups.computeIfAbsent(
                                new GroupKey(term.matcher(), term.topologyKey()),
                                key -> {
                                    memo.clear();
                                    return new Group(key);
                                });
                group.bump(entry.row, 1, term.weight());
                given.add(new Contribution(group, term.weight()));
            }
            contributions.put(entry.uid(), given);
        }

        void remove(PodEntry entry) {
            List<Contribution> given = contributions.remove(entry.uid());
            if (given != null) {
                given.forEach(each -> each.group().bump(entry.row, -1, -each.weight()));
            }
        }

        @Override
        public List<TermGroup> matching(String namespace, Labels labels) {
            if (memo.size() >= MOST_REMEMBERED) {
                memo.clear();
            }
            return memo.computeIfAbsent(new PodKey(namespace, labels), this::match);
        }

        private List<TermGroup> match(PodKey key) {
            var matching = new ArrayList<TermGroup>();
            for (Group group : groups.values()) {
                if (group.key.matcher().matches(key.namespace(), key.labels())) {
                    matching.add(group);
                }
            }
            return List.copyOf(matching);
        }
    }

    /// The groups of `source`, counted from `charged` when it is new.
    TermGroups of(TermSource source, Iterable<PodEntry> charged) {
        Source known = sources.get(source);
        if (known != null) {
            return known;
        }
        var added = new Source(source);
        sources.put(source, added);
        for (PodEntry entry : charged) {
            entry.charged().ifPresent(pod -> added.add(entry, pod));
        }
        return added;
    }

    void add(PodEntry entry, Pod pod) {
        for (Source source : sources.values()) {
            source.add(entry, pod);
        }
    }

    void remove(PodEntry entry) {
        for (Source source : sources.values()) {
            source.remove(entry);
        }
    }

    /// Labels of namespaces changed: what was remembered of matches no longer holds.
    void forgetMatches() {
        for (Source source : sources.values()) {
            source.memo.clear();
        }
    }
}
