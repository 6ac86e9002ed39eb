package dev.berth.app.up;

import dev.berth.app.cli.CommandContext;
import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.OutputFormat;
import dev.berth.app.cli.VersionProvider;
import dev.berth.app.options.ConfigurationOptions;
import dev.berth.app.options.RateLimitOptions;
import dev.berth.app.terminal.PosixTerminal;
import dev.berth.app.terminal.Terminal;
import dev.berth.app.terminal.TerminalStyle;
import dev.berth.app.workload.ManifestFiles;
import dev.berth.app.workload.ManifestProblems;
import dev.berth.app.workload.TraceFiles;
import dev.berth.app.workload.WorkloadCreation;
import dev.berth.config.Configuration;
import dev.berth.engine.port.Log;
import dev.berth.manifest.Origin;
import dev.berth.model.json.Json;
import dev.berth.sim.VirtualCluster;
import dev.berth.sim.workload.GeneratedWorkload;
import dev.berth.sim.workload.GeneratedWorkloads;
import dev.berth.sim.workload.GpuModel;
import dev.berth.sim.workload.NodeGpus;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/// `berth up`: starts an embedded cluster and the scheduler in one process.
@Command(
        name = "up",
        description = {
            "Start an embedded cluster with a scheduler, and create nodes and pods in it.",
            "Without manifests, a mixed workload is generated from the seed. The cluster serves the"
                    + " Kubernetes API; the command prints the KUBECONFIG for kubectl and other"
                    + " clients.",
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:success, even if some pods are unschedulable",
            " 1:with --until-idle: some pods failed repeatedly with an error",
            " 2:wrong usage, or an invalid manifest",
            " 4:another error",
            "130:--until-idle was interrupted",
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  berth up                                         100 nodes, 1000 pods",
            "  berth up --nodes 1000 --pods 10000 --until-idle  print a summary at the end",
            "  berth up -f cluster.yaml -f pods/ --until-idle   use manifests",
            "  berth up --gpus-per-node 8 --gpu-model H100      nodes with GPUs, and pods that use"
                    + " them",
            "  berth up --config scheduler.yaml --until-idle    use your profiles",
            "  berth up --nodes 2 --pods 500 --until-idle -o json | jq .failures",
            "  berth up --nodes 3 --pods 0 --no-scheduler       use your own scheduler",
        })
public final class UpCommand implements Callable<Integer> {
    private static final int DEFAULT_NODES = 100;
    private static final int DEFAULT_PODS = 1_000;
    private static final int MAX = 1_000_000;

    @Spec private CommandSpec spec;

    @Option(
            names = "--nodes",
            paramLabel = "N",
            description = "number of nodes to generate (default: 100; with -f: 0)")
    private @Nullable Integer nodes;

    @Option(
            names = "--pods",
            paramLabel = "M",
            description = "number of pods to generate (default: 1000; with -f: 0)")
    private @Nullable Integer pods;

    @Option(
            names = {"-f", "--filename"},
            paramLabel = "FILE",
            description =
                    "manifests in YAML or JSON: a file, a directory, or - for standard input; may"
                            + " be repeated")
    private List<String> files = new ArrayList<>();

    @Option(
            names = "--gpus-per-node",
            paramLabel = "N",
            description =
                    "number of GPUs of each generated node, which a simulated driver publishes as"
                            + " ResourceSlices; a fifth of the generated pods use them (default:"
                            + " 0)")
    private @Nullable Integer gpusPerNode;

    @Option(
            names = "--gpu-model",
            paramLabel = "NAME",
            description = "model of the GPUs (default: A100)")
    private @Nullable String gpuModel;

    @Option(
            names = "--trace",
            paramLabel = "DIR",
            description =
                    "directory with the openb trace of a GPU cluster, whose nodes and pods are"
                            + " created instead of generated ones; the pods share the GPUs")
    private @Nullable Path trace;

    @Mixin private ConfigurationOptions options = new ConfigurationOptions();

    @Mixin private RateLimitOptions rateLimit = new RateLimitOptions();

    @Mixin private ApiOptions api = new ApiOptions();

    @Option(
            names = "--until-idle",
            description = "run on virtual time and exit when no work is left")
    private boolean untilIdle;

    @Option(
            names = "--seed",
            paramLabel = "S",
            description = "seed for the generated workload and for random tie breaks (default: 1)")
    private long seed = 1;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "output format of the summary: text or json (default: text)")
    private OutputFormat output = OutputFormat.TEXT;

    @Option(names = "--plain", description = "print lines of text instead of the live view")
    private boolean plain;

    private final Map<Json.Obj, Origin> origins = new HashMap<>();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        if (files.contains("-") && options.onStandardInput().isPresent()) {
            throw new ParameterException(
                    spec.commandLine(),
                    options.onStandardInput().get() + " and -f cannot both read standard input");
        }
        for (String problem : rateLimit.problems()) {
            throw new ParameterException(spec.commandLine(), problem);
        }
        for (String problem : api.problems(untilIdle)) {
            throw new ParameterException(spec.commandLine(), problem);
        }
        Configuration configuration = options.inForce(System.in);
        GeneratedWorkload workload = workload();
        if (untilIdle) {
            Summary summary =
                    new IdleRun(
                                    configuration,
                                    rateLimit,
                                    workload,
                                    origins,
                                    seed,
                                    Log.plain(err::println))
                            .run();
            summary.print(out, output);
            return summary.errors().isEmpty() ? ExitCode.FINE : ExitCode.NO;
        }
        new LiveRun(configuration, rateLimit, api, workload, origins, seed, out, err, output)
                .run(
                        terminal(out),
                        TerminalStyle.of(spec.commandLine().getColorScheme().ansi().enabled()));
        return ExitCode.FINE;
    }

    private Optional<Terminal> terminal(PrintWriter out) {
        return !plain
                        && output == OutputFormat.TEXT
                        && CommandContext.of(spec).filter(CommandContext::drawable).isPresent()
                ? PosixTerminal.open(out)
                : Optional.empty();
    }

    private GeneratedWorkload workload() {
        if (trace != null) {
            checkAlone("--trace", "--nodes", nodes, "--pods", pods);
            checkAlone("--trace", "--gpus-per-node", gpusPerNode, "--gpu-model", gpuModel);
            return TraceFiles.read(trace).workload();
        }
        Optional<NodeGpus> gpus = gpus();
        int wantedNodes = count("--nodes", nodes, DEFAULT_NODES);
        int wantedPods = count("--pods", pods, DEFAULT_PODS);
        if (files.isEmpty() && wantedPods > 0) {
            return generated(wantedNodes, wantedPods, gpus, List.of());
        }
        var problems = new ManifestProblems();
        List<Json.Obj> read =
                ManifestFiles.read(
                        files, System.in, origins, spec.commandLine().getErr()::println, problems);
        GeneratedWorkload made = generated(wantedNodes, wantedPods, gpus, read);
        // The generated classes, sets and services are useful only to generated pods.
        List<Json.Obj> context = new ArrayList<>(wantedPods > 0 ? made.context() : List.of());
        context.addAll(read);
        var workload = new GeneratedWorkload(made.nodes(), context, made.pods());
        if (!problems.isEmpty()) {
            // The problems of the other objects are reported together with these.
            WorkloadCreation.fill(
                    new VirtualCluster(seed).cluster(), workload, origins, Log.NONE, problems);
            problems.throwIfAny();
        }
        return workload;
    }

    private GeneratedWorkload generated(
            int wantedNodes, int wantedPods, Optional<NodeGpus> gpus, List<Json.Obj> existing) {
        return gpus.map(it ->
                        GeneratedWorkloads.withGpus(seed, wantedNodes, wantedPods, it, existing))
                .orElseGet(() -> GeneratedWorkloads.mixed(seed, wantedNodes, wantedPods, existing));
    }

    private void checkAlone(
            String option,
            String first,
            @Nullable Object one,
            String second,
            @Nullable Object other) {
        if (one != null || other != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    option + " cannot be combined with " + (one == null ? second : first));
        }
    }

    private Optional<NodeGpus> gpus() {
        if (gpusPerNode == null || gpusPerNode == 0) {
            if (gpuModel != null) {
                throw new ParameterException(
                        spec.commandLine(), "--gpu-model needs --gpus-per-node of at least 1");
            }
            return Optional.empty();
        }
        if (gpusPerNode < 0 || gpusPerNode > NodeGpus.MAX_COUNT) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--gpus-per-node must be between 0 and "
                            + NodeGpus.MAX_COUNT
                            + ", was "
                            + gpusPerNode);
        }
        String model = gpuModel == null ? NodeGpus.DEFAULT_MODEL : gpuModel;
        return Optional.of(new NodeGpus(gpusPerNode, GpuModel.named(model), false));
    }

    private int count(String option, @Nullable Integer given, int defaultValue) {
        if (given == null) {
            return files.isEmpty() ? defaultValue : 0;
        }
        if (given < 0 || given > MAX) {
            throw new ParameterException(
                    spec.commandLine(),
                    option + " must be between 0 and " + MAX + ", was " + given);
        }
        return given;
    }
}
