package dev.berth.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

class PodRequestsTest {
    private static final long MIB = 1 << 20;

    private static PodRequests requests(String pod) {
        return new Decoder().pod((Json.Obj) Json.parse(pod)).requests();
    }

    /// The requests of a pod in each way; the numbers come from k8s.io/component-helpers 0.37.1.
    record Case(
            String name,
            String pod,
            String accounting,
            String nonZero,
            String fit,
            String scoring) {}

    static List<Case> cases() {
        return List.of(
                new Case(
                        "a pod without containers",
                        "{}",
                        "cpu=0m memory=0",
                        "0m 0",
                        "cpu=0m memory=0",
                        "cpu=0m memory=0"),
                new Case(
                        "containers are added, and each without requests counts with a default in"
                                + " scores",
                        """
                        {"spec": {"containers": [{"name": "a", "resources": {"requests": {"cpu": "500m"}}}, {"name": "b"}]}}\
                        """,
                        "cpu=500m memory=0",
                        "600m 419430400",
                        "cpu=500m memory=0",
                        "cpu=600m memory=419430400"),
                new Case(
                        "an explicit zero is not missing",
                        """
                        {"spec": {"containers": [{"name": "a", "resources": {"requests": {"cpu": "0", "memory": "0"}}}]}}\
                        """,
                        "cpu=0m memory=0",
                        "0m 0",
                        "cpu=0m memory=0",
                        "cpu=0m memory=0"),
                new Case(
                        "amounts are rounded once, after they are added",
                        """
                        {"spec": {"containers": [
                          {"name": "a", "resources": {"requests": {"cpu": "0.1m", "memory": "0.3", "example.com/gpu": "400m"}}},
                          {"name": "b", "resources": {"requests": {"cpu": "0.1m", "memory": "0.3", "example.com/gpu": "400m"}}}]}}\
                        """,
                        "cpu=1m memory=1 example.com/gpu=1",
                        "1m 1",
                        "cpu=1m memory=1 example.com/gpu=1",
                        "cpu=1m memory=1 example.com/gpu=1"),
                new Case(
                        "an init container raises the sum, it does not add to it",
                        """
                        {"spec": {"containers": [{"name": "a", "resources": {"requests": {"cpu": "1", "memory": "1Gi"}}}],
                                  "initContainers": [{"name": "i", "resources": {"requests": {"cpu": "3", "memory": "1Mi"}}}]}}\
                        """,
                        "cpu=3000m memory=1073741824",
                        "3000m 1073741824",
                        "cpu=3000m memory=1073741824",
                        "cpu=3000m memory=1073741824"),
                new Case(
                        "sidecars run beside the containers and beside the init containers after"
                                + " them",
                        """
                        {"spec": {"containers": [{"name": "a", "resources": {"requests": {"cpu": "1", "memory": "1"}}}],
                                  "initContainers": [
                                    {"name": "before", "resources": {"requests": {"cpu": "5", "memory": "1"}}},
                                    {"name": "s1", "restartPolicy": "Always", "resources": {"requests": {"cpu": "2", "memory": "1"}}},
                                    {"name": "between", "resources": {"requests": {"cpu": "4", "memory": "1"}}},
                                    {"name": "s2", "restartPolicy": "Always", "resources": {"requests": {"cpu": "1", "memory": "1"}}}]}}\
                        """,
                        "cpu=6000m memory=3",
                        "6000m 3",
                        "cpu=6000m memory=3",
                        "cpu=6000m memory=3"),
                new Case(
                        "overhead comes on top",
                        """
                        {"spec": {"containers": [{"name": "a", "resources": {"requests": {"cpu": "1", "memory": "1"}}}],
                                  "overhead": {"cpu": "250m", "ephemeral-storage": "1Ki"}}}\
                        """,
                        "cpu=1250m memory=1 ephemeral-storage=1024",
                        "1250m 1",
                        "cpu=1250m memory=1 ephemeral-storage=1024",
                        "cpu=1250m memory=1 ephemeral-storage=1024"),
                new Case(
                        "a request of the pod as a whole replaces the sum, but not in scores",
                        """
                        {"spec": {"containers": [{"name": "a", "resources": {"requests": {"cpu": "4", "memory": "1Mi"}}}, {"name": "b"}],
                                  "resources": {"requests": {"cpu": "2", "example.com/gpu": "1"}}, "overhead": {"cpu": "1"}}}\
                        """,
                        "cpu=3000m memory=1048576",
                        "3000m 1048576",
                        "cpu=3000m memory=1048576",
                        "cpu=5100m memory=210763776"),
                new Case(
                        "what the pod as a whole leaves out is assumed for each container",
                        """
                        {"spec": {"containers": [{"name": "a"}, {"name": "b"}], "resources": {"requests": {"cpu": "2"}}}}\
                        """,
                        "cpu=2000m memory=0",
                        "2000m 419430400",
                        "cpu=2000m memory=0",
                        "cpu=200m memory=419430400"),
                new Case(
                        "huge pages of the pod as a whole count, other names do not",
                        """
                        {"spec": {"containers": [{"name": "a"}], "resources": {"requests": {"hugepages-2Mi": "4Mi", "ephemeral-storage": "1"}}}}\
                        """,
                        "cpu=0m memory=0 hugepages-2Mi=4194304",
                        "100m 209715200",
                        "cpu=0m memory=0 hugepages-2Mi=4194304",
                        "cpu=100m memory=209715200"),
                new Case(
                        "a pod whose own requests are all unsupported has none",
                        """
                        {"spec": {"containers": [{"name": "a"}], "resources": {"requests": {"ephemeral-storage": "1"}}}}\
                        """,
                        "cpu=0m memory=0",
                        "100m 209715200",
                        "cpu=0m memory=0",
                        "cpu=100m memory=209715200"),
                new Case(
                        "during a resize the most of spec, status and allocation counts, for an"
                                + " incoming pod the spec",
                        """
                        {"spec": {"containers": [{"name": "a", "resources": {"requests": {"cpu": "1", "memory": "3Mi"}}}],
                                  "initContainers": [
                                    {"name": "s", "restartPolicy": "Always", "resources": {"requests": {"cpu": "1"}}},
                                    {"name": "i", "resources": {"requests": {"cpu": "1"}}}]},
                         "status": {"containerStatuses": [{"name": "a", "resources": {"requests": {"cpu": "2", "memory": "1Mi"}}, "allocatedResources": {"memory": "5Mi"}}],
                                    "initContainerStatuses": [
                                      {"name": "s", "resources": {"requests": {"cpu": "4"}}},
                                      {"name": "i", "resources": {"requests": {"cpu": "99"}}}]}}\
                        """,
                        "cpu=103000m memory=5242880",
                        "103000m 419430400",
                        "cpu=2000m memory=3145728",
                        "cpu=2000m memory=419430400"),
                new Case(
                        "a resize that is infeasible does not count",
                        """
                        {"spec": {"containers": [{"name": "a", "resources": {"requests": {"cpu": "8", "memory": "8Mi"}}}]},
                         "status": {"conditions": [{"type": "PodResizePending", "reason": "Infeasible"}, {"type": "PodResizePending", "reason": "Deferred"}],
                                    "containerStatuses": [{"name": "a", "resources": {"requests": {"cpu": "2"}}, "allocatedResources": {"cpu": "1", "memory": "1Mi"}}]}}\
                        """,
                        "cpu=2000m memory=1048576",
                        "2000m 209715200",
                        "cpu=8000m memory=8388608",
                        "cpu=8000m memory=8388608"),
                new Case(
                        "of the conditions the first one decides",
                        """
                        {"spec": {"containers": [{"name": "a", "resources": {"requests": {"cpu": "8"}}}]},
                         "status": {"conditions": [{"type": "PodResizePending", "reason": "Deferred"}, {"type": "PodResizePending", "reason": "Infeasible"}],
                                    "containerStatuses": [{"name": "a", "resources": {"requests": {"cpu": "2"}}}]}}\
                        """,
                        "cpu=8000m memory=0",
                        "8000m 209715200",
                        "cpu=8000m memory=0",
                        "cpu=8000m memory=209715200"),
                new Case(
                        "allocated resources count without actual ones",
                        """
                        {"spec": {"containers": [{"name": "a", "resources": {"requests": {"cpu": "1"}}}]},
                         "status": {"containerStatuses": [{"name": "a", "allocatedResources": {"cpu": "9"}}]}}\
                        """,
                        "cpu=9000m memory=0",
                        "9000m 209715200",
                        "cpu=1000m memory=0",
                        "cpu=1000m memory=209715200"),
                new Case(
                        "a resize of the pod as a whole",
                        """
                        {"spec": {"containers": [{"name": "a"}], "resources": {"requests": {"cpu": "2", "memory": "1Mi"}}},
                         "status": {"resources": {"requests": {"cpu": "3"}}, "allocatedResources": {"memory": "4Mi", "cpu": "1"}}}\
                        """,
                        "cpu=3000m memory=4194304",
                        "3000m 4194304",
                        "cpu=2000m memory=1048576",
                        "cpu=100m memory=209715200"),
                new Case(
                        "an infeasible resize of the pod as a whole may leave nothing",
                        """
                        {"spec": {"containers": [{"name": "a", "resources": {"requests": {"cpu": "7"}}}], "resources": {"requests": {"cpu": "2"}}},
                         "status": {"conditions": [{"type": "PodResizePending", "reason": "Infeasible"}], "resources": {}}}\
                        """,
                        "cpu=0m memory=0",
                        "100m 209715200",
                        "cpu=2000m memory=0",
                        "cpu=7000m memory=209715200"),
                new Case(
                        "the maximum is that of the sums, not the sum of the maxima",
                        """
                        {"spec": {"containers": [{"name": "a", "resources": {"requests": {"cpu": "1"}}}, {"name": "b", "resources": {"requests": {"cpu": "2"}}}]},
                         "status": {"containerStatuses": [
                           {"name": "a", "resources": {"requests": {"cpu": "2"}}, "allocatedResources": {"cpu": "2"}},
                           {"name": "b", "resources": {"requests": {"cpu": "1"}}, "allocatedResources": {"cpu": "1"}}]}}\
                        """,
                        "cpu=3000m memory=0",
                        "3000m 419430400",
                        "cpu=3000m memory=0",
                        "cpu=3000m memory=419430400"),
                new Case(
                        "the status of an ordinary init container counts",
                        """
                        {"spec": {"containers": [{"name": "a", "resources": {"requests": {"cpu": "1"}}}], "initContainers": [{"name": "i", "resources": {"requests": {"cpu": "1"}}}]},
                         "status": {"initContainerStatuses": [{"name": "i", "resources": {"requests": {"cpu": "3"}}}]}}\
                        """,
                        "cpu=3000m memory=0",
                        "3000m 209715200",
                        "cpu=1000m memory=0",
                        "cpu=1000m memory=209715200"),
                new Case(
                        "the status of the pod as a whole counts for resources that its spec lacks",
                        """
                        {"spec": {"resources": {"requests": {"cpu": "1"}}, "containers": [{"name": "a", "resources": {"requests": {"memory": "1Gi"}}}]},
                         "status": {"resources": {"requests": {"cpu": "1", "memory": "2Gi"}}, "allocatedResources": {"cpu": "1", "memory": "2Gi"}}}\
                        """,
                        "cpu=1000m memory=2147483648",
                        "1000m 2147483648",
                        "cpu=1000m memory=1073741824",
                        "cpu=100m memory=1073741824"),
                new Case(
                        "an infeasible resize of the pod as a whole leaves what the containers use",
                        """
                        {"spec": {"resources": {"requests": {"cpu": "2"}}, "containers": [{"name": "a", "resources": {"requests": {"cpu": "7"}}}]},
                         "status": {"conditions": [{"type": "PodResizePending", "reason": "Infeasible"}], "resources": {"requests": {"memory": "1Gi"}},
                                    "containerStatuses": [{"name": "a", "resources": {"requests": {"cpu": "1"}}}]}}\
                        """,
                        "cpu=1000m memory=1073741824",
                        "1000m 1073741824",
                        "cpu=2000m memory=0",
                        "cpu=7000m memory=209715200"),
                new Case(
                        "an infeasible resize without resources in the status counts as nothing",
                        """
                        {"spec": {"containers": [{"name": "a", "resources": {"requests": {"cpu": "2"}}}]},
                         "status": {"conditions": [{"type": "PodResizePending", "reason": "Infeasible"}]}}\
                        """,
                        "cpu=0m memory=0",
                        "100m 209715200",
                        "cpu=2000m memory=0",
                        "cpu=2000m memory=209715200"),
                new Case(
                        "names that are not counted are left out",
                        """
                        {"spec": {"containers": [{"name": "a", "resources": {"requests": {
                          "cpu": "1", "memory": "1", "pods": "3", "plain": "1", "requests.a.b/c": "1", "Bad.Domain/x": "1", "storage": "1",
                          "kubernetes.io/x": "0", "attachable-volumes-ebs": "2", "a.b/c": "3", "hugepages-1Gi": "1Gi"}}}]}}\
                        """,
                        "cpu=1000m memory=1 a.b/c=3 attachable-volumes-ebs=2"
                                + " hugepages-1Gi=1073741824 kubernetes.io/x=0",
                        "1000m 1",
                        "cpu=1000m memory=1 a.b/c=3 attachable-volumes-ebs=2"
                                + " hugepages-1Gi=1073741824 kubernetes.io/x=0",
                        "cpu=1000m memory=1 a.b/c=3 attachable-volumes-ebs=2"
                                + " hugepages-1Gi=1073741824 kubernetes.io/x=0"),
                new Case(
                        "what overflows is as wrong as upstream, and an incoming pod finds no more"
                                + " than nothing needed",
                        """
                        {"spec": {"containers": [{"name": "a", "resources": {"requests": {"cpu": "9E", "memory": "8Ei"}}},
                                                 {"name": "b", "resources": {"requests": {"cpu": "1n", "memory": "2"}}}]}}\
                        """,
                        "cpu=-2011107970261188607m memory=-9223372036854775807",
                        "-2011107970261188607m -9223372036854775807",
                        "cpu=0m memory=0",
                        "cpu=-2011107970261188607m memory=-9223372036854775807"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void computesTheRequestsInEveryWay(Case each) {
        PodRequests requests = requests(each.pod);

        assertThat(requests.accounting()).hasToString(each.accounting);
        assertThat(requests.nonZeroCpuMillis() + "m " + requests.nonZeroMemoryBytes())
                .isEqualTo(each.nonZero);
        assertThat(requests.fit()).hasToString(each.fit);
        assertThat(requests.scoring()).hasToString(each.scoring);
        assertThat(requests.balanced()).isEqualTo(requests.accounting());
    }

    @Test
    void aRunningPodThatIsNotResizedSharesTheRequestsOfItsTemplate() {
        Pod pod =
                new Decoder()
                        .pod(
                                (Json.Obj)
                                        Json.parse(
                                                """
                                                {"spec": {"containers": [{"name": "a", "resources": {"requests": {"cpu": "1500m"}}}]},
                                                 "status": {"containerStatuses": [{"name": "a", "resources": {"requests": {"cpu": "1.5"}}, "allocatedResources": {"cpu": "1500m"}}]}}
                                                """));

        assertThat(pod.requests()).isSameAs(pod.template().requests());
    }

    @Test
    void aThousandContainersAreAddedExactly() {
        var containers = new ArrayList<Container>();
        for (int i = 0; i < 1_000; i++) {
            containers.add(
                    container(
                            "c" + i, Map.of("cpu", "1n", "memory", "9223372036854775807"), false));
        }
        PodRequests requests = template(containers, List.of()).requests();

        assertThat(requests.accounting().cpuMillis()).isEqualTo(1);
        // 1000 * (2^63 - 1), truncated to 64 bits.
        assertThat(requests.accounting().memoryBytes()).isEqualTo(-1_000);
        assertThat(requests.fit().memoryBytes()).isZero();
    }

    @Test
    void sumsEqualTheReferenceImplementation() {
        var seed = new Seed();
        SplittableRandom random = seed.random();
        for (int round = 0; round < 2_000; round++) {
            List<Container> containers = anyContainers(random, "c", false);
            List<Container> inits = anyContainers(random, "i", true);
            PodRequests requests = template(containers, inits).requests();

            var none = Map.<String, BigDecimal>of();
            var defaults =
                    Map.of("cpu", new BigDecimal("0.1"), "memory", BigDecimal.valueOf(200 * MIB));
            check(requests.accounting(), naive(containers, inits, none), seed);
            check(requests.fit(), naive(containers, inits, none), seed);
            check(requests.scoring(), naive(containers, inits, defaults), seed);
            Map<String, BigDecimal> padded = naive(containers, inits, defaults);
            assertThat(requests.nonZeroCpuMillis())
                    .as("%s", seed)
                    .isEqualTo(units(padded, "cpu", 3));
            assertThat(requests.nonZeroMemoryBytes())
                    .as("%s", seed)
                    .isEqualTo(units(padded, "memory", 0));
        }
    }

    private static void check(Requests actual, Map<String, BigDecimal> expected, Seed seed) {
        assertThat(actual.cpuMillis()).as("%s", seed).isEqualTo(units(expected, "cpu", 3));
        assertThat(actual.memoryBytes()).as("%s", seed).isEqualTo(units(expected, "memory", 0));
        assertThat(actual.amount("example.com/gpu"))
                .as("%s", seed)
                .isEqualTo(units(expected, "example.com/gpu", 0));
    }

    private static long units(Map<String, BigDecimal> amounts, String name, int digits) {
        return amounts.getOrDefault(name, BigDecimal.ZERO)
                .movePointRight(digits)
                .setScale(0, RoundingMode.UP)
                .longValueExact();
    }

    /// The reference implementation: the maximum of each init container with the sidecars before
    /// it, and of all containers that keep running.
    private static Map<String, BigDecimal> naive(
            List<Container> containers, List<Container> inits, Map<String, BigDecimal> missing) {
        var phases = new ArrayList<List<Container>>();
        var sidecars = new ArrayList<Container>();
        for (Container init : inits) {
            var phase = new ArrayList<>(sidecars);
            phase.add(init);
            phases.add(phase);
            if (init.restartable()) {
                sidecars.add(init);
            }
        }
        var last = new ArrayList<>(sidecars);
        last.addAll(containers);
        phases.add(last);
        var max = new HashMap<String, BigDecimal>();
        for (List<Container> phase : phases) {
            var sum = new HashMap<String, BigDecimal>();
            for (Container container : phase) {
                var requests = new HashMap<>(missing);
                container
                        .requests()
                        .asMap()
                        .forEach((name, q) -> requests.put(name, q.toBigDecimal()));
                requests.forEach((name, amount) -> sum.merge(name, amount, BigDecimal::add));
            }
            sum.forEach((name, amount) -> max.merge(name, amount, BigDecimal::max));
        }
        return max;
    }

    private static List<Container> anyContainers(
            SplittableRandom random, String prefix, boolean init) {
        List<String> amounts =
                List.of(
                        "0",
                        "1",
                        "1n",
                        "100m",
                        "0.3",
                        "1500m",
                        "1Mi",
                        "1.5Gi",
                        "999u",
                        "2k",
                        "12345678");
        var containers = new ArrayList<Container>();
        for (int i = random.nextInt(4); i > 0; i--) {
            var requests = new HashMap<String, String>();
            for (String name : List.of("cpu", "memory", "example.com/gpu")) {
                if (random.nextBoolean()) {
                    requests.put(name, amounts.get(random.nextInt(amounts.size())));
                }
            }
            containers.add(container(prefix + i, requests, init && random.nextBoolean()));
        }
        return containers;
    }

    private static Container container(String name, Map<String, String> requests, boolean sidecar) {
        var amounts = new HashMap<String, Quantity>();
        requests.forEach((resource, text) -> amounts.put(resource, Quantity.parse(text)));
        return new Container(
                name, "", ResourceList.of(amounts), ResourceList.NONE, List.of(), sidecar);
    }

    private static PodTemplate template(List<Container> containers, List<Container> inits) {
        var empty = new Decoder().pod(Json.Obj.EMPTY).template().parts();
        return new PodTemplate(
                new PodTemplate.Parts(
                        containers,
                        inits,
                        empty.overhead(),
                        empty.resources(),
                        empty.nodeSelector(),
                        empty.affinity(),
                        empty.tolerations(),
                        empty.spread(),
                        empty.imageVolumes(),
                        empty.claims(),
                        empty.hostNetwork()));
    }
}
