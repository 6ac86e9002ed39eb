package dev.berth.junit;

import dev.berth.app.embedded.EmbeddedCluster;
import dev.berth.app.embedded.Engines;
import dev.berth.config.Configuration;
import dev.berth.config.ConfigurationReader;
import dev.berth.config.FeatureGates;
import dev.berth.config.PluginRegistry;
import dev.berth.controlplane.api.Api;
import dev.berth.controlplane.api.ApiResource;
import dev.berth.controlplane.api.WriteOptions;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.Reply;
import dev.berth.controlplane.store.Signal;
import dev.berth.controlplane.store.Watch;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.engine.Engine;
import dev.berth.engine.view.Decision;
import dev.berth.engine.view.Query;
import dev.berth.manifest.Manifest;
import dev.berth.manifest.Manifests;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.spi.PluginProvider;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Gives a test a running cluster, with a scheduler that has the plugins under test.
///
/// In a static field the tests of a class share one cluster, in another field each has its own.
///
/// ```java
/// class NodeCostClusterTest {
///     @RegisterExtension
///     static final ClusterExtension cluster = ClusterExtension.create()
///             .configuration(Path.of("scheduler.yaml"))
///             .with(Path.of("nodes.yaml"));
///
///     @Test
///     void theCheapestNodeIsTaken() {
///         cluster.apply(POD);
///         assertThat(cluster.nodeOf("default/web")).isEqualTo("cheap");
///     }
/// }
/// ```
///
/// Plugins that are services on the class path are there without being named. Any client of
/// Kubernetes can take part by [#kubeconfig].
public final class ClusterExtension
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final List<PluginProvider<?>> plugins = new ArrayList<>();
    private final List<Manifest> start = new ArrayList<>();
    private String configuration = "";
    private boolean shared;
    private String owner = "";
    private @Nullable EmbeddedCluster running;

    private ClusterExtension() {}

    public static ClusterExtension create() {
        return new ClusterExtension();
    }

    /// A plugin that the configuration may name.
    public ClusterExtension plugin(PluginProvider<?> provider) {
        plugins.add(provider);
        return this;
    }

    /// The scheduler's configuration, a `KubeSchedulerConfiguration`; the usual one unless given.
    public ClusterExtension configuration(String yaml) {
        configuration = yaml;
        return this;
    }

    /// The same from a file.
    public ClusterExtension configuration(Path file) {
        try {
            return configuration(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the configuration", e);
        }
    }

    /// Objects that are there from the start, status included; stages may take the place of others.
    public ClusterExtension with(String manifests) {
        start.addAll(Manifests.parse("manifests", manifests));
        return this;
    }

    /// The same from a file or a folder.
    public ClusterExtension with(Path manifests) {
        start.addAll(Manifests.read(manifests));
        return this;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        shared = true;
        // Classes within the class share its cluster.
        if (running == null) {
            owner = context.getUniqueId();
            start();
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        if (!shared) {
            start();
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (!shared) {
            stop();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (owner.equals(context.getUniqueId())) {
            stop();
        }
    }

    private void start() {
        try {
            running =
                    EmbeddedCluster.builder()
                            .scheduler(Engines.of(configured()))
                            .filledBy(cluster ->
                                    start.forEach(
                                            manifest -> cluster.put(manifest.object()).orThrow()))
                            .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Configuration configured() {
        PluginRegistry registry = PluginRegistry.installed();
        List<PluginProvider<?>> more =
                plugins.stream()
                        .filter(plugin ->
                                registry.all().stream()
                                        .noneMatch(it -> it.name().equals(plugin.name())))
                        .toList();
        var reader = new ConfigurationReader(registry.with(more), FeatureGates.DEFAULT);
        return configuration.isEmpty()
                ? reader.defaults()
                : reader.read(Manifests.parseFirst("configuration", configuration).json());
    }

    private void stop() {
        if (running != null) {
            running.close();
            running = null;
        }
    }

    /// The cluster itself: its store, its scheduler, its API.
    public EmbeddedCluster cluster() {
        return Objects.requireNonNull(
                running,
                "the cluster runs during tests only; is the field annotated with"
                        + " @RegisterExtension?");
    }

    /// By which any client reaches the cluster.
    public String kubeconfig() {
        return cluster().api().kubeconfig();
    }

    /// Creates objects, or changes those that are there, as `kubectl apply` does for objects nobody
    /// else changes.
    ///
    /// @throws IllegalStateException if one is refused, with the API server's message
    public ClusterExtension apply(String manifests) {
        var api = new Api(cluster().store());
        for (Manifest manifest : Manifests.parse("manifests", manifests)) {
            Json.Obj object = manifest.object();
            ApiResource resource = resource(api, object);
            String namespace =
                    resource.kind().namespaced()
                            ? object.textAt("metadata", "namespace").orElse("default")
                            : "";
            String name = object.textAt("metadata", "name").orElse("");
            Reply<?> done =
                    api.get(resource, namespace, name).granted()
                            ? api.patch(
                                    resource,
                                    WriteScope.MAIN,
                                    namespace,
                                    name,
                                    new Patch.Strategic(object),
                                    WriteOptions.DEFAULT)
                            : api.create(resource, namespace, object, WriteOptions.DEFAULT);
            done.orThrow();
        }
        return this;
    }

    private static ApiResource resource(Api api, Json.Obj object) {
        String version = object.textAt("apiVersion").orElse("");
        String kind = object.textAt("kind").orElse("");
        return api.catalogue()
                .ofKind(version, kind)
                .orElseThrow(() ->
                        new IllegalStateException(
                                "no kind %s of version %s is served".formatted(kind, version)));
    }

    /// The node of a pod, as soon as it has one.
    ///
    /// @param pod `namespace/name`
    /// @throws AssertionError if it has none within ten seconds, with the reason it gives
    public String nodeOf(String pod) {
        return await(
                Kind.POD,
                key(pod),
                object -> object.json().textAt("spec", "nodeName"),
                () ->
                        "%s has no node: %s"
                                .formatted(
                                        pod,
                                        find(pod)
                                                .map(ClusterExtension::condition)
                                                .orElse("it is not there")));
    }

    /// Why a pod waits, as soon as the scheduler has said so.
    ///
    /// @param pod `namespace/name`
    /// @throws AssertionError if it is not unschedulable within ten seconds
    public String reasonOf(String pod) {
        return await(
                Kind.POD,
                key(pod),
                object -> Optional.of(condition(object)).filter(text -> !text.isEmpty()),
                () -> pod + " does not wait for anything");
    }

    private static String condition(ObjectVersion pod) {
        for (Json each :
                pod.json().at("status", "conditions").orElse(Json.Arr.EMPTY)
                                instanceof Json.Arr(var conditions)
                        ? conditions
                        : List.<Json>of()) {
            if (each.textAt("type").equals(Optional.of("PodScheduled"))
                    && each.textAt("status").equals(Optional.of("False"))) {
                return each.textAt("message").orElse("");
            }
        }
        return "";
    }

    /// The newest decision about a pod: what rejected which nodes, what the winner scored.
    ///
    /// @param pod `namespace/name`
    /// @throws AssertionError if there is none; whoever has waited for its node or its reason finds
    ///   one
    public Decision decisionOf(String pod) {
        Engine scheduler = cluster().scheduler().orElseThrow();
        return scheduler
                .ask(new Query.DecisionOf(key(pod)))
                .join()
                .orElseThrow(() -> new AssertionError(pod + " has not been tried yet"));
    }

    /// An object of any kind, as soon as it is there and as it should be.
    ///
    /// @param key `namespace/name`, or the name alone for what has no namespace
    /// @throws AssertionError if it is not so within ten seconds, with how it is
    public Json.Obj await(Kind kind, String key, Predicate<Json.Obj> so) {
        return await(
                kind,
                key,
                object -> Optional.of(object.json()).filter(so),
                () ->
                        "%s %s is not as it should be: %s"
                                .formatted(
                                        kind.name(),
                                        key,
                                        find(kind, key)
                                                .map(it -> it.json().text())
                                                .orElse("it is not there")));
    }

    /// Of a pod whose namespace is not said it is the usual one.
    private static String key(String pod) {
        return pod.contains("/") ? pod : "default/" + pod;
    }

    private Optional<ObjectVersion> find(String pod) {
        return find(Kind.POD, key(pod));
    }

    private Optional<ObjectVersion> find(Kind kind, String key) {
        int slash = key.indexOf('/');
        return cluster()
                .store()
                .find(kind, slash < 0 ? "" : key.substring(0, slash), key.substring(slash + 1));
    }

    private <T> T await(
            Kind kind,
            String key,
            Function<ObjectVersion, Optional<T>> wanted,
            Supplier<String> complaint) {
        var signal = new Signal();
        long end = System.nanoTime() + TIMEOUT.toNanos();
        try (Watch watch = cluster().store().watch(ObjectSelection.of(kind), signal::raise)) {
            while (true) {
                watch.read(Integer.MAX_VALUE);
                Optional<T> found = find(kind, key).flatMap(wanted);
                if (found.isPresent()) {
                    return found.get();
                }
                cluster()
                        .failure()
                        .ifPresent(why -> {
                            throw new AssertionError("the cluster has stopped", why);
                        });
                long left = end - System.nanoTime();
                if (left <= 0) {
                    throw new AssertionError(complaint.get());
                }
                signal.await(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while waiting for " + key, e);
        }
    }
}
