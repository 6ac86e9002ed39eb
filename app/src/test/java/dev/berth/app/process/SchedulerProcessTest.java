package dev.berth.app.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.config.Configuration;
import dev.berth.config.ConfigurationReader;
import dev.berth.config.FeatureGates;
import dev.berth.config.PluginRegistry;
import dev.berth.engine.Engine;
import dev.berth.engine.SystemClock;
import dev.berth.observe.log.LogOptions;
import dev.berth.observe.log.Logs;
import dev.berth.observe.metrics.MetricOptions;
import dev.berth.serving.ServingOptions;
import dev.berth.serving.auth.AuthenticationOptions;
import dev.berth.serving.auth.AuthorizationOptions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

class SchedulerProcessTest {
    private static SchedulerProcess process(String master, UnaryOperator<Engine.Builder> engine) {
        return process(
                master,
                ServingOptions.DEFAULT.with(ServingOptions.DEFAULT.address(), 0),
                AuthenticationOptions.DEFAULT,
                engine);
    }

    private static SchedulerProcess process(
            String master,
            ServingOptions serving,
            AuthenticationOptions authentication,
            UnaryOperator<Engine.Builder> engine) {
        Configuration configuration =
                new ConfigurationReader(PluginRegistry.inTree(), FeatureGates.DEFAULT).defaults();
        return new SchedulerProcess(
                _ -> engine.apply(Engine.builder().profiles(configuration.profiles())),
                new ProcessOptions(
                        "v1.37.1",
                        configuration,
                        master,
                        Duration.ofMinutes(5),
                        serving,
                        authentication,
                        AuthorizationOptions.DEFAULT,
                        MetricOptions.DEFAULT,
                        Optional.empty(),
                        0,
                        Optional.empty(),
                        List.of(),
                        Map.of(),
                        Map.of()),
                Logs.start(
                        LogOptions.DEFAULT,
                        new SystemClock(),
                        ZoneOffset.UTC,
                        OutputStream.nullOutputStream(),
                        OutputStream.nullOutputStream(),
                        Thread.ofPlatform().daemon().factory()),
                Thread::sleep,
                _ -> {});
    }

    @Test
    void aFailedLookupPreventsTheStartUnlessTolerated(@TempDir Path folder) throws Exception {
        Path kubeconfig =
                Files.writeString(
                        folder.resolve("config"),
                        """
                        current-context: c
                        contexts: [{name: c, context: {cluster: c}}]
                        clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
                        """);
        AuthenticationOptions defaultValue = AuthenticationOptions.DEFAULT;
        SchedulerProcess process =
                process(
                        "http://127.0.0.1:1",
                        ServingOptions.DEFAULT.with(InetAddress.getLoopbackAddress(), 1),
                        new AuthenticationOptions(
                                kubeconfig.toString(),
                                false,
                                false,
                                defaultValue.tokenCacheTtl(),
                                "",
                                defaultValue.requestHeader()),
                        UnaryOperator.identity());
        assertThatThrownBy(process::runUntilStopped)
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("unable to load configmap based");
    }

    @Test
    void itStopsOnASignalThoughNoServerAnswers() throws Exception {
        SchedulerProcess process = process("http://127.0.0.1:1", UnaryOperator.identity());
        process.stop();
        assertThat(process.runUntilStopped()).isZero();
    }

    @Test
    void itEndsWithACodeIfTheSchedulingThreadFails() throws Exception {
        SchedulerProcess process =
                process(
                        "http://127.0.0.1:1",
                        engine ->
                                engine.ticker(() -> {
                                    throw new OutOfMemoryError();
                                }));
        assertThat(process.runUntilStopped()).isEqualTo(1);
    }
}
