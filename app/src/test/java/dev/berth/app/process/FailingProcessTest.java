package dev.berth.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.app.embedded.EmbeddedCluster;
import dev.berth.config.Configuration;
import dev.berth.config.ConfigurationReader;
import dev.berth.config.DefaultProfile;
import dev.berth.config.FeatureGates;
import dev.berth.config.PluginRegistry;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Signal;
import dev.berth.controlplane.store.Watch;
import dev.berth.engine.Engine;
import dev.berth.engine.SystemClock;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.manifest.Manifests;
import dev.berth.model.Kind;
import dev.berth.observe.log.LogOptions;
import dev.berth.observe.log.Logs;
import dev.berth.observe.metrics.MetricOptions;
import dev.berth.serving.ServingOptions;
import dev.berth.serving.auth.AuthenticationOptions;
import dev.berth.serving.auth.AuthorizationOptions;
import dev.berth.sim.SimCluster;
import dev.berth.spi.Filter;
import dev.berth.spi.PreFilterResult;

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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/// A process whose scheduling thread fails, on the API of an embedded cluster.
class FailingProcessTest {
    private static final Kind LEASE =
            new Kind("coordination.k8s.io", "v1", "Lease", "leases", true);

    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private final AtomicBoolean broken = new AtomicBoolean();

    private SchedulerProcess process(
            Path folder, EmbeddedCluster cluster, Function<Configuration, Engine.Builder> engines)
            throws IOException {
        Path kubeconfig =
                Files.writeString(folder.resolve("kubeconfig"), cluster.api().kubeconfig());
        Configuration configuration =
                new ConfigurationReader(PluginRegistry.inTree(), FeatureGates.DEFAULT)
                        .read(
                                Manifests.parse(
                                                "config.yaml",
                                                """
                                                apiVersion: kubescheduler.config.k8s.io/v1
                                                kind: KubeSchedulerConfiguration
                                                clientConnection: {kubeconfig: "%s", contentType: application/json}
                                                """
                                                        .formatted(kubeconfig))
                                        .getFirst()
                                        .object());
        return new SchedulerProcess(
                _ -> engines.apply(configuration),
                new ProcessOptions(
                        "v1.37.1",
                        configuration,
                        "",
                        Duration.ofMinutes(5),
                        ServingOptions.DEFAULT.with(ServingOptions.DEFAULT.address(), 0),
                        AuthenticationOptions.DEFAULT,
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
                        log,
                        Thread.ofPlatform().daemon().factory()),
                _ -> Thread.sleep(10),
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
            CompletableFuture<Integer> code =
                    run(
                            process(
                                    folder,
                                    cluster,
                                    configuration ->
                                            Engine.builder()
                                                    .profiles(configuration.profiles())
                                                    .ticker(this::ticks)));
            awaitLeader(cluster);
            broken.set(true);
            assertThat(code.get(30, TimeUnit.SECONDS)).isEqualTo(1);
            assertThat(holder(cluster)).hasValue("");
        }
        assertThat(log.toString(StandardCharsets.UTF_8))
                .contains("A thread has failed; the process ends", "no memory");
    }

    private long ticks() {
        if (broken.get()) {
            throw new OutOfMemoryError("no memory");
        }
        return System.nanoTime();
    }

    private static CompletableFuture<Integer> run(SchedulerProcess process) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return process.runUntilStopped();
                    } catch (IOException | InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                },
                task -> Thread.ofPlatform().daemon().start(task));
    }

    private static Optional<String> deferred(EmbeddedCluster cluster) {
        return cluster.store()
                .find(LEASE, "kube-system", "kube-scheduler")
                .map(ObjectVersion::json)
                .flatMap(lease ->
                        lease.objAt("metadata", "annotations")
                                .flatMap(all -> all.textAt("berth.dev/deferred-pods")));
    }

    private static void create(SimCluster cluster, String yaml) {
        Manifests.parse("objects.yaml", yaml).forEach(each -> cluster.create(each.object()));
    }

    private static Engine.Builder withHanging(Filter hanging) {
        ProfileSpec defaults = DefaultProfile.spec();
        var profile = ProfileSpec.named("default-scheduler").gates(defaults.gates());
        profile.with("Hanging", _ -> hanging, 1);
        defaults.multiPoint()
                .forEach(use ->
                        profile.with(
                                use.name(),
                                Objects.requireNonNull(defaults.makers().get(use.name())),
                                use.weight()));
        return Engine.builder().profile(profile.build());
    }

    private static void awaitNode(EmbeddedCluster cluster, String pod) throws InterruptedException {
        var changed = new Signal();
        try (Watch watch = cluster.store().watch(ObjectSelection.of(Kind.POD), changed::raise)) {
            while (cluster.store()
                    .find(Kind.POD, "default", pod)
                    .flatMap(found -> found.json().textAt("spec", "nodeName"))
                    .isEmpty()) {
                watch.read(Integer.MAX_VALUE);
                changed.await(TimeUnit.SECONDS.toNanos(1));
            }
        }
    }

    @Test
    void aProcessThatHangsNamesThePodInTheLeaseAndTheNextOneSchedulesItLast(@TempDir Path folder)
            throws Exception {
        try (EmbeddedCluster cluster =
                EmbeddedCluster.builder()
                        .still()
                        .filledBy(sim ->
                                create(
                                        sim,
                                        """
                                        {apiVersion: v1, kind: Node, metadata: {name: n1}, status: {allocatable: {cpu: "8", memory: 8Gi, pods: "9"}}}
                                        ---
                                        {apiVersion: v1, kind: Pod, metadata: {name: hangs, namespace: default, uid: u1}, spec: {containers: [{name: c, image: i}]}}
                                        """))
                        .start()) {
            var never = new CountDownLatch(1);
            Filter hanging =
                    _ -> {
                        try {
                            never.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                        return PreFilterResult.SKIP;
                    };
            CompletableFuture<Integer> first =
                    run(process(folder, cluster, _ -> withHanging(hanging)));
            assertThat(first.get(60, TimeUnit.SECONDS)).isEqualTo(1);
            assertThat(holder(cluster)).hasValue("");
            assertThat(deferred(cluster)).hasValue("u1=1");
            assertThat(log.toString(StandardCharsets.UTF_8))
                    .contains("The scheduling thread hangs; the process ends")
                    .contains("plugin=\"Hanging\"", "pod=\"default/hangs\"")
                    .contains("FailingProcessTest");

            SchedulerProcess next =
                    process(
                            folder,
                            cluster,
                            configuration -> Engine.builder().profiles(configuration.profiles()));
            CompletableFuture<Integer> second = run(next);
            cluster.store()
                    .create(
                            Manifests.parse(
                                            "web.yaml",
                                            "{apiVersion: v1, kind: Pod, metadata: {name: web,"
                                                    + " namespace: default}, spec: {containers:"
                                                    + " [{name: c, image: i}]}}")
                                    .getFirst()
                                    .object())
                    .orThrow();
            awaitNode(cluster, "web");
            assertThat(deferred(cluster)).hasValue("u1=1");
            next.stop();
            assertThat(second.get(30, TimeUnit.SECONDS)).isZero();
            assertThat(log.toString(StandardCharsets.UTF_8))
                    .contains("A pod is scheduled after the others");
            assertThat(
                            cluster.store()
                                    .find(Kind.POD, "default", "hangs")
                                    .flatMap(found -> found.json().textAt("spec", "nodeName")))
                    .isEmpty();
        }
    }
}
