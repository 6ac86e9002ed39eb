package dev.berth.harness.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.harness.cases.ConfigurationCases;
import dev.berth.manifest.Manifests;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/// Completes configurations with Berth and with the real kube-scheduler, and compares the results
/// or the errors.
final class ConfigurationComparison {
    private static final int AT_ONCE = 3;
    private static final String NO_SERVER = "http://127.0.0.1:1";

    private final Path root;
    private final List<String> subject;
    private final PrintStream out;

    /// @param subject the command that processes cases with Berth
    ConfigurationComparison(Path root, List<String> subject, PrintStream out) {
        this.root = root;
        this.subject = List.copyOf(subject);
        this.out = out;
    }

    /// The result of kube-scheduler for one case.
    ///
    /// @param error the error; empty if a configuration was written
    private record Reference(Json written, String error) {}

    /// The number of cases of a kind.
    private static final class Row {
        private long cases;
        private long written;
        private long rejected;
        private long differences;
    }

    /// Whether both agree on the cases of a file and on this number of generated cases.
    boolean compare(Path file, long count, long seed, long shown)
            throws IOException, InterruptedException {
        List<Obj> cases = new ArrayList<>(ConfigurationFile.cases(file));
        for (long i = 0; i < count; i++) {
            cases.add(ConfigurationCases.make(seed, i));
        }
        return compare(cases, shown);
    }

    boolean compare(List<Obj> cases, long shown) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("configurations");
        var rows = new TreeMap<String, Row>();
        var lines = new ArrayList<String>();
        try (var ours = Subject.start(subject, root)) {
            var running = new ArrayDeque<Running>();
            int started = 0;
            for (Obj one : cases) {
                while (started < cases.size() && running.size() < AT_ONCE) {
                    running.add(start(cases.get(started++), folder));
                }
                Reference reference = running.remove().await();
                List<String> differences = differences(reference, ours.send(one));
                Row row = rows.computeIfAbsent(family(one), name -> new Row());
                row.cases++;
                row.written += reference.error().isEmpty() ? 1 : 0;
                row.rejected += reference.error().isEmpty() ? 0 : 1;
                row.differences += differences.isEmpty() ? 0 : 1;
                if (!differences.isEmpty()) {
                    lines.add(explanation(one, reference, differences));
                }
            }
        } finally {
            Files.deleteIfExists(folder);
        }
        print(rows);
        lines.stream().limit(shown).forEach(out::println);
        return lines.isEmpty();
    }

    private static String family(Obj one) {
        return one.textAt("id").orElse("").startsWith("configuration-") ? "generated" : "written";
    }

    private void print(Map<String, Row> rows) {
        out.println(
                "%-10s %9s %9s %9s %12s"
                        .formatted("cases", "all", "completed", "rejected", "differences"));
        rows.forEach((name, row) ->
                out.println(
                        "%-10s %9d %9d %9d %12d"
                                .formatted(
                                        name,
                                        row.cases,
                                        row.written,
                                        row.rejected,
                                        row.differences)));
    }

    /// A running kube-scheduler.
    private record Running(Process process, Path given, Path written, Path log) {
        Reference await() throws IOException, InterruptedException {
            try {
                if (!process.waitFor(2, TimeUnit.MINUTES)) {
                    process.destroyForcibly();
                    throw new IOException("kube-scheduler gave no answer for two minutes");
                }
                return process.exitValue() == 0
                        ? new Reference(tree(Files.readString(written)), "")
                        : new Reference(
                                Json.Null.NULL, ConfigurationRejection.in(Files.readString(log)));
            } finally {
                Files.delete(given);
                Files.delete(written);
                Files.delete(log);
            }
        }
    }

    private Running start(Obj one, Path folder) throws IOException {
        Path given = Files.createTempFile(folder, "given", ".yaml");
        Path written = Files.createTempFile(folder, "written", ".yaml");
        Path log = Files.createTempFile(folder, "log", ".txt");
        Files.writeString(given, one.textAt("text").orElse(""));
        List<String> command = new ArrayList<>();
        command.add(root.resolve("conformance/bin/kube-scheduler").toString());
        command.addAll(List.of("--secure-port", "0", "--master", NO_SERVER));
        command.addAll(List.of("--write-config-to", written.toString()));
        if (one.at("text").isPresent()) {
            command.addAll(List.of("--config", given.toString()));
        }
        command.addAll(args(one));
        Process process =
                new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(log.toFile())
                        .start();
        return new Running(process, given, written, log);
    }

    private static List<String> args(Obj one) {
        List<String> args = new ArrayList<>();
        if (one.at("args").orElse(Arr.EMPTY) instanceof Arr(var flags)) {
            flags.forEach(flag -> args.add(flag instanceof Json.Str(var text) ? text : ""));
        }
        return args;
    }

    private static Json tree(String yaml) {
        return Manifests.parse("written.yaml", yaml).getFirst().object();
    }

    private static List<String> differences(Reference reference, Json answer) {
        boolean written = answer.at("written").isPresent();
        if (reference.error().isEmpty() != written) {
            return List.of(
                    written
                            ? "only kube-scheduler rejects it"
                            : "only berth rejects it: " + answer.text());
        }
        if (written) {
            var differences = new ArrayList<String>();
            TreeEquality.compare(
                    "", reference.written(), answer.at("written").orElseThrow(), differences);
            return differences;
        }
        List<String> missing = ConfigurationRejection.missing(reference.error(), answer);
        return missing.isEmpty()
                ? List.of()
                : List.of("not reported by berth: " + missing, "berth: " + answer.text());
    }

    private static String explanation(Obj one, Reference reference, List<String> differences) {
        return "\n%s %s\n%s\n%s%s"
                .formatted(
                        one.textAt("id").orElse(""),
                        args(one),
                        one.textAt("text").orElse("(no file)"),
                        reference.error().isEmpty()
                                ? ""
                                : "kube-scheduler: " + reference.error() + "\n",
                        String.join("\n", differences));
    }

    /// Berth in one process that handles one case after the other.
    private static final class Subject implements AutoCloseable {
        private final Process process;
        private final BufferedWriter input;
        private final BufferedReader output;

        private Subject(Process process) {
            this.process = process;
            this.input = process.outputWriter(UTF_8);
            this.output = process.inputReader(UTF_8);
        }

        static Subject start(List<String> command, Path root) throws IOException {
            return new Subject(
                    new ProcessBuilder(command)
                            .directory(root.toFile())
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start());
        }

        Json send(Obj one) throws IOException {
            input.write(one.text());
            input.newLine();
            input.flush();
            String answer = output.readLine();
            if (answer == null) {
                throw new IOException("berth ended at " + one.textAt("id").orElse(""));
            }
            return Json.parse(answer);
        }

        @Override
        public void close() throws IOException {
            input.close();
            process.destroy();
        }
    }
}
