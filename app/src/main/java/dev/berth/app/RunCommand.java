package dev.berth.app;

import dev.berth.app.process.ProcessOptions;
import dev.berth.app.process.SchedulerProcess;
import dev.berth.config.Configuration;
import dev.berth.engine.port.Log;
import dev.berth.manifest.YamlText;
import dev.berth.observe.metrics.MetricOptions;
import dev.berth.serving.ServingOptions;
import dev.berth.serving.auth.AuthenticationOptions;
import dev.berth.serving.auth.AuthorizationOptions;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;

/// `berth run`: the scheduler of a real cluster; for now it only completes configurations.
@Command(
        name = "run",
        description = {
            "Schedule the pods of a Kubernetes cluster, in place of kube-scheduler.",
            "This release only writes the configuration that would be in force; the flags are"
                    + " kube-scheduler's.",
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.Provider.class,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  berth run --write-config-to out.yaml                          the defaults",
            "  berth run --config scheduler.yaml --write-config-to out.yaml  completed",
        })
final class RunCommand implements Callable<Integer> {
    @Mixin private ConfigurationOptions options = new ConfigurationOptions();

    @Option(
            names = "--write-config-to",
            paramLabel = "FILE",
            description = "write the completed configuration to this file, and end")
    private @Nullable String target;

    @Mixin private ConfigurationFlags flags = new ConfigurationFlags();

    @Override
    public Integer call() {
        String file = target;
        if (file == null) {
            return serve(completed(System.in).orFail());
        }
        Configuration configuration = completed(System.in).orFail();
        try {
            Files.writeString(Path.of(file), YamlText.of(configuration.written()));
        } catch (IOException | InvalidPathException e) {
            throw new Failure(file + ": cannot be written: " + e.getClass().getSimpleName());
        }
        return ExitCode.FINE;
    }

    private static int serve(Configuration configuration) {
        var options =
                new ProcessOptions(
                        configuration,
                        "",
                        Duration.ofMinutes(5),
                        ServingOptions.DEFAULT.with(InetAddress.getLoopbackAddress(), 0),
                        AuthenticationOptions.DEFAULT,
                        AuthorizationOptions.DEFAULT,
                        MetricOptions.DEFAULT,
                        Map.of(),
                        System.getenv());
        try {
            return new SchedulerProcess(
                            Engines.of(configuration),
                            options,
                            Log.plain(System.err::println),
                            _ -> {})
                    .run();
        } catch (IllegalArgumentException | IOException e) {
            throw new Failure(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
    }

    /// What kube-scheduler would write, or all the reasons for which it would not.
    Reading completed(InputStream standardInput) {
        Reading reading =
                options.written(
                        settings -> flags.applied(settings, options.config().isPresent()),
                        standardInput);
        if (reading.configuration().isEmpty()) {
            return reading;
        }
        // Parity: the plugins are made before anything is written.
        return Startable.failure(reading.configuration().get().profiles())
                .map(problem ->
                        new Reading(
                                Optional.empty(),
                                List.of(
                                        new Finding(
                                                options.config().orElse(""),
                                                Optional.empty(),
                                                "",
                                                problem))))
                .orElse(reading);
    }
}
