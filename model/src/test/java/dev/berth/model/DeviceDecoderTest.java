package dev.berth.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.device.AllocatedDevice;
import dev.berth.model.device.Device;
import dev.berth.model.device.DeviceAttribute;
import dev.berth.model.device.DeviceClass;
import dev.berth.model.device.DeviceTaintRule;
import dev.berth.model.device.ResourceClaim;
import dev.berth.model.device.ResourceSlice;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Optional;

class DeviceDecoderTest {
    private final Decoder decoder = new Decoder();

    private KubeObject decode(Kind kind, String text) {
        return decoder.object(kind, (Json.Obj) Json.parse(text.replace('\'', '"')));
    }

    @Test
    void aClaimKeepsItsRequestsAndItsAllocation() {
        var claim =
                (ResourceClaim)
                        decode(
                                Kind.RESOURCE_CLAIM,
                                """
                                {'apiVersion': 'resource.k8s.io/v1', 'kind': 'ResourceClaim',
                                 'metadata': {'name': 'c', 'namespace': 'default', 'uid': 'u'},
                                 'spec': {'devices': {
                                   'requests': [
                                     {'name': 'r', 'exactly': {'deviceClassName': 'gpu',
                                       'selectors': [{'cel': {'expression': 'true'}}],
                                       'allocationMode': 'ExactCount', 'count': 2, 'adminAccess': true,
                                       'tolerations': [{'key': 'k', 'operator': 'Exists'}],
                                       'capacity': {'requests': {'memory': '1Gi'}}}},
                                     {'name': 'l', 'firstAvailable': [{'name': 's', 'deviceClassName': 'nic',
                                       'allocationMode': 'All'}]}],
                                   'constraints': [{'requests': ['r'], 'matchAttribute': 'd/a'}],
                                   'config': [{'requests': ['r'], 'opaque': {'driver': 'd'}}]}},
                                 'status': {
                                   'allocation': {
                                     'devices': {'results': [{'request': 'r', 'driver': 'd', 'pool': 'p',
                                       'device': 'x', 'shareID': 'id', 'consumedCapacity': {'memory': '1Gi'}}]},
                                     'nodeSelector': {'nodeSelectorTerms': [{'matchFields': [
                                       {'key': 'metadata.name', 'operator': 'In', 'values': ['n']}]}]},
                                     'allocationTimestamp': '2026-01-01T00:00:00Z'},
                                   'reservedFor': [{'resource': 'pods', 'name': 'p', 'uid': 'pod'}]}}
                                """);
        assertThat(claim.requests().getFirst().exactly().orElseThrow().count()).isEqualTo(2);
        assertThat(claim.requests().getLast().firstAvailable().getFirst().all()).isTrue();
        assertThat(claim.reservedFor("pod")).isTrue();
        AllocatedDevice device = claim.allocation().orElseThrow().devices().getFirst();
        assertThat(device.id()).hasToString("d/p/x");
        assertThat(decoder.object(Kind.RESOURCE_CLAIM, Encoder.object(claim))).isEqualTo(claim);
    }

    @Test
    void aSliceKeepsItsDevices() {
        var slice =
                (ResourceSlice)
                        decode(
                                Kind.RESOURCE_SLICE,
                                """
                                {'metadata': {'name': 's'}, 'spec': {'driver': 'd',
                                 'pool': {'name': 'p', 'generation': 3, 'resourceSliceCount': 2},
                                 'perDeviceNodeSelection': true,
                                 'sharedCounters': [{'name': 'set', 'counters': {'memory': {'value': '8Gi'}}}],
                                 'devices': [{'name': 'x', 'nodeName': 'n', 'allowMultipleAllocations': true,
                                   'attributes': {'a': {'string': 'v'}, 'b': {'int': 1}, 'c': {'bool': true},
                                     'd': {'version': '1.0.0'}, 'e': {'ints': [1, 2]}, 'f': {}},
                                   'capacity': {'memory': {'value': '4Gi', 'requestPolicy': {
                                     'default': '1Gi', 'validValues': ['1Gi', '2Gi']}}},
                                   'consumesCounters': [{'counterSet': 'set',
                                     'counters': {'memory': {'value': '1Gi'}}, 'compatibilityGroups': ['g']}],
                                   'taints': [{'key': 'k', 'effect': 'NoExecute'}],
                                   'bindingConditions': ['ready']}]}}
                                """);
        assertThat(slice.selectsPerDevice()).isTrue();
        assertThat(slice.generation()).isEqualTo(3);
        Device device = slice.devices().getFirst();
        assertThat(device.attributes())
                .containsEntry("a", new DeviceAttribute.OfString("v"))
                .containsEntry("b", new DeviceAttribute.OfInt(1))
                .containsEntry("c", new DeviceAttribute.OfBool(true))
                .containsEntry("d", new DeviceAttribute.OfVersion("1.0.0"))
                .containsEntry("e", new DeviceAttribute.OfInts(List.of(1L, 2L)))
                .containsEntry("f", new DeviceAttribute.Unsupported());
        assertThat(device.consumesCounters().getFirst().compatible()).isFalse();
        assertThat(device.taints().getFirst().preventsAllocation()).isTrue();
        assertThat(device.bindingConditions()).contains(List.of("ready"));
        assertThat(device.bindingFailureConditions()).isEmpty();
    }

    @Test
    void classesAndRulesAreDecoded() {
        var deviceClass =
                (DeviceClass)
                        decode(
                                Kind.DEVICE_CLASS,
                                "{'metadata': {'name': 'c'}, 'spec': {'selectors': [{}, {'cel':"
                                        + " {'expression': 'true'}}], 'extendedResourceName':"
                                        + " 'example.com/gpu'}}");
        assertThat(deviceClass.selectors()).containsExactly(Optional.empty(), Optional.of("true"));
        assertThat(deviceClass.extendedResourceName()).contains("example.com/gpu");
        var rule =
                (DeviceTaintRule)
                        decode(
                                Kind.DEVICE_TAINT_RULE,
                                "{'metadata': {'name': 'r'}, 'spec': {'deviceSelector': {'driver':"
                                        + " 'd'}, 'taint': {'key': 'k', 'effect': 'None'}}}");
        assertThat(rule.selector().orElseThrow().matchesPool("d", "any")).isTrue();
        assertThat(rule.selector().orElseThrow().matchesPool("e", "any")).isFalse();
        assertThat(rule.taint().preventsAllocation()).isFalse();
    }
}
