package dev.berth.observe.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.Kind;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Berth has every metric of kube-scheduler, with its type, labels, buckets and stability.
class MetricsParityTest {
    private static final Pattern BUCKET = Pattern.compile("_bucket\\{.*le=\"([^\"]+)\"}");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"x\"");

    /// @param labels by name, separated by commas
    record Case(String name, String type, String stability, String labels, String buckets) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Case> upstream() throws IOException {
        try (InputStream file =
                Objects.requireNonNull(
                        MetricsParityTest.class.getResourceAsStream(
                                "/metrics/kube-scheduler-metrics.tsv"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .filter(line -> !line.startsWith("#"))
                            .map(line -> line.split("\t", -1))
                            .map(cells ->
                                    new Case(cells[0], cells[1], cells[2], cells[3], cells[4]))
                            .toList()
                            .stream();
        }
    }

    @ParameterizedTest
    @MethodSource("upstream")
    void aMetricLooksAsUpstream(Case upstream) {
        assertThat(ours()).containsEntry(upstream.name(), upstream);
    }

    @Test
    void aMetricOfADisabledFeatureIsAbsent() {
        var registry = new MetricRegistry(MetricOptions.DEFAULT);
        var _ = new EngineMeter(registry, gate -> false);
        assertThat(registry.families())
                .extracting(family -> family.description().name())
                .contains("scheduler_pending_pods")
                .doesNotContain(
                        "scheduler_async_api_call_execution_total",
                        "scheduler_podgroup_schedule_attempts_total");
    }

    @Test
    void aDeprecatedMetricIsShownOnRequest() {
        String name = "scheduler_preemption_goroutines_duration_seconds";
        var hiding = new MetricRegistry(MetricOptions.DEFAULT);
        new EngineMeter(hiding, gate -> true).backgroundTaskEnded("DefaultPreemption", false, 1);
        assertThat(Exposition.of(hiding, "").text()).doesNotContain(name);

        var showing =
                new MetricRegistry(
                        new MetricOptions(
                                Set.of(), LabelLimits.NONE, MetricOptions.showsHidden("1.36", 37)));
        new EngineMeter(showing, gate -> true).backgroundTaskEnded("DefaultPreemption", false, 1);
        assertThat(Exposition.of(showing, "").text())
                .contains("# HELP " + name + " [ALPHA] (Deprecated since 1.37.0) ")
                .contains(name + "_count{result=\"success\"} 1\n");
    }

    @Test
    void pluginsRecordMetricsByName() {
        var registry = new MetricRegistry(MetricOptions.DEFAULT);
        var meter = new EngineMeter(registry, gate -> true);
        List<String> labels = List.of("default-scheduler", "gpu.example.com", "success");
        meter.recorded("scheduler_dra_bindingconditions_allocations_total", 0, labels);
        meter.recorded(
                "scheduler_dra_bindingconditions_wait_duration_seconds", 300_000_000, labels);
        meter.recorded(
                "dynamic_resource_allocation_resourceclaim_creates_total",
                0,
                List.of("failure", "false", "", "Pod"));
        meter.recorded("unknown", 0, List.of());
        assertThat(Exposition.of(registry, "").text())
                .contains(
                        "scheduler_dra_bindingconditions_allocations_total{driver=\"gpu.example.com\",profile=\"default-scheduler\",status=\"success\"}"
                            + " 1\n",
                        "status=\"success\",le=\"0.2\"} 0\n",
                        "status=\"success\",le=\"0.4\"} 1\n",
                        "dynamic_resource_allocation_resourceclaim_creates_total{admin_access=\"false\",owner_api_group=\"\",owner_api_kind=\"Pod\",status=\"failure\"}"
                            + " 1\n");
    }

    @Test
    void anInformerHasASeriesForEachKind() {
        var registry = new MetricRegistry(MetricOptions.DEFAULT);
        var informers = new InformerMetrics(registry);
        informers.processed(Kind.STORAGE_CLASS, "1234567890123456789", 2_000_000);
        informers.reached(Kind.POD, "17");
        assertThat(Exposition.of(registry, "").text())
                .contains(
                        "informer_store_resource_version{group=\"\",name=\"kube-scheduler\",resource=\"pods\",version=\"v1\"}"
                            + " 17\n",
                        "informer_store_resource_version{group=\"storage.k8s.io\",name=\"kube-scheduler\",resource=\"storageclasss\",version=\"v1\"}"
                            + " 5.67890123456789e+14\n",
                        "informer_queued_items{group=\"\",name=\"kube-scheduler\",resource=\"pods\",version=\"v1\"}"
                            + " 0\n",
                        "informer_processing_latency_seconds_bucket{group=\"storage.k8s.io\",name=\"kube-scheduler\",resource=\"storageclasss\",version=\"v1\",le=\"0.005\"}"
                            + " 1\n");
    }

    private static Map<String, Case> ours() {
        var registry = new MetricRegistry(MetricOptions.DEFAULT);
        var meter = new EngineMeter(registry, gate -> true);
        var _ = new EngineGauges(registry, meter);
        var client = new ClientMetrics(registry, () -> 0);
        var health = new HealthMetrics(registry);
        var election = new ElectionMetrics(registry);
        var queues = new QueueMetrics(registry);
        var informers = new InformerMetrics(registry);
        ComponentMetrics.register(
                registry, new ComponentMetrics.Build("v1.37.1", "", "", "1.37", "1.36"), List.of());
        assertThat(List.of(client, health, election, queues, informers)).isNotEmpty();
        for (MetricFamily<?> family : registry.families()) {
            String[] values = new String[family.description().labels().size()];
            Arrays.fill(values, "x");
            family.clear();
            family.of(values);
        }
        return described(Exposition.of(registry, "").text());
    }

    private static Map<String, Case> described(String text) {
        var lines = new TreeMap<String, List<String>>();
        String current = "";
        for (String line : text.lines().toList()) {
            if (line.startsWith("# HELP ")) {
                current = line.split(" ", 4)[2];
            }
            lines.computeIfAbsent(current, key -> new ArrayList<>()).add(line);
        }
        return lines.entrySet().stream()
                .map(entry -> read(entry.getKey(), entry.getValue()))
                .collect(Collectors.toMap(Case::name, Function.identity()));
    }

    private static Case read(String name, List<String> lines) {
        String help = lines.get(0).split(" ", 4)[3];
        String stability = help.startsWith("[") ? help.substring(1, help.indexOf(']')) : "-";
        var buckets = new ArrayList<String>();
        var labels = new ArrayList<String>();
        for (String line : lines) {
            var bucket = BUCKET.matcher(line);
            if (bucket.find()) {
                buckets.add(bucket.group(1));
            }
        }
        var label = LABEL.matcher(lines.getLast());
        while (label.find()) {
            labels.add(label.group(1));
        }
        return new Case(
                name,
                lines.get(1).split(" ", 4)[3],
                stability,
                labels.isEmpty() ? "-" : String.join(",", labels),
                buckets.isEmpty() ? "-" : String.join(",", buckets));
    }
}
