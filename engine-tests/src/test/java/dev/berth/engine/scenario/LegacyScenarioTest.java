package dev.berth.engine.scenario;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import dev.berth.config.FeatureGates;
import dev.berth.model.OwnerReference;
import dev.berth.model.json.Json;
import dev.berth.plugins.legacy.Legacy;
import dev.berth.plugins.legacy.NodeLabelArgs;
import dev.berth.plugins.legacy.ServiceAffinityArgs;
import dev.berth.spi.PluginProvider;
import dev.berth.testkit.NodeBuilder;
import dev.berth.testkit.PodBuilder;
import dev.berth.testkit.Scenario;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/// The legacy plugins in a scheduler with the default plugins.
class LegacyScenarioTest {
    private static final Duration A_WHILE = Duration.ofSeconds(30);
    private static final ServiceAffinityArgs BY_RACK =
            new ServiceAffinityArgs(List.of("rack"), List.of());

    private static PluginProvider<?> named(String name) {
        return Legacy.providers().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Scenario with(String plugin) {
        return with(named(plugin));
    }

    private static <C extends Record> Scenario with(PluginProvider<C> provider) {
        return with(provider, provider.defaults());
    }

    @SuppressWarnings("unchecked") // The arguments given are those of the plugin named.
    private static <C extends Record> Scenario with(String plugin, C args) {
        return with((PluginProvider<C>) named(plugin), args);
    }

    private static <C extends Record> Scenario with(PluginProvider<C> provider, C args) {
        return Scenario.of(
                Profiles.making(
                        Map.of(provider.name(), context -> provider.create(args, context)),
                        FeatureGates.DEFAULT));
    }

    private static Json.Obj service() {
        return (Json.Obj)
                Json.parse(
                        """
                        {"apiVersion": "v1", "kind": "Service",
                         "metadata": {"name": "web", "namespace": "default"},
                         "spec": {"selector": {"app": "web"}}}
                        """);
    }

    private static NodeBuilder racked(String name, String rack) {
        return node(name).cpu("2").label("rack", rack);
    }

    private static PodBuilder web(String name) {
        return pod(name).cpu("1").label("app", "web");
    }

    @Test
    void theNextPodOfAServiceFollowsTheFirst() {
        with("ServiceAffinity", BY_RACK)
                .nodes(racked("a", "a"), racked("b", "b"))
                .create(service())
                .running(web("first").on("a"))
                .create(web("second"), web("third"))
                .untilQuiet()
                .expectScheduledOn("second", "a")
                .expectPending(
                        "third",
                        "0/2 nodes are available: 1 Insufficient cpu, 1 node(s) didn't match"
                                + " service affinity. preemption: 0/2"
                                + " nodes are available: 2 No preemption victims found for incoming"
                                + " pod.")
                .delete("first")
                .advance(A_WHILE)
                .expectScheduledOn("third", "a");
    }

    @Test
    void podsOfTheServiceItselfMayBeEvicted() {
        with("ServiceAffinity", BY_RACK)
                .nodes(racked("a", "a"), racked("b", "b"))
                .create(service())
                .running(web("low").cpu("2").on("a"), pod("else").cpu("2").on("b").priority(20))
                .create(web("high").cpu("2").priority(10))
                .untilQuiet()
                .expectPreempted("low")
                .expectNominated("high", "a")
                .advance(A_WHILE)
                .expectScheduledOn("high", "a");
    }

    @Test
    void evictionsDoNotHelpWhereTheRestOfTheServiceIsElsewhere() {
        // Without its pod on either node, the service is held by the one on the other.
        with("ServiceAffinity", BY_RACK)
                .nodes(racked("a", "a"), racked("b", "b"))
                .create(service())
                .running(web("one").cpu("2").on("a"), web("two").cpu("2").on("b"))
                .create(web("high").cpu("2").priority(10))
                .untilQuiet()
                .expectUntouched("one", "two")
                .expectUnschedulableBy("high", "NodeResourcesFit", "ServiceAffinity");
    }

    @Test
    void evictionsElsewhereDoNotFreeAService() {
        with("ServiceAffinity", BY_RACK)
                .nodes(racked("a", "a"), racked("b", "b"))
                .create(service())
                .running(web("holds").cpu("2").on("a").priority(20), pod("low").cpu("2").on("b"))
                .create(web("high").cpu("2").priority(10))
                .untilQuiet()
                .expectUntouched("low", "holds")
                .expectUnschedulableBy("high", "NodeResourcesFit", "ServiceAffinity");
    }

    @Test
    void aServiceThatComesHoldsTheNextPods() {
        with("ServiceAffinity", BY_RACK)
                .nodes(racked("a", "a"), racked("b", "b"))
                .running(web("first").on("a"))
                .create(web("free"))
                .untilQuiet()
                .expectScheduledOn("free", "b")
                .create(service())
                .create(web("bound"))
                .untilQuiet()
                .expectScheduledOn("bound", "a");
    }

    @Test
    void podsOfAServiceSpread() {
        with("SelectorSpread")
                .nodes(racked("a", "a").zone("1"), racked("b", "b").zone("1"))
                .nodes(racked("c", "c").zone("2"))
                .create(service())
                .running(web("first").on("a"))
                .create(web("second"))
                .untilQuiet()
                .expectScheduledOn("second", "c");
    }

    @Test
    void aNodeThatBeginsToAvoidPodsIsAvoided() {
        var owner = new OwnerReference("apps/v1", "ReplicaSet", "set", "set-uid", true);
        NodeBuilder better = node("better").cpu("64");
        with("NodePreferAvoidPods")
                .nodes(better, node("worse"))
                .create(web("first").owner(owner))
                .untilQuiet()
                .expectScheduledOn("first", "better")
                .update(
                        better.annotation(
                                "scheduler.alpha.kubernetes.io/preferAvoidPods",
                                "{\"preferAvoidPods\":[{\"podSignature\":{\"podController\":"
                                        + "{\"kind\":\"ReplicaSet\",\"uid\":\"set-uid\"}}}]}"))
                .create(web("second").owner(owner))
                .untilQuiet()
                .expectScheduledOn("second", "worse");
    }

    @Test
    void aNodeThatGetsTheLabelRequeuesThePod() {
        with("NodeLabel", new NodeLabelArgs(List.of("rack"), List.of(), List.of(), List.of()))
                .nodes(node("n"))
                .create(pod("p"))
                .untilQuiet()
                .expectUnschedulableBy("p", "NodeLabel")
                .update(racked("n", "a"))
                .advance(A_WHILE)
                .expectScheduledOn("p", "n")
                .expectRequeuedBy("p", "NodeUpdateNodeLabel");
    }
}
