package dev.berth.controlplane.store;

import static dev.berth.controlplane.store.Trees.assertRefused;
import static dev.berth.controlplane.store.Trees.merge;
import static dev.berth.controlplane.store.Trees.node;
import static dev.berth.controlplane.store.Trees.pod;
import static dev.berth.controlplane.store.Trees.text;
import static dev.berth.controlplane.store.Trees.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.tree.Path;
import dev.berth.engine.VirtualClock;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.IntStream;

class CreationTest {
    private final Store store = new Store(VirtualClock.atEpoch(), 1);

    @Test
    void aNewObjectGetsAUidAndACreationTimestamp() {
        ObjectVersion web = store.create(pod("web")).orThrow();

        assertThat(web.uid())
                .matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}");
        assertThat(text(web, ".metadata.creationTimestamp")).isEqualTo("2026-01-01T00:00:00Z");
        assertThat(text(web, ".metadata.resourceVersion"))
                .isEqualTo(Long.toString(store.revision()));
        assertThat(ObjectFields.GENERATION.number(web.json(), 0)).isEqualTo(1);
    }

    @Test
    void unreadFieldsAreKept() {
        Json.Obj odd = merge(pod("web"), "{'spec': {'hostname': 'h'}, 'extra': [1, {'a': null}]}");

        assertThat(store.create(odd).orThrow().json().fields().get("extra"))
                .isEqualTo(odd.fields().get("extra"));
    }

    @Test
    void theSameSeedGivesTheSameUids() {
        assertThat(generated(7)).isEqualTo(generated(7)).isNotEqualTo(generated(8));
    }

    private static List<String> generated(long seed) {
        var store = new Store(VirtualClock.atEpoch(), seed);
        return IntStream.range(0, 20)
                .mapToObj(i ->
                        store.create(
                                merge(
                                        pod("x"),
                                        "{'metadata': {'name': null, 'generateName': 'web-'}}")))
                .map(reply -> reply.orThrow().name() + " " + reply.orThrow().uid())
                .toList();
    }

    @Test
    void generateNameGeneratesAName() {
        ObjectVersion web =
                store.create(
                                merge(
                                        pod("x"),
                                        "{'metadata': {'name': null, 'generateName': 'web-'}}"))
                        .orThrow();

        assertThat(web.name()).matches("web-[bcdfghjklmnpqrstvwxz2456789]{5}");
    }

    @Test
    void anObjectNeedsAName() {
        assertRefused(
                store.create(merge(pod("x"), "{'metadata': {'name': null}}")),
                StatusReason.INVALID,
                "Pod \"\" is invalid: metadata.name: Required value: name or generateName is"
                        + " required");
    }

    @Test
    void aNameMustBeADnsSubdomain() {
        assertThat(store.create(pod("Web/1")))
                .isInstanceOfSatisfying(
                        Reply.Refused.class,
                        rejected ->
                                assertThat(rejected.why().message())
                                        .startsWith(
                                                "Pod \"Web/1\" is invalid: metadata.name: Invalid"
                                                        + " value: \"Web/1\": a lowercase RFC 1123"
                                                        + " subdomain must"));
    }

    @Test
    void aNameMustBeUnique() {
        store.create(pod("web")).orThrow();

        assertRefused(
                store.create(pod("web")),
                StatusReason.ALREADY_EXISTS,
                "pods \"web\" already exists");
    }

    @Test
    void anObjectMustHaveAKind() {
        assertThat(store.create(tree("{'metadata': {'name': 'x'}}")).granted()).isFalse();
    }

    @Test
    void aNewPodIsPendingAndHasTheDefaults() {
        ObjectVersion web = store.create(pod("web")).orThrow();

        assertThat(text(web, ".status.phase")).isEqualTo("Pending");
        assertThat(text(web, ".spec.schedulerName")).isEqualTo("default-scheduler");
        assertThat(ObjectFields.GRACE.number(web.json(), 0)).isEqualTo(30);
        assertThat(Path.parse(".spec.priority").number(web.json(), -1)).isZero();
    }

    @Test
    void aLimitIsTheDefaultOfTheRequest() {
        ObjectVersion web =
                store.create(
                                merge(
                                        pod("web"),
                                        "{'spec': {'containers': [{'name': 'c', 'resources':"
                                                + " {'limits': {'cpu': '1', 'memory': '1Gi'},"
                                                + " 'requests': {'cpu': '500m'}}}]}}"))
                        .orThrow();

        Json container = Path.parse(".spec.containers").items(web.json()).getFirst();
        assertThat(Path.parse(".resources.requests").object(container))
                .isEqualTo(tree("{'cpu': '500m', 'memory': '1Gi'}"));
    }

    @Test
    void withHostNetworkContainerPortsAreHostPorts() {
        ObjectVersion web =
                store.create(
                                merge(
                                        pod("web"),
                                        "{'spec': {'hostNetwork': true, 'containers': [{'name':"
                                                + " 'c', 'ports': [{'containerPort': 80}]}]}}"))
                        .orThrow();

        assertThat(web.json().toString())
                .contains("\"hostPort\":80")
                .contains("\"protocol\":\"TCP\"");
    }

    @Test
    void aGatedPodHasTheConditionOfItsGates() {
        ObjectVersion web =
                store.create(merge(pod("web"), "{'spec': {'schedulingGates': [{'name': 'wait'}]}}"))
                        .orThrow();

        assertThat(ObjectFields.CONDITIONS.items(web.json()).toString())
                .contains(
                        "SchedulingGated",
                        "Scheduling is blocked due to non-empty scheduling gates");
    }

    @Test
    void aPodGetsThePriorityOfItsClass() {
        store.create(
                        tree(
                                "{'apiVersion': 'scheduling.k8s.io/v1', 'kind': 'PriorityClass',"
                                        + " 'metadata': {'name': 'high'}, 'value': 1000,"
                                        + " 'preemptionPolicy': 'Never'}"))
                .orThrow();

        ObjectVersion web =
                store.create(merge(pod("web"), "{'spec': {'priorityClassName': 'high'}}"))
                        .orThrow();

        assertThat(Path.parse(".spec.priority").number(web.json(), -1)).isEqualTo(1000);
        assertThat(text(web, ".spec.preemptionPolicy")).isEqualTo("Never");
    }

    @Test
    void aPodWithoutAClassGetsTheGlobalDefault() {
        store.create(
                        tree(
                                "{'apiVersion': 'scheduling.k8s.io/v1', 'kind': 'PriorityClass',"
                                    + " 'metadata': {'name': 'usual'}, 'value': 5, 'globalDefault':"
                                    + " true}"))
                .orThrow();

        ObjectVersion web = store.create(pod("web")).orThrow();

        assertThat(Path.parse(".spec.priority").number(web.json(), -1)).isEqualTo(5);
        assertThat(text(web, ".spec.priorityClassName")).isEqualTo("usual");
    }

    @Test
    void aPodOfAnUnknownClassIsForbidden() {
        assertRefused(
                store.create(merge(pod("web"), "{'spec': {'priorityClassName': 'high'}}")),
                StatusReason.FORBIDDEN,
                "pods \"web\" is forbidden: no PriorityClass with name high was found");
    }

    @Test
    void clientsCannotSetUidAndStatusButTestsCan() {
        Json.Obj given =
                merge(pod("web"), "{'metadata': {'uid': 'u1'}, 'status': {'phase': 'Running'}}");

        ObjectVersion client = store.create(given, WriteScope.MAIN).orThrow();
        ObjectVersion created =
                store.create(merge(given, "{'metadata': {'name': 'web2'}}")).orThrow();

        assertThat(client.uid()).isNotEqualTo("u1");
        assertThat(text(client, ".status.phase")).isEqualTo("Pending");
        assertThat(created.uid()).isEqualTo("u1");
        assertThat(text(created, ".status.phase")).isEqualTo("Running");
    }

    @Test
    void theCapacityOfANodeIsTheDefaultOfItsAllocatable() {
        ObjectVersion node = store.create(node("n1")).orThrow();

        assertThat(text(node, ".status.allocatable.cpu")).isEqualTo("4");
    }

    @Test
    void theFirstObjectCreatesItsNamespace() {
        store.create(merge(pod("web"), "{'metadata': {'namespace': 'team'}}")).orThrow();

        ObjectVersion team = store.get(Kind.NAMESPACE, "", "team").orThrow();
        assertThat(text(team, ".metadata.labels[\"kubernetes.io/metadata.name\"]"))
                .isEqualTo("team");
    }

    @Test
    void customKindsNeedNoDefinition() {
        ObjectVersion widget =
                store.create(
                                tree(
                                        "{'apiVersion': 'example.com/v1', 'kind': 'Policy',"
                                            + " 'metadata': {'namespace': 'default', 'name': 'w'},"
                                            + " 'spec': {'a': 1}}"))
                        .orThrow();

        assertThat(widget.kind())
                .isEqualTo(new Kind("example.com", "v1", "Policy", "policies", true));
        assertThat(store.kinds().plural("example.com/v1", "policies")).contains(widget.kind());
    }

    @Test
    void aDefinitionSetsThePluralOfItsKind() {
        store.create(
                        tree(
                                """
                                {'apiVersion': 'apiextensions.k8s.io/v1', 'kind': 'CustomResourceDefinition',
                                 'metadata': {'name': 'mice.example.com'},
                                 'spec': {'group': 'example.com', 'scope': 'Cluster', 'names': {'plural': 'mice', 'kind': 'Mouse'},
                                          'versions': [{'name': 'v1', 'subresources': {'status': {}}}]}}
                                """))
                .orThrow();

        assertThat(store.kinds().named("example.com/v1", "Mouse"))
                .contains(new Kind("example.com", "v1", "Mouse", "mice", false));
    }

    @Test
    void anObjectThatCannotBeDecodedIsABadRequest() {
        assertThat(
                        store.create(
                                merge(
                                        pod("web"),
                                        "{'metadata': {'namespace': 'far'}, 'spec': {'containers':"
                                            + " [{'name': 'c', 'resources': {'requests': {'cpu':"
                                            + " 'lots'}}}]}}")))
                .isInstanceOfSatisfying(
                        Reply.Refused.class,
                        rejected ->
                                assertThat(rejected.why().message())
                                        .startsWith(
                                                "Pod in version \"v1\" cannot be handled as a Pod:"
                                                        + " spec.containers[0]"));
        assertThat(store.find(Kind.NAMESPACE, "", "far")).isEmpty();
    }

    @Test
    void aTestCanCreateAPodThatIsBeingDeleted() {
        Json.Obj leaving =
                merge(
                        pod("web"),
                        "{'metadata': {'deletionTimestamp': '2026-01-01T00:00:20Z',"
                                + " 'deletionGracePeriodSeconds': 20}}");

        ObjectVersion web = store.create(leaving).orThrow();

        assertThat(text(web, ".metadata.deletionTimestamp")).isEqualTo("2026-01-01T00:00:20Z");
        assertThat(ObjectFields.DELETION_GRACE.number(web.json(), 0)).isEqualTo(20);
    }

    @Test
    void aClientCannotCreateAnObjectThatIsBeingDeleted() {
        Json.Obj leaving =
                merge(
                        pod("web"),
                        "{'metadata': {'deletionTimestamp': '2026-01-01T00:00:20Z',"
                                + " 'deletionGracePeriodSeconds': 20}}");

        ObjectVersion web = store.create(leaving, WriteScope.MAIN).orThrow();

        assertThat(ObjectFields.DELETED.in(web.json())).isFalse();
        assertThat(ObjectFields.DELETION_GRACE.in(web.json())).isFalse();
    }

    @Test
    void aUidThatAnObjectHasBroughtAlongIsNotIssued() {
        var same = new Store(VirtualClock.atEpoch(), 7);
        List<String> issued =
                IntStream.range(0, 3)
                        .mapToObj(i -> same.create(pod("p" + i)).orThrow().uid())
                        .toList();
        var store = new Store(VirtualClock.atEpoch(), 7);
        store.create(Path.of("metadata", "uid").set(pod("copied"), issued.get(0))).orThrow();
        store.reserveUids(List.of(issued.get(1)));

        assertThat(store.create(pod("web")).orThrow().uid()).isEqualTo(issued.get(2));
    }
}
