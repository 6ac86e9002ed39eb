package dev.berth.engine.state;

import dev.berth.model.Node;
import dev.berth.spi.Domains;
import dev.berth.spi.MutableNodeSet;
import dev.berth.spi.NodeSet;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The domains of one node label, each with its rows in a linked list, and the sums by domain that
/// follow them.
final class TopologyDomains implements Domains {
    private static final int NONE = -1;

    private final String key;
    private final Map<String, Integer> byValue = new HashMap<>();
    private final ArrayDeque<Integer> free = new ArrayDeque<>();
    private final MutableNodeSet labeled = new MutableNodeSet(64);
    private final List<DomainCounter> tallies = new ArrayList<>();
    private String[] values = {};
    private int[] first = {};
    private int[] domainOf = {};
    private int[] next = {};
    private int[] previous = {};
    private int limit;

    TopologyDomains(String key) {
        this.key = key;
    }

    @Override
    public String key() {
        return key;
    }

    @Override
    public NodeSet labeled() {
        return labeled;
    }

    @Override
    public int of(int row) {
        return row < domainOf.length ? domainOf[row] : NONE;
    }

    @Override
    public int limit() {
        return limit;
    }

    @Override
    public int used() {
        return byValue.size();
    }

    int firstRow(int domain) {
        return first[domain];
    }

    /// The next row of the same domain, or -1.
    int nextRow(int row) {
        return next[row];
    }

    void follow(DomainCounter tally) {
        tallies.add(tally);
    }

    void unfollow(DomainCounter tally) {
        tallies.remove(tally);
    }

    /// The row's node has changed; null if it is removed.
    void update(int row, @Nullable Node node) {
        String value = node == null ? null : node.labels().get(key).orElse(null);
        int before = of(row);
        boolean moves = before == NONE ? value != null : !values[before].equals(value);
        for (DomainCounter tally : tallies) {
            if (moves || tally.conditional()) {
                tally.leave(row);
            }
        }
        if (moves) {
            move(row, before, value);
        }
        if (node == null) {
            return;
        }
        for (DomainCounter tally : tallies) {
            if (moves || tally.conditional()) {
                tally.enter(row, node);
            }
        }
    }

    private void move(int row, int before, @Nullable String value) {
        if (before != NONE) {
            unlink(row, before);
        }
        if (value != null) {
            link(row, domain(value));
        }
        labeled.put(row, value != null);
    }

    private int domain(String value) {
        Integer known = byValue.get(value);
        if (known != null) {
            return known;
        }
        int number = free.isEmpty() ? limit++ : free.pop();
        if (number >= first.length) {
            int size = Math.max(16, first.length * 2);
            first = Arrays.copyOf(first, size);
            values = Arrays.copyOf(values, size);
        }
        first[number] = NONE;
        values[number] = value;
        byValue.put(value, number);
        return number;
    }

    private void link(int row, int domain) {
        if (row >= domainOf.length) {
            int size = Math.max(row + 1, Math.max(64, domainOf.length * 2));
            int had = domainOf.length;
            domainOf = Arrays.copyOf(domainOf, size);
            Arrays.fill(domainOf, had, size, NONE);
            next = Arrays.copyOf(next, size);
            previous = Arrays.copyOf(previous, size);
        }
        domainOf[row] = domain;
        previous[row] = NONE;
        next[row] = first[domain];
        if (first[domain] != NONE) {
            previous[first[domain]] = row;
        }
        first[domain] = row;
    }

    private void unlink(int row, int domain) {
        domainOf[row] = NONE;
        if (previous[row] == NONE) {
            first[domain] = next[row];
        } else {
            next[previous[row]] = next[row];
        }
        if (next[row] != NONE) {
            previous[next[row]] = previous[row];
        }
        if (first[domain] == NONE) {
            byValue.remove(values[domain]);
            free.push(domain);
        }
    }
}
