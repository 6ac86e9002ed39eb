package dev.berth.app.flags;

import static java.util.stream.Collectors.joining;

import dev.berth.app.pflag.Flag;
import dev.berth.app.pflag.FlagValues;
import dev.berth.app.pflag.GoLists;
import dev.berth.app.pflag.GoTypes;
import dev.berth.config.EmulatedVersion;
import dev.berth.manifest.Manifests;
import dev.berth.model.json.Json;
import dev.berth.observe.metrics.LabelLimits;
import dev.berth.observe.metrics.MetricOptions;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The flags for metrics.
public final class MetricsFlags {
    private static final String GROUP = "metrics";
    private static final String PREVIOUS = EmulatedVersion.LATEST.previous().toString();
    private static final String METRIC = "[a-zA-Z_:][a-zA-Z0-9_:]*";
    private static final String LABEL = "[a-zA-Z_][a-zA-Z0-9_]*";
    private static final Pattern KEY = Pattern.compile(METRIC + "," + LABEL);

    private static final Flag<String> HIDDEN =
            new Flag<>(
                    GROUP,
                    "show-hidden-metrics-for-version",
                    GoTypes.STRING,
                    "",
                    "show the metrics that were hidden after this version; only "
                            + PREVIOUS
                            + " is supported");
    private static final Flag<List<String>> DISABLED =
            new Flag<>(
                    GROUP,
                    "disabled-metrics",
                    GoLists.STRINGS,
                    List.of(),
                    "full names of metrics to disable, separated by commas");
    private static final Flag<Map<String, String>> LABELS =
            new Flag<>(
                    GROUP,
                    "allow-metric-labels",
                    GoLists.MAP,
                    Map.of(),
                    "METRIC,LABEL='VALUE,VALUE': allowed values of a label; all other values are"
                            + " reported as one; may be repeated");
    private static final Flag<String> LABELS_FILE =
            new Flag<>(
                    GROUP,
                    "allow-metric-labels-manifest",
                    GoTypes.STRING,
                    "",
                    "YAML file with \"METRIC,LABEL\": \"VALUE,VALUE\" pairs; the flag takes"
                            + " precedence");

    static final List<Flag<?>> ALL = List.of(HIDDEN, DISABLED, LABELS, LABELS_FILE);

    private MetricsFlags() {}

    /// The metric options, if the flags are valid.
    public static MetricOptions options(FlagValues values) {
        var labels = new TreeMap<String, String>();
        String file = values.get(LABELS_FILE);
        if (!file.isEmpty()) {
            Json content = Manifests.readFirst(file, InputStream.nullInputStream()).json();
            if (content instanceof Json.Obj pairs) {
                pairs.fields()
                        .forEach((key, value) ->
                                labels.put(key, value instanceof Json.Str(var text) ? text : ""));
            }
        }
        labels.putAll(values.get(LABELS));
        return new MetricOptions(
                Set.copyOf(values.get(DISABLED)),
                LabelLimits.parse(labels),
                !values.get(HIDDEN).isEmpty());
    }

    public static List<String> problems(FlagValues values) {
        var problems = new ArrayList<String>();
        checkVersion(values.get(HIDDEN), problems);
        checkNames(values.get(DISABLED), problems);
        checkLabels(values.get(LABELS), problems);
        checkFile(values.get(LABELS_FILE), problems);
        return problems;
    }

    private static void checkVersion(String version, List<String> problems) {
        if (!version.isEmpty() && !version.equals(PREVIOUS)) {
            problems.add(
                    ("metrics.showHiddenMetricsForVersion: Invalid value: %s: must be omitted or"
                                    + " have the value '%s'; only the previous minor version is"
                                    + " allowed")
                            .formatted(Json.of(version).text(), PREVIOUS));
        }
    }

    private static void checkNames(List<String> names, List<String> problems) {
        names.stream()
                .filter(name -> !name.matches(METRIC))
                .findFirst()
                .ifPresent(name ->
                        problems.add(
                                ("metrics.disabledMetrics: Invalid value: [%s]: must be fully"
                                                + " qualified metric names matching \"^%s$\", got"
                                                + " %s")
                                        .formatted(
                                                names.stream()
                                                        .map(each -> Json.of(each).text())
                                                        .collect(joining(",")),
                                                METRIC,
                                                Json.of(name).text())));
    }

    private static void checkLabels(Map<String, String> labels, List<String> problems) {
        if (!labels.keySet().stream().allMatch(key -> KEY.matcher(key).matches())) {
            var shown = Json.Obj.builder();
            new TreeMap<>(labels).forEach(shown::put);
            problems.add(
                    ("metrics.allowListMapping: Invalid value: %s: must have keys with format"
                                    + " `metricName,labelName` where metricName matches \"%s\" and"
                                    + " labelName matches \"%s\"")
                            .formatted(shown.build().text(), METRIC, LABEL));
        }
    }

    private static void checkFile(String file, List<String> problems) {
        if (!file.isEmpty() && !Files.exists(Path.of(file))) {
            problems.add(
                    ("metrics.allowListMappingManifest: Invalid value: %s: failed to read allow"
                                    + " list manifest: open %s: no such file or directory")
                            .formatted(Json.of(file).text(), file));
        }
    }
}
