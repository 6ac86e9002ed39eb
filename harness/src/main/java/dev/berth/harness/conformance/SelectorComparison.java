package dev.berth.harness.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.expression.DeviceSelector;
import dev.berth.harness.cases.SelectorCases;
import dev.berth.model.json.Json.Obj;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Compares the results of device selectors with those of kube-scheduler's own package.
final class SelectorComparison {
    /// The results of a batch must fit in a pipe.
    private static final int BATCH = 100;

    private static final int TOPIC = 60;

    private record Sample(Obj one, SelectorOutcome expected, SelectorOutcome actual) {}

    private final PrintStream out;
    private final Map<String, List<Sample>> differences = new TreeMap<>();
    private final Map<String, Long> tally = new TreeMap<>();
    private long compared;

    SelectorComparison(PrintStream out) {
        this.out = out;
    }

    /// Compares generated cases. The result is true if there is no difference.
    ///
    /// @param program the reference program
    /// @param show the number of samples of each kind of difference
    boolean compare(Path program, Iterator<Obj> cases, long show) throws IOException {
        Process process =
                new ProcessBuilder(program.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (OutputStream input = process.getOutputStream();
                BufferedReader results = process.inputReader(UTF_8)) {
            while (cases.hasNext()) {
                var batch = new ArrayList<Obj>();
                var text = new StringBuilder();
                while (batch.size() < BATCH && cases.hasNext()) {
                    Obj one = cases.next();
                    batch.add(one);
                    text.append(one.text()).append('\n');
                }
                input.write(text.toString().getBytes(UTF_8));
                input.flush();
                compare(batch, results);
            }
        } finally {
            process.destroy();
        }
        report(show);
        return differences.isEmpty();
    }

    /// The generated cases.
    static Iterator<Obj> generated(long count, long seed) {
        List<String> functions = DeviceSelector.functions();
        return java.util.stream.LongStream.range(0, count)
                .mapToObj(index -> SelectorCases.make(functions, seed, index))
                .iterator();
    }

    private void compare(List<Obj> batch, BufferedReader results) throws IOException {
        List<SelectorOutcome> ours = batch.stream().map(SelectorOutcome::of).toList();
        for (int i = 0; i < batch.size(); i++) {
            String line = results.readLine();
            if (line == null) {
                throw new IOException("the reference program ended at " + batch.get(i).text());
            }
            SelectorOutcome expected = SelectorOutcome.parse(line);
            SelectorOutcome actual = ours.get(i);
            compared++;
            tally.merge(kind(expected), 1L, Long::sum);
            String difference = expected.difference(actual);
            if (!difference.isEmpty()) {
                String topic =
                        difference.startsWith("error text")
                                ? ": " + shortened(expected.error())
                                : "";
                differences
                        .computeIfAbsent(difference + topic, any -> new ArrayList<>())
                        .add(new Sample(batch.get(i), expected, actual));
            }
        }
    }

    private static String kind(SelectorOutcome expected) {
        if (!expected.compiles()) {
            return "do not compile";
        }
        return expected.error().isEmpty() ? "have a value" : "fail";
    }

    private static String shortened(String error) {
        String topic = error.replaceAll("\".*", "").replaceAll("[0-9]+", "N");
        return topic.substring(0, Math.min(TOPIC, topic.length()));
    }

    private void report(long show) {
        out.println(compared + " selectors compared");
        tally.forEach((kind, count) -> out.println("%10d  %s".formatted(count, kind)));
        long different = differences.values().stream().mapToLong(List::size).sum();
        out.println(different + " differences");
        differences.forEach((kind, samples) -> {
            out.println("%10d  %s".formatted(samples.size(), kind));
            samples.stream()
                    .sorted((left, right) -> Integer.compare(length(left), length(right)))
                    .limit(show)
                    .forEach(this::print);
        });
    }

    private static int length(Sample sample) {
        return sample.one().text().length();
    }

    private void print(Sample sample) {
        out.println("            " + sample.one().text());
        out.println("              kube-scheduler  " + sample.expected());
        out.println("              Berth           " + sample.actual());
    }
}
