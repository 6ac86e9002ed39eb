package dev.berth.engine.state;

import dev.berth.model.Labels;
import dev.berth.model.Pod;
import dev.berth.model.PodShape;
import dev.berth.spi.AffinityTermGroup;
import dev.berth.spi.AffinityTermGroups;
import dev.berth.spi.AffinityTermReader;
import dev.berth.spi.Counting;
import dev.berth.spi.DomainCounts;
import dev.berth.spi.PodAffinityTerm;
import dev.berth.spi.PodMatcher;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The affinity terms of pods on nodes, counted by row for each term reader of a plugin.
final class AffinityTermIndex {
    /// Bounds the caches if all pods have different labels.
    private static final int MAX_REMEMBERED = 1 << 16;

    /// Groups that no pod has any more are removed when there are more groups than this.
    private static final int MAX_EMPTY = 1 << 10;

    private final NodeTable nodes;
    private final Map<AffinityTermReader, Source> sources = new LinkedHashMap<>();
    private long failures;

    AffinityTermIndex(NodeTable nodes) {
        this.nodes = nodes;
    }

    record GroupKey(PodMatcher matcher, String topologyKey) {}

    private record PodKey(String namespace, Labels labels) {}

    /// The contribution of a pod of one shape to one group.
    record Share(Group group, long weight) {}

    static final class Group implements AffinityTermGroup, DomainCounter.Source {
        private final GroupKey key;
        private final DomainCounter tally;
        private int[] counts = {};
        private long[] weights = {};
        private int carriers;

        Group(GroupKey key, NodeTable nodes) {
            this.key = key;
            this.tally = nodes.tally(key.topologyKey(), Counting.NodeCondition.ALWAYS, this);
        }

        @Override
        public int count(int row) {
            return row < counts.length ? counts[row] : 0;
        }

        @Override
        public boolean weighs() {
            return true;
        }

        @Override
        public long weight(int row) {
            return row < weights.length ? weights[row] : 0;
        }

        @Override
        public DomainCounts counts() {
            return tally;
        }

        @Override
        public long weightIn(int domain) {
            return tally.weight(domain);
        }

        @Override
        public void addWeightsTo(long[] target) {
            tally.addWeightsTo(target);
        }

        void bump(int row, int count, long weight) {
            if (row >= counts.length) {
                counts = Arrays.copyOf(counts, Math.max(row + 1, counts.length * 2));
                weights = Arrays.copyOf(weights, counts.length);
            }
            counts[row] += count;
            weights[row] += weight;
            carriers += count;
            tally.bump(row, count, weight);
        }
    }

    /// The groups of one term reader, and the contributions to them by pod shape.
    private final class Source implements AffinityTermGroups {
        private final AffinityTermReader source;
        private final Map<GroupKey, Group> groups = new LinkedHashMap<>();
        private final Map<PodShape, List<Share>> byShape = new HashMap<>();
        private final Map<PodKey, List<AffinityTermGroup>> matching = new HashMap<>();
        private int sweepAt = MAX_EMPTY;
        private long version;

        /// Pods on nodes whose terms could not be read. While there are any, the groups are not
        /// known.
        private final Map<PodEntry, Pod> unread = new LinkedHashMap<>();

        Source(AffinityTermReader source) {
            this.source = source;
        }

        void add(PodEntry entry, Pod pod, PodShape shape) {
            if (byShape.size() >= MAX_REMEMBERED) {
                byShape.clear();
            }
            List<Share> shares;
            try {
                shares = shares(shape);
            } catch (RuntimeException | Error failure) {
                unread.put(entry, pod);
                failures++;
                version++;
                return;
            }
            if (shares.isEmpty()) {
                return;
            }
            for (Share share : shares) {
                share.group().bump(entry.row, 1, share.weight());
            }
            if (entry.terms.isEmpty()) {
                entry.terms = shares;
            } else {
                var all = new ArrayList<>(entry.terms);
                all.addAll(shares);
                entry.terms = all;
            }
        }

        @SuppressWarnings("ReferenceEquality") // Readers can have groups with equal keys.
        boolean owns(Group group) {
            return groups.get(group.key) == group;
        }

        private List<Share> shares(PodShape shape) {
            List<Share> known = byShape.get(shape);
            if (known == null) {
                known = sharesOf(shape);
                byShape.put(shape, known);
            }
            return known;
        }

        private List<Share> sharesOf(PodShape shape) {
            List<PodAffinityTerm> terms = source.termsOf(shape);
            if (terms.isEmpty()) {
                return List.of();
            }
            var shares = new ArrayList<Share>();
            for (PodAffinityTerm term : terms) {
                var key = new GroupKey(term.matcher(), term.topologyKey());
                Group group = groups.get(key);
                if (group == null) {
                    group = new Group(key, nodes);
                    groups.put(key, group);
                    forgetMatches();
                }
                shares.add(new Share(group, term.weight()));
            }
            return List.copyOf(shares);
        }

        @Override
        public List<AffinityTermGroup> matching(String namespace, Labels labels) {
            readUnread();
            if (matching.size() >= MAX_REMEMBERED) {
                matching.clear();
            }
            if (groups.size() > sweepAt) {
                sweep();
            }
            return matching.computeIfAbsent(new PodKey(namespace, labels), this::match);
        }

        /// Reads again the terms that could not be read. If that fails, so does the caller: without
        /// the terms, anti-affinity of pods on nodes would be lost.
        private void readUnread() {
            for (Map.Entry<PodEntry, Pod> each : List.copyOf(unread.entrySet())) {
                Pod pod = each.getValue();
                try {
                    shares(pod.shape());
                } catch (RuntimeException | Error failure) {
                    throw new IllegalStateException(
                            "reading the terms of pod %s failed".formatted(pod.key()), failure);
                }
                unread.remove(each.getKey());
                add(each.getKey(), pod, pod.shape());
            }
        }

        private void sweep() {
            groups.values()
                    .removeIf(group -> {
                        if (group.carriers > 0) {
                            return false;
                        }
                        nodes.dropTally(group.tally);
                        return true;
                    });
            byShape.clear();
            forgetMatches();
            sweepAt = groups.size() * 2 + MAX_EMPTY;
        }

        private void forgetMatches() {
            matching.clear();
            version++;
        }

        @Override
        public long version() {
            return version;
        }

        private List<AffinityTermGroup> match(PodKey key) {
            var found = new ArrayList<AffinityTermGroup>();
            for (Group group : groups.values()) {
                if (group.key.matcher().matches(key.namespace(), key.labels())) {
                    found.add(group);
                }
            }
            return List.copyOf(found);
        }
    }

    /// The groups of `source`. A new reader reads the terms of all `charged` pods.
    AffinityTermGroups of(AffinityTermReader source, Iterable<PodEntry> charged) {
        Source known = sources.get(source);
        if (known != null) {
            return known;
        }
        var added = new Source(source);
        for (PodEntry entry : charged) {
            entry.charged().ifPresent(pod -> added.add(entry, pod, pod.shape()));
        }
        sources.put(source, added);
        return added;
    }

    /// Forgets a reader, with its groups.
    void forget(AffinityTermReader source, Iterable<PodEntry> charged) {
        Source gone = sources.remove(source);
        if (gone == null) {
            return;
        }
        for (PodEntry entry : charged) {
            if (!entry.terms.isEmpty()) {
                entry.terms =
                        entry.terms.stream().filter(share -> !gone.owns(share.group())).toList();
            }
        }
        gone.groups.values().forEach(group -> nodes.dropTally(group.tally));
    }

    void add(PodEntry entry, Pod pod) {
        if (sources.isEmpty()) {
            return;
        }
        PodShape shape = pod.shape();
        for (Source source : sources.values()) {
            source.add(entry, pod, shape);
        }
    }

    void remove(PodEntry entry) {
        for (Share share : entry.terms) {
            share.group().bump(entry.row, -1, -share.weight());
        }
        entry.terms = List.of();
        for (Source source : sources.values()) {
            source.unread.remove(entry);
        }
    }

    /// How often terms could not be read. What was computed before that is outdated.
    long failures() {
        return failures;
    }

    /// Labels of namespaces changed: cached matches are outdated.
    void forgetMatches() {
        for (Source source : sources.values()) {
            source.forgetMatches();
        }
    }
}
