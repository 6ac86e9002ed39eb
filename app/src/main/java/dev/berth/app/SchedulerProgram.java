package dev.berth.app;

import dev.berth.app.embedded.Engines;
import dev.berth.app.flags.FlagException;
import dev.berth.app.flags.FlagValues;
import dev.berth.app.process.PolicyMap;
import dev.berth.app.process.ProcessOptions;
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

/// The scheduler as a program: what its command line means, in the order in which kube-scheduler
/// finds it out.
final class SchedulerProgram {
    private final String name;
    private final PrintWriter out;
    private final PrintWriter err;
    private final Map<String, String> environment;

    /// @param name under which it was called
    /// @param environment of the process
    SchedulerProgram(
            String name, PrintWriter out, PrintWriter err, Map<String, String> environment) {
        this.name = name;
        this.out = out;
        this.err = err;
        this.environment = environment;
    }

    /// @return what the process says to the shell
    /// @throws Failure if it cannot be started like this
    int run(List<String> args, InputStream standardInput) {
        FlagValues values = parsed(args, name);
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

    /// As kube-scheduler does it, what goes wrong after the flags were read is a line of the log.
    /// Who runs `berth run` by hand reads it in the words of all commands instead.
    private int reported(Failure failure, FlagValues values) {
        boolean asKubeScheduler = name.equals(KubeScheduler.NAME);
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
        ConfigurationOptions options = configurationOptions(values, err);
        FeatureGates gates = gates(values, options);
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
            options = configurationOptions(values, policy(values, map.get(), standardInput), err);
        }
        Configuration configuration = completed(values, options, standardInput).orFail();
        refuse(
                LeaderElectionFlags.problem(configuration.settings().leaderElection()).stream()
                        .toList());
        String target = values.get(GeneralFlags.WRITE);
        if (!target.isEmpty()) {
            write(configuration, target);
            return ExitCode.FINE;
        }
        return serve(
                options(values, configuration),
                DeprecatedFlags.rateLimit(values),
                LoggingFlags.options(values));
    }

    /// The Policy of a ConfigMap, which is looked for where the scheduler is going to work.
    private PolicyOptions policy(
            FlagValues values, PolicyFlags.MapName map, InputStream standardInput) {
        PolicyOptions none = PolicyOptions.of("", "", Optional.empty(), Optional.empty());
        ConfigurationOptions plain = configurationOptions(values, none, err);
        if (plain.onStandardInput().isPresent()) {
            throw new Failure(
                    ExitCode.USAGE,
                    "--policy-configmap needs --config twice, and standard input is there once;"
                            + " name a file");
        }
        Settings settings = completed(values, plain, standardInput).orFail().settings();
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

    /// Tools read the one line of kube-scheduler, people want to know which Berth it is.
    private void showVersion(String wanted) {
        VersionCommand.Versions versions = VersionCommand.Versions.read();
        out.println(versions.kubernetes(wanted));
        if (!name.equals(KubeScheduler.NAME) && !wanted.equals("raw")) {
            out.println(versions.text());
        }
        out.flush();
    }

    /// Schedules until it is told to end.
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

    /// @param name under which help is found
    static FlagValues parsed(List<String> args, String name) {
        try {
            return SchedulerFlags.ALL.parse(args);
        } catch (FlagException e) {
            throw new Failure(
                    ExitCode.USAGE,
                    String.valueOf(e.getMessage()),
                    RemovedFlags.instead(e.unknown()).orElse("Try '" + name + " --help'."));
        }
    }

    private void refuseArguments(FlagValues values) {
        // Parity: empty ones are fine.
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

    static ConfigurationOptions configurationOptions(FlagValues values, PrintWriter err) {
        return configurationOptions(values, PolicyFlags.options(values), err);
    }

    private static ConfigurationOptions configurationOptions(
            FlagValues values, PolicyOptions policy, PrintWriter err) {
        return ConfigurationOptions.of(
                values.get(GeneralFlags.CONFIG),
                values.get(GateFlags.GATES),
                values.get(GateFlags.EMULATED),
                policy,
                PluginOptions.of(
                        values.get(GeneralFlags.PLUGIN_FOLDERS),
                        values.get(GeneralFlags.PLUGIN_ERRORS),
                        err));
    }

    private static FeatureGates gates(FlagValues values, ConfigurationOptions options) {
        FeatureGates gates = options.gates();
        refuse(GateFlags.problem(values, gates.version()).stream().toList());
        return gates;
    }

    /// What kube-scheduler would write, or all the reasons for which it would not.
    static ConfigurationResult completed(
            FlagValues values, ConfigurationOptions options, InputStream standardInput) {
        boolean withFile = options.config().isPresent();
        ConfigurationResult reading =
                options.written(settings -> applied(settings, values, withFile), standardInput);
        if (reading.configuration().isEmpty()) {
            return reading;
        }
        // Parity: the plugins are made before anything is written.
        return StartCheck.failure(reading.configuration().get().profiles())
                .map(problem ->
                        new ConfigurationResult(
                                Optional.empty(),
                                List.of(
                                        new ConfigurationFinding(
                                                options.config().orElse(""),
                                                Optional.empty(),
                                                "",
                                                problem))))
                .orElse(reading);
    }

    private static Settings applied(Settings settings, FlagValues values, boolean withFile) {
        Settings elected =
                settings.with(LeaderElectionFlags.applied(settings.leaderElection(), values));
        return withFile ? elected : DeprecatedFlags.applied(elected, values);
    }

    private static void write(Configuration configuration, String file) {
        try {
            Files.writeString(Path.of(file), YamlText.of(configuration.written()));
        } catch (IOException | InvalidPathException e) {
            throw new Failure(file + ": cannot be written: " + FileProblem.reason(e));
        }
    }

    private ProcessOptions options(FlagValues values, Configuration configuration) {
        return new ProcessOptions(
                VersionCommand.Versions.read().kubeScheduler(),
                configuration,
                values.get(GeneralFlags.MASTER),
                DeprecatedFlags.maxUnschedulable(values),
                ServingFlags.options(values),
                AuthenticationFlags.options(values),
                AuthorizationFlags.options(values),
                MetricsFlags.options(values),
                values.get(GeneralFlags.DASHBOARD_PORT),
                values.texts(),
                environment);
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
