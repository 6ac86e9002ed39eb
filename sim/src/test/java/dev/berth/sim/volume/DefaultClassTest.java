package dev.berth.sim.volume;

import static dev.berth.sim.TestObjects.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.Kind;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.json.Json;
import dev.berth.sim.VirtualCluster;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.Optional;

class DefaultClassTest {
    private final VirtualCluster cluster = new VirtualCluster(7);

    private void storageClass(String name, String more) {
        cluster.create(
                tree(
                        "{'apiVersion': 'storage.k8s.io/v1', 'kind': 'StorageClass', 'metadata':"
                                + " {'name': '"
                                + name
                                + "', 'annotations':"
                                + " {'storageclass.kubernetes.io/is-default-class': 'true'}},"
                                + " 'provisioner': 'example.com/disk'"
                                + more
                                + "}"));
    }

    private void claim(String name, String more) {
        cluster.create(
                tree(
                        "{'apiVersion': 'v1', 'kind': 'PersistentVolumeClaim', 'metadata':"
                                + " {'name': '"
                                + name
                                + "', 'namespace': 'default'}, 'spec': {'accessModes':"
                                + " ['ReadWriteOnce'], 'resources': {'requests': {'storage':"
                                + " '1Gi'}}"
                                + more
                                + "}}"));
    }

    private PersistentVolumeClaim claimed(String name) {
        return (PersistentVolumeClaim)
                cluster.store()
                        .find(Kind.PERSISTENT_VOLUME_CLAIM, "default", name)
                        .orElseThrow()
                        .typed();
    }

    @Test
    void aClassHasDefaultModes() {
        storageClass("disk", "");
        Json stored = cluster.store().find(Kind.STORAGE_CLASS, "", "disk").orElseThrow().json();
        assertThat(stored.textAt("volumeBindingMode")).hasValue("Immediate");
        assertThat(stored.textAt("reclaimPolicy")).hasValue("Delete");
    }

    @Test
    void aNewClaimGetsTheDefaultClassAndItsVolume() {
        storageClass("disk", "");
        claim("c", "");
        assertThat(claimed("c").storageClassName()).hasValue("disk");
        assertThat(claimed("c").volumeMode()).isEqualTo("Filesystem");
        cluster.advance(Duration.ofSeconds(3));
        assertThat(claimed("c").volumeName()).startsWith("pvc-");
    }

    @Test
    void aPendingClaimGetsTheDefaultClassWhenItIsCreated() {
        claim("c", "");
        claim("none", ", 'storageClassName': ''");
        cluster.settle();
        assertThat(claimed("c").storageClassName()).isEmpty();

        storageClass("disk", "");
        cluster.settle();
        assertThat(claimed("c").storageClassName()).hasValue("disk");
        assertThat(claimed("none").storageClassName()).hasValue("");
    }

    @Test
    void theNewestOfSeveralDefaultClassesIsUsed() {
        storageClass("a-old", "");
        cluster.advance(Duration.ofSeconds(3));
        storageClass("c-new", "");
        storageClass("b-new", "");
        claim("c", "");
        assertThat(claimed("c").storageClassName()).hasValue("b-new");
    }

    @Test
    void invalidSecondsAreIgnoredAndReported() {
        for (String given : new String[] {"20", "'20'", "0.5"}) {
            assertThat(passedOver(given)).as(given).isEmpty();
        }
        for (String given : new String[] {"'soon'", "-1", "'NaN'", "'1e300'", "true"}) {
            assertThat(passedOver(given))
                    .as(given)
                    .hasValue(
                            "berth.dev/provision-seconds: "
                                    + given.replace((char) 39, '"')
                                    + " is not a time in seconds; using 1");
        }
    }

    private static Optional<String> passedOver(String seconds) {
        return VolumeController.ignoredFields(
                tree(
                        "{'kind': 'StorageClass', 'parameters': {'berth.dev/provision-seconds': "
                                + seconds
                                + "}}"));
    }

    @Test
    void secondsCanBeANumber() {
        storageClass("slow", ", 'parameters': {'berth.dev/provision-seconds': 20}");
        claim("c", "");
        cluster.advance(Duration.ofSeconds(15));
        assertThat(claimed("c").volumeName()).isEmpty();
        cluster.advance(Duration.ofSeconds(10));
        assertThat(claimed("c").volumeName()).isNotEmpty();
    }
}
