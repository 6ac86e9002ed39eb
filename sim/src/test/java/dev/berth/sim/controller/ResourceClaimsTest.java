package dev.berth.sim.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.store.WriteScope;
import dev.berth.model.Kind;
import dev.berth.model.device.ResourceClaim;
import dev.berth.model.json.Json;
import dev.berth.sim.TestObjects;

import org.junit.jupiter.api.Test;

/// The claims of pods, and the devices of simulated GPU drivers.
class ResourceClaimsTest {
    private final ControlledCluster cluster = new ControlledCluster();

    private void template() {
        cluster.create(
                """
                {'apiVersion': 'resource.k8s.io/v1', 'kind': 'ResourceClaimTemplate', 'metadata': {'name': 't', 'namespace': 'default'},
                 'spec': {'metadata': {'labels': {'team': 'a'}}, 'spec': {'devices': {'requests': [
                  {'name': 'gpu', 'exactly': {'deviceClassName': 'gpu.berth.dev'}}]}}}}\
                """);
    }

    private void pod() {
        cluster.store()
                .create(
                        TestObjects.merge(
                                TestObjects.pod("p"),
                                "{'spec': {'resourceClaims': [{'name': 'g',"
                                        + " 'resourceClaimTemplateName': 't'}]}}"))
                .orThrow();
        cluster.seconds(1);
    }

    private String claim() {
        return cluster.names(Kind.RESOURCE_CLAIM).getFirst();
    }

    private ResourceClaim typed() {
        return (ResourceClaim) cluster.objects(Kind.RESOURCE_CLAIM).getFirst().typed();
    }

    private void allocate() {
        cluster.patch(
                        Kind.RESOURCE_CLAIM,
                        claim(),
                        """
                        {'metadata': {'finalizers': ['resource.kubernetes.io/delete-protection']},
                         'status': {'allocation': {'devices': {'results': [
                          {'request': 'gpu', 'driver': 'gpu.berth.dev', 'pool': 'n1', 'device': 'gpu-0'}]}},
                          'reservedFor': [{'resource': 'pods', 'name': 'p', 'uid': '%s'}]}}\
                        """
                                .formatted(cluster.text(Kind.POD, "p", ".metadata.uid")),
                        WriteScope.WHOLE)
                .seconds(1);
    }

    @Test
    void aTemplateGivesThePodAClaim() {
        template();
        pod();
        assertThat(claim()).matches("p-g-[a-z0-9]{5}");
        Json.Obj made = cluster.object(Kind.RESOURCE_CLAIM, claim());
        assertThat(made.text())
                .contains("\"team\":\"a\"", "\"resource.kubernetes.io/pod-claim-name\":\"g\"")
                .contains("\"deviceClassName\":\"gpu.berth.dev\"", "\"count\":1");
        assertThat(cluster.object(Kind.POD, "p").text())
                .contains("{\"name\":\"g\",\"resourceClaimName\":\"" + claim() + "\"}");
    }

    @Test
    void aMissingTemplateIsReportedAndTheClaimIsCreatedWhenItExists() {
        pod();
        assertThat(cluster.names(Kind.RESOURCE_CLAIM)).isEmpty();
        assertThat(cluster.notes())
                .contains(
                        "FailedResourceClaimCreation PodResourceClaim g: resource claim template"
                                + " \"t\": resourceclaimtemplate.resource.k8s.io \"t\" not found");
        template();
        cluster.seconds(1);
        assertThat(cluster.names(Kind.RESOURCE_CLAIM)).hasSize(1);
    }

    @Test
    void aClaimThatWasDeletedIsReplaced() {
        template();
        pod();
        String first = claim();
        cluster.delete(Kind.RESOURCE_CLAIM, first).seconds(1);
        assertThat(claim()).isNotEqualTo(first);
        assertThat(cluster.object(Kind.POD, "p").text()).contains(claim()).doesNotContain(first);
    }

    @Test
    void aGeneratedClaimEndsWithItsPod() {
        template();
        pod();
        allocate();
        assertThat(typed().allocation()).isPresent();
        cluster.delete(Kind.POD, "p").seconds(60);
        assertThat(cluster.names(Kind.RESOURCE_CLAIM)).isEmpty();
    }

    @Test
    void aSharedClaimIsDeallocatedWithItsLastReservation() {
        cluster.create(
                """
                {'apiVersion': 'resource.k8s.io/v1', 'kind': 'ResourceClaim', 'metadata': {'name': 'c', 'namespace': 'default'},
                 'spec': {'devices': {'requests': [{'name': 'gpu', 'exactly': {'deviceClassName': 'gpu.berth.dev'}}]}}}\
                """);
        cluster.store()
                .create(
                        TestObjects.merge(
                                TestObjects.pod("p"),
                                "{'spec': {'resourceClaims': [{'name': 'g',"
                                        + " 'resourceClaimName': 'c'}]}}"))
                .orThrow();
        allocate();
        assertThat(typed().reservedFor()).hasSize(1);
        cluster.delete(Kind.POD, "p").seconds(60);
        assertThat(typed().reservedFor()).isEmpty();
        assertThat(typed().allocation()).isEmpty();
        assertThat(typed().meta().finalizers()).isEmpty();
    }

    @Test
    void aPodStartsWhenItsClaimIsReserved() {
        template();
        pod();
        cluster.seconds(30);
        assertThat(cluster.text(Kind.POD, "p", ".status.phase")).isEqualTo("Pending");
        allocate();
        cluster.seconds(5);
        assertThat(cluster.text(Kind.POD, "p", ".status.phase")).isEqualTo("Running");
    }

    @Test
    void theFinalizerOfAClaimThatIsBeingAllocatedStays() {
        template();
        pod();
        cluster.patch(
                        Kind.RESOURCE_CLAIM,
                        claim(),
                        "{'metadata': {'finalizers':"
                                + " ['resource.kubernetes.io/delete-protection']}}")
                .seconds(1);
        assertThat(typed().meta().finalizers()).hasSize(1);
        cluster.delete(Kind.POD, "p").seconds(60);
        assertThat(cluster.names(Kind.RESOURCE_CLAIM)).isEmpty();
    }

    @Test
    void theGpusOfANodeArePublishedAndFollowItsAnnotations() {
        cluster.patch(
                        Kind.NODE,
                        "n1",
                        "{'metadata': {'annotations': {'gpu.berth.dev/count': '2',"
                                + " 'gpu.berth.dev/model': 'H100'}}}")
                .seconds(1);
        assertThat(cluster.names(Kind.DEVICE_CLASS)).containsExactly("gpu.berth.dev");
        assertThat(cluster.objects(Kind.RESOURCE_SLICE))
                .singleElement()
                .satisfies(slice ->
                        assertThat(slice.json().text())
                                .contains("\"name\":\"gpu-1\"", "\"string\":\"H100\"", "80Gi")
                                .contains("\"generation\":1"));
        cluster.patch(
                        Kind.NODE,
                        "n1",
                        "{'metadata': {'annotations': {'gpu.berth.dev/count': '1'}}}")
                .seconds(1);
        assertThat(cluster.objects(Kind.RESOURCE_SLICE))
                .singleElement()
                .satisfies(slice ->
                        assertThat(slice.json().text())
                                .contains("\"generation\":2")
                                .doesNotContain("gpu-1\""));
        cluster.delete(Kind.NODE, "n1").seconds(60);
        assertThat(cluster.names(Kind.RESOURCE_SLICE)).isEmpty();
    }
}
