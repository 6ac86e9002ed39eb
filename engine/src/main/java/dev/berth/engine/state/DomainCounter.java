package dev.berth.engine.state;

import dev.berth.model.Node;
import dev.berth.spi.Counting;
import dev.berth.spi.DomainCounts;
import dev.berth.spi.Domains;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeSet;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Sums of counts by topology domain, updated with every change.
///
/// The lowest sum comes from a histogram: the number of open domains with each sum. The rows above
/// a limit are cached for the last limit, and updated when a sum crosses it.
final class DomainCounter implements DomainCounts {
    private static final int NO_LIMIT = -1;

    /// The counts by row.
    interface Source {
        int count(int row);

        /// Whether rows also have weights.
        default boolean weighs() {
            return false;
        }

        default long weight(int row) {
            return 0;
        }
    }

    private final TopologyDomains domains;
    private final Counting.NodeCondition condition;
    private final Source source;
    private final NodeTable nodes;
    private final MutableNodeSet counted = new MutableNodeSet(64);
    private final MutableNodeSet above = new MutableNodeSet(64);
    private int[] counts = {};
    private long[] weights = {};
    private int[] countedRows = {};
    private int[] domainsWith = new int[16];
    private int open;
    private int lowest;
    private int positive;
    private int limit = NO_LIMIT;

    /// The rows that the condition failed for. While there are any, the counts are not known.
    private final Map<Integer, Throwable> failed = new LinkedHashMap<>();

    DomainCounter(
            TopologyDomains domains,
            Counting.NodeCondition condition,
            Source source,
            NodeTable nodes) {
        this.domains = domains;
        this.condition = condition;
        this.source = source;
        this.nodes = nodes;
    }

    /// Whether a row can begin or cease to count without a change of its domain.
    boolean conditional() {
        return !Counting.NodeCondition.ALWAYS.equals(condition);
    }

    @Override
    public Domains domains() {
        return domains;
    }

    @Override
    public int count(int domain) {
        return domain < counts.length ? counts[domain] : 0;
    }

    @Override
    public void addTo(long[] target, long factor) {
        int known = Math.min(target.length, counts.length);
        for (int domain = 0; domain < known; domain++) {
            target[domain] += factor * counts[domain];
        }
    }

    void addWeightsTo(long[] target) {
        int known = Math.min(target.length, weights.length);
        for (int domain = 0; domain < known; domain++) {
            target[domain] += weights[domain];
        }
    }

    long weight(int domain) {
        return domain < weights.length ? weights[domain] : 0;
    }

    @Override
    public int positive() {
        return positive;
    }

    @Override
    public int open() {
        return open;
    }

    @Override
    public boolean isOpen(int domain) {
        return domain < countedRows.length && countedRows[domain] > 0;
    }

    @Override
    public int lowest() {
        if (open == 0) {
            return 0;
        }
        while (domainsWith[lowest] == 0) {
            lowest++;
        }
        return lowest;
    }

    @Override
    public NodeSet above(int wanted) {
        if (wanted < 0) {
            return domains.labeled();
        }
        if (wanted != limit) {
            limit = wanted;
            above.clear();
            for (int domain = 0; domain < counts.length; domain++) {
                if (counts[domain] > limit) {
                    flip(domain, true);
                }
            }
        }
        return above;
    }

    /// The count of a row changed.
    void bump(int row, int by, long weight) {
        int domain = domains.of(row);
        if (domain >= 0 && counted.contains(row)) {
            weigh(domain, weight);
            shift(domain, by);
        }
    }

    /// The row's node is about to change or to be removed: the row no longer counts.
    void leave(int row) {
        int domain = domains.of(row);
        if (domain < 0) {
            return;
        }
        failed.remove(row);
        if (counted.contains(row)) {
            weigh(domain, -source.weight(row));
            shift(domain, -source.count(row));
            counted.remove(row);
            if (--countedRows[domain] == 0) {
                open--;
                domainsWith[counts[domain]]--;
            }
        }
        above.remove(row);
    }

    /// The row has this node now; the counterpart of [#leave].
    void enter(int row, Node node) {
        int domain = domains.of(row);
        if (domain < 0) {
            return;
        }
        growTo(domain);
        if (holds(row, node)) {
            counted.add(row);
            if (countedRows[domain]++ == 0) {
                open++;
                domainsWith[counts[domain]]++;
                lowest = Math.min(lowest, counts[domain]);
            }
            weigh(domain, source.weight(row));
            shift(domain, source.count(row));
        }
        if (limit >= 0 && counts[domain] > limit) {
            above.add(row);
        }
    }

    /// Whether the pods of a row count. A failure of the condition is not "no": it is kept, and
    /// [#requireEvaluated] fails with it.
    private boolean holds(int row, Node node) {
        try {
            return condition.matches(node);
        } catch (RuntimeException | Error failure) {
            failed.put(row, failure);
            nodes.conditionFailures++;
            return false;
        }
    }

    /// Evaluates the condition again for the rows that it failed for.
    ///
    /// @throws IllegalStateException if it fails again; a pod that is not counted could break a
    ///   spread constraint
    void requireEvaluated() {
        if (failed.isEmpty()) {
            return;
        }
        for (int row : List.copyOf(failed.keySet())) {
            leave(row);
            enter(row, nodes.view(row).node());
        }
        if (!failed.isEmpty()) {
            Map.Entry<Integer, Throwable> first = failed.entrySet().iterator().next();
            throw new IllegalStateException(
                    "node condition %s failed for node %s"
                            .formatted(condition, nodes.view(first.getKey()).name()),
                    first.getValue());
        }
    }

    private void growTo(int domain) {
        if (domain >= counts.length) {
            int size = Math.max(domain + 1, Math.max(16, counts.length * 2));
            counts = Arrays.copyOf(counts, size);
            if (source.weighs()) {
                weights = Arrays.copyOf(weights, size);
            }
            countedRows = Arrays.copyOf(countedRows, size);
        }
    }

    private void weigh(int domain, long by) {
        if (by != 0) {
            weights[domain] += by;
        }
    }

    private void shift(int domain, int by) {
        if (by == 0) {
            return;
        }
        int before = counts[domain];
        int after = before + by;
        counts[domain] = after;
        if (after >= domainsWith.length) {
            domainsWith = Arrays.copyOf(domainsWith, Math.max(after + 1, domainsWith.length * 2));
        }
        domainsWith[before]--;
        domainsWith[after]++;
        lowest = Math.min(lowest, after);
        positive += (after > 0 ? 1 : 0) - (before > 0 ? 1 : 0);
        if (limit >= 0 && before > limit != after > limit) {
            flip(domain, after > limit);
        }
    }

    private void flip(int domain, boolean in) {
        for (int row = domains.firstRow(domain); row >= 0; row = domains.nextRow(row)) {
            above.put(row, in);
        }
    }
}
