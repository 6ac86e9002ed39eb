package dev.berth.observe.metrics;

import static dev.berth.observe.metrics.Stability.ALPHA;
import static dev.berth.observe.metrics.Stability.BETA;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/// The metrics that every Kubernetes component has: version, feature gates, and metrics about
/// metrics.
public final class ComponentMetrics {
    private ComponentMetrics() {}

    /// @param release the compatible release, for example `v1.36.4`
    /// @param commit the commit of Berth's sources
    /// @param emulation the emulated minor version, for example `1.36`
    /// @param minCompatible the oldest compatible minor version
    public record Build(
            String release, String commit, String date, String emulation, String minCompatible) {}

    /// A feature gate.
    ///
    /// @param stage `ALPHA`, `BETA`, `DEPRECATED`, or empty for a generally available feature
    public record Feature(String name, String stage, boolean on) {}

    public static void register(
            MetricRegistry registry, Build build, Collection<Feature> features) {
        String[] version = build.release().substring(1).split("\\.", -1);
        registry.gauge(
                        "kubernetes_build_info",
                        BETA,
                        "Build information as labels; the value is always 1.",
                        "major",
                        "minor",
                        "git_version",
                        "git_commit",
                        "git_tree_state",
                        "build_date",
                        "go_version",
                        "compiler",
                        "platform")
                .of(
                        version[0],
                        version[1],
                        build.release(),
                        build.commit(),
                        "",
                        build.date(),
                        // There is no Go version, so the label contains the Java version.
                        "java" + Runtime.version().feature(),
                        "javac",
                        System.getProperty("os.name", "").toLowerCase(Locale.ROOT)
                                + "/"
                                + System.getProperty("os.arch", ""))
                .set(1);
        registry.gauge(
                        "version_info",
                        ALPHA,
                        "Binary version, emulated version and oldest compatible version.",
                        "component",
                        "binary",
                        "emulation",
                        "min_compat")
                .of("kube", build.release().substring(1), build.emulation(), build.minCompatible())
                .set(1);
        MetricFamily<Gauge> enabled =
                registry.gauge(
                        "kubernetes_feature_enabled",
                        BETA,
                        "Whether a feature gate is enabled, by name and stage.",
                        "name",
                        "stage");
        for (Feature feature : features) {
            enabled.of(feature.name(), feature.stage()).set(feature.on() ? 1 : 0);
        }
        counts(registry);
    }

    private static void counts(MetricRegistry registry) {
        MetricFamily<Gauge> registered =
                registry.reading(
                        "registered_metrics_total",
                        BETA,
                        "Exposed metrics, by stability level.",
                        "stability_level",
                        "deprecated_version");
        MetricFamily<Gauge> disabled =
                registry.reading("disabled_metrics_total", BETA, "Metrics that a flag disabled.");
        MetricFamily<Gauge> hidden =
                registry.reading(
                        "hidden_metrics_total", BETA, "Deprecated metrics that are hidden.");
        MetricFamily<Gauge> unexpected =
                registry.reading(
                        "cardinality_enforcement_unexpected_categorizations_total",
                        ALPHA,
                        "Label values that a flag does not allow.");
        registry.before(() -> {
            for (Stability level : List.of(Stability.ALPHA, BETA, Stability.STABLE)) {
                registered.of(level.name(), "").set(registry.count(level));
            }
            registered.of("INTERNAL", "").set(registry.count(Stability.NONE));
            disabled.of().set(registry.disabled());
            hidden.of().set(registry.hidden());
            unexpected.of().set(registry.options().labels().unexpected());
        });
    }
}
