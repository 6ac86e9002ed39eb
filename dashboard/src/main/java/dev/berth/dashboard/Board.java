package dev.berth.dashboard;

import dev.berth.engine.view.NodeChanges;
import dev.berth.engine.view.NodeLoad;
import dev.berth.engine.view.Query;
import dev.berth.model.Node;
import dev.berth.model.Taint;
import dev.berth.model.json.Json;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// The nodes as they are shown, kept up to date by what changed: however many look on, the
/// scheduler is asked once in a while.
public final class Board {
    private static final long FRESH_NANOS = 200_000_000;
    private static final String ZONE = "topology.kubernetes.io/zone";

    private final Scheduler scheduler;
    private final LongSupplier ticks;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Integer, String> nameOfRow = new HashMap<>();
    private final Map<String, Entry> nodes = new LinkedHashMap<>();

    /// What went since a version, the oldest first.
    private final List<Gone> gone = new ArrayList<>();

    private List<String> resources = List.of();
    private long asked = -1;
    private long version;
    private long forgotten;
    private long lastTicks;
    private boolean filled;

    private record Entry(long version, Json.Obj node) {}

    private record Gone(long version, String name) {}

    /// What changed since a version.
    ///
    /// @param all whether it is everything there is
    record Changes(
            long version,
            boolean all,
            List<String> resources,
            List<Json> nodes,
            List<String> gone) {}

    Board(Scheduler scheduler, LongSupplier ticks) {
        this.scheduler = scheduler;
        this.ticks = ticks;
    }

    /// Empty if the scheduler does not answer.
    ///
    /// @param since a version that was told before; -1 for everything
    Optional<Changes> since(long since) {
        lock.lock();
        try {
            if (!refresh()) {
                return Optional.empty();
            }
            boolean all = since < forgotten;
            var changed = new ArrayList<Json>();
            for (Entry entry : nodes.values()) {
                if (all || entry.version() > since) {
                    changed.add(entry.node());
                }
            }
            var left = new ArrayList<String>();
            if (!all) {
                for (Gone each : gone) {
                    if (each.version() > since && !nodes.containsKey(each.name())) {
                        left.add(each.name());
                    }
                }
            }
            return Optional.of(new Changes(version, all, resources, changed, left));
        } finally {
            lock.unlock();
        }
    }

    /// Whether anything is known.
    private boolean refresh() {
        long now = ticks.getAsLong();
        if (filled && now - lastTicks < FRESH_NANOS) {
            return true;
        }
        Optional<NodeChanges> changes = scheduler.ask(new Query.Nodes(asked));
        changes.ifPresent(this::take);
        lastTicks = ticks.getAsLong();
        return changes.isPresent();
    }

    private void take(NodeChanges changes) {
        filled = true;
        asked = changes.version();
        // Amounts go by the order of resources: a new one means that all are told anew.
        boolean anew = changes.all() || !changes.resources().equals(resources);
        if (!changes.all() && changes.changed().isEmpty() && changes.gone().isEmpty()) {
            return;
        }
        version++;
        if (anew) {
            if (!changes.all()) {
                asked = -1;
                scheduler.ask(new Query.Nodes(-1)).ifPresent(this::take);
                return;
            }
            nodes.clear();
            nameOfRow.clear();
            gone.clear();
            forgotten = version;
            resources = changes.resources();
        }
        for (int row : changes.gone()) {
            leave(nameOfRow.remove(row));
        }
        // Nodes may have changed places: all leave before any comes.
        for (NodeLoad load : changes.changed()) {
            leave(nameOfRow.remove(load.row()));
        }
        for (NodeLoad load : changes.changed()) {
            nameOfRow.put(load.row(), load.node().name());
            nodes.put(load.node().name(), new Entry(version, shown(load)));
        }
        if (gone.size() > 10_000) {
            gone.clear();
            forgotten = version;
        }
    }

    private void leave(@Nullable String name) {
        if (name != null && nodes.remove(name) != null) {
            gone.add(new Gone(version, name));
        }
    }

    static Json.Obj shown(NodeLoad load) {
        Node node = load.node();
        return Json.Obj.builder()
                .put("name", node.name())
                .put("zone", node.labels().get(ZONE).orElse(""))
                .put("ready", ready(node))
                .put("cordoned", node.unschedulable())
                .put("taints", taints(node.taints()))
                .put("pods", load.pods())
                .put("allocatable", amounts(load.allocatable()))
                .put("requested", amounts(load.requested()))
                .build();
    }

    /// Whether the node says that it is; one that says nothing is taken to be.
    public static boolean ready(Node node) {
        return node.conditions().stream()
                .noneMatch(condition ->
                        condition.type().equals("Ready") && !condition.status().equals("True"));
    }

    private static Json.Arr taints(List<Taint> taints) {
        var shown = new ArrayList<Json>();
        for (Taint taint : taints) {
            String value = taint.value().isEmpty() ? "" : "=" + taint.value();
            shown.add(Json.of(taint.key() + value + ":" + taint.effect()));
        }
        return new Json.Arr(shown);
    }

    static Json.Arr amounts(List<Long> amounts) {
        return new Json.Arr(amounts.stream().map(each -> (Json) Json.of(each)).toList());
    }
}
