package dev.berth.devices.allocation;

import static dev.berth.devices.allocation.DeviceObjects.claim;
import static dev.berth.devices.allocation.DeviceObjects.deviceClass;
import static dev.berth.devices.allocation.DeviceObjects.requests;
import static dev.berth.devices.allocation.DeviceObjects.slice;
import static dev.berth.testkit.Build.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.device.ExtendedResourceClasses;
import dev.berth.spi.NodeDevices;

import org.junit.jupiter.api.Test;

class DeviceCountsTest {
    private static final String RESOURCE = "example.com/gpu";
    private static final String IMPLICIT = "deviceclass.resource.kubernetes.io/";
    private static final AllocatorFeatures FEATURES =
            new AllocatorFeatures(true, true, true, true, false);

    private final Selectors selectors =
            new Selectors(expression ->
                    device -> {
                        if (expression.equals("fails")) {
                            throw new SelectorFactory.SelectorException("no");
                        }
                        return expression.equals("true")
                                || expression.equals("shared") && device.allowMultipleAllocations();
                    });
    private final SliceIndex slices = new SliceIndex(FEATURES, selectors);
    private final AllocatedDevices allocated = new AllocatedDevices(FEATURES);
    private final ExtendedResourceClasses classes = new ExtendedResourceClasses();
    private final DeviceCounts counts = new DeviceCounts(slices, selectors, allocated, classes);

    private NodeDevices.Count count(String node, String resource) {
        return counts.count(node(node).build(), resource);
    }

    private static String selecting(String expression) {
        return "'selectors': [{'cel': {'expression': '%s'}}]".formatted(expression);
    }

    @Test
    void devicesOfAllSlicesOfTheNodeCount() {
        classes.changed(
                deviceClass(
                        "gpu", selecting("true") + ", 'extendedResourceName': '" + RESOURCE + "'"),
                true);
        slices.put(slice("a", "{'name': 'x'}, {'name': 'y'}"));
        slices.put(slice("b", "{'name': 'x'}"));
        slices.put(
                slice("old", "p", 1, 3, "'allNodes': true, 'devices': [{'name': 'incomplete'}]"));
        slices.put(
                slice(
                        "each",
                        "q",
                        "'perDeviceNodeSelection': true, 'devices': [{'name': 'm', 'nodeName':"
                                + " 'a'}, {'name': 'n', 'nodeName': 'b'}]"));
        allocated.add(
                claim(
                                "c",
                                requests(1),
                                "'allocation': {'devices': {'results': [{'request': 'r', 'driver':"
                                        + " 'd', 'pool': 'a', 'device': 'y'}]}}")
                        .allocation()
                        .orElseThrow());

        assertThat(counts.provides(RESOURCE)).isTrue();
        assertThat(counts.provides("example.com/other")).isFalse();
        assertThat(count("a", RESOURCE)).isEqualTo(new NodeDevices.Count(4, 1));
        assertThat(count("b", RESOURCE)).isEqualTo(new NodeDevices.Count(3, 0));
        assertThat(count("c", IMPLICIT + "gpu")).isEqualTo(new NodeDevices.Count(1, 0));
    }

    @Test
    void aSliceWithoutNodesCountsOnAllNodes() {
        classes.changed(deviceClass("any", ""), true);
        slices.put(slice("everywhere", "p", "'devices': [{'name': 'x'}]"));

        assertThat(count("a", IMPLICIT + "any")).isEqualTo(new NodeDevices.Count(1, 0));
    }

    @Test
    void noDeviceAllowsMultipleAllocations() {
        classes.changed(deviceClass("gpu", selecting("shared")), true);
        slices.put(slice("a", "{'name': 'x', 'allowMultipleAllocations': true}"));

        assertThat(count("a", IMPLICIT + "gpu")).isEqualTo(NodeDevices.Count.NONE);
    }

    @Test
    void aFailedSelectorCountsNothing() {
        classes.changed(deviceClass("gpu", selecting("fails")), true);
        slices.put(slice("a", "{'name': 'x'}"));

        assertThat(count("a", IMPLICIT + "gpu")).isEqualTo(NodeDevices.Count.NONE);
        assertThat(count("b", IMPLICIT + "gpu")).isEqualTo(NodeDevices.Count.NONE);
    }
}
