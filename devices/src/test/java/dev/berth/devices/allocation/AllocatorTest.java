package dev.berth.devices.allocation;

import static dev.berth.devices.allocation.DeviceObjects.claim;
import static dev.berth.devices.allocation.DeviceObjects.deviceClass;
import static dev.berth.devices.allocation.DeviceObjects.request;
import static dev.berth.devices.allocation.DeviceObjects.requests;
import static dev.berth.devices.allocation.DeviceObjects.rule;
import static dev.berth.devices.allocation.DeviceObjects.slice;
import static dev.berth.testkit.Build.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.devices.allocation.Allocator.Outcome;
import dev.berth.model.Node;
import dev.berth.model.NodeSelectorTerm;
import dev.berth.model.Quantity;
import dev.berth.model.device.AllocatedDevice;
import dev.berth.model.device.Allocation;
import dev.berth.model.device.DeviceClass;
import dev.berth.model.device.ResourceClaim;
import dev.berth.model.device.ResourceSlice;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

class AllocatorTest {
    private static final AllocatorFeatures FEATURES =
            new AllocatorFeatures(true, true, true, true, false);
    private static final Node N = node("n").label("zone", "a").build();

    private final Selectors selectors =
            new Selectors(expression -> device -> expression.equals("true"));
    private final SliceIndex index = new SliceIndex(FEATURES, selectors);
    private final AllocatedDevices allocated = new AllocatedDevices(FEATURES);
    private final Map<String, DeviceClass> classes =
            new HashMap<>(Map.of("gpu", deviceClass("gpu", "")));

    private Allocator allocator() {
        return new Allocator(
                FEATURES,
                index::pools,
                allocated,
                name -> Optional.ofNullable(classes.get(name)),
                selectors);
    }

    private Outcome allocate(ResourceClaim... claims) {
        return allocator()
                .allocate(N, List.of(claims), AllocationDeadline.after(Duration.ZERO, () -> 0L));
    }

    private static List<Allocation> found(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Allocated.class);
        return ((Outcome.Allocated) outcome).allocations();
    }

    private static List<String> devices(Outcome outcome) {
        return found(outcome).stream()
                .flatMap(each -> each.devices().stream())
                .map(each -> each.request() + "=" + each.id().device())
                .toList();
    }

    private static final Outcome NONE = new Outcome.Impossible("cannot allocate all claims");

    private void put(ResourceSlice... slices) {
        List.of(slices).forEach(index::put);
    }

    @Test
    void theFirstFreeDevicesOfTheNodeAreAllocated() {
        put(
                slice("n", "{'name': 'a'}, {'name': 'b'}, {'name': 'c'}"),
                slice("other", "{'name': 'x'}"));
        assertThat(devices(allocate(claim("c", requests(2))))).containsExactly("r=a", "r=b");
        assertThat(found(allocate(claim("c", requests(1)))).getFirst().nodeSelector().orElseThrow())
                .extracting(NodeSelectorTerm::matchFields)
                .asString()
                .contains("metadata.name", "[n]");
        assertThat(allocate(claim("c", requests(4)))).isEqualTo(NONE);
    }

    @Test
    void allocatedDevicesAreNotAllocatedAgain() {
        put(slice("n", "{'name': 'a'}, {'name': 'b'}"));
        Allocation first = found(allocate(claim("c", requests(1)))).getFirst();
        allocated.add(first);
        assertThat(devices(allocate(claim("d", requests(1))))).containsExactly("r=b");
        assertThat(allocate(claim("d", requests(1)), claim("e", requests(1)))).isEqualTo(NONE);
        allocated.remove(first);
        assertThat(devices(allocate(claim("d", requests(1)), claim("e", requests(1)))))
                .containsExactly("r=a", "r=b");
    }

    @Test
    void adminAccessIgnoresAllocationsAndIsNotCounted() {
        put(slice("n", "{'name': 'a'}"));
        allocated.add(found(allocate(claim("c", requests(1)))).getFirst());
        Allocation admin =
                found(
                                allocate(
                                        claim(
                                                "d",
                                                "'requests': ["
                                                        + request("r", 1, "'adminAccess': true")
                                                        + "]")))
                        .getFirst();
        assertThat(admin.devices().getFirst().adminAccess()).contains(true);
        var others = new AllocatedDevices(FEATURES);
        others.add(admin);
        assertThat(others.inUse(admin.devices().getFirst().id())).isFalse();
    }

    @Test
    void alternativesAreTriedInOrderAndAgainForLaterRequests() {
        put(slice("n", "{'name': 'a'}, {'name': 'b'}"));
        String list =
                "{'name': 'p', 'firstAvailable': [{'name': 'two', 'deviceClassName': 'gpu',"
                    + " 'allocationMode': 'ExactCount', 'count': 2},{'name': 'one',"
                    + " 'deviceClassName': 'gpu', 'allocationMode': 'ExactCount', 'count': 1}]}";
        assertThat(devices(allocate(claim("c", "'requests': [" + list + "]"))))
                .containsExactly("p/two=a", "p/two=b");
        assertThat(
                        devices(
                                allocate(
                                        claim(
                                                "c",
                                                "'requests': ["
                                                        + list
                                                        + ","
                                                        + request("r", 1, "")
                                                        + "]"))))
                .containsExactly("p/one=a", "r=b");
    }

    @Test
    void allDevicesMustBeFreeAndPoolsComplete() {
        String all =
                "'requests': [{'name': 'r', 'exactly': {'deviceClassName': 'gpu', 'allocationMode':"
                        + " 'All'}}]";
        assertThat(allocate(claim("c", all))).isEqualTo(NONE);
        put(slice("n", "{'name': 'a'}, {'name': 'b'}"));
        assertThat(devices(allocate(claim("c", all)))).containsExactly("r=a", "r=b");
        allocated.add(found(allocate(claim("d", requests(1)))).getFirst());
        assertThat(allocate(claim("c", all))).isEqualTo(NONE);
        put(slice("late", "late", 1, 2, "'nodeName': 'n', 'devices': [{'name': 'x'}]"));
        assertThatThrownBy(() -> allocate(claim("c", all)))
                .hasMessage(
                        "claim default/c, request r: asks for all devices, but resource pool d/late"
                                + " is currently being updated");
    }

    @Test
    void aPoolThatContradictsItselfIsNotUsed() {
        put(
                slice("s1", "n", 1, 2, "'nodeName': 'n', 'devices': [{'name': 'a'}]"),
                slice("s2", "n", 1, 2, "'nodeName': 'n', 'devices': [{'name': 'a'}]"));
        assertThat(allocate(claim("c", requests(1))))
                .isEqualTo(new Outcome.Impossible("invalid resource pools were encountered"));
    }

    @Test
    void onlyTheLatestGenerationCounts() {
        put(
                slice("old", "n", 1, 1, "'nodeName': 'n', 'devices': [{'name': 'old'}]"),
                slice("new", "n", 2, 1, "'nodeName': 'n', 'devices': [{'name': 'new'}]"));
        assertThat(devices(allocate(claim("c", requests(1))))).containsExactly("r=new");
        index.remove("new");
        assertThat(devices(allocate(claim("c", requests(1))))).containsExactly("r=old");
    }

    @Test
    void constraintsCompareAttributes() {
        put(
                slice(
                        "n",
                        "{'name': 'a', 'attributes': {'numa': {'int': 0}}},"
                                + "{'name': 'b', 'attributes': {'numa': {'int': 1}}},"
                                + "{'name': 'c', 'attributes': {'d/numa': {'int': 1}}},"
                                + "{'name': 'd'}"));
        String two = requests(2) + ", 'constraints': [{'%s': 'd/numa'}]";
        assertThat(devices(allocate(claim("c", two.formatted("matchAttribute")))))
                .containsExactly("r=b", "r=c");
        assertThat(devices(allocate(claim("c", two.formatted("distinctAttribute")))))
                .containsExactly("r=a", "r=b");
        String three = requests(3) + ", 'constraints': [{'distinctAttribute': 'd/numa'}]";
        assertThat(allocate(claim("c", three))).isEqualTo(NONE);
    }

    @Test
    void taintsOfDevicesAndRulesNeedTolerations() {
        put(
                slice(
                        "n",
                        "{'name': 'a', 'taints': [{'key': 'k', 'effect': 'NoSchedule'}]},"
                                + "{'name': 'b', 'taints': [{'key': 'k', 'effect': 'None'}]}"));
        assertThat(devices(allocate(claim("c", requests(1))))).containsExactly("r=b");
        index.putRule(
                rule(
                        "'deviceSelector': {'device': 'b'}, 'taint': {'key': 'm', 'effect':"
                                + " 'NoExecute'}"));
        assertThat(allocate(claim("c", requests(1)))).isEqualTo(NONE);
        String tolerant = request("r", 1, "'tolerations': [{'key': 'm', 'operator': 'Exists'}]");
        assertThat(devices(allocate(claim("c", "'requests': [" + tolerant + "]"))))
                .containsExactly("r=b");
        index.putRule(rule("'taint': {'key': 'm', 'effect': 'NoExecute'}"));
        assertThat(devices(allocate(claim("c", requests(1))))).containsExactly("r=b");
    }

    @Test
    void sharedCountersLimitPartitions() {
        put(
                slice(
                        "counters",
                        "n",
                        1,
                        2,
                        "'nodeName': 'n', 'sharedCounters': [{'name': 's', 'counters': {'memory':"
                                + " {'value': '10Gi'}}}]"),
                slice(
                        "n",
                        "n",
                        1,
                        2,
                        "'nodeName': 'n', 'devices': ["
                                + part("a", 8)
                                + ","
                                + part("b", 4)
                                + ","
                                + part("c", 4)
                                + "]"));
        assertThat(devices(allocate(claim("c", requests(2))))).containsExactly("r=b", "r=c");
        allocated.add(found(allocate(claim("c", requests(1)))).getFirst());
        assertThat(allocate(claim("d", requests(1)))).isEqualTo(NONE);
    }

    private static String part(String name, int size) {
        return "{'name': '%s', 'consumesCounters': [{'counterSet': 's', 'counters': {'memory': {'value': '%dGi'}}}]}"
                .formatted(name, size);
    }

    @Test
    void sharedDevicesAreUsedUntilTheirCapacityIsConsumed() {
        put(
                slice(
                        "n",
                        "{'name': 'a', 'allowMultipleAllocations': true, 'capacity': {'memory':"
                            + " {'value': '4Gi', 'requestPolicy': {'default': '1Gi', 'validRange':"
                            + " {'min': '1Gi', 'step': '1Gi'}}}}}"));
        String wanted =
                "'requests': ["
                        + request("r", 1, "'capacity': {'requests': {'memory': '1500Mi'}}")
                        + "]";
        Allocation first = found(allocate(claim("c", wanted))).getFirst();
        AllocatedDevice share = first.devices().getFirst();
        assertThat(share.shareId()).isPresent();
        assertThat(share.consumedCapacity().orElseThrow())
                .containsEntry("memory", Quantity.parse("2Gi"));
        allocated.add(first);
        assertThat(devices(allocate(claim("d", wanted)))).containsExactly("r=a");
        assertThat(allocate(claim("d", wanted), claim("e", requests(1)))).isEqualTo(NONE);
        String unknown =
                "'requests': [" + request("r", 1, "'capacity': {'requests': {'other': '1'}}") + "]";
        assertThat(allocate(claim("d", unknown))).isEqualTo(NONE);
    }

    @Test
    void aConfigurationForAllRequestsNamesNone() {
        classes.put("gpu", deviceClass("gpu", "'config': [{'opaque': {'driver': 'd'}}]"));
        put(slice("n", "{'name': 'a'}, {'name': 'b'}, {'name': 'c'}"));
        String claim =
                "'requests': ["
                        + request("x", 1, "")
                        + ","
                        + request("y", 1, "")
                        + "], 'config': [{'requests': ['x'], 'opaque': {'driver': 'e'}},"
                        + " {'requests': ['x', 'y'], 'opaque': {'driver': 'f'}}]";
        assertThat(found(allocate(claim("c", claim))).getFirst().config())
                .extracting(each -> each.source() + each.configuration().requests())
                .containsExactly("FromClass[]", "FromClaim[x]", "FromClaim[]");
    }

    @Test
    void aClaimHasAtMost32Devices() {
        assertThatThrownBy(() -> allocate(claim("c", requests(33))))
                .hasMessage(
                        "claim default/c, request r: adding 33 devices exceeds the claim limit of"
                                + " 32, with 0 already accounted for");
    }

    @Test
    void selectorsOfTheClassAndOfTheRequestMustMatch() {
        put(slice("n", "{'name': 'a'}"));
        String with =
                "'requests': ["
                        + request("r", 1, "'selectors': [{'cel': {'expression': '%s'}}]")
                        + "]";
        assertThat(devices(allocate(claim("c", with.formatted("true"))))).containsExactly("r=a");
        assertThat(allocate(claim("c", with.formatted("false")))).isEqualTo(NONE);
    }

    @Test
    void theSearchEndsAtTheDeadline() {
        put(slice("n", "{'name': 'a'}"));
        var now = new long[1];
        Outcome outcome =
                new Allocator(
                                FEATURES,
                                index::pools,
                                allocated,
                                name -> Optional.ofNullable(classes.get(name)),
                                selectors)
                        .allocate(
                                N,
                                List.of(claim("c", requests(1))),
                                AllocationDeadline.after(
                                        Duration.ofSeconds(1), () -> now[0] += 600_000_000));
        assertThat(outcome).isEqualTo(new Outcome.TimedOut());
    }

    @Test
    void theDevicesOfEachRequestAreCountedForExplanations() {
        put(
                slice(
                        "n",
                        "{'name': 'a'}, {'name': 'b'}, {'name': 'c', 'taints': [{'key': 'sick',"
                                + " 'effect': 'NoSchedule'}]}, {'name': 'd', 'capacity': {'memory':"
                                + " {'value': '1'}}, 'allowMultipleAllocations': true}"));
        allocated.add(found(allocate(claim("other", requests(1)))).getFirst());
        CountedDevices counted =
                allocator()
                        .count(
                                N,
                                List.of(
                                        claim(
                                                "c",
                                                "'requests': ["
                                                        + request(
                                                                "r",
                                                                3,
                                                                "'capacity': {'requests':"
                                                                        + " {'memory': '2'}}")
                                                        + "]")))
                        .getFirst();
        assertThat(counted.request()).isEqualTo("r");
        assertThat(counted.requested()).isEqualTo(3);
        assertThat(counted.devices()).isEqualTo(4);
        assertThat(counted.matching()).isEqualTo(4);
        assertThat(counted.allocated()).isEqualTo(1);
        assertThat(counted.tainted()).isEqualTo(1);
        assertThat(counted.withoutCapacity()).isEqualTo(2);
        assertThat(counted.free()).isZero();
    }
}
