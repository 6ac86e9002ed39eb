package dev.berth.observe.metrics;

import static dev.berth.observe.metrics.Stability.ALPHA;
import static dev.berth.observe.metrics.Stability.BETA;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/// What every component of Kubernetes tells of itself: its version, its features, its metrics.
public final class ComponentMetrics {
    private ComponentMetrics() {}

    /// @param release whose behaviour is ours, such as `v1.36.4`
    /// @param commit of our sources
    /// @param emulation the minor version that is emulated, such as `1.36`
    /// @param minCompatible the oldest minor version we get on with
    public record Build(
            String release, String commit, String date, String emulation, String minCompatible) {}

    /// A feature gate.
    ///
    /// @param stage `ALPHA`, `BETA`, `DEPRECATED`, or nothing once it is generally available
    public record Feature(String name, String stage, boolean on) {}

    public static void register(
            MetricRegistry registry, Build build, Collection<Feature> features) {
        String[] version = build.release().substring(1).split("\\.", -1);
        registry.gauge(
                        "kubernetes_build_info",
                        BETA,
                        "Which release this is, and how it was built.",
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
                        // There is no Go here; whoever looks shall see what there is instead.
                        "java" + Runtime.version().feature(),
                        "javac",
                        System.getProperty("os.name", "").toLowerCase(Locale.ROOT)
                                + "/"
                                + System.getProperty("os.arch", ""))
                .set(1);
        registry.gauge(
                        "version_info",
                        ALPHA,
                        "The version of the program, the one it emulates and the oldest it gets on"
                                + " with.",
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
                        "Whether a feature is on, and how mature it is.",
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
                        "Metrics that are shown, by how far one may rely on them.",
                        "stability_level",
                        "deprecated_version");
        MetricFamily<Gauge> disabled =
                registry.reading("disabled_metrics_total", BETA, "Metrics that a flag turned off.");
        MetricFamily<Gauge> hidden =
                registry.reading(
                        "hidden_metrics_total",
                        BETA,
                        "Metrics that are not shown because their end was announced.");
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
