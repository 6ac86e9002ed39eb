package dev.berth.app.run;

import dev.berth.app.cli.ExitCode;
import dev.berth.app.cli.Failure;
import dev.berth.app.cli.Versions;
import dev.berth.app.embedded.Engines;
import dev.berth.app.flags.AuthenticationFlags;
import dev.berth.app.flags.AuthorizationFlags;
import dev.berth.app.flags.ConfigurationFlags;
import dev.berth.app.flags.DeprecatedFlags;
import dev.berth.app.flags.GeneralFlags;
import dev.berth.app.flags.LeaderElectionFlags;
import dev.berth.app.flags.LoggingFlags;
import dev.berth.app.flags.MetricsFlags;
import dev.berth.app.flags.PolicyFlags;
import dev.berth.app.flags.SchedulerFlags;
import dev.berth.app.flags.ServingFlags;
import dev.berth.app.flags.TracingFlags;
import dev.berth.app.options.ConfigurationOptions;
import dev.berth.app.options.PolicyOptions;
import dev.berth.app.options.RateLimitOptions;
import dev.berth.app.pflag.FlagValues;
import dev.berth.app.process.Host;
import dev.berth.app.process.PolicyMap;
import dev.berth.app.process.ProcessOptions;
import dev.berth.app.process.ReloadOptions;
import dev.berth.app.process.SchedulerProcess;
import dev.berth.config.Configuration;
import dev.berth.config.FeatureGates;
import dev.berth.config.Settings;
import dev.berth.engine.SystemClock;
import dev.berth.manifest.YamlText;
import dev.berth.model.FileProblem;
import dev.berth.model.json.Json;
import dev.berth.observe.log.LogOptions;
import dev.berth.observe.log.Logs;
import dev.berth.observe.tracing.TracingOptions;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The scheduler as a program: evaluates its command line in the order in which kube-scheduler
/// does.
public final class SchedulerProgram {
    private final String name;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Map<String, String> environment;

    /// @param name the name under which the program was started
    /// @param environment the environment variables of the process
    public SchedulerProgram(
            String name, PrintWriter out, PrintWriter err, Map<String, String> environment) {
        this.name = name;
        this.out = out;
        this.err = err;
        this.environment = environment;
    }

    /// @return the exit code
    /// @throws Failure if the scheduler cannot start
    public int run(List<String> args, InputStream standardInput) {
        FlagValues values = SchedulerFlags.parse(args, name);
        values.notices().forEach(err::println);
        if (values.get(GeneralFlags.HELP)) {
            out.print(SchedulerFlags.help(name));
            out.flush();
            return ExitCode.FINE;
        }
        refuseArguments(values);
        try {
            return start(values, standardInput);
        } catch (Failure e) {
            return reported(e, values);
        }
    }

    /// Parity: kube-scheduler logs failures that occur after its flags are parsed. Users of `berth
    /// run` with text logs get the message format of the other commands instead.
    private int reported(Failure failure, FlagValues values) {
        boolean asKubeScheduler = name.equals(SchedulerFlags.PROGRAM);
        LogOptions.Format format = LoggingFlags.format(values).orElseThrow(() -> failure);
        if (!asKubeScheduler && format == LogOptions.Format.TEXT) {
            throw failure;
        }
        err.print(
                Logs.error(
                        format,
                        new SystemClock(),
                        ZoneId.systemDefault(),
                        "command failed",
                        "err",
                        String.valueOf(failure.getMessage())));
        err.flush();
        return asKubeScheduler ? ExitCode.NO : failure.exitCode();
    }

    private int start(FlagValues values, InputStream standardInput) {
        ConfigurationOptions options = ConfigurationFlags.options(values, err);
        FeatureGates gates = options.gates();
        String version = values.get(GeneralFlags.VERSION);
        if (!version.equals("false")) {
            showVersion(version);
            return ExitCode.FINE;
        }
        refuse(LoggingFlags.problems(values, gates));
        AuthenticationFlags.warnings(values).forEach(err::println);
        refuse(problems(values, gates));
        Optional<PolicyFlags.MapName> map = PolicyFlags.map(values);
        if (map.isPresent()) {
            options =
                    ConfigurationFlags.options(
                            values, policy(values, map.get(), standardInput), err);
        }
        Configuration configuration =
                ConfigurationFlags.completed(values, options, standardInput).orFail();
        refuse(
                LeaderElectionFlags.problem(configuration.settings().leaderElection()).stream()
                        .toList());
        String target = values.get(GeneralFlags.WRITE);
        if (!target.isEmpty()) {
            write(configuration, target);
            return ExitCode.FINE;
        }
        refuse(gates.unsupported());
        return serve(
                options(values, options, configuration),
                DeprecatedFlags.rateLimit(values),
                LoggingFlags.options(values));
    }

    /// The Policy of a ConfigMap in the cluster whose pods are to be scheduled.
    private PolicyOptions policy(
            FlagValues values, PolicyFlags.MapName map, InputStream standardInput) {
        PolicyOptions none = PolicyOptions.of("", "", Optional.empty(), Optional.empty());
        ConfigurationOptions plain = ConfigurationFlags.options(values, none, err);
        if (plain.onStandardInput().isPresent()) {
            throw new Failure(
                    ExitCode.USAGE,
                    "--policy-configmap reads --config twice, which standard input does not allow;"
                            + " use a file");
        }
        Settings settings =
                ConfigurationFlags.completed(values, plain, standardInput).orFail().settings();
        try {
            return PolicyFlags.options(values)
                    .with(
                            "configmap " + map.namespace() + "/" + map.name(),
                            PolicyMap.read(
                                    settings.clientConnection(),
                                    values.get(GeneralFlags.MASTER),
                                    environment,
                                    map.namespace(),
                                    map.name()));
        } catch (IllegalArgumentException | IOException e) {
            throw new Failure(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted");
        }
    }

    /// Tools expect the line of kube-scheduler alone; users also get the version of Berth.
    private void showVersion(String wanted) {
        Versions versions = Versions.read();
        out.println(versions.kubernetes(wanted));
        if (!name.equals(SchedulerFlags.PROGRAM) && !wanted.equals("raw")) {
            out.println(versions.text());
        }
        out.flush();
    }

    /// Schedules until the process is stopped.
    private static int serve(
            ProcessOptions options, RateLimitOptions rateLimit, LogOptions logging) {
        Logs logs =
                Logs.start(
                        logging,
                        new SystemClock(),
                        ZoneId.systemDefault(),
                        System.out,
                        System.err,
                        Thread.ofPlatform().daemon().name("log").factory());
        logs.serveLibraries();
        options.configuration()
                .gates()
                .withoutEffect()
                .forEach(gate -> logs.info(0, "Feature gate has no effect", "gate", gate));
        try {
            return new SchedulerProcess(
                            gate -> rateLimit.applied(Engines.of(options.configuration(), gate)),
                            options,
                            logs)
                    .run();
        } catch (IllegalArgumentException | IOException e) {
            throw new Failure(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        } finally {
            logs.close();
        }
    }

    private void refuseArguments(FlagValues values) {
        // Parity: kube-scheduler ignores empty arguments.
        if (values.arguments().stream().anyMatch(argument -> !argument.isEmpty())) {
            throw new Failure(
                    ExitCode.USAGE,
                    "\"%s\" does not take any arguments, got [%s]"
                            .formatted(
                                    name,
                                    values.arguments().stream()
                                            .map(argument -> Json.of(argument).text())
                                            .collect(Collectors.joining(" "))));
        }
    }

    private static void write(Configuration configuration, String file) {
        try {
            Files.writeString(Path.of(file), YamlText.of(configuration.written()));
        } catch (IOException | InvalidPathException e) {
            throw new Failure(file + ": cannot be written: " + FileProblem.reason(e));
        }
    }

    private ProcessOptions options(
            FlagValues values, ConfigurationOptions read, Configuration configuration) {
        return new ProcessOptions(
                Versions.read().kubeScheduler(),
                configuration,
                values.get(GeneralFlags.MASTER),
                DeprecatedFlags.maxUnschedulable(values),
                ServingFlags.options(values),
                AuthenticationFlags.options(values),
                AuthorizationFlags.options(values),
                MetricsFlags.options(values),
                tracing(values),
                values.get(GeneralFlags.DASHBOARD_PORT),
                reload(values, read),
                read.loaded(),
                values.texts(),
                environment);
    }

    private Optional<TracingOptions> tracing(FlagValues values) {
        try {
            return TracingFlags.options(values, environment, Host.name(environment));
        } catch (IllegalArgumentException e) {
            throw new Failure(ExitCode.USAGE, String.valueOf(e.getMessage()));
        }
    }

    private static Optional<ReloadOptions> reload(FlagValues values, ConfigurationOptions read) {
        return values.get(GeneralFlags.RELOAD_CONFIG)
                ? read.config()
                        .map(file ->
                                new ReloadOptions(
                                        Path.of(file),
                                        content ->
                                                ConfigurationFlags.reread(values, read, content)))
                : Optional.empty();
    }

    private static List<String> problems(FlagValues values, FeatureGates gates) {
        var problems = new ArrayList<String>();
        problems.addAll(PolicyFlags.problems(values));
        problems.addAll(ServingFlags.problems(values));
        problems.addAll(AuthenticationFlags.problems(values, gates));
        problems.addAll(MetricsFlags.problems(values));
        problems.addAll(GeneralFlags.problems(values));
        problems.addAll(DeprecatedFlags.rateLimit(values).problems());
        return problems;
    }

    private static void refuse(List<String> problems) {
        if (!problems.isEmpty()) {
            throw new Failure(
                    ExitCode.USAGE,
                    problems.size() == 1
                            ? problems.getFirst()
                            : "[" + String.join(", ", problems) + "]");
        }
    }
}
