package dev.berth.plugins.podtopologyspread;

import dev.berth.spi.DomainCounts;
import dev.berth.spi.NodeView;
import dev.berth.spi.PodChange;

import java.util.HashMap;
import java.util.Map;

/// One rule after the changes of a what-if.
///
/// Parity: criticalPaths keeps only the two lowest counts and updates them with each change, so
/// after several changes the minimum can be wrong.
final class SpreadWhatIf {
    private static final int NO_DOMAIN = -1;

    private final SpreadFilter.Rule rule;
    private final Map<Integer, Integer> changes;
    private int lowestDomain = NO_DOMAIN;
    private int lowest = Integer.MAX_VALUE;
    private int secondDomain = NO_DOMAIN;
    private int second = Integer.MAX_VALUE;

    SpreadWhatIf(SpreadFilter.Rule rule) {
        this.rule = rule;
        this.changes = new HashMap<>();
        DomainCounts counts = rule.counts();
        for (int domain = 0; domain < counts.domains().limit(); domain++) {
            if (counts.isOpen(domain)) {
                update(domain, counts.count(domain));
            }
        }
    }

    private SpreadWhatIf(SpreadWhatIf before) {
        this.rule = before.rule;
        this.changes = new HashMap<>(before.changes);
        this.lowestDomain = before.lowestDomain;
        this.lowest = before.lowest;
        this.secondDomain = before.secondDomain;
        this.second = before.second;
    }

    int domain(NodeView node) {
        return rule.counts().domains().of(node.row());
    }

    boolean crowded(int domain) {
        int floor = rule.counts().open() < rule.constraint().minDomains() ? 0 : lowest;
        return count(domain) + rule.self() - (long) floor > rule.constraint().maxSkew();
    }

    private int count(int domain) {
        return rule.counts().count(domain) + changes.getOrDefault(domain, 0);
    }

    SpreadWhatIf after(PodChange change) {
        // Parity: updateWithPod counts a selector that selects all pods, and terminating pods.
        if (!rule.constraint().selector().matches(change.pod().labels())
                || !rule.eligible().matches(change.node().node())) {
            return this;
        }
        var next = new SpreadWhatIf(this);
        int domain = domain(change.node());
        next.changes.merge(domain, change.added() ? 1 : -1, Integer::sum);
        next.update(domain, next.count(domain));
        return next;
    }

    private void update(int domain, int count) {
        if (domain == lowestDomain || domain == secondDomain) {
            if (domain == lowestDomain) {
                lowest = count;
            } else {
                second = count;
            }
            if (lowest > second) {
                int otherDomain = lowestDomain;
                int other = lowest;
                lowestDomain = secondDomain;
                lowest = second;
                secondDomain = otherDomain;
                second = other;
            }
        } else if (count < lowest) {
            secondDomain = lowestDomain;
            second = lowest;
            lowestDomain = domain;
            lowest = count;
        } else if (count < second) {
            secondDomain = domain;
            second = count;
        }
    }
}
