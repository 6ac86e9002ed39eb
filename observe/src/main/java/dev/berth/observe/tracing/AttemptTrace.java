package dev.berth.observe.tracing;

import dev.berth.engine.port.Meter;
import dev.berth.engine.port.Trace;
import dev.berth.model.Pod;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/// Records the spans of one attempt, and queues them when the attempt has ended.
///
/// A span is recorded when it ends, children before their parent. The ID of a parent is therefore
/// assigned when its first child is recorded. A parent that has not ended with the attempt ends
/// with it, so that every span has a parent in the trace.
///
/// The scheduling thread creates one object per span. Everything else is left to the exporter.
final class AttemptTrace implements Trace {
    /// An attempt with the default plugins has about 20 spans. The limit protects the memory from a
    /// plugin that makes many calls.
    static final int MAX_SPANS = 1_000;

    private static final int MAX_MESSAGE = 1_024;
    private static final int DEFAULT_SPANS = 32;
    private static final String ATTEMPT = "Scheduling attempt";
    private static final String WAIT = "WaitOnPermit";

    private final SpanQueue queue;
    private final LongSupplier ticker;
    private final SplittableRandom ids;
    private final long traceHigh;
    private final long traceLow;
    private final long rootId;
    private final long beganTicks;
    private final long beganNanos;
    private final Pod pod;
    private final String profile;
    private final int attempt;

    /// The extension points that run and have children.
    private final Map<Meter.Point, OpenPoint> openPoints = new EnumMap<>(Meter.Point.class);

    /// The plugins that make calls and have not returned.
    private final List<OpenPlugin> openPlugins = new ArrayList<>(0);

    private final List<Span> spans = new ArrayList<>(DEFAULT_SPANS);
    private boolean waiting;
    private long waitsSince;
    private boolean ended;
    private int lateSpans;

    /// The span of an extension point that runs.
    private record OpenPoint(long id, long beganTicks) {}

    /// The span of a plugin that runs.
    private record OpenPlugin(
            long id, long parentId, String point, String plugin, long beganTicks) {
        boolean is(String otherPoint, String otherPlugin) {
            return point.equals(otherPoint) && plugin.equals(otherPlugin);
        }
    }

    /// @param ids the generator of the trace's IDs; the trace owns it
    /// @param beganNanos the time of `beganTicks` since 1970
    AttemptTrace(
            SpanQueue queue,
            LongSupplier ticker,
            SplittableRandom ids,
            Pod pod,
            String profile,
            int attempt,
            long beganTicks,
            long beganNanos) {
        this.queue = queue;
        this.ticker = ticker;
        this.ids = ids;
        this.traceHigh = ids.nextLong();
        this.traceLow = newId();
        this.rootId = newId();
        this.pod = pod;
        this.profile = profile;
        this.attempt = attempt;
        this.beganTicks = beganTicks;
        this.beganNanos = beganNanos;
    }

    /// A random ID that is not 0, because W3C Trace Context rejects IDs of zeros.
    private long newId() {
        long id = ids.nextLong();
        return id == 0 ? 1 : id;
    }

    @Override
    public boolean on() {
        return true;
    }

    @Override
    public synchronized boolean open() {
        return !ended;
    }

    @Override
    public synchronized void ran(
            Meter.Point point, Meter.Status status, long began, long endedTicks) {
        OpenPoint open = openPoints.remove(point);
        add(
                open == null ? newId() : open.id(),
                rootId,
                point.label(),
                "",
                "",
                status.label(),
                began,
                endedTicks,
                status == Meter.Status.ERROR);
    }

    @Override
    public synchronized void ran(
            Meter.Point point, String plugin, Meter.Status status, long began, long endedTicks) {
        OpenPlugin open = remove(point.label(), plugin);
        add(
                open == null ? newId() : open.id(),
                open == null ? parentOf(point, began) : open.parentId(),
                point.label(),
                plugin,
                "",
                status.label(),
                began,
                endedTicks,
                status == Meter.Status.ERROR);
    }

    private @Nullable OpenPlugin remove(String point, String plugin) {
        for (int i = 0; i < openPlugins.size(); i++) {
            if (openPlugins.get(i).is(point, plugin)) {
                return openPlugins.remove(i);
            }
        }
        return null;
    }

    /// The parent of the plugins of an extension point, which runs or begins to run.
    // Parity: NormalizeScore is a part of the extension point Score.
    private long parentOf(Meter.Point point, long began) {
        if (ended) {
            return rootId;
        }
        Meter.Point of = point == Meter.Point.NORMALIZE ? Meter.Point.SCORE : point;
        OpenPoint open = openPoints.get(of);
        if (open == null) {
            open = new OpenPoint(newId(), began);
            openPoints.put(of, open);
        }
        return open.id();
    }

    @Override
    public synchronized void waits(long began) {
        waiting = true;
        waitsSince = began;
    }

    @Override
    public synchronized void waited(Meter.Status status) {
        if (waiting) {
            waiting = false;
            add(
                    newId(),
                    rootId,
                    "",
                    "",
                    WAIT,
                    status.label(),
                    waitsSince,
                    ticker.getAsLong(),
                    status == Meter.Status.ERROR);
        }
    }

    @Override
    public synchronized Call call(String point, String plugin, String name) {
        long began = ticker.getAsLong();
        return new CallSpan(newId(), caller(point, plugin, began), point, plugin, name, began);
    }

    /// The ID of the span that makes a call. A plugin can make calls after it has returned.
    private long caller(String point, String plugin, long began) {
        Optional<Meter.Point> of = pointOf(point);
        if (of.isEmpty() || plugin.isEmpty()) {
            return rootId;
        }
        for (OpenPlugin open : openPlugins) {
            if (open.is(point, plugin)) {
                return open.id();
            }
        }
        for (Span span : spans.reversed()) {
            if (!span.call() && span.plugin().equals(plugin) && span.point().equals(point)) {
                return span.id();
            }
        }
        if (ended) {
            return rootId;
        }
        var open = new OpenPlugin(newId(), parentOf(of.get(), began), point, plugin, began);
        openPlugins.add(open);
        return open.id();
    }

    private static Optional<Meter.Point> pointOf(String label) {
        return Arrays.stream(Meter.Point.values())
                .filter(point -> point.label().equals(label))
                .findFirst();
    }

    private final class CallSpan implements Call {
        private final long id;
        private final long parentId;
        private final String point;
        private final String plugin;
        private final String name;
        private final long began;

        CallSpan(long id, long parentId, String point, String plugin, String name, long began) {
            this.id = id;
            this.parentId = parentId;
            this.point = point;
            this.plugin = plugin;
            this.name = name;
            this.began = began;
        }

        @Override
        public String traceparent() {
            HexFormat hex = HexFormat.of();
            return "00-"
                    + hex.toHexDigits(traceHigh)
                    + hex.toHexDigits(traceLow)
                    + "-"
                    + hex.toHexDigits(id)
                    + "-01";
        }

        @Override
        public void ended(String error) {
            callEnded(this, error);
        }
    }

    private synchronized void callEnded(CallSpan call, String error) {
        add(
                new Span(
                        traceHigh,
                        traceLow,
                        call.id,
                        call.parentId,
                        call.point,
                        call.plugin,
                        call.name,
                        "",
                        true,
                        nanos(call.began),
                        nanos(ticker.getAsLong()),
                        !error.isEmpty(),
                        limited(error),
                        Map.of()));
    }

    @Override
    public synchronized void ended(Result result, String node, String message, long endedTicks) {
        if (ended) {
            return;
        }
        for (OpenPlugin open : openPlugins) {
            spans.add(
                    span(
                            open.id(),
                            open.parentId(),
                            open.point(),
                            open.plugin(),
                            "",
                            "",
                            open.beganTicks(),
                            endedTicks,
                            false));
        }
        openPoints.forEach((point, open) ->
                spans.add(
                        span(
                                open.id(),
                                rootId,
                                point.label(),
                                "",
                                "",
                                "",
                                open.beganTicks(),
                                endedTicks,
                                false)));
        spans.add(root(result, node, message, endedTicks));
        ended = true;
        queue.addAll(spans);
    }

    private Span root(Result result, String node, String message, long endedTicks) {
        var attributes = new LinkedHashMap<String, Object>();
        attributes.put("k8s.namespace.name", pod.namespace());
        attributes.put("k8s.pod.name", pod.name());
        attributes.put("k8s.pod.uid", pod.uid());
        attributes.put("berth.profile", profile);
        attributes.put("berth.attempt", (long) attempt);
        attributes.put("berth.result", result.label());
        if (!node.isEmpty()) {
            attributes.put("k8s.node.name", node);
        }
        if (!message.isEmpty()) {
            attributes.put("berth.message", limited(message));
        }
        boolean error = result == Result.ERROR;
        return new Span(
                traceHigh,
                traceLow,
                rootId,
                0,
                "",
                "",
                ATTEMPT,
                "",
                false,
                beganNanos,
                nanos(endedTicks),
                error,
                error ? limited(message) : "",
                attributes);
    }

    private static String limited(String message) {
        return message.length() <= MAX_MESSAGE
                ? message
                : message.substring(0, MAX_MESSAGE) + "...";
    }

    private void add(
            long id,
            long parentId,
            String point,
            String plugin,
            String name,
            String status,
            long began,
            long endedTicks,
            boolean error) {
        add(span(id, parentId, point, plugin, name, status, began, endedTicks, error));
    }

    /// A span that ends after the attempt is queued at once.
    private void add(Span span) {
        if (spans.size() + lateSpans >= MAX_SPANS) {
            queue.drop();
        } else if (ended) {
            lateSpans++;
            queue.addAll(List.of(span));
        } else {
            spans.add(span);
        }
    }

    private Span span(
            long id,
            long parentId,
            String point,
            String plugin,
            String name,
            String status,
            long began,
            long endedTicks,
            boolean error) {
        return new Span(
                traceHigh,
                traceLow,
                id,
                parentId,
                point,
                plugin,
                name,
                status,
                false,
                nanos(began),
                nanos(Math.max(began, endedTicks)),
                error,
                "",
                Map.of());
    }

    private long nanos(long ticks) {
        return beganNanos + (ticks - beganTicks);
    }
}
