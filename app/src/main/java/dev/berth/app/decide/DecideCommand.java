package dev.berth.app.decide;

import dev.berth.answers.AnswerCodec;
import dev.berth.answers.DryRunAnswer;
import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.app.cli.VersionProvider;
import dev.berth.app.embedded.Engines;
import dev.berth.app.options.ConfigurationOptions;
import dev.berth.app.terminal.TerminalEscapes;
import dev.berth.config.Configuration;
import dev.berth.dashboard.AnswerMapper;
import dev.berth.engine.decide.Decider;
import dev.berth.engine.view.DryRunResult;
import dev.berth.manifest.YamlText;
import dev.berth.model.FileProblem;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/// `berth decide`: shows where pods would be scheduled, and why, in a cluster that is described by
/// files.
@Command(
        name = "decide",
        description = {
            "Show on which node a pod would be scheduled, and why, from manifests or from cases.",
            "The command starts no cluster and changes nothing. With -f, it evaluates each pod that"
                    + " has no node, independently of the others, including the missing pods of"
                    + " deployments, replica sets, stateful sets, daemon sets and jobs.",
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:every evaluated pod fits on a node",
            " 1:a pod does not fit on any node; with --cases: a case could not be read",
            " 2:wrong usage, or input that cannot be read",
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  berth decide -f cluster.yaml -f pod.yaml          which node, and why",
            "  berth decide -f cluster/ --pod shop/web -o wide   every node for one pod",
            // Lines that continue a word begin in the first column, so that the example can be
            // pasted.
            "  kubectl get nodes,pods,namespaces,services,replicasets,statefulsets,\\",
            "replicationcontrollers,priorityclasses,poddisruptionbudgets,pv,pvc,\\",
            "storageclasses,csinodes,csidrivers,csistoragecapacities,volumeattachments \\",
            "    -A -o yaml | berth decide -f - -f new.yaml --pod new",
            "  berth decide -f cluster/ --config scheduler.yaml --sequence -o json",
            "  berth decide --cases - < cases.jsonl > records.jsonl",
        })
public final class DecideCommand implements Callable<Integer> {
    private static final int MAX_THREADS = 1_000;

    @Spec private CommandSpec spec;

    @Option(
            names = {"-f", "--filename"},
            paramLabel = "FILE",
            description = "manifests in YAML or JSON: a file, a directory, or - for standard input")
    private List<String> files = new ArrayList<>();

    @Mixin private ConfigurationOptions options = new ConfigurationOptions();

    @Option(
            names = "--pod",
            paramLabel = "NS/NAME",
            description = "schedule only this pod; may be repeated")
    private List<String> wanted = new ArrayList<>();

    @Option(
            names = "--sequence",
            description =
                    "assume each scheduled pod on its node before the next pod is scheduled, and"
                            + " end with totals, pending pods by reason and a node table")
    private boolean sequence;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "output format: table, wide (every node), json or yaml (default: table)")
    private @Nullable DecideFormat output;

    @Option(
            names = "--cases",
            paramLabel = "FILE",
            description =
                    "read cases instead, one JSON object per line, and print a record per pod; -"
                            + " is standard input")
    private @Nullable String cases;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "cases to decide in parallel (default: one per core)")
    private @Nullable Integer threads;

    @Override
    public Integer call() {
        return cases == null ? decideFiles() : decideCases(cases);
    }

    private int decideCases(String place) {
        if (!files.isEmpty()
                || options.config().isPresent()
                || options.policy().given()
                || options.plugins().given()
                || !wanted.isEmpty()
                || sequence
                || output != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--cases can be combined only with --threads; each case contains its own"
                            + " objects and configuration");
        }
        int workers = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
        if (workers < 1 || workers > MAX_THREADS) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--threads must be between 1 and " + MAX_THREADS + ", was " + workers);
        }
        PrintWriter out = spec.commandLine().getOut();
        if (place.equals("-")) {
            return new CaseRun(System.in, out, workers).run() ? ExitCode.FINE : ExitCode.NO;
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(Path.of(place)))) {
            return new CaseRun(in, out, workers).run() ? ExitCode.FINE : ExitCode.NO;
        } catch (IOException | InvalidPathException e) {
            throw new Failure(ExitCode.USAGE, place + ": " + FileProblem.reason(e));
        }
    }

    private int decideFiles() {
        if (files.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "specify manifests with -f, or cases with --cases");
        }
        if (threads != null) {
            throw new ParameterException(spec.commandLine(), "--threads requires --cases");
        }
        Configuration configuration = configuration();
        ClusterFiles cluster =
                ClusterFiles.read(files, System.in, spec.commandLine().getErr()::println);
        List<Pod> pods = chosen(cluster);
        var results = new ArrayList<DryRunResult>();
        var log = new FailureLog(spec.commandLine().getErr());
        try (Decider decider = Engines.decider(configuration, log)) {
            for (ClusterFiles.Entry entry : cluster.entries()) {
                decider.know(entry.object(), entry.whole());
                decider.put(entry.object());
            }
            for (Pod pod : pods) {
                results.add(decider.decide(pod, sequence));
            }
        }
        print(
                results,
                sequence ? Optional.of(SequenceSummary.of(cluster, results)) : Optional.empty());
        return results.stream().anyMatch(DecideCommand::isNo) ? ExitCode.NO : ExitCode.FINE;
    }

    private static boolean isNo(DryRunResult result) {
        return switch (result.outcome()) {
            case UNSCHEDULABLE, ERROR -> true;
            case SCHEDULED, GATED, SKIPPED -> false;
        };
    }

    private Configuration configuration() {
        if (files.contains("-") && options.onStandardInput().isPresent()) {
            throw new ParameterException(
                    spec.commandLine(),
                    options.onStandardInput().get() + " and -f cannot both read standard input");
        }
        return options.inForce(System.in);
    }

    private List<Pod> chosen(ClusterFiles cluster) {
        if (wanted.isEmpty()) {
            List<Pod> pending =
                    cluster.pods().stream()
                            .filter(pod -> !pod.assigned() && !pod.status().finished())
                            .toList();
            if (pending.isEmpty()) {
                throw new Failure(
                        ExitCode.USAGE,
                        cluster.pods().isEmpty()
                                ? "no pod to schedule: the files contain no pods; add one with -f"
                                : "no pod to schedule: all pods in the files have spec.nodeName or"
                                        + " have finished; add one with -f");
            }
            return pending;
        }
        return wanted.stream().map(name -> chosen(cluster, name)).distinct().toList();
    }

    private static Pod chosen(ClusterFiles cluster, String name) {
        String key = name.contains("/") ? name : "default/" + name;
        Pod pod =
                cluster.pods().stream()
                        .filter(each -> each.key().equals(key))
                        .findFirst()
                        .orElseThrow(() ->
                                new Failure(
                                        ExitCode.USAGE,
                                        "--pod %s: there is no pod %s%s"
                                                .formatted(name, key, suggestion(cluster, key))));
        if (pod.assigned() || pod.status().finished()) {
            throw new Failure(
                    ExitCode.USAGE,
                    "--pod %s: it %s already; remove spec.nodeName and status to schedule it again"
                            .formatted(
                                    name,
                                    pod.assigned()
                                            ? "is on node " + pod.spec().nodeName()
                                            : "has finished"));
        }
        return pod;
    }

    /// The first pod of any namespace whose name begins like this one. The names of the missing
    /// pods of workloads end with a number, and a user often forgets the namespace.
    private static String suggestion(ClusterFiles cluster, String key) {
        String name = key.substring(key.indexOf('/') + 1);
        return cluster.pods().stream()
                .filter(pod -> pod.name().startsWith(name))
                .map(Pod::key)
                .sorted()
                .findFirst()
                .map("; did you mean %s?"::formatted)
                .orElse("");
    }

    private void print(List<DryRunResult> results, Optional<SequenceSummary> summary) {
        PrintWriter out = spec.commandLine().getOut();
        switch (output == null ? DecideFormat.TABLE : output) {
            case TABLE -> {
                out.print(DecisionTable.brief(answers(results)));
                summary.ifPresent(end -> out.print("\n" + TerminalEscapes.document(end.text())));
            }
            case WIDE -> {
                out.print(DecisionTable.wide(answers(results)));
                summary.ifPresent(end -> out.print("\n" + TerminalEscapes.document(end.text())));
            }
            case JSON -> out.println(Records.line(new Json.Arr(records(results, summary))));
            case YAML ->
                    records(results, summary)
                            .forEach(record ->
                                    out.print(
                                            "---\n"
                                                    + TerminalEscapes.document(
                                                            YamlText.of(record))));
        }
        out.flush();
    }

    /// The answers, whose texts contain only printable characters.
    private static List<DryRunAnswer> answers(List<DryRunResult> results) {
        return results.stream()
                .map(result -> TerminalEscapes.of(AnswerCodec.encode(AnswerMapper.answer(result))))
                .map(json -> AnswerCodec.decode((Json.Obj) json, DryRunAnswer.class))
                .toList();
    }

    /// The last record contains the summary.
    private static List<Json> records(
            List<DryRunResult> results, Optional<SequenceSummary> summary) {
        var records = new ArrayList<Json>();
        results.forEach(result -> records.add(Records.of(result)));
        summary.ifPresent(
                end -> records.add(((Json.Obj) records.removeLast()).with("summary", end.json())));
        return records;
    }
}
