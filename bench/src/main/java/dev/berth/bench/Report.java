package dev.berth.bench;

import dev.berth.model.json.Json;
import dev.berth.model.json.ObjBuilder;

import org.HdrHistogram.Histogram;

import java.util.List;
import java.util.Locale;

/// The report on a workload, as a table or as JSON. It shows the median run.
///
/// @param runs the runs, slowest first
record Report(Workload workload, List<Measurement.Result> runs, double totalSeconds) {
    private Measurement.Result median() {
        return runs.get(runs.size() / 2);
    }

    private double podsPerCpuSecond() {
        double[] sorted =
                runs.stream().mapToDouble(Measurement.Result::podsPerCpuSecond).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    private static double micros(Histogram times, double percentile) {
        return times.getValueAtPercentile(percentile) / 1e3;
    }

    String table() {
        Measurement.Result run = median();
        return String.format(
                Locale.ROOT,
                """
                %s: %d nodes, %d pods before, %d pods measured; median of %d runs
                  pods/s           %,.0f
                  pods/cpu s       %,.0f
                  decision p50     %.1f us
                  decision p99     %.1f us
                  decision p99.9   %.1f us
                %s\
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
                podsPerCpuSecond(),
                micros(run.placed(), 50),
                micros(run.placed(), 99),
                micros(run.placed(), 99.9),
                failures(run.failed()),
                run.allocatedPerPod(),
                run.heapBytes() >> 20,
                run.unscheduled());
    }

    private static String failures(Histogram failed) {
        return failed.getTotalCount() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        """
                          no node found    %,d times
                          no node p50      %.1f us
                          no node p99      %.1f us
                        """,
                        failed.getTotalCount(),
                        micros(failed, 50),
                        micros(failed, 99));
    }

    Json.Obj json() {
        Measurement.Result run = median();
        ObjBuilder json =
                Json.Obj.builder()
                        .put("workload", Json.of(workload.name()))
                        .put("nodes", Json.of(workload.size().nodes()))
                        .put("init", Json.of(workload.size().init()))
                        .put("pods", Json.of(workload.size().pods()))
                        .put("scheduled", Json.of(run.pods()))
                        .put("unscheduled", Json.of(run.unscheduled()))
                        .put("runs", Json.of(runs.size()))
                        .put("seconds", decimal(totalSeconds))
                        .put("podsPerSecond", Json.of(Math.round(run.podsPerSecond())))
                        .put("podsPerCpuSecond", Json.of(Math.round(podsPerCpuSecond())))
                        .put(
                                "slowestPodsPerSecond",
                                Json.of(Math.round(runs.getFirst().podsPerSecond())))
                        .put(
                                "fastestPodsPerSecond",
                                Json.of(Math.round(runs.getLast().podsPerSecond())))
                        .put("decisionMicros", percentiles(run.placed()).build());
        if (run.failed().getTotalCount() > 0) {
            json.put(
                    "noNodeMicros",
                    percentiles(run.failed())
                            .put("attempts", Json.of(run.failed().getTotalCount()))
                            .build());
        }
        return json.put("allocatedBytesPerPod", Json.of(run.allocatedPerPod()))
                .put("heapBytes", Json.of(run.heapBytes()))
                .put("cores", Json.of(Runtime.getRuntime().availableProcessors()))
                .put("java", Json.of(System.getProperty("java.vm.version", "")))
                .build();
    }

    private static ObjBuilder percentiles(Histogram times) {
        return Json.Obj.builder()
                .put("p50", decimal(micros(times, 50)))
                .put("p99", decimal(micros(times, 99)))
                .put("p999", decimal(micros(times, 99.9)));
    }

    private static Json decimal(double value) {
        return new Json.Num(String.format(Locale.ROOT, "%.2f", value));
    }
}
