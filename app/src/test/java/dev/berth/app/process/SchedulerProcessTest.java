package dev.berth.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.Configuration;
import dev.berth.config.ConfigurationReader;
import dev.berth.config.FeatureGates;
import dev.berth.config.Registry;
import dev.berth.engine.Engine;
import dev.berth.engine.SystemClock;
import dev.berth.observe.log.LogOptions;
import dev.berth.observe.log.Logs;
import dev.berth.observe.metrics.MetricOptions;
import dev.berth.serving.ServingOptions;
import dev.berth.serving.auth.AuthenticationOptions;
import dev.berth.serving.auth.AuthorizationOptions;

import org.junit.jupiter.api.Test;

import java.io.OutputStream;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Map;

class SchedulerProcessTest {
    private static SchedulerProcess process(String master) {
        Configuration configuration =
                new ConfigurationReader(Registry.inTree(), FeatureGates.DEFAULT).defaults();
        Engine.Builder engine = Engine.builder();
        configuration.profiles().forEach(engine::profile);
        return new SchedulerProcess(
                engine,
                new ProcessOptions(
                        "v1.36.4",
                        configuration,
                        master,
                        Duration.ofMinutes(5),
                        ServingOptions.DEFAULT.with(ServingOptions.DEFAULT.address(), 0),
                        AuthenticationOptions.DEFAULT,
                        AuthorizationOptions.DEFAULT,
                        MetricOptions.DEFAULT,
                        Map.of(),
                        Map.of()),
                Logs.start(
                        LogOptions.DEFAULT,
                        new SystemClock(),
                        ZoneOffset.UTC,
                        OutputStream.nullOutputStream(),
                        OutputStream.nullOutputStream(),
                        Thread.ofPlatform().daemon().factory()));
    }

    @Test
    void itEndsWhenToldThoughNoServerAnswers() throws Exception {
        SchedulerProcess process = process("http://127.0.0.1:1");
        process.stop();
        assertThat(process.runUntilStopped()).isZero();
    }
}
