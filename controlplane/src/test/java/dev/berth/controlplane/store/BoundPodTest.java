package dev.berth.controlplane.store;

import static dev.berth.controlplane.store.Trees.merge;
import static dev.berth.controlplane.store.Trees.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.VirtualClock;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.List;

/// A bind creates the decoded form of the pod without decoding it. It equals the decoded JSON.
class BoundPodTest {
    static List<String> pods() {
        return List.of(
                "{}",
                "{'metadata': {'labels': {'a': 'b'}, 'annotations': {'c': 'd'}, 'finalizers':"
                    + " ['e/f'], 'ownerReferences': [{'apiVersion': 'v1', 'kind': 'Node', 'name':"
                    + " 'o', 'uid': 'u', 'controller': true}]}}",
                "{'spec': {'priority': 7, 'nodeSelector': {'a': 'b'}, 'volumes': [{'name': 'v',"
                        + " 'emptyDir': {}}]}}",
                "{'status': {'phase': 'Pending', 'nominatedNodeName': 'n2', 'startTime':"
                        + " '2026-01-01T00:00:00Z'}}",
                "{'status': {'conditions': [{'type': 'A', 'status': 'True'}, {'type':"
                    + " 'PodScheduled', 'status': 'False', 'reason': 'Unschedulable', 'message':"
                    + " 'm', 'lastTransitionTime': '2025-01-01T00:00:00Z'}, {'type': 'B', 'status':"
                    + " 'True'}]}}",
                "{'status': {'conditions': [{'type': 'PodScheduled', 'status': 'True',"
                    + " 'lastTransitionTime': '2025-01-01T00:00:00Z', 'observedGeneration': 3}]}}",
                "{'status': {'conditions': [{'type': 'PodScheduled', 'status': 'True'}]}}",
                "{'status': {'resources': {'requests': {'cpu': '2'}}, 'containerStatuses':"
                        + " [{'name': 'c', 'allocatedResources': {'cpu': '1'}}]}}");
    }

    @ParameterizedTest
    @MethodSource("pods")
    void equalsTheDecodedTree(String change) {
        var clock = VirtualClock.atEpoch();
        var store = new Store(clock, 1);
        store.create(merge(pod("web"), change)).orThrow();
        clock.advance(Duration.ofMillis(1_500));

        ObjectVersion bound = store.bind(BindRequest.of("default", "web", "", "n1")).orThrow();

        assertThat(bound.typed()).isEqualTo(new Decoder().object(Kind.POD, bound.json()));
    }
}
