package dev.berth.harness.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.harness.cases.PolicyCases;
import dev.berth.manifest.Manifests;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Obj;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// Decides random cases with a Policy and with the configuration that `berth config migrate` prints
/// for it. The records must be equal.
final class PolicyComparison {
    /// How often each item must have an effect in a thousand cases.
    private static final long ENOUGH = 20;

    private final Path root;
    private final ChildProgram subject;
    private final PrintStream out;
    private final Map<String, Long> inPlay = new TreeMap<>();
    private long records;

    PolicyComparison(Path root, ChildProgram subject, PrintStream out) {
        this.root = root;
        this.subject = subject;
        this.out = out;
        PolicyCases.PREDICATES.keySet().forEach(name -> inPlay.put(name, 0L));
        PolicyCases.PRIORITIES.keySet().forEach(name -> inPlay.put(name, 0L));
    }

    private record Pair(
            Obj given,
            String text,
            CompletableFuture<List<Obj>> evaluated,
            CompletableFuture<List<Obj>> migrated) {}

    /// Whether all records are equal and every item had an effect.
    boolean compare(long count, long seed) throws IOException, InterruptedException {
        var cases = new ArrayList<Obj>();
        for (long i = 0; i < count; i++) {
            cases.add(PolicyCases.make(seed, i));
        }
        List<String> texts = migrations(cases);
        var pairs = new ArrayList<Pair>();
        for (int i = 0; i < cases.size(); i++) {
            Obj one = cases.get(i);
            Json config = Manifests.parseFirst("migrated", texts.get(i)).json();
            pairs.add(
                    new Pair(
                            one,
                            texts.get(i),
                            subject.send(one),
                            subject.send(one.with("config", config))));
        }
        var differing = new ArrayList<Pair>();
        for (Pair pair : pairs) {
            List<Obj> evaluated = answer(pair.evaluated());
            records += evaluated.size();
            count(pair.given(), evaluated);
            if (!evaluated.equals(answer(pair.migrated()))) {
                differing.add(pair);
            }
        }
        return report(cases.size(), differing);
    }

    private static List<Obj> answer(CompletableFuture<List<Obj>> to)
            throws IOException, InterruptedException {
        try {
            return to.get();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }

    /// The texts that `berth config migrate` prints for the policies of these cases.
    private List<String> migrations(List<Obj> cases) throws IOException, InterruptedException {
        Process process =
                new ProcessBuilder("./berth", "config", "cases")
                        .directory(root.toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        var texts = new ArrayList<String>();
        try (BufferedWriter in = process.outputWriter(UTF_8);
                BufferedReader lines = process.inputReader(UTF_8)) {
            for (Obj one : cases) {
                in.write(Obj.of("policy", one.field("config").orElseThrow()).text() + "\n");
                in.flush();
                String line = lines.readLine();
                if (line == null) {
                    break;
                }
                texts.add(
                        Json.parse(line)
                                .textAt("text")
                                .orElseThrow(() ->
                                        new IOException("a Policy was not migrated: " + line)));
            }
        }
        process.waitFor();
        if (texts.size() != cases.size()) {
            throw new IOException(
                    "%d of %d policies were migrated".formatted(texts.size(), cases.size()));
        }
        return texts;
    }

    /// Counts the items of the Policy that had an effect: a node was rejected, or scores were
    /// given.
    private void count(Obj given, List<Obj> answers) {
        var rejecting = new HashSet<String>();
        var scoring = new HashSet<String>();
        for (Obj answer : answers) {
            answer.textAt("preFilter", "plugin").ifPresent(rejecting::add);
            if (answer.field("nodes").orElse(Obj.EMPTY) instanceof Obj nodes) {
                for (Json node : nodes.fields().values()) {
                    node.textAt("plugin").ifPresent(rejecting::add);
                    if (node.at("scores").orElse(Obj.EMPTY) instanceof Obj scores) {
                        scoring.addAll(scores.fields().keySet());
                    }
                }
            }
        }
        Json policy = given.field("config").orElseThrow();
        for (String name : names(policy, "predicates")) {
            Set<String> plugins = PolicyCases.PREDICATES.get(name);
            if (plugins != null && plugins.stream().anyMatch(rejecting::contains)) {
                inPlay.merge(name, 1L, Long::sum);
            }
        }
        for (String name : names(policy, "priorities")) {
            if (PolicyCases.PRIORITIES.containsKey(name)
                    && scoring.contains(PolicyCases.PRIORITIES.get(name))) {
                inPlay.merge(name, 1L, Long::sum);
            }
        }
    }

    private static List<String> names(Json policy, String list) {
        return policy.at(list).orElse(Arr.EMPTY) instanceof Arr(var entries)
                ? entries.stream().map(entry -> entry.textAt("name").orElse("")).toList()
                : List.of();
    }

    private boolean report(long cases, List<Pair> differing)
            throws IOException, InterruptedException {
        out.println("%d cases, %d records, %d differ".formatted(cases, records, differing.size()));
        boolean enough = true;
        for (Map.Entry<String, Long> item : inPlay.entrySet()) {
            boolean seldom = item.getValue() * 1_000 < ENOUGH * cases;
            enough &= !seldom;
            out.println(
                    "%10d  %s%s"
                            .formatted(
                                    item.getValue(), item.getKey(), seldom ? "  << seldom" : ""));
        }
        if (!differing.isEmpty()) {
            Pair first = differing.getFirst();
            out.println();
            out.println(first.given().text());
            out.println(first.text());
            answer(first.evaluated()).forEach(record -> out.println("policy    " + record.text()));
            answer(first.migrated()).forEach(record -> out.println("migrated  " + record.text()));
        }
        return differing.isEmpty() && enough;
    }
}
