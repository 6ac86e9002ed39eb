package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.port.Message;
import dev.berth.engine.queue.QueueName;
import dev.berth.engine.view.Query;
import dev.berth.observe.metrics.EngineGauges;
import dev.berth.observe.metrics.EngineMeter;
import dev.berth.observe.metrics.Exposition;
import dev.berth.observe.metrics.MetricOptions;
import dev.berth.observe.metrics.MetricRegistry;
import dev.berth.observe.metrics.ResourceMetrics;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.EnqueueExtensions;
import dev.berth.spi.Filter;
import dev.berth.spi.NodeView;
import dev.berth.spi.Placement;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PreBind;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.PreFlight;
import dev.berth.spi.QueueingHints;
import dev.berth.spi.Reject;
import dev.berth.spi.Reserve;
import dev.berth.spi.Verdict;
import dev.berth.spi.WriteOutcome;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What the engine tells its meter, as operators see it.
class MetricsTest {
    /// What has no counterpart: nothing is signed here, and cycles use no threads beside their own.
    private static final Set<String> NOT_OURS =
            Set.of(
                    "Sign",
                    "DefaultPreemption",
                    "InterPodAffinity",
                    "scheduler_goroutines Filter",
                    "scheduler_goroutines Score",
                    "scheduler_plugin_execution_duration_seconds PreEnqueue",
                    "scheduler_plugin_execution_duration_seconds Unschedulable");

    private final MetricRegistry registry = new MetricRegistry(MetricOptions.DEFAULT);
    private final EngineMeter meter = new EngineMeter(registry, gate -> true);
    private final EngineGauges gauges = new EngineGauges(registry, meter);
    private final Rig rig = new Rig(Map.of(), builder -> builder.meter(meter));

    private String text() {
        gauges.accept(rig.stats());
        return Exposition.of(registry, "").text();
    }

    /// Two nodes full of pods, one that fits nowhere, one that preempts, one that is gated.
    private void play(Rig rig) {
        rig.seconds(100);
        rig.nodes(node("n1").cpu("4"), node("n2").cpu("4"));
        rig.nodes(node("n1").cpu("8"), node("n2").cpu("8"));
        rig.engine.post(
                new Message.NodeSeen(node("n2").cpu("8").condition("Ready", "True").build()));
        for (int i = 0; i < 60; i++) {
            rig.pods(pod("tiny" + i));
        }
        for (int i = 0; i < 16; i++) {
            rig.pods(pod("low" + i).cpu("1"));
        }
        rig.pods(pod("big").cpu("20"), pod("gated").gate("wait"));
        gauges.accept(rig.stats());
        rig.pods(pod("low9").cpu("1").label("new", "label").on(placed(rig, "default/low9")));
        rig.pods(pod("high").cpu("2").priority(1000));
        rig.api.deletes().forEach(victim -> rig.engine.post(new Message.PodGone(victim.uid())));
        rig.settle().seconds(20).nodes(node("small").cpu("1"));
        rig.gone("default/big");
        rig.pods(pod("gated").gate("wait").label("a", "b"));
    }

    private static String placed(Rig rig, String pod) {
        return Objects.requireNonNull(rig.api.bound.get(pod));
    }

    @Test
    void aWorkloadMovesWhatItMovesUpstream() throws IOException {
        play(rig);
        String text = text();
        for (String line : labels()) {
            String[] cells = line.split("\t", -1);
            for (String value : cells[2].split(",", -1)) {
                if (!NOT_OURS.contains(value) && !NOT_OURS.contains(cells[0] + " " + value)) {
                    assertThat(text)
                            .as("%s with %s=\"%s\"", cells[0], cells[1], value)
                            .containsPattern(
                                    "\n%s(_count|)\\{[^}]*%s=\"%s\"[^}]*} "
                                            .formatted(cells[0], cells[1], value));
                }
            }
        }
    }

    /// The labels of updatePodInSchedulingQueue and updateAssignedPodInCache.
    @Test
    void updatesOfPodsCountByWhatHasChanged() {
        rig.nodes(node("n1").cpu("4"));
        rig.pods(pod("gated").gate("g"), pod("run").cpu("2").on("n1"));
        rig.pods(pod("gated").gate("g").label("a", "b").toleration("key", "Exists", "", ""));
        rig.pods(
                pod("gated")
                        .gate("g")
                        .label("a", "b")
                        .toleration("key", "Exists", "", "")
                        .annotation("x", "y"));
        rig.pods(pod("run").cpu("1").label("a", "b").on("n1"));
        rig.pods(pod("run").cpu("1").label("a", "b").annotation("x", "y").on("n1"));

        assertThat(eventCounts())
                .contains(
                        Map.entry("UnscheduledPodUpdate", "2"),
                        Map.entry("UnscheduledPodUpdatePodLabel", "1"),
                        Map.entry("UnscheduledPodUpdatePodToleration", "1"),
                        Map.entry("AssignedPodUpdatePodLabel", "1"),
                        Map.entry("AssignedPodUpdatePodScaleDown", "1"),
                        Map.entry("AssignedPodUpdate", "3"));
    }

    @Test
    void aNewPodCountsAsAnUnscheduledPodAndAsAnEntity() {
        rig.pods(pod("a"));
        assertThat(text())
                .contains(
                        "\n"
                            + "scheduler_queue_incoming_pods_total{event=\"UnscheduledPodAdd\",queue=\"active\"}"
                            + " 1\n",
                        "\n"
                            + "scheduler_queue_incoming_entities_total{event=\"UnscheduledPodAdd\",queue=\"active\",type=\"pod\"}"
                            + " 1\n",
                        "\n"
                            + "scheduler_queue_incoming_entities_total{event=\"ScheduleAttemptFailure\",queue=\"backoff\",type=\"pod\"}"
                            + " 1\n",
                        "\nscheduler_queued_entities{queue=\"backoff\",type=\"pod\"} 1\n",
                        "\nscheduler_pending_pods{queue=\"incomplete\"} 0\n",
                        "\nscheduler_pending_pods{queue=\"pending\"} 0\n")
                .doesNotContain("scheduler_queued_entities{queue=\"gated\"");
    }

    @Test
    void aTolerationOfAnUnschedulablePodRequeuesItByAnEventOfThePodItself() {
        rig.nodes(node("n1").taint("key", "", "NoSchedule"));
        rig.pods(pod("a"));
        rig.pods(pod("a").toleration("key", "Exists", "", ""));
        assertThat(text())
                .containsPattern(
                        "scheduler_queue_incoming_pods_total\\{event=\"TargetPodUpdatePodToleration\",queue=\"\\w+\"}"
                            + " 1\n");
    }

    @Test
    void aPodInBackoffCountsForThePluginThatRejectedItUntilItIsDeleted() {
        String cell =
                "\n"
                    + "scheduler_unschedulable_pods{plugin=\"NodeResourcesFit\",profile=\"default-scheduler\"}"
                    + " ";
        rig.nodes(node("n1").cpu("1"));
        rig.pods(pod("busy").cpu("1").on("n1"), pod("a").cpu("1"));
        assertThat(text()).contains(cell + "1\n");
        // Another pod is active, so that the pod stays in backoff.
        rig.engine.post(new Message.Scheduling(false));
        rig.gone("default/busy");
        assertThat(rig.place("default/a")).isEqualTo(QueueName.BACKOFF);
        assertThat(text()).contains(cell + "1\n");
        rig.gone("default/a");
        assertThat(text()).contains(cell + "0\n");
    }

    @Test
    void aPodThatTheFlushRequeuedIsCountedWhenItIsBound() {
        var open = new AtomicBoolean();
        Filter closed =
                cycle ->
                        PreFilterResult.of(
                                node -> open.get() ? Verdict.PASS : Reject.unschedulable("closed"));
        var flushed = new Rig(Map.of("Closed", new NoEvents(closed)), b -> b.meter(meter));
        flushed.nodes(node("n1"));
        flushed.pods(pod("a"));
        open.set(true);
        flushed.seconds(400);
        gauges.accept(flushed.stats());
        assertThat(flushed.api.bound).containsKey("default/a");
        assertThat(Exposition.of(registry, "").text())
                .contains("\nscheduler_pod_scheduled_after_flush_total 1\n");
    }

    /// A filter without queueing hints that help.
    private record NoEvents(Filter filter) implements Filter, EnqueueExtensions {
        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            return filter.filterFor(cycle);
        }

        @Override
        public void eventsToRegister(QueueingHints hints) {
            hints.on(ClusterEvent.NODE, ClusterEvent.DELETE, (unschedulable, change) -> false);
        }
    }

    @Test
    void allVictimsOfAPreemptionAreCountedEvenTerminatingOnes() {
        rig.nodes(node("n1"));
        rig.pods(
                pod("a").cpu("1").priority(1).on("n1").terminating(),
                pod("b").cpu("1").priority(1).on("n1").terminating(),
                pod("c").cpu("2").priority(1).on("n1").terminating());
        rig.pods(pod("high").cpu("4").priority(10));
        assertThat(text()).contains("\nscheduler_preemption_victims_sum 3\n");
    }

    @Test
    void anEvictionThatTheServerForbidsIsAnError() {
        rig.nodes(node("n1"));
        rig.api.deleteAnswers.add(new WriteOutcome.Refused(403, "forbidden"));
        rig.pods(pod("a").cpu("4").priority(1).on("n1"));
        rig.pods(pod("high").cpu("4").priority(10));
        assertThat(text())
                .containsPattern(
                        "\n"
                            + "scheduler_preemption_goroutines_execution_total\\{result=\"error\"}"
                            + " [1-9]");
    }

    @Test
    void theNewPreFiltersAndTheScoreOfVolumesAreEvaluated() {
        rig.nodes(node("n1"), node("n2"));
        rig.pods(pod("a"));
        String text = text();
        for (String plugin : List.of("NodeName", "NodeUnschedulable", "TaintToleration")) {
            assertThat(text).contains(evaluations(plugin, "PreFilter"));
        }
        assertThat(text)
                .contains(
                        evaluations("VolumeBinding", "PreScore"),
                        evaluations("VolumeBinding", "Score"));
    }

    private static String evaluations(String plugin, String point) {
        return "scheduler_plugin_evaluation_total{extension_point=\"%s\",plugin=\"%s\","
                .formatted(point, plugin);
    }

    private Map<String, String> eventCounts() {
        return Pattern.compile(
                        "scheduler_event_handling_duration_seconds_count\\{event=\"(.*?)\"} (\\d+)")
                .matcher(text())
                .results()
                .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));
    }

    @Test
    void theNumbersAreThoseOfTheWorkload() {
        play(rig);
        assertThat(text())
                .contains(
                        "\n"
                            + "scheduler_schedule_attempts_total{profile=\"default-scheduler\",result=\"scheduled\"}"
                            + " 77\n",
                        "\nscheduler_preemption_victims_sum 2\n",
                        "\nscheduler_preemption_goroutines_execution_total{result=\"success\"} 1\n",
                        "\n"
                            + "scheduler_pod_scheduling_sli_duration_seconds_count{attempts=\"1\"}"
                            + " 76\n",
                        "\nscheduler_pod_scheduling_sli_duration_seconds_count{attempts=\"2\"} 1\n",
                        "\nscheduler_pending_pods{queue=\"gated\"} 1\n",
                        "\nscheduler_pending_pods{queue=\"unschedulable\"} 0\n",
                        "\n"
                            + "scheduler_unschedulable_pods{plugin=\"NodeResourcesFit\",profile=\"default-scheduler\"}"
                            + " 0\n",
                        "\n"
                            + "scheduler_unschedulable_pods{plugin=\"SchedulingGates\",profile=\"default-scheduler\"}"
                            + " 1\n",
                        "\nscheduler_cache_size{type=\"nodes\"} 3\n",
                        "\nscheduler_cache_size{type=\"pods\"} 75\n",
                        "\nscheduler_cache_size{type=\"assumed_pods\"} 0\n");
    }

    @Test
    void everyCycleIsFilteredOnce() {
        play(rig);
        long cycles = rig.stats().attempts();
        assertThat(text())
                .contains(
                        "scheduler_framework_extension_point_duration_seconds_count{extension_point=\"Filter\",profile=\"default-scheduler\",status=\"Success\"} %d\n"
                                .formatted(cycles),
                        "scheduler_scheduling_algorithm_duration_seconds_count %d\n"
                                .formatted(cycles),
                        "scheduler_batch_attempts_total{profile=\"default-scheduler\",result=\"no_hint\"} %d\n"
                                .formatted(cycles));
    }

    @Test
    void measuringChangesNoDecision() {
        Rig unmeasured = Rig.plain();
        play(unmeasured);
        play(rig);
        assertThat(rig.api.bound).isEqualTo(unmeasured.api.bound);
        assertThat(rig.api.said()).isEqualTo(unmeasured.api.said());
    }

    @Test
    void podRequestsAreExposedPerPod() {
        rig.nodes(node("n1").cpu("4"));
        rig.pods(pod("web").cpu("1500m").memory("1Gi"), pod("big").cpu("9").priority(7));
        var pods = rig.engine.ask(new Query.Pods());
        rig.settle();
        assertThat(ResourceMetrics.of(pods.join(), "").text())
                .contains(
                        "kube_pod_resource_request{namespace=\"default\",node=\"n1\",pod=\"web\",priority=\"0\",resource=\"cpu\",scheduler=\"default-scheduler\",unit=\"cores\"}"
                            + " 1.5\n",
                        "kube_pod_resource_request{namespace=\"default\",node=\"n1\",pod=\"web\",priority=\"0\",resource=\"memory\",scheduler=\"default-scheduler\",unit=\"bytes\"}"
                            + " 1.073741824e+09\n",
                        "kube_pod_resource_request{namespace=\"default\",node=\"\",pod=\"big\",priority=\"7\",resource=\"cpu\",scheduler=\"default-scheduler\",unit=\"cores\"}"
                            + " 9\n")
                .doesNotContain("kube_pod_resource_limit");
    }

    private static List<String> labels() throws IOException {
        try (InputStream file =
                Objects.requireNonNull(
                        MetricsTest.class.getResourceAsStream(
                                "/metrics/kube-scheduler-labels.tsv"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .toList();
        }
    }

    /// Goes wrong at one extension point.
    private record Clumsy(String at) implements Filter, Reserve, PreBind {
        private void stumble(String point) {
            if (at.equals(point)) {
                throw new IllegalStateException("no");
            }
        }

        @Override
        public PreFilterResult filterFor(PodCycle cycle) {
            return PreFilterResult.of(node -> {
                stumble("Filter");
                return Verdict.PASS;
            });
        }

        @Override
        public Verdict reserve(PodCycle cycle, NodeView node) {
            stumble("Reserve");
            return Verdict.PASS;
        }

        @Override
        public void unreserve(Placement placement) {}

        @Override
        public PreFlight preFlight(Placement placement) {
            return PreFlight.NEEDED;
        }

        @Override
        public Verdict preBind(Placement placement) {
            stumble("PreBind");
            return Verdict.PASS;
        }
    }

    @ParameterizedTest
    @CsvSource({"Filter, predicate", "Reserve, assume", "PreBind, bind"})
    void whatGoesWrongWithVolumesIsCountedByStage(String point, String operation) {
        Rig clumsy =
                new Rig(Map.of("VolumeBinding", new Clumsy(point)), builder -> builder.meter(meter))
                        .nodes(node("n1").cpu("4"))
                        .pods(pod("web"));
        gauges.accept(clumsy.stats());
        assertThat(Exposition.of(registry, "").text())
                .containsPattern(
                        "\nscheduler_volume_scheduling_stage_error_total\\{operation=\"%s\"} [1-9]"
                                .formatted(operation));
    }
}
