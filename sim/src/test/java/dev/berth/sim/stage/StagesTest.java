package dev.berth.sim.stage;

import static dev.berth.sim.TestObjects.current;
import static dev.berth.sim.TestObjects.merge;
import static dev.berth.sim.TestObjects.node;
import static dev.berth.sim.TestObjects.pod;
import static dev.berth.sim.TestObjects.text;
import static dev.berth.sim.TestObjects.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.controlplane.store.BindRequest;
import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.Store;
import dev.berth.controlplane.store.Watch;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.sim.VirtualCluster;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

class StagesTest {
    private final VirtualCluster cluster = new VirtualCluster(1);
    private final Store store = cluster.store();

    private String phase(String pod) {
        return text(current(store, pod), ".status.phase");
    }

    private boolean there(String pod) {
        return store.find(Kind.POD, "default", pod).isPresent();
    }

    private void bound(String name, String change) {
        cluster.create(merge(pod(name), change));
        store.bind(BindRequest.of("default", name, "", "n1")).orThrow();
    }

    @Test
    void aBoundPodRuns() {
        cluster.create(pod("waiting"));
        bound("web", "{}");

        cluster.advance(Duration.ofMillis(900));
        assertThat(phase("web")).isEqualTo("Pending");
        cluster.advance(Duration.ofSeconds(2));

        assertThat(phase("web")).isEqualTo("Running");
        assertThat(text(current(store, "web"), ".status.startTime"))
                .startsWith("2026-01-01T00:00:0");
        assertThat(text(current(store, "web"), ".status.podIP")).matches("10(\\.[0-9]{1,3}){3}");
        Json status =
                Path.parse(".status.containerStatuses")
                        .items(current(store, "web").json())
                        .getFirst();
        assertThat(Path.parse(".name").text(status)).isEqualTo("c");
        assertThat(Path.parse(".state.running.startedAt").text(status)).isNotEmpty();
        assertThat(Path.parse(".status.conditions").items(current(store, "web").json()).toString())
                .contains("PodScheduled", "Ready", "Initialized");
        assertThat(phase("waiting")).isEqualTo("Pending");
    }

    @Test
    void aPodWithARunTimeSucceedsAfterIt() {
        bound("job", "{'metadata': {'annotations': {'berth.dev/run-seconds': '30'}}}");

        cluster.advance(Duration.ofSeconds(30));
        assertThat(phase("job")).isEqualTo("Running");
        cluster.advance(Duration.ofSeconds(3));

        assertThat(phase("job")).isEqualTo("Succeeded");
    }

    @Test
    void aPodOfAJobSucceedsByItself() {
        bound("job", "{'metadata': {'labels': {'batch.kubernetes.io/job-name': 'j'}}}");

        cluster.advance(Duration.ofSeconds(70));

        assertThat(phase("job")).isEqualTo("Succeeded");
    }

    @Test
    void aDeletedPodTerminatesAfterTwoSeconds() {
        bound("web", "{}");
        cluster.advance(Duration.ofSeconds(5));
        store.delete(Kind.POD, "default", "web", DeleteRequest.DEFAULT).orThrow();

        cluster.advance(Duration.ofMillis(1_900));
        assertThat(there("web")).isTrue();
        cluster.advance(Duration.ofMillis(200));

        assertThat(there("web")).isFalse();
    }

    @Test
    void aPodThatDoesNotTerminateIsRemovedAfterItsGracePeriod() {
        bound(
                "web",
                "{'metadata': {'annotations': {'berth.dev/stop-seconds': '600'}}, 'spec':"
                        + " {'terminationGracePeriodSeconds': 20}}");
        store.delete(Kind.POD, "default", "web", DeleteRequest.DEFAULT).orThrow();

        cluster.advance(Duration.ofSeconds(19));
        assertThat(there("web")).isTrue();
        cluster.advance(Duration.ofSeconds(2));

        assertThat(there("web")).isFalse();
    }

    @Test
    void aPodWithAFinalizerStaysAfterItTerminates() {
        bound("web", "{'metadata': {'finalizers': ['a/b']}}");
        store.delete(Kind.POD, "default", "web", DeleteRequest.DEFAULT).orThrow();

        cluster.advance(Duration.ofMinutes(5));
        assertThat(there("web")).isTrue();
        store.patch(
                        current(store, "web"),
                        new Patch.Merge(tree("{'metadata': {'finalizers': null}}")),
                        WriteScope.MAIN)
                .orThrow();

        assertThat(there("web")).isFalse();
    }

    @Test
    void aPodWithTheNameOfADeletedPodStartsInTheFirstStage() {
        bound("web", "{}");
        cluster.settle();
        store.delete(Kind.POD, "default", "web", DeleteRequest.NOW).orThrow();
        cluster.create(pod("web"));

        cluster.advance(Duration.ofMinutes(1));

        assertThat(phase("web")).isEqualTo("Pending");
    }

    @Test
    void heartbeatsAreSuspendedUntilTheyAreRead() {
        cluster.create(node("n1"));
        cluster.advance(Duration.ofMinutes(2));
        assertThat(heartbeat()).isEmpty();

        store.patch(
                        store.get(Stage.KIND, "", "node-heartbeats").orThrow(),
                        new Patch.Merge(tree("{'spec': {'suspended': false}}")),
                        WriteScope.MAIN)
                .orThrow();
        cluster.advance(Duration.ofMinutes(2));
        String first = heartbeat();
        cluster.advance(Duration.ofMinutes(2));

        assertThat(first).isNotEmpty();
        assertThat(heartbeat()).isGreaterThan(first);
    }

    private String heartbeat() {
        return Path.parse(".status.conditions")
                .items(store.get(Kind.NODE, "", "n1").orThrow().json())
                .stream()
                .map(Path.of("lastHeartbeatTime")::text)
                .findFirst()
                .orElse("");
    }

    @Test
    void aStageCanApplyToCustomResources() {
        cluster.create(
                tree(
                        """
                        {'apiVersion': 'berth.dev/v1', 'kind': 'Stage', 'metadata': {'name': 'policy-approved'},
                         'spec': {'resource': {'apiVersion': 'example.com/v1', 'kind': 'Policy'},
                                  'when': [{'condition': 'Approved', 'values': ['Unknown']}],
                                  'delay': {'duration': '1m30s'},
                                  'next': {'status': {'note': 'by {{.metadata.name}} at {{now}}',
                                                      'conditions': [{'type': 'Approved', 'status': 'True'}]},
                                           'patch': {'metadata': {'labels': {'approved': 'yes'}}},
                                           'finalizers': ['a/b']}}}
                        """));
        Kind policy =
                cluster.create(
                                tree(
                                        "{'apiVersion': 'example.com/v1', 'kind': 'Policy',"
                                                + " 'metadata': {'namespace': 'default', 'name':"
                                                + " 'p'}}"))
                        .kind();

        cluster.advance(Duration.ofSeconds(91));

        var now = store.get(policy, "default", "p").orThrow();
        assertThat(text(now, ".status.note")).isEqualTo("by p at 2026-01-01T00:01:30Z");
        assertThat(text(now, ".metadata.labels.approved")).isEqualTo("yes");
        assertThat(now.json().toString()).contains("\"finalizers\":[\"a/b\"]");
    }

    @Test
    void anInvalidStageIsReportedAndIgnored() {
        cluster.create(
                tree(
                        "{'apiVersion': 'berth.dev/v1', 'kind': 'Stage', 'metadata': {'name':"
                                + " 'bad'}, 'spec': {'resource': {'kind': 'Pod'}}}"));
        bound("web", "{}");

        cluster.advance(Duration.ofSeconds(5));

        assertThat(phase("web")).isEqualTo("Running");
        assertThat(cluster.cluster().stages().problems())
                .containsExactly(
                        "stage bad is ignored: spec.next: is empty; set status, patch, finalizers"
                                + " or delete");
    }

    @Test
    void aFailedEffectOfAStageIsReported() {
        cluster.create(
                tree(
                        "{'apiVersion': 'berth.dev/v1', 'kind': 'Stage', 'metadata': {'name':"
                            + " 'odd'}, 'spec': {'resource': {'kind': 'Pod'}, 'next': {'status':"
                            + " {'conditions': 5}}}}"));
        cluster.create(pod("web"));

        cluster.advance(Duration.ofSeconds(5));

        assertThat(phase("web")).isEqualTo("Pending");
        assertThat(cluster.cluster().stages().problems())
                .singleElement()
                .asString()
                .startsWith(
                        "stage odd: Pod in version \"v1\" cannot be handled as a Pod:"
                                + " status.conditions");
    }

    record Wrong(String spec, String message) {}

    static Stream<Wrong> wrong() {
        return Stream.of(
                new Wrong("{}", "spec.resource.kind: is missing; set it to a kind such as Pod"),
                new Wrong("{'resource': {'kind': 5}}", "spec.resource.kind: 5 is not a string"),
                new Wrong(
                        "{'resource': {'kind': 'Pod', 'name': 'web'}}",
                        "spec.resource.name: is unknown; known fields: [apiVersion, kind]"),
                new Wrong(
                        "{'resource': {'kind': 'Pod'}, 'then': 1}",
                        "spec.then: is unknown; known fields: [delay, next, resource, suspended,"
                                + " when]"),
                new Wrong(
                        "{'resource': {'kind': 'Pod'}, 'suspended': 'yes'}",
                        "spec.suspended: \"yes\" is neither true nor false"),
                new Wrong(
                        "{'resource': {'kind': 'Pod'}, 'when': {'path': '.a'}}",
                        "spec.when: {\"path\":\".a\"} is not a list"),
                new Wrong(
                        "{'resource': {'kind': 'Pod'}, 'when': [{'path': '.a', 'operator': 'Is'}]}",
                        "spec.when[0].operator: \"Is\" is not an operator; use Exists,"
                                + " DoesNotExist, In or NotIn"),
                new Wrong(
                        "{'resource': {'kind': 'Pod'}, 'when': [{'path': '.a', 'operator': 'In'}]}",
                        "spec.when[0].values: is missing; list the values"),
                new Wrong(
                        "{'resource': {'kind': 'Pod'}, 'when': [{'path': '.a', 'operator':"
                                + " 'Exists', 'values': ['b']}]}",
                        "spec.when[0].values: [\"b\"] can be used only with In and NotIn; remove"
                                + " it"),
                new Wrong(
                        "{'resource': {'kind': 'Pod'}, 'when': [{'path': '.a', 'operator': 'In',"
                                + " 'values': [{}]}]}",
                        "spec.when[0].values[0]: {} is not a string, a number, true or false"),
                new Wrong(
                        "{'resource': {'kind': 'Pod'}, 'when': [{}]}",
                        "spec.when[0]: {} requires a path or a condition"),
                new Wrong(
                        "{'resource': {'kind': 'Pod'}, 'when': [{'path': '.a', 'value': 'b'}]}",
                        "spec.when[0].value: is unknown; known fields: [condition, operator, path,"
                                + " values]"),
                new Wrong(
                        "{'resource': {'kind': 'Pod'}, 'when': [{'path': 'a', 'operator':"
                                + " 'Exists'}]}",
                        "spec.when[0].path: \"a\" is invalid: path a: expected . or [\" at"
                                + " character 0"),
                new Wrong(
                        "{'resource': {'kind': 'Pod'}, 'next': {'delete': 1}}",
                        "spec.next.delete: 1 is neither true nor false"),
                new Wrong(
                        "{'resource': {'kind': 'Pod'}, 'next': {'status': {'a': '{{b}}'}}}",
                        "spec.next.status: {\"a\":\"{{b}}\"} is invalid: path b: expected . or [\""
                                + " at character 0"),
                new Wrong(
                        "{'resource': {'kind': 'Pod'}, 'next': {'status': {'$each': '.a'}}}",
                        "spec.next.status: {\"$each\":\".a\"} is a list; it must be an object"),
                new Wrong(
                        "{'resource': {'kind': 'Pod'}, 'delay': {'duration': '1 day'}}",
                        "spec.delay.duration: \"1 day\" is not a duration; write it like 1s, 500ms"
                                + " or 1m30s"));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void anInvalidFieldOfAStageIsReported(Wrong wrong) {
        Json.Obj manifest =
                tree("{'apiVersion': 'berth.dev/v1', 'kind': 'Stage', 'metadata': {'name': 's'}}")
                        .with("spec", tree(wrong.spec));

        assertThatThrownBy(() -> Stage.of(manifest)).hasMessage(wrong.message);
    }

    @Test
    void theSameSeedGivesTheSameRun() {
        assertThat(run(3)).isEqualTo(run(3)).isNotEqualTo(run(4));
    }

    private static List<String> run(long seed) {
        var cluster = new VirtualCluster(seed);
        Watch watch = cluster.store().watch(ObjectSelection.everything(), () -> {});
        for (int i = 0; i < 30; i++) {
            cluster.create(pod("p" + i));
            cluster.store().bind(BindRequest.of("default", "p" + i, "", "n" + i % 3)).orThrow();
            cluster.advance(Duration.ofMillis(300));
        }
        cluster.advance(Duration.ofMinutes(1));
        var log = new ArrayList<String>();
        watch.read(Integer.MAX_VALUE)
                .forEach(event -> log.add(event.type() + " " + event.object().json()));
        return log;
    }
}
