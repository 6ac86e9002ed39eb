package dev.berth.app.live;

import dev.berth.app.live.LiveSnapshot.Bar;
import dev.berth.app.live.LiveSnapshot.Count;
import dev.berth.app.live.LiveSnapshot.Latest;
import dev.berth.app.live.LiveSnapshot.Resource;
import dev.berth.app.live.LiveSnapshot.Wait;
import dev.berth.dashboard.DashboardNodes;
import dev.berth.engine.Engine;
import dev.berth.engine.port.Message;
import dev.berth.engine.view.Decision;
import dev.berth.engine.view.Latencies;
import dev.berth.engine.view.NodeLoad;
import dev.berth.engine.view.NodeUpdates;
import dev.berth.engine.view.PendingPod;
import dev.berth.engine.view.Query;
import dev.berth.engine.view.SchedulerStatus;
import dev.berth.model.Node;
import dev.berth.model.WellKnownLabels;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Reads the data of the live view from a scheduler: only changed nodes, and the reasons of pending
/// pods less often.
public final class EngineSource implements LiveSource {
    private static final Pattern AVAILABLE = Pattern.compile("^\\d+/\\d+ nodes are available: ");
    private static final long TIMEOUT_SECONDS = 3;
    private static final int DECISIONS = 100;
    private static final int REASONS = 8;
    private static final int NOTES = 100;
    private static final long WINDOW = TimeUnit.SECONDS.toNanos(5);
    private static final long WAITS_EVERY = TimeUnit.SECONDS.toNanos(1);
    // The share of the time of the scheduling thread that queries may take if their cost grows with
    // the cluster.
    private static final int PART = 20;

    private final Engine engine;
    private final List<String> addresses;
    private final long began = System.nanoTime();
    private final ArrayDeque<SchedulerStatus> pulses = new ArrayDeque<>();
    private final Map<Integer, Bar> bars = new TreeMap<>();
    private final Map<Integer, Integer> placed = new HashMap<>();
    private final ArrayDeque<String> notes = new ArrayDeque<>();
    private long version = -1;
    private List<Latest> decisions = List.of();
    private List<Wait> waits = List.of();
    private long nodesDue = began;
    private long waitsDue = began;

    /// @param addresses lines with the addresses of the cluster
    public EngineSource(Engine engine, List<String> addresses) {
        this.engine = engine;
        this.addresses = List.copyOf(addresses);
    }

    /// Adds a log line. Any thread may call it.
    public void note(String line) {
        synchronized (notes) {
            notes.add(line);
            if (notes.size() > NOTES) {
                notes.remove();
            }
        }
    }

    @Override
    public void pause(boolean on) {
        engine.post(new Message.Pause(on));
    }

    @Override
    public void step() {
        engine.post(new Message.Step());
    }

    @Override
    public LiveSnapshot picture() throws InterruptedException {
        try {
            look();
        } catch (TimeoutException busy) {
            return picture(
                    List.of("the scheduler has not responded for " + TIMEOUT_SECONDS + " s"));
        }
        synchronized (notes) {
            return picture(List.copyOf(notes));
        }
    }

    private void look() throws InterruptedException, TimeoutException {
        SchedulerStatus status = ask(new Query.Status());
        pulses.add(status);
        while (pulses.size() > 2 && status.atNanos() - pulses.getFirst().atNanos() > WINDOW) {
            pulses.remove();
        }
        decisions = ask(new Query.Decisions(DECISIONS)).stream().map(EngineSource::latest).toList();
        long now = System.nanoTime();
        if (now - nodesDue >= 0) {
            take(ask(new Query.Nodes(version)));
            nodesDue = now + (System.nanoTime() - now) * PART;
        }
        now = System.nanoTime();
        if (now - waitsDue >= 0) {
            waits = waits(ask(new Query.PendingPods()));
            waitsDue = now + Math.max(WAITS_EVERY, (System.nanoTime() - now) * PART);
        }
    }

    private <T> T ask(Query<T> query) throws InterruptedException, TimeoutException {
        try {
            return engine.ask(query).get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException problem) {
            throw new IllegalStateException(
                    "the scheduler failed: " + problem.getCause(), problem.getCause());
        }
    }

    private LiveSnapshot picture(List<String> shownNotes) {
        Optional<SchedulerStatus> first = Optional.ofNullable(pulses.peekFirst());
        Optional<SchedulerStatus> last = Optional.ofNullable(pulses.peekLast());
        return new LiveSnapshot(
                last.map(SchedulerStatus::pods).orElse(0),
                (System.nanoTime() - began) / 1_000_000,
                first.map(before -> rate(before, pulses.getLast())).orElse(0.0),
                quantile(0.5),
                quantile(0.99),
                placed.values().stream().mapToLong(Integer::longValue).sum(),
                last.map(SchedulerStatus::paused).orElse(false),
                addresses,
                last.map(EngineSource::states).orElse(List.of()),
                List.copyOf(bars.values()),
                decisions,
                waits,
                shownNotes);
    }

    private static double rate(SchedulerStatus before, SchedulerStatus after) {
        long nanos = after.atNanos() - before.atNanos();
        return nanos <= 0 ? 0 : (after.scheduled() - before.scheduled()) * 1e9 / nanos;
    }

    private OptionalLong quantile(double share) {
        if (pulses.isEmpty()) {
            return OptionalLong.empty();
        }
        OptionalLong nanos =
                Latencies.quantile(
                        pulses.getFirst().latencies(), pulses.getLast().latencies(), share);
        return nanos.isPresent()
                ? OptionalLong.of(nanos.getAsLong() / 1_000)
                : OptionalLong.empty();
    }

    private static List<Count> states(SchedulerStatus status) {
        return List.of(
                new Count("active", status.queue().active()),
                new Count("backoff", status.queue().backoff()),
                new Count("unschedulable", status.queue().unschedulable()),
                new Count("gated", status.queue().gated()),
                new Count("waiting", status.waiting()),
                new Count("binding", status.binding()));
    }

    private void take(NodeUpdates changes) {
        if (changes.all()) {
            bars.clear();
            placed.clear();
        }
        changes.gone().forEach(bars::remove);
        changes.gone().forEach(placed::remove);
        for (NodeLoad load : changes.changed()) {
            bars.put(load.row(), bar(load, changes.resources()));
            placed.put(load.row(), load.pods());
        }
        version = changes.version();
    }

    private static Bar bar(NodeLoad load, List<String> resources) {
        Node node = load.node();
        return new Bar(
                node.name(),
                node.labels().getOr(WellKnownLabels.ZONE, ""),
                Stream.of(Resource.values())
                        .collect(
                                Collectors.toMap(
                                        resource -> resource,
                                        resource ->
                                                share(load, resources.indexOf(resource.key())))),
                node.unschedulable() || !DashboardNodes.ready(node));
    }

    private static double share(NodeLoad load, int resource) {
        if (resource < 0 || load.allocatable().get(resource) <= 0) {
            return 0;
        }
        return load.requested().get(resource) / (double) load.allocatable().get(resource);
    }

    private static Latest latest(Decision decision) {
        long micros = decision.tookNanos() / 1_000;
        return switch (decision.outcome()) {
            case Decision.Placed placed -> new Latest(decision.pod(), true, placed.node(), micros);
            case Decision.Unschedulable why ->
                    new Latest(
                            decision.pod(),
                            false,
                            AVAILABLE.matcher(brief(why.message())).replaceFirst(""),
                            micros);
            case Decision.Failed why -> new Latest(decision.pod(), false, why.message(), micros);
        };
    }

    /// Without the message of PostFilter plugins.
    private static String brief(String message) {
        int end = message.indexOf(". ");
        return end < 0 ? message : message.substring(0, end);
    }

    private List<Wait> waits(List<PendingPod> pods) throws InterruptedException, TimeoutException {
        var groups = new HashMap<String, List<PendingPod>>();
        for (PendingPod pod : pods) {
            String cause = cause(pod);
            if (!cause.isEmpty()) {
                groups.computeIfAbsent(cause, c -> new ArrayList<>()).add(pod);
            }
        }
        List<Map.Entry<String, List<PendingPod>>> max =
                groups.entrySet().stream()
                        .sorted(
                                Comparator.comparingInt(
                                                (Map.Entry<String, List<PendingPod>> group) ->
                                                        -group.getValue().size())
                                        .thenComparing(Map.Entry::getKey))
                        .limit(REASONS)
                        .toList();
        var made = new ArrayList<Wait>();
        for (Map.Entry<String, List<PendingPod>> group : max) {
            PendingPod example = group.getValue().getFirst();
            made.add(
                    new Wait(
                            group.getValue().size(),
                            reason(example).orElse(group.getKey()),
                            example.pod()));
        }
        return made;
    }

    /// The plugins that keep a pod pending; empty if there are none.
    private static String cause(PendingPod pod) {
        return switch (pod.state()) {
            case GATED -> "gated by " + pod.gatedBy();
            case WAITING -> "waiting for Permit of " + String.join(", ", pod.rejectedBy());
            case UNSCHEDULABLE, BACKOFF ->
                    pod.consecutiveErrors() > 0
                            ? "errors"
                            : pod.rejectedBy().isEmpty()
                                    ? ""
                                    : "rejected by " + String.join(", ", pod.rejectedBy());
            case ACTIVE, IN_FLIGHT, BINDING, BOUND, DELETING, OTHER_SCHEDULER -> "";
        };
    }

    private Optional<String> reason(PendingPod pod) throws InterruptedException, TimeoutException {
        return switch (pod.state()) {
            case UNSCHEDULABLE, BACKOFF ->
                    ask(new Query.DecisionOf(pod.pod()))
                            .flatMap(decision ->
                                    decision.outcome() instanceof Decision.Placed
                                            ? Optional.empty()
                                            : Optional.of(latest(decision).where()));
            default -> Optional.empty();
        };
    }
}
