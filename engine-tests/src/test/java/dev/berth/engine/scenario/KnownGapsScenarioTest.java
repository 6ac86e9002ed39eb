package dev.berth.engine.scenario;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;
import static dev.berth.testkit.Build.spread;
import static dev.berth.testkit.Build.term;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.json.Json;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PodBuilder;
import dev.berth.testkit.Scenario;
import dev.berth.testkit.SpreadBuilder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Requeues that kube-scheduler's hints miss, and Berth's hints, too: the pod would fit, but only
/// the five-minute flush retries it.
class KnownGapsScenarioTest {
    private static final String HOST = "kubernetes.io/hostname";
    private static final String ZONE = "topology.kubernetes.io/zone";

    record Gap(
            String name,
            List<NodeBuilder> nodes,
            List<PodBuilder> running,
            PodBuilder web,
            Consumer<Scenario> change) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Gap> gaps() {
        return Stream.of(
                new Gap(
                        "a node goes, with the pod on it that was hated",
                        List.of(node("n1").zone("a"), node("n2").zone("a")),
                        List.of(pod("db").label("app", "db").on("n1")),
                        pod("web").away(term(ZONE).of("app", "db")),
                        s -> s.deleteNode("n1")),
                new Gap(
                        "a node comes out of reach of a pod that hates this one",
                        List.of(node("n1").zone("a")),
                        List.of(pod("guard").away(term(ZONE).of("app", "web")).on("n1")),
                        pod("web").label("app", "web"),
                        s -> s.nodes(node("n2").zone("b"))),
                new Gap(
                        "the last pod of the wanted kind goes, and this one is of that kind",
                        List.of(node("n1").zone("a").cordoned(), node("n2").zone("b")),
                        List.of(pod("first").label("app", "web").on("n1")),
                        pod("web").label("app", "web").near(term(ZONE).of("app", "web")),
                        s -> s.delete("first")),
                new Gap(
                        "a pod comes in a namespace that is wanted for its labels",
                        List.of(node("n1")),
                        List.of(),
                        pod("web")
                                .near(
                                        term(HOST)
                                                .of("app", "db")
                                                .inNamespacesWith("team", "In", "blue")),
                        s -> s.running(pod("db").namespace("blue").label("app", "db").on("n1"))),
                new Gap(
                        "a node ceases to count for spreading by a label that is selected",
                        List.of(
                                node("n1").label("disk", "ssd"),
                                node("n2").label("disk", "ssd").cordoned()),
                        List.of(pod("old").label("app", "web").on("n1")),
                        pod("web")
                                .label("app", "web")
                                .nodeSelector("disk", "ssd")
                                .spread(even().of("app", "web")),
                        s -> s.update(node("n2").cordoned())),
                new Gap(
                        "a label changes that narrows whom the pod is spread from",
                        List.of(node("n1"), node("n2").cordoned()),
                        List.of(
                                pod("old-1").label("app", "db").label("rev", "1").on("n1"),
                                pod("old-2").label("app", "db").label("rev", "1").on("n1")),
                        pod("web")
                                .label("rev", "1")
                                .spread(even().of("app", "db").matchLabelKeys("rev")),
                        s ->
                                s.update(
                                        pod("web")
                                                .label("rev", "2")
                                                .spread(
                                                        even().of("app", "db")
                                                                .matchLabelKeys("rev")))));
    }

    private static SpreadBuilder even() {
        return spread(HOST);
    }

    @ParameterizedTest
    @MethodSource("gaps")
    void whatHintsMissTheFlushFinds(Gap gap) {
        var scenario =
                Scenario.of(Profiles.inTree())
                        .create(namespace("blue"))
                        .nodes(gap.nodes)
                        .create(gap.running)
                        .create(gap.web)
                        .untilQuiet()
                        .expectIn("unschedulable", "web");
        gap.change.accept(scenario);
        scenario.untilQuiet()
                .expectAttempts("web", 1)
                .advance(Duration.ofMinutes(6))
                .untilQuiet()
                .expectScheduled("web")
                .expectRequeuedBy("web", "UnschedulableTimeout");
        assertThat(scenario.stats().flushRequeues()).isEqualTo(1);
    }

    @Test
    void aDeletionThatBeginsIsNoEventThoughItCountsForSpreading() {
        Scenario.of(Profiles.inTree())
                .nodes(node("n1"), node("n2").cordoned())
                .running(pod("old").label("app", "web").on("n1"))
                .create(pod("web").label("app", "web").spread(even().of("app", "web")))
                .untilQuiet()
                .expectIn("unschedulable", "web")
                .evict("old")
                .untilQuiet()
                .expectAttempts("web", 1)
                .advance(Duration.ofMinutes(1))
                .expectScheduledOn("web", "n1")
                .expectRequeuedBy("web", "AssignedPodDelete")
                .expectAtRest();
    }

    private static Json.Obj namespace(String team) {
        Json.Obj labels = Json.Obj.of("team", Json.of(team));
        return Json.Obj.EMPTY
                .with("apiVersion", "v1")
                .with("kind", "Namespace")
                .with("metadata", Json.Obj.of("name", Json.of(team)).with("labels", labels));
    }
}
