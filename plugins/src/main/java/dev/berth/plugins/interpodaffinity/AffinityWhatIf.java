package dev.berth.plugins.interpodaffinity;

import dev.berth.model.Pod;
import dev.berth.spi.AffinityTermGroup;
import dev.berth.spi.DomainCounts;
import dev.berth.spi.NodeFilter;
import dev.berth.spi.NodeView;
import dev.berth.spi.PodChange;
import dev.berth.spi.Verdict;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The required terms in a what-if: the counts of the cluster, and the changes.
final class AffinityWhatIf implements NodeFilter {
    /// A topology key and one of its values.
    private record Place(String key, String value) {}

    /// The count in a domain and its change.
    private record Shift(int counted, int by) {
        int now() {
            return counted + by;
        }
    }

    private final IncomingPod pod;
    private final NamespaceLabels namespaces;
    private final List<DomainCounts> near;
    private final List<DomainCounts> away;
    private final List<AffinityTermGroup> hostile;
    private final Map<Place, Shift> nearShifts;
    private final List<Map<Place, Shift>> awayShifts;
    private final Map<Place, Shift> hostileShifts;

    AffinityWhatIf(
            IncomingPod pod,
            NamespaceLabels namespaces,
            List<DomainCounts> near,
            List<DomainCounts> away,
            List<AffinityTermGroup> hostile) {
        this.pod = pod;
        this.namespaces = namespaces;
        this.near = near;
        this.away = away;
        this.hostile = hostile;
        this.nearShifts = new HashMap<>();
        this.awayShifts = new ArrayList<>();
        away.forEach(counts -> awayShifts.add(new HashMap<>()));
        this.hostileShifts = new HashMap<>();
    }

    private AffinityWhatIf(AffinityWhatIf before) {
        this.pod = before.pod;
        this.namespaces = before.namespaces;
        this.near = before.near;
        this.away = before.away;
        this.hostile = before.hostile;
        this.nearShifts = new HashMap<>(before.nearShifts);
        this.awayShifts = new ArrayList<>();
        before.awayShifts.forEach(shifts -> awayShifts.add(new HashMap<>(shifts)));
        this.hostileShifts = new HashMap<>(before.hostileShifts);
    }

    @Override
    public Verdict test(NodeView node) {
        boolean met = true;
        for (DomainCounts counts : near) {
            Optional<String> value = node.label(counts.domains().key());
            if (value.isEmpty()) {
                return AffinityFilter.NOT_NEAR;
            }
            met &= count(counts, nearShifts, node) > 0;
        }
        if (!met && !(pod.meansItself() && noPodNear())) {
            return AffinityFilter.NOT_NEAR;
        }
        for (int i = 0; i < away.size(); i++) {
            if (count(away.get(i), awayShifts.get(i), node) > 0) {
                return AffinityFilter.TOO_NEAR;
            }
        }
        return repelled(node) ? AffinityFilter.EXISTING_ANTI_AFFINITY : Verdict.PASS;
    }

    private static int count(DomainCounts counts, Map<Place, Shift> shifts, NodeView node) {
        String key = counts.domains().key();
        Shift shift = node.label(key).map(value -> shifts.get(new Place(key, value))).orElse(null);
        return counts.at(node.row()) + (shift == null ? 0 : shift.by());
    }

    private boolean noPodNear() {
        int places = 0;
        for (DomainCounts counts : near) {
            places += counts.positive();
        }
        for (Map.Entry<Place, Shift> shift : nearShifts.entrySet()) {
            int terms = 0;
            for (DomainCounts counts : near) {
                terms += counts.domains().key().equals(shift.getKey().key()) ? 1 : 0;
            }
            places +=
                    terms
                            * ((shift.getValue().now() > 0 ? 1 : 0)
                                    - (shift.getValue().counted() > 0 ? 1 : 0));
        }
        return places == 0;
    }

    private boolean repelled(NodeView node) {
        for (AffinityTermGroup group : hostile) {
            String key = group.counts().domains().key();
            if (hostileAt(key, node) > 0) {
                return true;
            }
        }
        for (Place place : hostileShifts.keySet()) {
            if (node.label(place.key()).filter(place.value()::equals).isPresent()
                    && hostileAt(place.key(), node) > 0) {
                return true;
            }
        }
        return false;
    }

    private int hostileAt(String key, NodeView node) {
        Shift shift =
                node.label(key).map(value -> hostileShifts.get(new Place(key, value))).orElse(null);
        return countedHostile(key, node) + (shift == null ? 0 : shift.by());
    }

    private int countedHostile(String key, NodeView node) {
        int counted = 0;
        for (AffinityTermGroup group : hostile) {
            if (group.counts().domains().key().equals(key)) {
                counted += group.counts().at(node.row());
            }
        }
        return counted;
    }

    @Override
    public NodeFilter after(PodChange change) {
        var next = new AffinityWhatIf(this);
        next.apply(change);
        return next;
    }

    private void apply(PodChange change) {
        Pod other = change.pod();
        NodeView node = change.node();
        int by = change.added() ? 1 : -1;
        if (pod.allAffinity().matches(other.namespace(), other.labels())) {
            near.stream()
                    .map(counts -> counts.domains().key())
                    .distinct()
                    .forEach(key -> shift(nearShifts, key, node, by, counted(near, key, node)));
        }
        for (int i = 0; i < away.size(); i++) {
            if (pod.antiAffinity().get(i).matches(other.namespace(), other.labels())) {
                DomainCounts counts = away.get(i);
                shift(awayShifts.get(i), counts.domains().key(), node, by, counts.at(node.row()));
            }
        }
        for (PodTerms.Term term : PodTerms.of(other.shape()).antiAffinity()) {
            if (term.means(pod.namespace(), namespaces.labels(pod.namespace()), pod.labels())) {
                String key = term.topologyKey();
                shift(hostileShifts, key, node, by, countedHostile(key, node));
            }
        }
    }

    private static int counted(List<DomainCounts> all, String key, NodeView node) {
        for (DomainCounts counts : all) {
            if (counts.domains().key().equals(key)) {
                return counts.at(node.row());
            }
        }
        return 0;
    }

    private static void shift(
            Map<Place, Shift> shifts, String key, NodeView node, int by, int counted) {
        node.label(key)
                .ifPresent(value ->
                        shifts.merge(
                                new Place(key, value),
                                new Shift(counted, by),
                                (before, more) ->
                                        new Shift(before.counted(), before.by() + more.by())));
    }
}
