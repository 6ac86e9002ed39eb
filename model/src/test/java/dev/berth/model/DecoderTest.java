package dev.berth.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

class DecoderTest {
    /// All fields that the decoder reads, and no others, in the order of the encoder.
    static final String POD =
            """
            {"apiVersion": "v1", "kind": "Pod",
             "metadata": {
               "name": "web-1", "namespace": "shop", "uid": "u1", "resourceVersion": "42", "generation": 3,
               "creationTimestamp": "2025-11-16T10:20:30Z", "deletionTimestamp": "2025-11-16T11:00:00.123456Z",
               "labels": {"app": "web"}, "annotations": {"note": "x"},
               "ownerReferences": [{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "web", "uid": "r1", "controller": true}],
               "finalizers": ["example.com/keep"]},
             "spec": {
               "containers": [
                 {"name": "main", "image": "web:1",
                  "resources": {"requests": {"cpu": "500m", "memory": "1Gi"}, "limits": {"memory": "2Gi"}},
                  "ports": [{"hostIP": "127.0.0.1", "hostPort": 8080, "protocol": "TCP", "containerPort": 80}, {"containerPort": 81}]}],
               "initContainers": [{"name": "proxy", "restartPolicy": "Always", "restartPolicyRules": [{"action": "RestartAllContainers"}]}],
               "overhead": {"cpu": "10m"},
               "resources": {"requests": {"cpu": "2"}},
               "nodeSelector": {},
               "affinity": {
                 "nodeAffinity": {
                   "requiredDuringSchedulingIgnoredDuringExecution": {"nodeSelectorTerms": [
                     {"matchExpressions": [{"key": "zone", "operator": "In", "values": ["a", "b"]}],
                      "matchFields": [{"key": "metadata.name", "operator": "NotIn", "values": ["n1"]}]}]},
                   "preferredDuringSchedulingIgnoredDuringExecution": [
                     {"weight": 5, "preference": {"matchExpressions": [{"key": "ssd", "operator": "Exists"}]}}]},
                 "podAffinity": {},
                 "podAntiAffinity": {
                   "requiredDuringSchedulingIgnoredDuringExecution": [
                     {"labelSelector": {"matchLabels": {"app": "web"}}, "namespaces": ["shop"],
                      "namespaceSelector": {}, "topologyKey": "kubernetes.io/hostname",
                      "matchLabelKeys": ["v"], "mismatchLabelKeys": ["w"]}],
                   "preferredDuringSchedulingIgnoredDuringExecution": [
                     {"weight": 7, "podAffinityTerm": {"topologyKey": "zone"}}]}},
               "tolerations": [{"key": "gpu", "operator": "Equal", "value": "yes", "effect": "NoExecute", "tolerationSeconds": 60}, {}],
               "topologySpreadConstraints": [
                 {"maxSkew": 2, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule",
                  "labelSelector": {"matchExpressions": [{"key": "app", "operator": "Exists"}]},
                  "minDomains": 3, "nodeAffinityPolicy": "Ignore", "nodeTaintsPolicy": "Honor", "matchLabelKeys": ["hash"]}],
               "resourceClaims": [{"name": "gpu", "resourceClaimName": "c1"}, {"name": "nic", "resourceClaimTemplateName": "t1"}],
               "hostNetwork": true, "hostUsers": false,
               "nodeName": "n1", "schedulerName": "berth", "priority": 1000, "priorityClassName": "high",
               "preemptionPolicy": "Never",
               "schedulingGates": [{"name": "example.com/wait"}],
               "volumes": [{"name": "data", "persistentVolumeClaim": {"claimName": "data-0"}}, {"name": "model", "image": {"reference": "model:2"}}],
               "schedulingGroup": {"podGroupName": "gang"},
               "terminationGracePeriodSeconds": 5},
             "status": {
               "phase": "Running", "nominatedNodeName": "n2", "startTime": "2025-11-16T10:20:31Z",
               "conditions": [
                 {"type": "PodScheduled", "status": "False", "reason": "Unschedulable", "message": "no room",
                  "lastTransitionTime": "2025-11-16T10:20:30Z", "observedGeneration": 2}],
               "containerStatuses": [{"name": "main", "resources": {"requests": {"cpu": "600m"}}, "allocatedResources": {"cpu": "700m"}}],
               "initContainerStatuses": [{"name": "proxy", "resources": {"requests": {"memory": "1Mi"}}}],
               "resources": {"requests": {"cpu": "3"}},
               "allocatedResources": {"cpu": "4"},
               "resourceClaimStatuses": [{"name": "nic", "resourceClaimName": "web-1-nic"}]}}
            """;

    private final Decoder decoder = new Decoder();

    static Json.Obj json(String text) {
        return (Json.Obj) Json.parse(text);
    }

    @Test
    void everyFieldOfAPodIsRead() {
        Pod pod = decoder.pod(json(POD));

        assertThat(pod.meta())
                .isEqualTo(
                        new Meta(
                                "web-1",
                                "shop",
                                "u1",
                                "42",
                                3,
                                Optional.of(Instant.parse("2025-11-16T10:20:30Z")),
                                Optional.of(Instant.parse("2025-11-16T11:00:00.123456Z")),
                                Labels.of("app", "web"),
                                Labels.of("note", "x"),
                                List.of(
                                        new OwnerReference(
                                                "apps/v1", "ReplicaSet", "web", "r1", true)),
                                List.of("example.com/keep")));
        PodTemplate.Parts parts = pod.template().parts();
        assertThat(parts.containers().getFirst().ports())
                .containsExactly(
                        new ContainerPort("127.0.0.1", 8080, "TCP", 80),
                        new ContainerPort("", 0, "", 81));
        assertThat(parts.containers().getFirst().limits().get("memory"))
                .contains(Quantity.parse("2Gi"));
        assertThat(parts.initContainers().getFirst().restartable()).isTrue();
        assertThat(parts.initContainers().getFirst().restartActions())
                .containsExactly("RestartAllContainers");
        assertThat(parts.hostUsers()).contains(false);
        assertThat(pod.template().hostPorts())
                .containsExactly(new HostPort("127.0.0.1", "TCP", 8080));
        assertThat(parts.nodeSelector()).contains(Labels.NONE);
        assertThat(parts.affinity().node().orElseThrow().required().orElseThrow()).hasSize(1);
        assertThat(parts.affinity().pod()).contains(new PodAffinity(List.of(), List.of()));
        assertThat(
                        parts.affinity()
                                .antiPod()
                                .orElseThrow()
                                .required()
                                .getFirst()
                                .namespaceSelector())
                .contains(new LabelSelector(Labels.NONE, List.of()));
        assertThat(parts.tolerations())
                .containsExactly(
                        new Toleration("gpu", "Equal", "yes", "NoExecute", Optional.of(60L)),
                        new Toleration("", "", "", "", Optional.empty()));
        assertThat(parts.spread().getFirst().minDomains()).contains(3);
        assertThat(parts.imageVolumes()).containsExactly("model:2");
        assertThat(parts.claims())
                .containsExactly(new PodClaim("gpu", "c1", ""), new PodClaim("nic", "", "t1"));
        assertThat(pod.spec().volumes().getFirst())
                .isEqualTo(
                        new Volume(
                                "data",
                                "persistentVolumeClaim",
                                json("{\"claimName\": \"data-0\"}")));
        assertThat(pod.spec().schedulingGates()).containsExactly("example.com/wait");
        assertThat(pod.spec().schedulingGroup()).isEqualTo("gang");
        assertThat(pod.spec().terminationGraceSeconds()).isEqualTo(5);
        assertThat(pod.status().condition("PodScheduled").orElseThrow().observedGeneration())
                .isEqualTo(2);
        assertThat(pod.status().containers()).hasSize(2);
        assertThat(pod.terminating()).isTrue();
    }

    @Test
    void anEmptyPodHasDefaults() {
        for (String text :
                List.of("{}", "{\"metadata\": null, \"spec\": null, \"status\": null}")) {
            Pod pod = decoder.pod(json(text));

            assertThat(pod.name()).isEmpty();
            assertThat(pod.template().parts().nodeSelector()).isEmpty();
            assertThat(pod.template().affinity()).isEqualTo(Affinity.NONE);
            assertThat(pod.spec().priority()).isZero();
            assertThat(pod.status()).isEqualTo(PodStatus.NONE);
            assertThat(pod.requests().accounting()).isEqualTo(Requests.NONE);
        }
    }

    @Test
    void podsOfOneWorkloadShareTemplateAndLabels() {
        Json.Obj first = json(POD);
        Json.Obj second = first.withAt(List.of("metadata", "name"), Json.of("web-2"));

        Pod one = decoder.pod(first);
        Pod two = decoder.pod(second.withAt(List.of("spec", "nodeName"), Json.of("n2")));

        assertThat(two.template()).isSameAs(one.template());
        assertThat(two.labels()).isSameAs(one.labels());
        assertThat(two).isNotEqualTo(one);
    }

    @Test
    void theFirstOfTwoStatusesWithTheSameNameCounts() {
        Pod pod =
                decoder.pod(
                        json(
                                """
                                {"spec": {"containers": [{"name": "a", "resources": {"requests": {"cpu": "1"}}}]},
                                 "status": {"containerStatuses": [{"name": "a", "resources": {"requests": {"cpu": "2"}}}],
                                            "initContainerStatuses": [{"name": "a"}]}}
                                """));

        assertThat(pod.requests().accounting().cpuMillis()).isEqualTo(2_000);
    }

    @Test
    void everyKindSurvivesWritingAndReading() {
        record Case(Kind kind, String json) {}
        List<Case> cases =
                List.of(
                        new Case(Kind.POD, POD),
                        new Case(
                                Kind.NODE,
                                """
                                {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n1", "labels": {"zone": "a"}},
                                 "spec": {"unschedulable": true, "taints": [{"key": "gpu", "value": "x", "effect": "NoSchedule"}]},
                                 "status": {"allocatable": {"cpu": "3920m", "example.com/gpu": "2", "memory": "15Gi", "pods": "110"},
                                            "images": [{"names": ["web:1", "web@sha256:0"], "sizeBytes": 123456789}],
                                            "conditions": [{"type": "Ready", "status": "True"}],
                                            "declaredFeatures": ["GuaranteedQoSPodCPUResize"]}}
                                """),
                        new Case(
                                Kind.NAMESPACE,
                                "{\"apiVersion\": \"v1\", \"kind\": \"Namespace\", \"metadata\":"
                                        + " {\"name\": \"shop\", \"labels\": {\"team\": \"a\"}}}"),
                        new Case(
                                Kind.SERVICE,
                                "{\"apiVersion\": \"v1\", \"kind\": \"Service\", \"metadata\":"
                                        + " {\"name\": \"web\"}, \"spec\": {\"selector\": {\"app\":"
                                        + " \"web\"}}}"),
                        new Case(
                                Kind.REPLICATION_CONTROLLER,
                                "{\"apiVersion\": \"v1\", \"kind\": \"ReplicationController\","
                                    + " \"metadata\": {\"name\": \"web\"}, \"spec\": {\"selector\":"
                                    + " {\"app\": \"web\"}}}"),
                        new Case(
                                Kind.REPLICA_SET,
                                "{\"apiVersion\": \"apps/v1\", \"kind\": \"ReplicaSet\","
                                    + " \"metadata\": {\"name\": \"web\"}, \"spec\": {\"selector\":"
                                    + " {\"matchLabels\": {\"app\": \"web\"}}}}"),
                        new Case(
                                Kind.STATEFUL_SET,
                                "{\"apiVersion\": \"apps/v1\", \"kind\": \"StatefulSet\","
                                        + " \"metadata\": {\"name\": \"db\"}, \"spec\": {}}"),
                        new Case(
                                Kind.PRIORITY_CLASS,
                                "{\"apiVersion\": \"scheduling.k8s.io/v1\", \"kind\":"
                                        + " \"PriorityClass\", \"metadata\": {\"name\": \"high\"},"
                                        + " \"value\": 1000, \"globalDefault\": false,"
                                        + " \"preemptionPolicy\": \"Never\"}"),
                        new Case(
                                Kind.DISRUPTION_BUDGET,
                                "{\"apiVersion\": \"policy/v1\", \"kind\": \"PodDisruptionBudget\","
                                    + " \"metadata\": {\"name\": \"web\"}, \"spec\": {\"selector\":"
                                    + " {}}, \"status\": {\"disruptionsAllowed\": 1,"
                                    + " \"disruptedPods\": {\"web-3\": null}}}"),
                        new Case(
                                new Kind("example.com", "v1", "Quota", "quotas", true),
                                "{\"apiVersion\": \"example.com/v1\", \"kind\": \"Quota\","
                                    + " \"metadata\": {\"name\": \"q\"}, \"free\": [1, 2.50]}"));
        for (Case each : cases) {
            KubeObject object = decoder.object(each.kind, json(each.json));

            Json.Obj written = Encoder.object(object);

            assertThat(written.pretty()).isEqualTo(json(each.json).pretty());
            assertThat(decoder.object(each.kind, written)).isEqualTo(object);
            assertThat(object.kind()).isEqualTo(each.kind);
        }
    }

    @Test
    void amountsBeyondTheLastSuffixAreWrittenAsDigits() {
        Json.Obj node =
                json("{\"status\": {\"allocatable\": {\"cpu\": \"1000E\", \"memory\": \"8Ei\"}}}");

        Json.Obj written = Encoder.node(decoder.node(node));

        assertThat(written.textAt("status", "allocatable", "cpu")).contains("1e21");
        assertThat(written.textAt("status", "allocatable", "memory"))
                .contains("9223372036854775807");
    }

    record Bad(String json, String message) {}

    static List<Bad> badPods() {
        return List.of(
                new Bad("{\"metadata\": []}", "metadata: [] is not an object"),
                new Bad("{\"metadata\": {\"name\": 1}}", "metadata.name: 1 is not a string"),
                new Bad(
                        "{\"metadata\": {\"generation\": 1.0}}",
                        "metadata.generation: 1.0 is not an integer"),
                new Bad(
                        "{\"metadata\": {\"creationTimestamp\": \"now\"}}",
                        "metadata.creationTimestamp: \"now\" is not a time: not of the form"
                                + " 2006-01-02T15:04:05Z"),
                new Bad(
                        "{\"metadata\": {\"labels\": {\"a/b\": true}}}",
                        "metadata.labels[a/b]: true is not a string"),
                new Bad(
                        "{\"metadata\": {\"ownerReferences\": [{\"controller\": \"yes\"}]}}",
                        "metadata.ownerReferences[0].controller: \"yes\" is neither true nor"
                                + " false"),
                new Bad("{\"spec\": {\"containers\": {}}}", "spec.containers: {} is not a list"),
                new Bad(
                        "{\"spec\": {\"containers\": [7]}}",
                        "spec.containers[0]: 7 is not an object"),
                new Bad(
                        "{\"spec\": {\"containers\": [{}, {\"resources\": {\"requests\": {\"cpu\":"
                                + " \"1x\"}}}]}}",
                        "spec.containers[1].resources.requests.cpu: \"1x\" is not a quantity:"
                                + " unknown suffix \"x\""),
                new Bad(
                        "{\"spec\": {\"initContainers\": [{\"ports\": [{\"hostPort\":"
                                + " 2147483648}]}]}}",
                        "spec.initContainers[0].ports[0].hostPort: 2147483648 does not fit in 32"
                                + " bits"),
                new Bad(
                        "{\"spec\": {\"priority\": \"high\"}}",
                        "spec.priority: \"high\" is not an integer"),
                new Bad(
                        "{\"spec\": {\"overhead\": {\"memory\": {}}}}",
                        "spec.overhead.memory: {} is not a quantity"),
                new Bad(
                        "{\"spec\": {\"nodeSelector\": {\"zone\": 1}}}",
                        "spec.nodeSelector.zone: 1 is not a string"),
                new Bad(
                        "{\"spec\": {\"tolerations\": [{\"tolerationSeconds\": \"1\"}]}}",
                        "spec.tolerations[0].tolerationSeconds: \"1\" is not an integer"),
                new Bad(
                        "{\"spec\": {\"affinity\": {\"nodeAffinity\":"
                                + " {\"requiredDuringSchedulingIgnoredDuringExecution\":"
                                + " {\"nodeSelectorTerms\": [{\"matchExpressions\": [{\"values\":"
                                + " [1]}]}]}}}}}",
                        "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0].values[0]:"
                            + " 1 is not a string"),
                new Bad(
                        "{\"spec\": {\"topologySpreadConstraints\": [{\"maxSkew\": null,"
                                + " \"minDomains\": 1.5}]}}",
                        "spec.topologySpreadConstraints[0].minDomains: 1.5 is not an integer"),
                new Bad(
                        "{\"status\": {\"conditions\": [{\"type\": {}}]}}",
                        "status.conditions[0].type: {} is not a string"),
                new Bad(
                        "{\"status\": {\"containerStatuses\": [{\"resources\": {\"requests\":"
                                + " {\"cpu\": \"\"}}}]}}",
                        "status.containerStatuses[0].resources.requests.cpu: \"\" is not a"
                                + " quantity: it is empty"));
    }

    @ParameterizedTest
    @MethodSource("badPods")
    void anInvalidPodIsReportedWithThePath(Bad bad) {
        assertThatThrownBy(() -> decoder.pod(json(bad.json)))
                .isInstanceOf(DecodeException.class)
                .hasMessage(bad.message);
    }

    static List<Bad> badNodes() {
        return List.of(
                new Bad(
                        "{\"spec\": {\"unschedulable\": 1}}",
                        "spec.unschedulable: 1 is neither true nor false"),
                new Bad(
                        "{\"spec\": {\"taints\": [\"gpu\"]}}",
                        "spec.taints[0]: \"gpu\" is not an object"),
                new Bad(
                        "{\"status\": {\"allocatable\": {\"cpu\": \"four\"}}}",
                        "status.allocatable.cpu: \"four\" is not a quantity: it does not begin with"
                                + " a number"),
                new Bad(
                        "{\"status\": {\"images\": [{\"sizeBytes\": 1e3}]}}",
                        "status.images[0].sizeBytes: 1e3 is not an integer"),
                new Bad(
                        "{\"status\": {\"images\": [{\"names\": [1]}]}}",
                        "status.images[0].names[0]: 1 is not a string"));
    }

    @ParameterizedTest
    @MethodSource("badNodes")
    void anInvalidNodeIsReportedWithThePath(Bad bad) {
        assertThatThrownBy(() -> decoder.node(json(bad.json)))
                .isInstanceOf(DecodeException.class)
                .hasMessage(bad.message);
    }
}
