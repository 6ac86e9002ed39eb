package dev.berth.observe.metrics;

import static dev.berth.observe.metrics.Stability.ALPHA;

import dev.berth.model.Kind;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The metrics of the reflectors. client-go: `informer_*`.
public final class InformerMetrics {
    private static final String NAME = "kube-scheduler";

    /// A `float64` represents integers of this number of digits.
    private static final int DIGITS = 15;

    private static final Buckets SECONDS =
            Buckets.seconds(0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10);

    private final MetricFamily<Gauge> queued;
    private final MetricFamily<Gauge> versions;
    private final MetricFamily<Histogram> seconds;
    private final Map<Kind, Cells> kinds = new ConcurrentHashMap<>();

    private record Cells(Gauge version, Histogram seconds) {}

    InformerMetrics(MetricRegistry registry) {
        String[] labels = {"name", "group", "version", "resource"};
        queued =
                registry.gauge(
                        "informer_queued_items",
                        ALPHA,
                        "Objects that an informer has received and not processed.",
                        labels);
        versions =
                registry.gauge(
                        "informer_store_resource_version",
                        ALPHA,
                        "The last 15 digits of the resource version that an informer has"
                                + " processed.",
                        labels);
        seconds =
                registry.sharedHistogram(
                        "informer_processing_latency_seconds",
                        ALPHA,
                        "Duration of the processing of a received object.",
                        SECONDS,
                        labels);
    }

    /// A reflector has processed an object that it received.
    public void processed(Kind kind, String resourceVersion, long nanos) {
        cells(kind).seconds().observe(nanos);
        reached(kind, resourceVersion);
    }

    /// A reflector has processed all objects up to a version.
    public void reached(Kind kind, String resourceVersion) {
        String digits = resourceVersion.substring(Math.max(0, resourceVersion.length() - DIGITS));
        try {
            cells(kind).version().set(Long.parseLong(digits));
        } catch (NumberFormatException opaque) {
            // The API does not guarantee that versions are numbers.
        }
    }

    private Cells cells(Kind kind) {
        return kinds.computeIfAbsent(
                kind,
                key -> {
                    // A reflector passes each object on as soon as it has received it.
                    queued.of(labels(key)).set(0);
                    return new Cells(versions.of(labels(key)), seconds.of(labels(key)));
                });
    }

    // Parity: the plural is that of a naive English rule, such as `storageclasss`.
    private static String[] labels(Kind kind) {
        return new String[] {
            NAME, kind.group(), kind.version(), kind.name().toLowerCase(Locale.ROOT) + "s"
        };
    }
}
