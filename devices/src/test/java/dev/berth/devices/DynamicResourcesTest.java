package dev.berth.devices;

import static dev.berth.devices.allocation.DeviceObjects.claim;
import static dev.berth.devices.allocation.DeviceObjects.deviceClass;
import static dev.berth.devices.allocation.DeviceObjects.request;
import static dev.berth.devices.allocation.DeviceObjects.requests;
import static dev.berth.devices.allocation.DeviceObjects.slice;
import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.device.ResourceClaim;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.Gates;
import dev.berth.spi.NodeDevices;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.Plugin;
import dev.berth.spi.PostFilterVerdict;
import dev.berth.spi.StateObserver;
import dev.berth.spi.Verdict;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PodBuilder;
import dev.berth.testkit.TestContext;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

class DynamicResourcesTest {
    private static final String[] GATES = {
        "DRADeviceTaints",
        "DRADeviceTaintRules",
        "DRAPartitionableDevices",
        "DRAPrioritizedList",
        "DRAConsumableCapacity",
        "DRAExtendedResource",
        "DRADeviceBindingConditions",
        "DRAResourceClaimDeviceStatus"
    };
    private static final ClusterEvent CLAIM_UPDATE =
            ClusterEvent.of(ClusterEvent.RESOURCE_CLAIM, ClusterEvent.UPDATE);
    private static final String ALLOCATED =
            "'allocation': {'devices': {'results': [{'request': 'r', 'driver': 'd', 'pool': 'a',"
                    + " 'device': 'x'}]}, 'nodeSelector': {'nodeSelectorTerms': [{'matchFields':"
                    + " [{'key': 'metadata.name', 'operator': 'In', 'values': ['a']}]}]}}";

    private final DynamicResources.Provider provider = new DynamicResources.Provider();
    private final PluginTester tester =
            PluginTester.of(provider, GATES)
                    .nodes(node("a"), node("b"))
                    .objects(deviceClass("gpu", ""), slice("a", "{'name': 'x'}"));

    private static PodBuilder user() {
        return pod("p").claim("ref", "c");
    }

    @Test
    void podsWithoutClaimsPassAndScoreNothing() {
        tester.schedule(pod("p")).skipsFilter().scores("a", 0).scores("b", 0);
    }

    @Test
    void aPodNeedsItsClaims() {
        tester.schedule(user()).rejectsPod("could not find ResourceClaim \"default/c\"");
    }

    @Test
    void nodesWithoutTheDevicesAreRejected() {
        tester.objects(claim("c", requests(1)))
                .schedule(user())
                .passes("a")
                .rejectsUnresolvable("b", "cannot allocate all claims");
    }

    @Test
    void devicesOfOtherClaimsAreNotFree() {
        tester.objects(claim("c", requests(1)), claim("other", requests(1), ALLOCATED))
                .schedule(user())
                .rejectsUnresolvable("a", "cannot allocate all claims");
        tester.removed(claim("other", requests(1), ALLOCATED)).schedule(user()).passes("a");
    }

    @Test
    void anAllocatedClaimStaysWithItsNodes() {
        tester.objects(claim("c", requests(1), ALLOCATED))
                .schedule(user())
                .passes("a")
                .rejectsUnresolvable("b", "resourceclaim not available on the node");
    }

    @Test
    void theClassMustExist() {
        tester.removed(deviceClass("gpu", ""))
                .objects(claim("c", requests(1)))
                .schedule(user())
                .rejectsPod("request r: device class gpu does not exist");
    }

    @Test
    void firstAlternativesScoreHighest() {
        String list =
                "'requests': [{'name': 'r', 'firstAvailable': [{'name': 'two', 'deviceClassName':"
                        + " 'gpu', 'allocationMode': 'ExactCount', 'count': 2}, {'name': 'one',"
                        + " 'deviceClassName': 'gpu', 'allocationMode': 'ExactCount', 'count':"
                        + " 1}]}]";
        tester.objects(slice("b", "{'name': 'y'}, {'name': 'z'}"), claim("c", list))
                .schedule(user())
                .scores("a", 87)
                .scores("b", 100);
    }

    @Test
    void adminAccessNeedsNoFreeDevice() {
        String admin = "'requests': [" + request("r", 1, "'adminAccess': true") + "]";
        tester.objects(claim("c", admin), claim("other", requests(1), ALLOCATED))
                .schedule(user())
                .passes("a");
    }

    @Test
    void claimsThatAreFreedRequeueEveryPodWithClaims() {
        ResourceClaim other = claim("other", requests(1), ALLOCATED);
        ObjectChange freed = ObjectChange.updated(other, claim("other", requests(1)));
        tester.objects(claim("c", requests(1)));
        assertThat(tester.requeues(user(), CLAIM_UPDATE, freed)).isTrue();
        assertThat(
                        tester.requeues(
                                user(),
                                CLAIM_UPDATE,
                                ObjectChange.updated(claim("other", requests(1)), other)))
                .isFalse();
        assertThat(tester.requeues(pod("p").claim("ref", "gone"), CLAIM_UPDATE, freed)).isFalse();
    }

    @Test
    void deletedClaimsRequeueIfTheyHeldDevices() {
        ClusterEvent deleted = ClusterEvent.of(ClusterEvent.RESOURCE_CLAIM, ClusterEvent.DELETE);
        assertThat(
                        tester.requeues(
                                user(),
                                deleted,
                                ObjectChange.removed(claim("other", requests(1), ALLOCATED))))
                .isTrue();
        assertThat(
                        tester.requeues(
                                user(), deleted, ObjectChange.removed(claim("other", requests(1)))))
                .isFalse();
    }

    @Test
    void preEnqueueWaitsForTheClaims() {
        var plugin = (DynamicResources) provider.create(provider.defaults(), tester.context());
        assertThat(plugin.preEnqueue(pod("q").build())).isEqualTo(Verdict.PASS);
        assertThat(plugin.preEnqueue(user().build())).isNotEqualTo(Verdict.PASS);
        assertThat(plugin.hasPreScore()).isFalse();
    }

    @Test
    void aClosedPluginNoLongerCountsDevices() {
        var context = new TestContext().gate("DRAExtendedResource");
        NodeDevices counts = context.shared(NodeDevices.KEY, NodeDevices::new);
        Plugin first = provider.create(provider.defaults(), context);
        ((StateObserver) first)
                .objectChanged(
                        Optional.empty(),
                        Optional.of(deviceClass("gpu", "'extendedResourceName': 'example.com/g'")));
        Plugin rejected = provider.create(provider.defaults(), context);
        rejected.close();
        assertThat(counts.provide("example.com/g")).isTrue();
        Plugin next = provider.create(provider.defaults(), context);
        BooleanSupplier same = counts.whileSameResources();
        first.close();
        assertThat(counts.provide("example.com/g")).isTrue();
        assertThat(same.getAsBoolean()).isTrue();
        next.close();
        assertThat(counts.provide("example.com/g")).isFalse();
        assertThat(same.getAsBoolean()).isFalse();
    }

    @Test
    void aChangedClassChangesTheResourcesThatDevicesProvide() {
        var context = new TestContext().gate("DRAExtendedResource");
        NodeDevices counts = context.shared(NodeDevices.KEY, NodeDevices::new);
        Plugin plugin = provider.create(provider.defaults(), context);
        BooleanSupplier same = counts.whileSameResources();
        assertThat(same.getAsBoolean()).isTrue();
        ((StateObserver) plugin)
                .objectChanged(
                        Optional.empty(),
                        Optional.of(deviceClass("gpu", "'extendedResourceName': 'example.com/g'")));
        assertThat(same.getAsBoolean()).isFalse();
    }

    @Test
    void postFilterIsAbortedIfAnEarlierPluginRejectedThePod() {
        assertThat(tester.postFilter(pod("p"), false))
                .isEqualTo(new PostFilterVerdict.Aborted("not found"));
    }

    @Test
    void withoutPreFilterItIsAnError() {
        assertThatThrownBy(() -> tester.scheduleWithoutPrePoints(pod("p"))).hasMessage("not found");
    }

    @Test
    void timeoutsBelongToGates() {
        assertThat(provider.defaults(gate -> false))
                .isEqualTo(new ResourcesArgs(Optional.empty(), Optional.empty()));
        assertThat(provider.defaults(gate -> true)).isEqualTo(provider.defaults());
        assertThat(provider.defaults())
                .isEqualTo(args(Duration.ofSeconds(10), Duration.ofMinutes(10)));
        assertThat(problems(provider.defaults(), gate -> false))
                .containsExactly("filterTimeout", "bindingTimeout");
        assertThat(problems(args(Duration.ofSeconds(-1), Duration.ofMillis(999)), gate -> true))
                .containsExactly("filterTimeout", "bindingTimeout");
        assertThat(problems(args(Duration.ZERO, Duration.ofSeconds(1)), gate -> true)).isEmpty();
    }

    private static ResourcesArgs args(Duration filter, Duration binding) {
        return new ResourcesArgs(Optional.of(filter), Optional.of(binding));
    }

    private List<String> problems(ResourcesArgs args, Gates on) {
        var problems = new ArrayList<String>();
        provider.check(args, on, (path, value, problem) -> problems.add(path));
        return problems;
    }
}
