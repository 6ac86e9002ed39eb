package dev.berth.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/// Every request, however malformed, is granted or rejected: the server never fails and always
/// responds. A failure prints its seed, which `-Dtest.seed` repeats.
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class FuzzTest {
    private static final int REQUESTS = Integer.getInteger("requests", 4_000);

    private final long seed = Long.getLong("test.seed", 20_261_117L);
    private final Random random = new Random(seed);

    private static final List<String> METHODS =
            List.of(
                    "GET", "GET", "GET", "POST", "POST", "PUT", "PATCH", "PATCH", "DELETE", "HEAD",
                    "OPTIONS", "FOO");
    private static final List<String> STEPS =
            List.of(
                    "api",
                    "apis",
                    "v1",
                    "apps",
                    "batch",
                    "policy",
                    "namespaces",
                    "default",
                    "pods",
                    "nodes",
                    "events",
                    "events.k8s.io",
                    "deployments",
                    "jobs",
                    "leases",
                    "coordination.k8s.io",
                    "persistentvolumeclaims",
                    "priorityclasses",
                    "scheduling.k8s.io",
                    "resource.k8s.io",
                    "resourceslices",
                    "a",
                    "n1",
                    "status",
                    "scale",
                    "binding",
                    "eviction",
                    "log",
                    "watch",
                    "openapi",
                    "v3",
                    "version",
                    "..",
                    ".",
                    "%00",
                    "%2F",
                    "%zz",
                    "ü",
                    "x".repeat(300),
                    "",
                    "finalize");
    private static final List<String> PATHS =
            List.of(
                    "/api/v1/namespaces/default/pods",
                    "/api/v1/namespaces/default/pods/a",
                    "/api/v1/namespaces/default/pods/a/status",
                    "/api/v1/namespaces/default/pods/a/binding",
                    "/api/v1/namespaces/default/pods/a/eviction",
                    "/api/v1/namespaces/default/events",
                    "/apis/events.k8s.io/v1/namespaces/default/events",
                    "/api/v1/namespaces/default/services",
                    "/api/v1/nodes",
                    "/api/v1/nodes/n1",
                    "/api/v1/namespaces",
                    "/api/v1/namespaces/x",
                    "/api/v1/pods",
                    "/apis/apps/v1/namespaces/default/deployments",
                    "/apis/apps/v1/namespaces/default/deployments/d",
                    "/apis/apps/v1/namespaces/default/deployments/d/scale",
                    "/apis/batch/v1/namespaces/default/jobs",
                    "/apis/policy/v1/namespaces/default/poddisruptionbudgets",
                    "/apis/storage.k8s.io/v1/storageclasses",
                    "/apis/resource.k8s.io/v1/resourceslices",
                    "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews");
    private static final List<String> PARAMETERS =
            List.of(
                    "labelSelector",
                    "fieldSelector",
                    "limit",
                    "continue",
                    "resourceVersion",
                    "resourceVersionMatch",
                    "timeoutSeconds",
                    "dryRun",
                    "fieldValidation",
                    "fieldManager",
                    "propagationPolicy",
                    "gracePeriodSeconds",
                    "orphanDependents",
                    "allowWatchBookmarks",
                    "sendInitialEvents",
                    "pretty",
                    "includeObject",
                    "force");
    private static final List<String> VALUES =
            List.of(
                    "",
                    "0",
                    "1",
                    "-1",
                    "true",
                    "false",
                    "All",
                    "Strict",
                    "Warn",
                    "a",
                    "a=b",
                    "a in (b,c)",
                    "a in (",
                    "!a",
                    "a!=b,c",
                    "metadata.name=a",
                    "spec.nodeName=n1",
                    "spec.foo=1",
                    "=,=",
                    "Exact",
                    "NotOlderThan",
                    "Foreground",
                    "Orphan",
                    "99999999999999999999",
                    "1e3",
                    "eyJ2IjoibWV0YSJ9",
                    "\u0000",
                    "ü",
                    "%",
                    "None",
                    "Object",
                    "x".repeat(500));
    private static final List<String> TYPES =
            List.of(
                    "application/json",
                    "application/json",
                    "application/yaml",
                    "application/json-patch+json",
                    "application/merge-patch+json",
                    "application/strategic-merge-patch+json",
                    "application/apply-patch+yaml",
                    "application/vnd.kubernetes.protobuf",
                    "text/plain",
                    ";;;");
    private static final List<String> ACCEPTS =
            List.of(
                    "application/json",
                    "*/*",
                    "application/yaml",
                    "application/json;as=Table;v=v1;g=meta.k8s.io",
                    "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io",
                    "application/json;as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io",
                    "application/vnd.kubernetes.protobuf",
                    ";q=x,,",
                    "a/b");
    private static final List<String> FIELDS =
            List.of(
                    "apiVersion",
                    "kind",
                    "metadata",
                    "name",
                    "namespace",
                    "labels",
                    "annotations",
                    "generateName",
                    "uid",
                    "resourceVersion",
                    "creationTimestamp",
                    "finalizers",
                    "ownerReferences",
                    "spec",
                    "status",
                    "containers",
                    "image",
                    "resources",
                    "requests",
                    "cpu",
                    "nodeName",
                    "replicas",
                    "selector",
                    "matchLabels",
                    "matchExpressions",
                    "template",
                    "tolerations",
                    "key",
                    "operator",
                    "values",
                    "conditions",
                    "type",
                    "phase",
                    "target",
                    "ports",
                    "port",
                    "minAvailable",
                    "maxUnavailable",
                    "value",
                    "priorityClassName",
                    "affinity",
                    "nodeAffinity",
                    "topologySpreadConstraints",
                    "volumes",
                    "taints",
                    "unschedulable",
                    "op",
                    "path",
                    "from",
                    "$patch",
                    "$setElementOrder/containers",
                    "$retainKeys",
                    "deleteOptions",
                    "gracePeriodSeconds",
                    "preconditions",
                    "dryRun",
                    "involvedObject",
                    "regarding",
                    "eventTime",
                    "series",
                    "count",
                    "deletionTimestamp",
                    "generation",
                    "items");
    private static final List<String> WORDS =
            List.of(
                    "",
                    "a",
                    "d",
                    "n1",
                    "default",
                    "v1",
                    "apps/v1",
                    "Pod",
                    "Deployment",
                    "Node",
                    "100m",
                    "-1",
                    "1Ti",
                    "1e400",
                    "99999999999999999999",
                    "In",
                    "Exists",
                    "NoSchedule",
                    "add",
                    "remove",
                    "replace",
                    "test",
                    "move",
                    "copy",
                    "/spec",
                    "/spec/containers/0",
                    "/metadata/labels/a~1b",
                    "/-",
                    "delete",
                    "merge",
                    "2026-01-01T00:00:00Z",
                    "2026-13-01",
                    "\ud83d\ude00",
                    "50%",
                    "Running",
                    "x".repeat(300));

    /// Rejections that Kubernetes also reports as server errors.
    private static final List<String> AS_KUBERNETES =
            List.of(
                    "target.name: Required value",
                    "resourceVersion: Invalid value: ",
                    "Too large resource version");

    @Test
    void everyRequestIsGrantedOrRejected() {
        try (var cluster = new LiveCluster()) {
            cluster.create(
                    """
                    {"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","namespace":"default"},\
                    "spec":{"containers":[{"name":"c","image":"i"}]}}
                    """);
            cluster.create(
                    "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n1\"}}");
            List<Client> clients =
                    List.of(
                            Client.of(cluster.server()),
                            Client.of(
                                    cluster.server(),
                                    HttpClient.Version.HTTP_1_1,
                                    cluster.server().token()));
            for (int i = 0; i < REQUESTS; i++) {
                send(clients.get(i % 2), i);
            }
            assertThat(cluster.problems())
                    .as("seed %d", seed)
                    .noneMatch(line -> line.contains("failed"));
        }
    }

    private void send(Client client, int number) {
        String method = pick(METHODS);
        String target = target();
        String type = pick(TYPES);
        byte[] body = method.equals("GET") || random.nextInt(8) == 0 ? new byte[0] : body();
        String delivered =
                "seed %d, request %d: %s %s (%s) %s"
                        .formatted(
                                seed,
                                number,
                                method,
                                target,
                                type,
                                new String(body, StandardCharsets.ISO_8859_1));
        var request =
                client.request(method, "/", "", type)
                        .uri(URI.create(client.url() + target))
                        .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
                        .setHeader("Content-Type", type)
                        .setHeader("Accept", pick(ACCEPTS));
        HttpResponse<byte[]> answer;
        try {
            answer = client.bytes(request);
        } catch (UncheckedIOException e) {
            throw new AssertionError(delivered, e);
        }
        String text = new String(answer.body(), StandardCharsets.UTF_8);
        assertThat(
                        answer.statusCode() >= 200 && answer.statusCode() < 500
                                || AS_KUBERNETES.stream().anyMatch(text::contains))
                .as("%s%n%d %s", delivered, answer.statusCode(), text)
                .isTrue();
    }

    private String target() {
        var path = new StringBuilder();
        if (random.nextInt(3) == 0) {
            int steps = random.nextInt(7);
            for (int i = 0; i < steps; i++) {
                String step = pick(STEPS);
                path.append('/')
                        .append(step.equals("ü") ? "%C3%BC" : step.equals("%zz") ? "%25zz" : step);
            }
            if (path.isEmpty()) {
                path.append('/');
            }
        } else {
            path.append(pick(PATHS));
        }
        // Watches end by themselves.
        String separator = "?";
        if (random.nextInt(10) == 0) {
            path.append("?watch=1&timeoutSeconds=1");
            separator = "&";
        }
        int parameters = random.nextInt(4);
        for (int i = 0; i < parameters; i++) {
            path.append(separator)
                    .append(pick(PARAMETERS))
                    .append('=')
                    .append(URLEncoder.encode(pick(VALUES), StandardCharsets.UTF_8));
            separator = "&";
        }
        return path.toString().replace("timeoutSeconds=99999999999999999999", "timeoutSeconds=1");
    }

    private byte[] body() {
        String text = random.nextInt(6) == 0 ? list(3) : object(0);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (random.nextInt(4) == 0 && bytes.length > 0) {
            // Corrupts the JSON.
            int flips = 1 + random.nextInt(3);
            for (int i = 0; i < flips; i++) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
        }
        if (random.nextInt(20) == 0) {
            byte[] message = new byte[bytes.length + 4];
            System.arraycopy(new byte[] {'k', '8', 's', 0}, 0, message, 0, 4);
            System.arraycopy(bytes, 0, message, 4, bytes.length);
            return message;
        }
        return bytes;
    }

    private String object(int depth) {
        var text = new StringBuilder("{");
        if (depth == 0 && random.nextInt(3) > 0) {
            text.append("\"metadata\":{\"name\":\"")
                    .append(random.nextBoolean() ? "a" : "b" + random.nextInt(50))
                    .append("\"}");
        }
        int fields = random.nextInt(5);
        for (int i = 0; i < fields; i++) {
            if (text.length() > 1) {
                text.append(',');
            }
            text.append('"').append(pick(FIELDS)).append("\":").append(value(depth + 1));
        }
        return text.append('}').toString();
    }

    private String list(int depth) {
        var text = new StringBuilder("[");
        int elements = random.nextInt(4);
        for (int i = 0; i < elements; i++) {
            text.append(i > 0 ? "," : "").append(value(depth));
        }
        return text.append(']').toString();
    }

    private String value(int depth) {
        return switch (random.nextInt(depth > 5 ? 5 : 8)) {
            case 0 -> "null";
            case 1 -> "true";
            case 2 -> Long.toString(random.nextInt(5) - 1);
            case 3 -> "1e" + random.nextInt(400);
            case 4 -> "\"" + pick(WORDS) + "\"";
            case 5 -> list(depth + 1);
            default -> object(depth);
        };
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }
}
