package dev.berth.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;

/// All workloads in small sizes.
class WorkloadsTest {
    private static final int PART = 50;

    static List<String> names() {
        return Workloads.all().stream().map(Workload::name).toList();
    }

    private static Workload small(String name) {
        Workload workload = Workloads.named(name).orElseThrow();
        Workload.Size size = workload.size();
        return workload.sized(
                new Workload.Size(
                        Math.max(2, size.nodes() / PART), size.init() / PART, size.pods() / PART));
    }

    private static Measurement.Result run(String name) {
        return new Measurement(small(name), true).run(1);
    }

    @ParameterizedTest
    @MethodSource("names")
    void allMeasuredPodsAreScheduled(String name) {
        Measurement.Result result = run(name);
        if (name.equals("PreemptionBasic") && !preempts()) {
            assertThat(result.pods()).isZero();
        } else {
            assertThat(result.pods()).isPositive();
            assertThat(result.unscheduled()).isZero();
        }
    }

    private static boolean preempts() {
        return DefaultProfile.spec().multiPoint().stream()
                .anyMatch(use -> use.name().equals("DefaultPreemption"));
    }

    @Test
    void podsThatWaitForAnEventAreRejectedFirst() {
        for (String name : names()) {
            if (name.startsWith("EventHandling")) {
                assertThat(run(name).failed().getTotalCount()).as(name).isPositive();
            }
        }
    }

    @Test
    void attemptsWithoutANodeAreReportedSeparately() {
        Json.Obj json = report("Unschedulable").json();
        int large = small("Unschedulable").size().pods() / 34;
        assertThat(json.text()).contains("\"noNodeMicros\"", "\"attempts\":" + large);
        assertThat(report("Unschedulable").table())
                .contains("\n  no node found    " + large + " times\n  no node p50 ");
        assertThat(report("SchedulingBasic").table()).doesNotContain("no node");
        assertThat(report("SchedulingBasic").json().text()).doesNotContain("noNodeMicros");
    }

    private static Report report(String name) {
        Measurement.Result result = run(name);
        return new Report(small(name), List.of(result), result.seconds());
    }
}
