package dev.berth.harness.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.harness.cases.CaseFamily;
import dev.berth.harness.cases.DecisionCases;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Obj;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// Compares Berth with the real kube-scheduler; started by `conformance/run`.
///
/// Exit codes: 0 if both agree, 1 if they differ, 2 if the comparison failed.
public final class ConformanceMain {
    /// The number of cases in which each reason must occur a hundred times.
    private static final double FULL_RUN = 200_000;

    private static final long ENOUGH = 100;

    private final Map<String, String> options;
    private final List<String> words;
    private final PrintStream out;

    private ConformanceMain(Map<String, String> options, List<String> words, PrintStream out) {
        this.options = options;
        this.words = words;
        this.out = out;
    }

    static void main(String[] args) {
        System.exit(run(List.of(args), new PrintStream(System.out, true, UTF_8)));
    }

    static int run(List<String> args, PrintStream out) {
        var options = new TreeMap<String, String>();
        var words = new ArrayList<String>();
        List<String> valued =
                List.of(
                        "--count",
                        "--seed",
                        "--family",
                        "--show",
                        "--against",
                        "--subject",
                        "--from",
                        "--to");
        for (int i = 0; i < args.size(); i++) {
            String arg = args.get(i);
            if (arg.equals("--help") || arg.equals("-h")) {
                out.println(usage());
                return 0;
            } else if (arg.equals("--oracle-only")) {
                options.put(arg, "");
            } else if (valued.contains(arg) && i + 1 < args.size()) {
                options.put(arg, args.get(++i));
            } else if (arg.startsWith("--")) {
                System.err.println("conformance: unknown option " + arg + "\n" + usage());
                return 2;
            } else {
                words.add(arg);
            }
        }
        try {
            return new ConformanceMain(options, words, out).run();
        } catch (IllegalArgumentException e) {
            System.err.println("conformance: " + e.getMessage() + "\n" + usage());
            return 2;
        } catch (IOException e) {
            System.err.println("conformance: " + e.getMessage());
            return 2;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 2;
        }
    }

    private static String usage() {
        return """
        usage: conformance/run decisions [--count N] [--seed S] [--family F,G] [--show K] [--oracle-only]
               conformance/run statements [FILE]   compare the cases of a file (default testdata/statements.jsonl)
               conformance/run upstream-diff [--from V] [--to V] [--count N] [--seed S] [--family F,G] [--show K] [FILE]
                                                   compare two releases of kube-scheduler, and group what changed
               conformance/run config [--count N] [--seed S] [--show K]    compare completed configurations
               conformance/run policy [--count N] [--seed S]    compare policies with their migrated configurations
               conformance/run cel [--count N] [--seed S] [--show K] [FILE]    compare the results of device selectors
               conformance/run cluster [--smoke] [--only A,B] [--list] [--logs DIR]    run cluster tests on a real control plane
               conformance/run bench [--nodes N] [--pods N] [--workloads W,V]    compare the throughput with kube-scheduler
               conformance/run functions           write the functions that device selectors can call for Berth
               conformance/run gates               write the feature gates of kube-scheduler for Berth
               conformance/run case ID             print the case with this ID, such as fit-1-17
               conformance/run shrink ID|FILE      print the smallest case with the same difference
               conformance/run generate [--count N] [--seed S] [--family F,G]    print cases

          --count N        number of generated cases (default 20000; 300 for config, 1000 for policy, 100000 for cel)
          --seed S         seed of the generated cases (default 1)
          --family F,G     families to generate (default all): %s
          --show K         shrink and print the smallest case of the K most frequent kinds of difference (default 1)
          --oracle-only    run the reference only, and print the coverage
          --against FILE   the reference program (default conformance/bin/oracle)
          --from V, --to V the releases of upstream-diff (default: the two that conformance/build knows)
          --subject CMD    the program under test (default "./berth decide --cases -")\
        """
                .formatted(
                        String.join(
                                ", ",
                                Stream.of(CaseFamily.values()).map(CaseFamily::label).toList()));
    }

    private int run() throws IOException, InterruptedException {
        return switch (words.isEmpty() ? "" : words.getFirst()) {
            case "decisions" -> decisions();
            case "statements" -> statements();
            case "upstream-diff" -> upstreamDiff();
            case "config" -> config();
            case "policy" -> policy();
            case "cel" -> cel();
            case "case" -> {
                out.println(caseOf(word()).text());
                yield 0;
            }
            case "shrink" -> shrink();
            case "generate" -> {
                generated().forEachRemaining(each -> out.println(each.text()));
                yield 0;
            }
            default -> throw new IllegalArgumentException("what is to be done?");
        };
    }

    private String word() {
        if (words.size() < 2) {
            throw new IllegalArgumentException(words.getFirst() + " needs an id or a file");
        }
        return words.get(1);
    }

    private int decisions() throws IOException, InterruptedException {
        try (ChildProgram reference = reference();
                ChildProgram subject = options.containsKey("--oracle-only") ? null : subject()) {
            var run = new ConformanceRun(reference, subject);
            run.run(generated());
            report(run, true);
            return run.isClean() ? 0 : 1;
        }
    }

    private int statements() throws IOException, InterruptedException {
        Path file =
                words.size() > 1
                        ? Path.of(words.get(1))
                        : root().resolve("conformance/oracle/testdata/statements.jsonl");
        var written = new ArrayList<Obj>();
        cases(file).forEachRemaining(written::add);
        out.println("sent: " + written.size() + " cases");
        try (ChildProgram reference = reference();
                ChildProgram subject = subject()) {
            var run = new ConformanceRun(reference, subject);
            run.run(written.iterator());
            report(run, false);
            return run.isClean() ? 0 : 1;
        }
    }

    private int upstreamDiff() throws IOException, InterruptedException {
        OracleRelease from = OracleRelease.of(required("--from"), root());
        OracleRelease to = OracleRelease.of(required("--to"), root());
        Path file =
                root().resolve(
                                "conformance/upstream/%s-%s.yaml"
                                        .formatted(from.minor(), to.minor()));
        if (!Files.exists(file)) {
            throw new IllegalArgumentException(
                    "there is no explanation for %s and %s; write %s"
                            .formatted(from.release(), to.release(), file));
        }
        var diff = new UpstreamDiff(Explanations.read(file));
        try (ChildProgram older = from.start(root());
                ChildProgram newer = to.start(root())) {
            var programs = new ProgramPair(older, newer);
            diff.run(programs, words.size() > 1 ? cases(Path.of(words.get(1))) : generated());
            diff.print(out);
            diff.explain(programs, (int) number("--show", 1), out);
        }
        return diff.isExplained() ? 0 : 1;
    }

    private static Iterator<Obj> cases(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> !line.isBlank())
                .<Obj>mapMulti((line, all) -> {
                    if (Json.parse(line) instanceof Obj one) {
                        all.accept(one);
                    }
                })
                .iterator();
    }

    private int config() throws IOException, InterruptedException {
        Path written = root().resolve("conformance/testdata/configurations.txt");
        String subject = options.getOrDefault("--subject", "./berth config cases");
        boolean same =
                new ConfigurationComparison(root(), List.of(subject.split(" ")), out)
                        .compare(
                                written,
                                number("--count", 300),
                                number("--seed", 1),
                                number("--show", 5));
        return same ? 0 : 1;
    }

    private int policy() throws IOException, InterruptedException {
        try (ChildProgram subject = subject()) {
            boolean same =
                    new PolicyComparison(root(), subject, out)
                            .compare(number("--count", 1_000), number("--seed", 1));
            return same ? 0 : 1;
        }
    }

    private int cel() throws IOException {
        Path program =
                Path.of(
                        options.getOrDefault(
                                "--against", root().resolve("conformance/bin/cel").toString()));
        Iterator<Obj> cases =
                words.size() > 1
                        ? cases(Path.of(words.get(1)))
                        : SelectorComparison.generated(
                                number("--count", 100_000), number("--seed", 1));
        boolean same = new SelectorComparison(out).compare(program, cases, number("--show", 1));
        return same ? 0 : 1;
    }

    private int shrink() throws IOException, InterruptedException {
        Obj one = caseOf(word());
        try (ChildProgram reference = reference();
                ChildProgram subject = subject()) {
            var run = new ConformanceRun(reference, subject);
            run.run(List.of(one).iterator());
            report(run, false);
            return run.isClean() ? 0 : 1;
        }
    }

    private void report(ConformanceRun run, boolean withCoverage)
            throws IOException, InterruptedException {
        run.tally().lines().forEach(out::println);
        boolean whole = !options.containsKey("--family");
        if (withCoverage && (whole || options.containsKey("--oracle-only"))) {
            out.println();
            double scale = FULL_RUN / Math.max(1, run.tally().cases());
            // A single family does not need to cover everything.
            run.coverage().lines(scale, whole ? ENOUGH : 0).forEach(out::println);
        }
        if (!run.isClean()) {
            out.println();
            out.println("%10s  %s".formatted("count", "kinds of difference"));
            run.kindLines().forEach(out::println);
            for (ConformanceRun.Finding finding : run.findings((int) number("--show", 1))) {
                out.println();
                run.explain(finding, out);
            }
        }
    }

    /// The case with an ID, or the one in a file.
    private Obj caseOf(String word) throws IOException {
        Path file = Path.of(word);
        if (Files.exists(file) && Json.parse(Files.readString(file)) instanceof Obj one) {
            return one;
        }
        String[] parts = word.split("-");
        try {
            if (parts.length == 3) {
                return DecisionCases.make(
                        family(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not the id of a case: " + word, e);
        }
        throw new IllegalArgumentException("neither the id of a case nor a file: " + word);
    }

    private Iterator<Obj> generated() {
        long count = number("--count", 20_000);
        long seed = number("--seed", 1);
        List<CaseFamily> families = families();
        int shares = families.stream().mapToInt(CaseFamily::share).sum();
        return families.stream()
                .flatMap(family -> {
                    long part = (count * family.share() + shares - 1) / shares;
                    return LongStream.range(0, part)
                            .mapToObj(index -> DecisionCases.make(family, seed, index));
                })
                .iterator();
    }

    private List<CaseFamily> families() {
        @Nullable String only = options.get("--family");
        return only == null
                ? List.of(CaseFamily.values())
                : Stream.of(only.split(",")).map(ConformanceMain::family).distinct().toList();
    }

    private static CaseFamily family(String label) {
        return CaseFamily.named(label)
                .orElseThrow(() -> new IllegalArgumentException("no family " + label));
    }

    private String required(String option) {
        @Nullable String text = options.get(option);
        if (text == null) {
            throw new IllegalArgumentException(words.getFirst() + " needs " + option);
        }
        return text;
    }

    private long number(String option, long absent) {
        @Nullable String text = options.get(option);
        try {
            return text == null ? absent : Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(option + " needs a number, was " + text, e);
        }
    }

    private ChildProgram reference() throws IOException {
        String file =
                options.getOrDefault(
                        "--against", root().resolve("conformance/bin/oracle").toString());
        return ChildProgram.start(
                "kube-scheduler", List.of(Path.of(file).toAbsolutePath().toString()), root());
    }

    private ChildProgram subject() throws IOException {
        String command = options.getOrDefault("--subject", "./berth decide --cases -");
        return ChildProgram.start("berth", List.of(command.split(" ")), root());
    }

    /// The root directory of the project, which the script passes.
    private static Path root() {
        return Path.of(System.getProperty("berth.root", ".")).toAbsolutePath().normalize();
    }
}
