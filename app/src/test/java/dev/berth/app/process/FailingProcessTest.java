package dev.berth.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.app.embedded.EmbeddedCluster;
import dev.berth.config.ConfigurationReader;
import dev.berth.config.FeatureGates;
import dev.berth.config.PluginRegistry;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Signal;
import dev.berth.controlplane.store.Watch;
import dev.berth.engine.Engine;
import dev.berth.engine.SystemClock;
import dev.berth.manifest.Manifests;
import dev.berth.model.Kind;
import dev.berth.observe.log.LogOptions;
import dev.berth.observe.log.Logs;
import dev.berth.observe.metrics.MetricOptions;
import dev.berth.serving.ServingOptions;
import dev.berth.serving.auth.AuthenticationOptions;
import dev.berth.serving.auth.AuthorizationOptions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// A process whose scheduling thread fails, on the API of an embedded cluster.
class FailingProcessTest {
    private static final Kind LEASE =
            new Kind("coordination.k8s.io", "v1", "Lease", "leases", true);

    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private final AtomicBoolean broken = new AtomicBoolean();

    private SchedulerProcess process(Path folder, EmbeddedCluster cluster) throws IOException {
        Path kubeconfig =
                Files.writeString(folder.resolve("kubeconfig"), cluster.api().kubeconfig());
        var configuration =
                new ConfigurationReader(PluginRegistry.inTree(), FeatureGates.DEFAULT)
                        .read(
                                Manifests.parse(
                                                "config.yaml",
                                                """
                                                apiVersion: kubescheduler.config.k8s.io/v1
                                                kind: KubeSchedulerConfiguration
                                                clientConnection: {kubeconfig: "%s"}
                                                """
                                                        .formatted(kubeconfig))
                                        .getFirst()
                                        .object());
        return new SchedulerProcess(
                _ ->
                        Engine.builder()
                                .profiles(configuration.profiles())
                                .ticker(() -> {
                                    if (broken.get()) {
                                        throw new OutOfMemoryError("no memory");
                                    }
                                    return System.nanoTime();
                                }),
                new ProcessOptions(
                        "v1.36.4",
                        configuration,
                        "",
                        Duration.ofMinutes(5),
                        ServingOptions.DEFAULT.with(ServingOptions.DEFAULT.address(), 0),
                        AuthenticationOptions.DEFAULT,
                        AuthorizationOptions.DEFAULT,
                        MetricOptions.DEFAULT,
                        0,
                        Map.of(),
                        Map.of()),
                Logs.start(
                        LogOptions.DEFAULT,
                        new SystemClock(),
                        ZoneOffset.UTC,
                        OutputStream.nullOutputStream(),
                        log,
                        Thread.ofPlatform().daemon().factory()),
                _ -> {});
    }

    private static Optional<String> holder(EmbeddedCluster cluster) {
        return cluster.store()
                .find(LEASE, "kube-system", "kube-scheduler")
                .map(ObjectVersion::json)
                .flatMap(lease -> lease.textAt("spec", "holderIdentity"));
    }

    private static void awaitLeader(EmbeddedCluster cluster) throws InterruptedException {
        var changed = new Signal();
        try (Watch watch = cluster.store().watch(ObjectSelection.of(LEASE), changed::raise)) {
            while (holder(cluster).filter(name -> !name.isEmpty()).isEmpty()) {
                watch.read(Integer.MAX_VALUE);
                changed.await(TimeUnit.SECONDS.toNanos(1));
            }
        }
    }

    @Test
    void aProcessWhoseSchedulingThreadFailsReleasesTheLeaseAndExitsWithOne(@TempDir Path folder)
            throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.builder().still().start()) {
            SchedulerProcess process = process(folder, cluster);
            CompletableFuture<Integer> code =
                    CompletableFuture.supplyAsync(
                            () -> {
                                try {
                                    return process.runUntilStopped();
                                } catch (IOException | InterruptedException e) {
                                    throw new IllegalStateException(e);
                                }
                            },
                            task -> Thread.ofPlatform().daemon().start(task));
            awaitLeader(cluster);
            broken.set(true);
            assertThat(code.get(30, TimeUnit.SECONDS)).isEqualTo(1);
            assertThat(holder(cluster)).hasValue("");
        }
        assertThat(log.toString(StandardCharsets.UTF_8))
                .contains("A thread has failed; the process ends", "no memory");
    }
}
