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
import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.Reply;
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
import java.util.function.Predicate;

/// Runs a cluster during a test, with a scheduler that has the plugins under test.
///
/// In a static field, the tests of a class share one cluster. In an instance field, each test has
/// its own cluster.
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
/// Each cluster has its own store, scheduler and port. Several extensions can run in one test, and
/// tests can run in parallel.
///
/// Plugins that are services on the class path are available without registration. Any Kubernetes
/// client can connect with the [#kubeconfig].
public final class ClusterExtension
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

    private final List<PluginProvider<?>> plugins = new ArrayList<>();
    private final List<Manifest> start = new ArrayList<>();
    private String configuration = "";
    private Duration timeout = DEFAULT_TIMEOUT;
    private boolean shared;
    private String owner = "";
    private @Nullable EmbeddedCluster running;

    private ClusterExtension() {}

    public static ClusterExtension create() {
        return new ClusterExtension();
    }

    /// Adds a plugin that the configuration can enable.
    public ClusterExtension plugin(PluginProvider<?> provider) {
        plugins.add(provider);
        return this;
    }

    /// Sets the `KubeSchedulerConfiguration` of the scheduler. Without it, the scheduler uses the
    /// default configuration.
    public ClusterExtension configuration(String yaml) {
        configuration = yaml;
        return this;
    }

    /// As [#configuration(String)], from a file.
    public ClusterExtension configuration(Path file) {
        try {
            return configuration(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the configuration " + file, e);
        }
    }

    /// Sets how long assertions wait. The default is ten seconds.
    public ClusterExtension timeout(Duration timeout) {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout must be positive, was " + timeout);
        }
        this.timeout = timeout;
        return this;
    }

    /// Adds objects that exist from the start, including their status. Stages replace the default
    /// stages.
    public ClusterExtension with(String manifests) {
        start.addAll(Manifests.parse("manifests", manifests));
        return this;
    }

    /// As [#with(String)], from a file or directory.
    public ClusterExtension with(Path manifests) {
        start.addAll(Manifests.read(manifests));
        return this;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        shared = true;
        // Nested classes share the cluster of their outer class.
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

    /// The cluster: its store, its scheduler and its API.
    public EmbeddedCluster cluster() {
        return Objects.requireNonNull(
                running,
                "the cluster runs only during tests; check that the field is annotated with"
                        + " @RegisterExtension?");
    }

    /// The kubeconfig with which any client can connect.
    public String kubeconfig() {
        return cluster().api().kubeconfig();
    }

    /// Creates or updates objects, as `kubectl apply` does for objects that no other client
    /// updates.
    ///
    /// @throws IllegalStateException if the API server rejects an object, with the server's message
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
        return api.catalog()
                .ofKind(version, kind)
                .orElseThrow(() ->
                        new IllegalStateException(
                                "the API server does not serve the kind %s in version %s"
                                        .formatted(kind, version)));
    }

    /// Waits until the pod has a node, and returns the name of the node.
    ///
    /// @param pod `namespace/name`
    /// @throws AssertionError if the pod has no node within the timeout, with the reason
    public String nodeOf(String pod) {
        return nodeOf(pod, timeout);
    }

    /// As [#nodeOf(String)], with another timeout.
    public String nodeOf(String pod, Duration atMost) {
        return assertThatPod(pod).within(atMost).node();
    }

    /// Waits until the scheduler has marked the pod as unschedulable, and returns the message.
    ///
    /// @param pod `namespace/name`
    /// @throws AssertionError if the pod is not unschedulable within the timeout
    public String reasonOf(String pod) {
        return reasonOf(pod, timeout);
    }

    /// As [#reasonOf(String)], with another timeout.
    public String reasonOf(String pod, Duration atMost) {
        return assertThatPod(pod).within(atMost).reason();
    }

    /// Assertions about a pod. Each of them waits until it holds.
    ///
    /// ```java
    /// cluster.assertThatPod("web").isScheduledOn("n1").hasEvent("Scheduled");
    /// cluster.assertThatPod("big").isUnschedulable("Insufficient cpu");
    /// ```
    ///
    /// @param pod `namespace/name`, or the name of a pod in the namespace `default`
    public PodAssert assertThatPod(String pod) {
        return new PodAssert(waits(), ClusterWaits.podKey(pod), timeout);
    }

    /// Assertions about an object of any kind. Each of them waits until it holds.
    ///
    /// @param key `namespace/name`, or the name of a cluster-scoped object
    public ObjectAssert assertThatObject(Kind kind, String key) {
        return new ObjectAssert(waits(), kind, key, timeout);
    }

    private ClusterWaits waits() {
        return new ClusterWaits(cluster());
    }

    /// The latest decision for a pod: the rejected nodes with their reasons, and the scores.
    ///
    /// @param pod `namespace/name`
    /// @throws AssertionError if there is none; call [#nodeOf] or [#reasonOf] first to wait for one
    public Decision decisionOf(String pod) {
        Engine scheduler = cluster().scheduler().orElseThrow();
        return scheduler
                .ask(new Query.DecisionOf(ClusterWaits.podKey(pod)))
                .join()
                .orElseThrow(() -> new AssertionError(pod + " had no scheduling attempt yet"));
    }

    /// Waits until an object of any kind exists and satisfies the condition, and returns it.
    ///
    /// @param key `namespace/name`, or the name of a cluster-scoped object
    /// @throws AssertionError if this takes longer than the timeout, with the current object
    public Json.Obj await(Kind kind, String key, Predicate<Json.Obj> so) {
        return await(kind, key, so, timeout);
    }

    /// As [#await(Kind, String, Predicate)], with another timeout.
    public Json.Obj await(Kind kind, String key, Predicate<Json.Obj> so, Duration atMost) {
        return assertThatObject(kind, key).within(atMost).satisfies("the condition", so).json();
    }
}
