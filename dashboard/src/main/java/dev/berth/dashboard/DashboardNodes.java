package dev.berth.dashboard;

import dev.berth.answers.NodeItem;
import dev.berth.engine.view.Answered;
import dev.berth.engine.view.NodeLoad;
import dev.berth.engine.view.NodeUpdates;
import dev.berth.engine.view.Query;
import dev.berth.engine.view.SchedulerStatus;
import dev.berth.model.Node;
import dev.berth.model.WellKnownLabels;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// The nodes as the dashboard shows them, kept up to date by their changes. The scheduler is asked
/// now and then, however many clients read them.
public final class DashboardNodes {
    private static final int MAX_DELETED = 10_000;
    private static final long LIFETIME_NANOS = 200_000_000;

    private final Scheduler scheduler;
    private final LongSupplier ticks;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Integer, String> nameOfRow = new HashMap<>();
    private final Map<String, Entry> nodes = new LinkedHashMap<>();

    /// The oldest first.
    private final List<Deleted> deleted = new ArrayList<>();

    private List<String> resources = List.of();
    private long asked = -1;
    private long version;
    private long forgotten;
    private long lastTicks;
    private @Nullable SchedulerStatus status;

    private record Entry(long version, NodeItem node) {}

    private record Deleted(long version, String name) {}

    /// What changed since a version.
    ///
    /// @param status of the scheduler when it was last asked
    /// @param all whether these are all nodes
    record Changes(
            SchedulerStatus status,
            long version,
            boolean all,
            List<String> resources,
            List<NodeItem> nodes,
            List<String> deleted) {}

    DashboardNodes(Scheduler scheduler, LongSupplier ticks) {
        this.scheduler = scheduler;
        this.ticks = ticks;
    }

    /// Empty if the scheduler does not answer.
    ///
    /// @param since the version of an earlier answer; -1 for all nodes
    Optional<Changes> since(long since) {
        lock.lock();
        try {
            SchedulerStatus known = refresh();
            if (known == null) {
                return Optional.empty();
            }
            boolean all = since < forgotten;
            var changed = new ArrayList<NodeItem>();
            for (Entry entry : nodes.values()) {
                if (all || entry.version() > since) {
                    changed.add(entry.node());
                }
            }
            var left = new ArrayList<String>();
            if (!all) {
                for (Deleted each : deleted) {
                    if (each.version() > since && !nodes.containsKey(each.name())) {
                        left.add(each.name());
                    }
                }
            }
            return Optional.of(new Changes(known, version, all, resources, changed, left));
        } finally {
            lock.unlock();
        }
    }

    private @Nullable SchedulerStatus refresh() {
        long now = ticks.getAsLong();
        if (status != null && now - lastTicks < LIFETIME_NANOS) {
            return status;
        }
        Optional<Answered<NodeUpdates>> changes = ask(asked);
        changes.ifPresent(this::take);
        lastTicks = ticks.getAsLong();
        return changes.isPresent() ? status : null;
    }

    private Optional<Answered<NodeUpdates>> ask(long since) {
        return scheduler.ask(new Query.WithStatus<>(new Query.Nodes(since)));
    }

    private void take(Answered<NodeUpdates> answered) {
        status = answered.status();
        NodeUpdates changes = answered.answer();
        asked = changes.version();
        // Amounts are in the order of the resources: after a new one, all nodes are read again.
        boolean anew = changes.all() || !changes.resources().equals(resources);
        if (!changes.all() && changes.changed().isEmpty() && changes.gone().isEmpty()) {
            return;
        }
        version++;
        if (anew) {
            if (!changes.all()) {
                asked = -1;
                ask(-1).ifPresent(this::take);
                return;
            }
            nodes.clear();
            nameOfRow.clear();
            deleted.clear();
            forgotten = version;
            resources = changes.resources();
        }
        for (int row : changes.gone()) {
            remove(nameOfRow.remove(row));
        }
        // Nodes may have swapped rows: all are removed before any is added.
        for (NodeLoad load : changes.changed()) {
            remove(nameOfRow.remove(load.row()));
        }
        for (NodeLoad load : changes.changed()) {
            nameOfRow.put(load.row(), load.node().name());
            nodes.put(load.node().name(), new Entry(version, item(load)));
        }
        if (deleted.size() > MAX_DELETED) {
            deleted.clear();
            forgotten = version;
        }
    }

    private void remove(@Nullable String name) {
        if (name != null && nodes.remove(name) != null) {
            deleted.add(new Deleted(version, name));
        }
    }

    static NodeItem item(NodeLoad load) {
        Node node = load.node();
        return new NodeItem(
                node.name(),
                node.labels().get(WellKnownLabels.ZONE).orElse(""),
                ready(node),
                node.unschedulable(),
                node.taints().stream()
                        .map(taint -> taint(taint.key(), taint.value(), taint.effect()))
                        .toList(),
                load.pods(),
                load.allocatable(),
                load.requested());
    }

    /// Whether the node is Ready; a node without that condition counts as Ready.
    public static boolean ready(Node node) {
        return node.conditions().stream()
                .noneMatch(condition ->
                        condition.type().equals("Ready") && !condition.status().equals("True"));
    }

    /// A taint as kubectl prints it.
    static String taint(String key, String value, String effect) {
        return key + (value.isEmpty() ? "" : "=" + value) + ":" + effect;
    }
}
