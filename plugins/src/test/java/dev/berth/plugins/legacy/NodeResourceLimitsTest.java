package dev.berth.plugins.legacy;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import dev.berth.model.Container;
import dev.berth.model.Quantity;
import dev.berth.model.ResourceList;
import dev.berth.testkit.PluginTester;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

class NodeResourceLimitsTest {
    private static PluginTester nodes() {
        return Old.plugin("NodeResourceLimits")
                .nodes(
                        node("large").cpu("4").memory("4Gi"),
                        node("cpu").cpu("4").memory("1Gi"),
                        node("memory").cpu("1").memory("4Gi"),
                        node("small").cpu("1").memory("1Gi"),
                        node("silent").cpu("0").memory("0"));
    }

    private static Container limited(String cpu, String memory) {
        return new Container(
                "c",
                "",
                ResourceList.NONE,
                ResourceList.of(
                        Map.of("cpu", Quantity.parse(cpu), "memory", Quantity.parse(memory))),
                List.of(),
                false);
    }

    @Test
    void oneOfTheLimitsIsEnough() {
        nodes().schedule(pod("p").container(limited("3", "3Gi")))
                .scores("large", 1)
                .scores("cpu", 1)
                .scores("memory", 1)
                .scores("small", 0)
                .scores("silent", 0);
    }

    @Test
    void aLimitMayBeAllThereIs() {
        nodes().schedule(pod("p").container(limited("4", "0")))
                .scores("large", 1)
                .scores("cpu", 1)
                .scores("memory", 0)
                .scores("small", 0);
    }

    @Test
    void containersAddUpAndInitContainersMayNeedMore() {
        nodes().schedule(
                        pod("p").container(limited("2", "0"))
                                .container(limited("2", "0"))
                                .initContainer(limited("3", "0")))
                .scores("large", 1)
                .scores("memory", 0);
        nodes().schedule(
                        pod("p").container(limited("0", "512Mi"))
                                .initContainer(limited("0", "2Gi")))
                .scores("memory", 1)
                .scores("cpu", 0);
    }

    @Test
    void podsWithoutLimitsAreNotLookedAt() {
        nodes().schedule(pod("p").cpu("1")).skipsScore();
    }
}
