package dev.berth.app.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.app.Main;
import dev.berth.app.cli.Failure;
import dev.berth.app.embedded.EmbeddedCluster;
import dev.berth.app.snapshot.SnapshotFields.SnapshotKind;
import dev.berth.controlplane.store.Reply;
import dev.berth.kubeclient.ApiServerClient;
import dev.berth.kubeclient.ClientMeter;
import dev.berth.kubeclient.Kubeconfig;
import dev.berth.manifest.Manifests;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// `berth snapshot` of an embedded cluster.
class SnapshotCommandTest {
    private static final String OBJECTS =
            """
            apiVersion: v1
            kind: Node
            metadata: {name: n1, annotations: {example.com/owner: PRIVATE}}
            spec: {providerID: PRIVATE, taints: [{key: gpu, effect: NoSchedule}]}
            status:
              allocatable: {cpu: "4", memory: 8Gi, pods: "110"}
              addresses: [{type: InternalIP, address: PRIVATE}]
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: s, namespace: shop}
            stringData: {password: PRIVATE}
            ---
            apiVersion: v1
            kind: Pod
            metadata:
              name: web
              namespace: shop
              uid: 22222222-0000-4000-8000-000000000000
              labels: {app: web}
              annotations:
                kubectl.kubernetes.io/last-applied-configuration: PRIVATE
                scheduling.k8s.io/group-name: g
                example.com/topology: zone
              managedFields: [{manager: PRIVATE}]
            spec:
              tolerations: [{operator: Exists}]
              containers:
                - name: c
                  image: x
                  command: [PRIVATE]
                  args: [PRIVATE]
                  env: [{name: PASSWORD, value: PRIVATE}]
                  ports: [{containerPort: 80, hostPort: 8080}]
                  resources: {requests: {cpu: "1"}}
                  livenessProbe: {exec: {command: [PRIVATE]}}
              volumes:
                - {name: token, secret: {secretName: PRIVATE}}
                - {name: data, persistentVolumeClaim: {claimName: data}}
            ---
            apiVersion: v1
            kind: PersistentVolume
            metadata: {name: pv1}
            spec:
              capacity: {storage: 1Gi}
              accessModes: [ReadWriteOnce]
              csi: {driver: d, volumeHandle: h, volumeAttributes: {key: PRIVATE}, nodePublishSecretRef: {name: PRIVATE}}
            ---
            apiVersion: v1
            kind: PersistentVolume
            metadata: {name: pv2}
            spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], cephfs: {monitors: [PRIVATE]}}
            """;

    @TempDir private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        return new Main(new PrintWriter(out), new PrintWriter(err), Map.of(), false).run(args);
    }

    private static EmbeddedCluster cluster(String manifests) throws IOException {
        return EmbeddedCluster.builder()
                .still()
                .filledBy(it ->
                        Manifests.parse("objects", manifests)
                                .forEach(each -> it.put(each.object()).orThrow()))
                .start();
    }

    private Path kubeconfig(EmbeddedCluster cluster) throws IOException {
        return Files.writeString(folder.resolve("kubeconfig"), cluster.api().kubeconfig());
    }

    @Test
    void theFileHasWhatSchedulingNeedsAndNothingPrivate() throws IOException {
        Path file = folder.resolve("cluster.json");
        try (EmbeddedCluster cluster = cluster(OBJECTS)) {
            assertThat(
                            run(
                                    "snapshot",
                                    "--kubeconfig",
                                    kubeconfig(cluster).toString(),
                                    "--keep-annotation",
                                    "example.com/topology",
                                    "-o",
                                    file.toString()))
                    .isZero();
        }

        assertThat(out.toString())
                .contains("cluster.json: ")
                .contains("1 nodes, 1 pods")
                .contains("resource version ");
        assertThat(Files.getPosixFilePermissions(file))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(folder).isDirectoryNotContaining("glob:**.new");
        String text = Files.readString(file);
        assertThat(text).doesNotContain("PRIVATE", "managedFields", "\"Secret\"");
        Json pod = object(text, "Pod", "web");
        assertThat(pod.textAt("metadata", "uid")).hasValue("22222222-0000-4000-8000-000000000000");
        assertThat(pod.objAt("metadata", "annotations").orElseThrow())
                .isEqualTo(
                        Json.Obj.EMPTY
                                .with("scheduling.k8s.io/group-name", "g")
                                .with("example.com/topology", "zone"));
        assertThat(pod.at("spec", "containers", "0", "ports", "0", "hostPort"))
                .hasValue(Json.of(8080));
        assertThat(pod.at("spec", "volumes", "0").orElseThrow().text())
                .isEqualTo("{\"name\":\"token\",\"emptyDir\":{}}");
        assertThat(pod.textAt("spec", "volumes", "1", "persistentVolumeClaim", "claimName"))
                .hasValue("data");
        assertThat(object(text, "PersistentVolume", "pv1").at("spec", "csi").orElseThrow().text())
                .isEqualTo("{\"driver\":\"d\",\"volumeHandle\":\"h\"}");

        // The snapshot is input of the other commands.
        assertThat(run("up", "-f", file.toString(), "--until-idle")).isZero();
        assertThat(out.toString()).contains("1 node, 1 pod: ");
        assertThat(err.toString()).isEmpty();
        run("decide", "-f", file.toString());
        assertThat(out.toString()).contains("shop/web ");
    }

    private static Json object(String list, String kind, String name) {
        return Manifests.parse("snapshot", list).stream()
                .map(manifest -> manifest.object())
                .filter(object -> object.textAt("kind").orElse("").equals(kind))
                .filter(object -> object.textAt("metadata", "name").orElse("").equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void allListsAreAsOfOneResourceVersionAndComeInPages() throws Exception {
        try (EmbeddedCluster cluster = cluster(OBJECTS);
                var server =
                        new ApiServerClient(
                                Kubeconfig.read(kubeconfig(cluster).toString(), "", Map.of()),
                                "test",
                                System::nanoTime,
                                Instant::now,
                                Thread::sleep,
                                Thread.ofVirtual().factory())) {
            Json.Obj pod = cluster.store().find(Kind.POD, "shop", "web").orElseThrow().json();
            for (int i = 0; i < 1_200; i++) {
                create(cluster, pod, "early-" + i);
            }
            var lists = new ClusterLists(server.client(0, 0, ClientMeter.NONE));
            String resourceVersion = lists.resourceVersion();
            create(cluster, pod, "late");
            var names = new ArrayList<String>();

            assertThat(
                            lists.list(
                                    Kind.POD,
                                    resourceVersion,
                                    each -> names.add(each.textAt("metadata", "name").orElse(""))))
                    .hasValue(1_201);
            assertThat(names).hasSize(1_201).doesNotContain("late").doesNotHaveDuplicates();
            assertThat(
                            lists.list(
                                    new Kind("example.com", "v1", "None", "nones", true),
                                    resourceVersion,
                                    _ -> {}))
                    .isEmpty();
        }
    }

    private static void create(EmbeddedCluster cluster, Json.Obj pod, String name) {
        Json.Obj copy = pod.withoutAt("metadata", "uid");
        Reply<?> reply =
                cluster.store().create(copy.withAt(List.of("metadata", "name"), Json.of(name)));
        assertThat(reply.granted()).isTrue();
    }

    @Test
    void aFailedSnapshotLeavesTheFileAlone() throws IOException {
        Path file = Files.writeString(folder.resolve("cluster.json"), "before");
        Path kubeconfig;
        try (EmbeddedCluster cluster = cluster(OBJECTS)) {
            kubeconfig = kubeconfig(cluster);
        }

        assertThat(run("snapshot", "--kubeconfig", kubeconfig.toString(), "-o", file.toString()))
                .isEqualTo(4);
        assertThat(file).hasContent("before");
        assertThat(err.toString()).contains("cluster.json is unchanged");
    }

    @Test
    void aMissingDirectoryIsReported() {
        Path nowhere = folder.resolve("none").resolve("cluster.json");

        assertThatThrownBy(() -> new SnapshotFile(nowhere, "1"))
                .isInstanceOf(Failure.class)
                .hasMessage("cannot write %s: no such file or directory".formatted(nowhere));
    }

    @Test
    void theRoleListsTheKindsOfTheSnapshot() {
        var granted = new TreeSet<String>();
        Json role = Manifests.read(Path.of("../deploy/snapshot/rbac.yaml")).getFirst().object();
        for (Json rule : ((Json.Arr) role.at("rules").orElseThrow()).elements()) {
            assertThat(rule.at("verbs").orElseThrow().text()).isEqualTo("[\"list\"]");
            for (Json resource : ((Json.Arr) rule.at("resources").orElseThrow()).elements()) {
                granted.add(
                        rule.textAt("apiGroups", "0").orElseThrow()
                                + "/"
                                + ((Json.Str) resource).value());
            }
        }
        assertThat(granted)
                .containsExactlyInAnyOrderElementsOf(
                        new SnapshotFields(List.of())
                                .kinds().stream()
                                        .map(SnapshotKind::kind)
                                        .map(kind -> kind.group() + "/" + kind.plural())
                                        .toList());
    }
}
