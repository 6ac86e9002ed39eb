package dev.berth.observe.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.observe.tracing.TraceCounts;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

class ExpositionTest {
    private final MetricRegistry registry = new MetricRegistry(MetricOptions.DEFAULT);

    private String text() {
        return Exposition.of(registry, "").text();
    }

    @Test
    void textIsAsPrometheusReadsIt() {
        registry.counter("b_total", Stability.ALPHA, "Counts\nthings.", "z", "a")
                .of("say \"hi\"", "x")
                .add(3);
        registry.histogram("a_seconds", Stability.STABLE, "Times.", Buckets.seconds(0.001, 2, 2))
                .of()
                .observe(1_500_000);
        assertThat(text())
                .isEqualTo(
                        """
                        # HELP a_seconds [STABLE] Times.
                        # TYPE a_seconds histogram
                        a_seconds_bucket{le="0.001"} 0
                        a_seconds_bucket{le="0.002"} 1
                        a_seconds_bucket{le="+Inf"} 1
                        a_seconds_sum 0.0015
                        a_seconds_count 1
                        # HELP b_total [ALPHA] Counts\\nthings.
                        # TYPE b_total counter
                        b_total{a="x",z="say \\"hi\\""} 3
                        """);
    }

    @Test
    void aClientThatAcceptsOpenMetricsGetsIt() {
        registry.counter("b_total", Stability.BETA, "Counts.").of().add(3);
        Exposition shown =
                Exposition.of(registry, "application/openmetrics-text;version=1.0.0,*/*;q=0.1");
        assertThat(shown.contentType()).isEqualTo(Exposition.OPEN);
        assertThat(shown.text())
                .isEqualTo("# HELP b [BETA] Counts.\n# TYPE b counter\nb_total 3.0\n# EOF\n");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1",
        "0.0001, 0.0001",
        "0.00001, 1e-05",
        "123456, 123456",
        "1234567, 1.234567e+06",
        "9.999999999999999e-06, 9.999999999999999e-06",
        "1.8446744073709552E19, 1.8446744073709552e+19",
        "-2.5, -2.5",
        "Infinity, +Inf",
        "NaN, NaN"
    })
    void numbersHaveTheDigitsGoWrites(double number, String text) {
        assertThat(GoNumber.text(number)).isEqualTo(text);
    }

    @Test
    void anObservationAtTheBoundIsInItsBucket() {
        var histogram = new Histogram(Buckets.seconds(0.001, 2, 15), false);
        histogram.observe(1_000_000);
        var samples = new StringBuilder();
        histogram.write((suffix, bound, value) -> samples.append(value).append(' '));
        assertThat(samples.toString()).startsWith("1.0 1.0 ");
    }

    @Test
    void aResetClearsCountersButNotGauges() {
        Counter counter = registry.counter("b_total", Stability.NONE, "Counts.").of();
        Gauge level = registry.gauge("size", Stability.NONE, "Size.").of();
        Gauge read = registry.reading("read_total", Stability.NONE, "Read.").of();
        counter.add(3);
        level.set(5);
        read.set(7);
        registry.reset();
        counter.add(1);
        read.set(9);
        assertThat(text()).contains("\nb_total 1\n", "\nsize 5\n", "\nread_total 2\n");
    }

    @Test
    void aDisabledMetricIsNotExposed() {
        var some =
                new MetricRegistry(new MetricOptions(Set.of("b_total"), LabelLimits.NONE, false));
        some.counter("b_total", Stability.NONE, "Counts.").of().add(1);
        assertThat(Exposition.of(some, "").text()).isEmpty();
        assertThat(some.disabled()).isEqualTo(1);
    }

    @Test
    void hiddenMetricsAreShownOnRequest() {
        var old =
                new MetricDescription(
                        "old", MetricType.GAUGE, Stability.ALPHA, "Old.", List.of(), "1.35.0");
        registry.add(new MetricFamily<>(old, Gauge::new, LabelLimits.NONE));
        assertThat(text()).isEmpty();
        assertThat(registry.hidden()).isEqualTo(1);
        var all = new MetricRegistry(new MetricOptions(Set.of(), LabelLimits.NONE, true));
        all.add(new MetricFamily<>(old, Gauge::new, LabelLimits.NONE));
        assertThat(Exposition.of(all, "").text())
                .contains("# HELP old [ALPHA] (Deprecated since 1.35.0) Old.");
    }

    @Test
    void onlyThePreviousVersionHasHiddenMetrics() {
        assertThat(MetricOptions.showsHidden("", 36)).isFalse();
        assertThat(MetricOptions.showsHidden("1.35", 36)).isTrue();
        assertThatThrownBy(() -> MetricOptions.showsHidden("1.30", 36))
                .hasMessageContaining("'1.35'");
    }

    @Test
    void aLabelHasOnlyAllowedValues() {
        var limits = LabelLimits.parse(Map.of("b_total,queue", "active,backoff"));
        var some = new MetricRegistry(new MetricOptions(Set.of(), limits, false));
        MetricFamily<Counter> family = some.counter("b_total", Stability.NONE, "Counts.", "queue");
        family.of("active").add(1);
        family.of("gated").add(2);
        assertThat(Exposition.of(some, "").text())
                .contains("b_total{queue=\"active\"} 1", "b_total{queue=\"unexpected\"} 2");
        assertThat(limits.unexpected()).isEqualTo(1);
        assertThatThrownBy(() -> LabelLimits.parse(Map.of("b_total", "x")))
                .hasMessageContaining("use metric,label");
    }

    @Test
    void theProcessIsReadFromTheKernel() {
        if (Files.isReadable(Path.of("/proc/self/stat"))) {
            ProcessMetrics.register(registry);
            assertThat(text())
                    .containsPattern("\nprocess_open_fds [1-9]")
                    .containsPattern("\nprocess_start_time_seconds 1\\.\\d+e\\+09")
                    .containsPattern("\nprocess_resident_memory_bytes [1-9]")
                    .contains("jvm_memory_used_bytes{area=\"heap\"}");
        }
    }

    @Test
    void healthChecksHaveAPageOfTheirOwn() {
        var metrics =
                new Metrics(
                        MetricOptions.DEFAULT,
                        gate -> false,
                        new ComponentMetrics.Build("v1.36.4", "abc", "", "1.36", "1.35"),
                        List.of(new ComponentMetrics.Feature("A", "BETA", true)),
                        () -> 0,
                        () -> 4,
                        () -> 0,
                        () -> TraceCounts.NONE);
        metrics.health().checked("ping", "livez", true);
        metrics.election().leads("kube-scheduler", true);
        metrics.berth().watched("pods");
        assertThat(metrics.checksPage("").text())
                .contains(
                        "kubernetes_healthcheck{name=\"ping\",type=\"livez\"} 1\n",
                        "kubernetes_healthchecks_total{name=\"ping\",status=\"success\",type=\"livez\"}"
                            + " 1\n");
        assertThat(metrics.page("").text())
                .contains(
                        "leader_election_master_status{name=\"kube-scheduler\"} 1\n",
                        "kubernetes_feature_enabled{name=\"A\",stage=\"BETA\"} 1\n",
                        "berth_log_lines_lost_total 4\n",
                        "berth_watch_restarts_total{resource=\"pods\"} 0\n",
                        "berth_unreadable_objects_total{resource=\"pods\"} 0\n",
                        "version_info{binary=\"1.36.4\",component=\"kube\",emulation=\"1.36\",min_compat=\"1.35\"}"
                            + " 1\n",
                        "rest_client_exec_plugin_ttl_seconds +Inf\n")
                .doesNotContain("kubernetes_healthcheck");
    }

    @Test
    void severalThreadsLoseNothing() throws InterruptedException {
        var counter = new Counter(true);
        var threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] =
                    Thread.ofPlatform()
                            .start(() -> {
                                for (int n = 0; n < 10_000; n++) {
                                    counter.add(1);
                                }
                            });
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(counter.value()).isEqualTo(40_000);
    }
}
