package dev.berth.bench;

import dev.berth.model.json.Json;

import java.util.List;
import java.util.Locale;

/// The median run of a workload, for people and for programs.
///
/// @param runs in order of speed
record Report(Workload workload, List<Measurement.Result> runs, double totalSeconds) {
    private Measurement.Result median() {
        return runs.get(runs.size() / 2);
    }

    private double micros(double percentile) {
        return median().decisions().getValueAtPercentile(percentile) / 1e3;
    }

    String table() {
        Measurement.Result run = median();
        return String.format(
                Locale.ROOT,
                """
                %s: %d nodes, %d pods before, %d pods measured; median of %d runs
                  pods/s           %,.0f
                  decision p50     %.1f us
                  decision p99     %.1f us
                  decision p99.9   %.1f us
                  garbage per pod  %,d bytes
                  heap             %,d MiB
                  not scheduled    %d\
                """,
                workload.name(),
                workload.size().nodes(),
                workload.size().init(),
                workload.size().pods(),
                runs.size(),
                run.podsPerSecond(),
                micros(50),
                micros(99),
                micros(99.9),
                run.allocatedPerPod(),
                run.heapBytes() >> 20,
                run.unscheduled());
    }

    Json.Obj json() {
        Measurement.Result run = median();
        return Json.Obj.builder()
                .put("workload", Json.of(workload.name()))
                .put("nodes", Json.of(workload.size().nodes()))
                .put("init", Json.of(workload.size().init()))
                .put("pods", Json.of(workload.size().pods()))
                .put("scheduled", Json.of(run.pods()))
                .put("runs", Json.of(runs.size()))
                .put("seconds", decimal(totalSeconds))
                .put("podsPerSecond", Json.of(Math.round(run.podsPerSecond())))
                .put("slowestPodsPerSecond", Json.of(Math.round(runs.getFirst().podsPerSecond())))
                .put("fastestPodsPerSecond", Json.of(Math.round(runs.getLast().podsPerSecond())))
                .put(
                        "decisionMicros",
                        Json.Obj.builder()
                                .put("p50", decimal(micros(50)))
                                .put("p99", decimal(micros(99)))
                                .put("p999", decimal(micros(99.9)))
                                .build())
                .put("allocatedBytesPerPod", Json.of(run.allocatedPerPod()))
                .put("heapBytes", Json.of(run.heapBytes()))
                .put("cores", Json.of(Runtime.getRuntime().availableProcessors()))
                .put("java", Json.of(System.getProperty("java.vm.version", "")))
                .build();
    }

    private static Json decimal(double value) {
        return new Json.Num(String.format(Locale.ROOT, "%.2f", value));
    }
}
