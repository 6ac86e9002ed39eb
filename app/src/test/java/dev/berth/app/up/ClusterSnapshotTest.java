package dev.berth.app.up;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.app.Main;
import dev.berth.app.embedded.EmbeddedCluster;
import dev.berth.app.embedded.Engines;
import dev.berth.app.output.NodeUsage;
import dev.berth.app.workload.ManifestFiles;
import dev.berth.app.workload.ManifestProblems;
import dev.berth.app.workload.WorkloadCreation;
import dev.berth.config.ConfigurationReader;
import dev.berth.config.FeatureGates;
import dev.berth.config.PluginRegistry;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.Store;
import dev.berth.engine.Engine;
import dev.berth.engine.StepThreads;
import dev.berth.engine.port.Log;
import dev.berth.manifest.Origin;
import dev.berth.manifest.YamlText;
import dev.berth.model.Kind;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.sim.Actor;
import dev.berth.sim.VirtualCluster;
import dev.berth.sim.link.ClusterLink;
import dev.berth.sim.workload.GeneratedWorkload;
import dev.berth.sim.workload.GeneratedWorkloads;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// `berth up -f` with the objects of a real cluster.
class ClusterSnapshotTest {
    /// Objects that every cluster has, in the order of `kubectl get`: a namespace follows its
    /// objects.
    private static final String SNAPSHOT =
            """
            apiVersion: v1
            kind: List
            items:
              - apiVersion: v1
                kind: Node
                metadata: {name: n1, uid: 11111111-0000-4000-8000-000000000000, resourceVersion: "12"}
                status: {allocatable: {cpu: "4", memory: 8Gi, pods: "110"}}
              - apiVersion: v1
                kind: Pod
                metadata: {name: web, namespace: shop, uid: 22222222-0000-4000-8000-000000000000}
                spec: {nodeName: n1, containers: [{name: c, image: x}]}
                status: {phase: Running}
              - apiVersion: v1
                kind: Pod
                metadata: {name: waits, namespace: default}
                spec: {priorityClassName: system-cluster-critical, containers: [{name: c, image: x}]}
              - apiVersion: v1
                kind: Service
                metadata: {name: kubernetes, namespace: default, uid: 33333333-0000-4000-8000-000000000000}
                spec: {clusterIP: 10.0.0.1, ports: [{port: 443}]}
              - apiVersion: v1
                kind: Service
                metadata: {name: web, namespace: shop}
                spec: {selector: {app: web}}
              - apiVersion: v1
                kind: Namespace
                metadata: {name: default, uid: 44444444-0000-4000-8000-000000000000, labels: {a: b}}
                spec: {finalizers: [kubernetes]}
                status: {phase: Active}
              - apiVersion: v1
                kind: Namespace
                metadata: {name: shop, uid: 55555555-0000-4000-8000-000000000000, labels: {team: shop}}
              - apiVersion: scheduling.k8s.io/v1
                kind: PriorityClass
                metadata: {name: system-cluster-critical, uid: 66666666-0000-4000-8000-000000000000}
                value: 2000000000
              - {apiVersion: v1, kind: Endpoints, metadata: {name: kubernetes, namespace: default}}
              - {apiVersion: v1, kind: Event, metadata: {name: e1, namespace: default}}
              - {apiVersion: v1, kind: Event, metadata: {name: e2, namespace: default}}
              - {apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: admin}}
              - {apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: n1, namespace: kube-node-lease}}
              - {apiVersion: example.com/v1, kind: Widget, metadata: {name: w}}
            """;

    private static final String SKIPPED =
            "skipped 5 objects of kinds that do not affect scheduling: 1 ClusterRole"
                    + " (rbac.authorization.k8s.io/v1), 1 Endpoints (v1), 2 Event (v1), 1 Lease"
                    + " (coordination.k8s.io/v1)";

    @TempDir private Path folder;

    @Test
    void theObjectsThatEveryClusterHasAreReplacedAndKeepTheirUids() throws IOException {
        Path file = Files.writeString(folder.resolve("cluster.yaml"), SNAPSHOT);
        var origins = new HashMap<Json.Obj, Origin>();
        var problems = new ManifestProblems();
        var notes = new ArrayList<String>();
        List<Json.Obj> objects =
                ManifestFiles.read(
                        List.of(file.toString()),
                        InputStream.nullInputStream(),
                        origins,
                        notes::add,
                        problems);
        problems.throwIfAny();
        assertThat(notes).containsExactly(SKIPPED);
        var workload = new GeneratedWorkload(List.of(), objects, List.of());

        try (EmbeddedCluster cluster =
                EmbeddedCluster.builder()
                        .filledBy(it -> WorkloadCreation.fill(it, workload, origins, Log.NONE))
                        .start()) {
            assertThat(uid(cluster, Kind.NODE, "", "n1")).startsWith("11111111");
            assertThat(uid(cluster, Kind.POD, "shop", "web")).startsWith("22222222");
            assertThat(uid(cluster, Kind.SERVICE, "default", "kubernetes")).startsWith("33333333");
            assertThat(uid(cluster, Kind.NAMESPACE, "", "default")).startsWith("44444444");
            assertThat(uid(cluster, Kind.NAMESPACE, "", "shop")).startsWith("55555555");
            assertThat(uid(cluster, Kind.PRIORITY_CLASS, "", "system-cluster-critical"))
                    .startsWith("66666666");
            assertThat(cluster.store().find(Kind.NAMESPACE, "", "shop").orElseThrow().json())
                    .extracting(object -> object.textAt("metadata", "labels", "team"))
                    .asString()
                    .contains("shop");
            assertThat(cluster.store().kinds().named("v1", "Endpoints")).isEmpty();
            assertThat(cluster.store().kinds().named("example.com/v1", "Widget")).isPresent();
        }
    }

    private static String uid(EmbeddedCluster cluster, Kind kind, String namespace, String name) {
        return cluster.store().find(kind, namespace, name).orElseThrow().uid();
    }

    @Test
    void aSnapshotRunsAndTheSkippedKindsAreOneLine() throws IOException {
        Path file = Files.writeString(folder.resolve("cluster.yaml"), SNAPSHOT);
        var out = new StringWriter();
        var err = new StringWriter();

        assertThat(run(out, err, "up", "-f", file.toString(), "--until-idle")).isZero();

        assertThat(out.toString()).startsWith("1 node, 2 pods: 2 scheduled, 0 unschedulable");
        assertThat(err.toString().lines()).containsExactly(SKIPPED);
    }

    @Test
    void allProblemsAreReportedAtOnce() throws IOException {
        Path file =
                Files.writeString(
                        folder.resolve("wrong.yaml"),
                        """
                        {apiVersion: v1, kind: Node, metadata: {name: n1}, spec: {taints: 5}}
                        ---
                        {apiVersion: v1, kind: Node, metadata: {name: n2}}
                        ---
                        {apiVersion: v1, kind: Node, metadata: {name: n2}}
                        ---
                        {apiVersion: v1, kind: Node, metadata: {name: UPPER}}
                        ---
                        {kind: Node}
                        """);
        var err = new StringWriter();

        assertThat(
                        run(
                                new StringWriter(),
                                err,
                                "up",
                                "-f",
                                file.toString(),
                                "-f",
                                folder + "/none.yaml",
                                "--until-idle"))
                .isEqualTo(2);

        assertThat(err.toString().lines())
                .hasSize(5)
                .anyMatch(line -> line.endsWith("apiVersion: is missing"))
                .anyMatch(line -> line.endsWith("none.yaml: no such file or directory"))
                .anyMatch(line -> line.contains("wrong.yaml:1:") && line.contains("spec.taints"))
                .anyMatch(line -> line.contains("nodes \"n2\" already exists"))
                .anyMatch(line -> line.contains("UPPER"));
    }

    @Test
    void aSnapshotIsLoadedTogetherWithMorePodsOfTheSameSeed() throws IOException {
        Store first =
                scheduled(GeneratedWorkloads.mixed(1, 30, 600), Map.of(), Duration.ofMinutes(10));
        Json.Arr items =
                new Json.Arr(
                        first.list(ObjectSelection.everything()).objects().stream()
                                .<Json>map(ObjectVersion::json)
                                .toList());
        Path file =
                Files.writeString(
                        folder.resolve("cluster.yaml"),
                        YamlText.of(
                                Json.Obj.EMPTY
                                        .with("apiVersion", "v1")
                                        .with("kind", "List")
                                        .with("items", items)));
        var origins = new HashMap<Json.Obj, Origin>();
        var problems = new ManifestProblems();
        List<Json.Obj> objects =
                ManifestFiles.read(
                        List.of(file.toString()),
                        InputStream.nullInputStream(),
                        origins,
                        _ -> {},
                        problems);
        problems.throwIfAny();
        GeneratedWorkload more = GeneratedWorkloads.mixed(1, 0, 500, objects);
        List<Json.Obj> context = new ArrayList<>(more.context());
        context.addAll(objects);

        Store second =
                scheduled(
                        new GeneratedWorkload(List.of(), context, more.pods()),
                        origins,
                        Duration.ofMinutes(10));

        assertThat(second.list(ObjectSelection.everything()).objects())
                .extracting(ObjectVersion::uid)
                .doesNotHaveDuplicates();
        List<Pod> pods = typed(second, Kind.POD, Pod.class);
        assertThat(pods).hasSize(1_100);
        assertThat(typed(first, Kind.POD, Pod.class))
                .allSatisfy(before ->
                        assertThat(pods)
                                .anyMatch(after ->
                                        after.uid().equals(before.uid())
                                                && after.spec()
                                                        .nodeName()
                                                        .equals(before.spec().nodeName())));
        assertThat(pods)
                .filteredOn(pod -> !pod.assigned())
                .allSatisfy(pod ->
                        assertThat(pod.status().condition("PodScheduled").orElseThrow().message())
                                .isNotEmpty());
        assertThat(NodeUsage.of(typed(second, Kind.NODE, Node.class), pods))
                .hasSize(30)
                .allMatch(node ->
                        node.pods() <= node.allocatable().pods()
                                && node.requested().cpuMillis() <= node.allocatable().cpuMillis()
                                && node.requested().memoryBytes()
                                        <= node.allocatable().memoryBytes());
    }

    private static <T> List<T> typed(Store store, Kind kind, Class<T> type) {
        return store.list(ObjectSelection.of(kind)).objects().stream()
                .map(ObjectVersion::typed)
                .map(type::cast)
                .toList();
    }

    /// A cluster with controllers and a scheduler, some time later.
    private static Store scheduled(
            GeneratedWorkload workload, Map<Json.Obj, Origin> origins, Duration time) {
        var cluster = new VirtualCluster(1).controlled(Log.NONE);
        WorkloadCreation.fill(cluster.cluster(), workload, origins, Log.NONE);
        var configuration =
                new ConfigurationReader(PluginRegistry.inTree(), FeatureGates.DEFAULT).defaults();
        ClusterLink link = cluster.cluster().link();
        try (link;
                Engine engine =
                        Engines.of(configuration)
                                .api(link)
                                .clock(cluster.clock())
                                .executor(new StepThreads())
                                .seed(1)
                                .build()) {
            link.deliverTo(engine::post);
            cluster.join(() -> link.pump(Integer.MAX_VALUE));
            cluster.join(Actor.of(engine::runOnce, engine::dueNanos));
            cluster.advance(time);
            return cluster.store();
        }
    }

    private static int run(StringWriter out, StringWriter err, String... args) {
        return new Main(new PrintWriter(out), new PrintWriter(err), Map.of(), false).run(args);
    }
}
