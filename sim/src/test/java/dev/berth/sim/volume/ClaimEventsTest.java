package dev.berth.sim.volume;

import static dev.berth.sim.TestObjects.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.Patch;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.controlplane.tree.Path;
import dev.berth.engine.port.Log;
import dev.berth.model.Kind;
import dev.berth.model.json.Json;
import dev.berth.sim.VirtualCluster;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;

class ClaimEventsTest {
    private final VirtualCluster cluster = new VirtualCluster(7).controlled(Log.NONE);

    private void storageClass(String name, String more) {
        cluster.create(
                tree(
                        """
                        {'apiVersion': 'storage.k8s.io/v1', 'kind': 'StorageClass', 'metadata': {'name': '%s'}%s}\
                        """
                                .formatted(name, more)));
    }

    private void claim(String annotations, String more) {
        cluster.create(
                tree(
                        """
                        {'apiVersion': 'v1', 'kind': 'PersistentVolumeClaim',
                         'metadata': {'name': 'c', 'namespace': 'default', 'annotations': {%s}},
                         'spec': {'accessModes': ['ReadWriteOnce'], 'resources': {'requests': {'storage': '1Gi'}}%s}}\
                        """
                                .formatted(annotations, more)));
        cluster.advance(Duration.ofSeconds(10));
    }

    /// The reporter, type, reason and text of each event.
    private List<String> events() {
        return cluster.store().list(ObjectSelection.of(Kind.EVENT)).objects().stream()
                .map(event ->
                        Path.of("reportingController").text(event.json())
                                + " "
                                + Path.of("type").text(event.json())
                                + " "
                                + Path.of("reason").text(event.json())
                                + ": "
                                + Path.of("note").text(event.json()))
                .sorted()
                .toList();
    }

    private Json.Obj status() {
        Json.Obj claim =
                cluster.store().get(Kind.PERSISTENT_VOLUME_CLAIM, "default", "c").orThrow().json();
        return Path.of("status").object(claim);
    }

    @Test
    void aBoundClaimHasItsVolumeInItsStatus() {
        storageClass("fast", ", 'provisioner': 'example.com/disk'");
        claim("", ", 'storageClassName': 'fast'");
        assertThat(status())
                .isEqualTo(
                        tree(
                                "{'phase': 'Bound', 'accessModes': ['ReadWriteOnce'], 'capacity':"
                                        + " {'storage': '1Gi'}}"));
        String volume =
                cluster.store()
                        .list(ObjectSelection.of(Kind.PERSISTENT_VOLUME))
                        .objects()
                        .getFirst()
                        .name();
        assertThat(events())
                .containsExactly(
                        "external-provisioner Normal Provisioning: External provisioner is"
                                + " provisioning volume for claim \"default/c\"",
                        "external-provisioner Normal ProvisioningSucceeded: Successfully"
                                + " provisioned volume "
                                + volume,
                        "persistentvolume-controller Normal ExternalProvisioning: Waiting for a"
                                + " volume to be created either by the external provisioner"
                                + " 'example.com/disk' or manually by the system administrator. If"
                                + " volume creation is delayed, please verify that the provisioner"
                                + " is running and correctly registered.");

        cluster.store().delete(Kind.PERSISTENT_VOLUME, "", volume, DeleteRequest.NOW).orThrow();
        cluster.store()
                .patch(
                        Kind.PERSISTENT_VOLUME,
                        "",
                        volume,
                        new Patch.Merge(tree("{'metadata': {'finalizers': null}}")),
                        WriteScope.WHOLE);
        cluster.advance(Duration.ofSeconds(1));
        assertThat(events())
                .contains(
                        "persistentvolume-controller Warning ClaimLost: Bound claim has lost its"
                                + " PersistentVolume. Data on the volume is lost!");
    }

    @Test
    void aWaitingClaimNamesItsProvisioner() {
        storageClass(
                "local",
                ", 'provisioner': 'kubernetes.io/no-provisioner', 'volumeBindingMode':"
                        + " 'WaitForFirstConsumer'");
        claim("", ", 'storageClassName': 'local'");
        assertThat(events())
                .containsExactly(
                        "persistentvolume-controller Normal WaitForFirstConsumer: waiting for first"
                                + " consumer to be created before binding");
    }

    @Test
    void aClaimWithoutAMatchingVolumeGetsOneEvent() {
        claim("", ", 'storageClassName': ''");
        storageClass("other", ", 'provisioner': 'example.com/disk'");
        cluster.advance(Duration.ofSeconds(1));
        assertThat(events())
                .containsExactly(
                        "persistentvolume-controller Normal FailedBinding: no persistent volumes"
                                + " available for this claim and no storage class is set");
    }

    @Test
    void theEventNamesAMissingClass() {
        claim("", ", 'storageClassName': 'gone'");
        assertThat(events())
                .containsExactly(
                        "persistentvolume-controller Warning ProvisioningFailed:"
                                + " storageclass.storage.k8s.io \"gone\" not found");
    }

    @Test
    void aRequestedFailureNamesItsAnnotation() {
        storageClass("fast", ", 'provisioner': 'example.com/disk'");
        claim("'berth.dev/provision-failures': '1'", ", 'storageClassName': 'fast'");
        assertThat(events())
                .contains(
                        "external-provisioner Warning ProvisioningFailed: failed to provision"
                                + " volume with StorageClass \"fast\": requested by annotation"
                                + " berth.dev/provision-failures");
        assertThat(status().textAt("phase")).hasValue("Bound");
    }
}
