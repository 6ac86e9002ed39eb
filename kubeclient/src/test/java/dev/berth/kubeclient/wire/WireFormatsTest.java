package dev.berth.kubeclient.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.kubeclient.ApiStatus;
import dev.berth.kubeclient.wire.WireFormat.Page;
import dev.berth.kubeclient.wire.WireFormat.Seen;
import dev.berth.kubeclient.wire.WireFormat.WatchEvent;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.model.Pod;
import dev.berth.model.Quantity;
import dev.berth.model.Volume;
import dev.berth.model.device.AllocatedDevice;
import dev.berth.model.device.Allocation;
import dev.berth.model.device.Device;
import dev.berth.model.device.DeviceAttribute;
import dev.berth.model.device.DeviceClass;
import dev.berth.model.device.DeviceTaintRule;
import dev.berth.model.device.ExactDeviceRequest;
import dev.berth.model.device.ResourceClaim;
import dev.berth.model.device.ResourceSlice;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

class WireFormatsTest {
    private final Decoder decoder = new Decoder();
    private final WireFormat json = new JsonFormat(decoder, Set.of());
    private final WireFormat protobuf = new ProtobufFormat(decoder);

    static List<Kind> kinds() {
        return Recorded.KINDS;
    }

    private static List<KubeObject> list(WireFormat format, Kind kind, InputStream body)
            throws IOException {
        var objects = new ArrayList<KubeObject>();
        Page page = format.readList(kind, body, seen -> objects.add(seen.object()));
        assertThat(page.resourceVersion()).isNotEmpty();
        return objects;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void bothFormatsDecodeTheSame(Kind kind) throws IOException {
        List<KubeObject> fromJson = list(json, kind, Recorded.json(kind.plural()));
        List<KubeObject> fromProtobuf = list(protobuf, kind, Recorded.protobuf(kind.plural()));

        assertThat(fromJson).isNotEmpty();
        assertThat(fromProtobuf).isEqualTo(fromJson);
    }

    @Test
    void theRecordedPodsContainEveryFieldThatIsRead() throws IOException {
        List<KubeObject> pods = list(protobuf, Kind.POD, Recorded.protobuf("pods"));

        Pod rich = named(pods, "rich");
        assertThat(rich.meta().owners()).hasSize(2);
        assertThat(rich.meta().finalizers()).hasSize(2);
        assertThat(rich.terminating()).isTrue();
        assertThat(rich.spec().schedulingGates()).hasSize(2);
        assertThat(rich.spec().terminationGraceSeconds()).isZero();
        var parts = rich.template().parts();
        assertThat(parts.overhead().isEmpty()).isFalse();
        assertThat(parts.resources().isEmpty()).isFalse();
        assertThat(parts.nodeSelector()).isPresent();
        assertThat(parts.affinity().antiPod()).isPresent();
        assertThat(parts.tolerations()).hasSizeGreaterThan(2);
        assertThat(parts.spread()).hasSize(1);
        assertThat(parts.imageVolumes()).containsExactly("registry.example/pic:1");
        assertThat(parts.claims()).hasSize(2);
        assertThat(parts.hostUsers()).contains(false);
        assertThat(parts.initContainers().getLast().restartActions()).hasSize(2);
        Pod placed = named(pods, "placed");
        assertThat(placed.spec().schedulingGroup()).isEqualTo("crew");
        // A status with `resources: {}` counts like one without resources.
        assertThat(placed.status().containers()).hasSize(1);
        assertThat(placed.status().resources()).isPresent();
        assertThat(placed.status().allocated().isEmpty()).isFalse();
        assertThat(placed.status().claimStatuses().generated()).isNotEmpty();
        assertThat(placed.status().claimStatuses().extended()).isPresent();
        assertThat(placed.status().startTime()).isPresent();
        assertThat(named(pods, "plain").status().nominatedNodeName()).isEqualTo("node-2");
        assertThat(named(pods, "volumes").spec().volumes())
                .extracting(Volume::source)
                .containsOnlyOnceElementsOf(List.of("rbd", "scaleIO", "photonPersistentDisk"))
                .contains("projected", "ephemeral", "csi", "image", "persistentVolumeClaim")
                .hasSize(37);
    }

    @Test
    void theRecordedNodesContainEveryFieldThatIsRead() throws IOException {
        Node node = (Node) list(protobuf, Kind.NODE, Recorded.protobuf("nodes")).getFirst();

        assertThat(node.unschedulable()).isTrue();
        assertThat(node.taints()).isNotEmpty();
        assertThat(node.allocatable().names()).contains("example.com/gpu");
        assertThat(node.images()).hasSizeGreaterThan(1);
        assertThat(node.conditions()).isNotEmpty();
        assertThat(node.declaredFeatures()).hasSize(2);
    }

    @Test
    void theRecordedVolumesAndClaimsContainEveryFieldThatIsRead() throws IOException {
        List<KubeObject> volumes =
                list(
                        protobuf,
                        Kind.PERSISTENT_VOLUME,
                        Recorded.protobuf(Kind.PERSISTENT_VOLUME.plural()));

        assertThat(volumes)
                .map(PersistentVolume.class::cast)
                .extracting(PersistentVolume::source)
                .doesNotContain("")
                .doesNotHaveDuplicates()
                .hasSize(22);
        PersistentVolume driven =
                volumes.stream()
                        .map(PersistentVolume.class::cast)
                        .filter(volume -> volume.source().equals(PersistentVolume.CSI))
                        .findFirst()
                        .orElseThrow();
        assertThat(driven.claim()).isPresent();
        assertThat(driven.nodeAffinity().orElseThrow()).hasSize(2);
        assertThat(driven.volumeMode()).isEqualTo("Block");
        assertThat(driven.attributesClass()).isEqualTo("gold");
        assertThat(driven.detail().textAt("volumeHandle")).contains("h");
        assertThat(
                        list(
                                protobuf,
                                Kind.PERSISTENT_VOLUME_CLAIM,
                                Recorded.protobuf(Kind.PERSISTENT_VOLUME_CLAIM.plural())))
                .map(PersistentVolumeClaim.class::cast)
                .anySatisfy(claim -> {
                    assertThat(claim.selector()).isPresent();
                    assertThat(claim.request()).contains(Quantity.parse("5Gi"));
                    assertThat(claim.storageClass()).isEqualTo("rich");
                })
                .anySatisfy(claim -> assertThat(claim.storageClassName()).contains(""))
                .anySatisfy(claim -> assertThat(claim.storageClass()).isEqualTo("plain"));
    }

    @Test
    void theRecordedDevicesContainEveryFieldThatIsRead() throws IOException {
        List<Device> devices =
                list(protobuf, Kind.RESOURCE_SLICE, Recorded.protobuf("resourceslices")).stream()
                        .map(ResourceSlice.class::cast)
                        .flatMap(slice -> slice.devices().stream())
                        .toList();
        assertThat(devices.stream().flatMap(device -> device.attributes().values().stream()))
                .extracting(Object::getClass)
                .doesNotContain(DeviceAttribute.Unsupported.class)
                .hasSize(10)
                .containsOnlyOnce(
                        DeviceAttribute.OfString.class,
                        DeviceAttribute.OfVersion.class,
                        DeviceAttribute.OfInts.class,
                        DeviceAttribute.OfBools.class,
                        DeviceAttribute.OfStrings.class,
                        DeviceAttribute.OfVersions.class);
        assertThat(devices)
                .anyMatch(Device::allowMultipleAllocations)
                .anyMatch(device -> device.nodes().nodeSelector().isPresent())
                .anySatisfy(device -> {
                    assertThat(device.bindsToNode()).isTrue();
                    assertThat(device.bindingConditions())
                            .contains(List.of("example.com/attached"));
                    assertThat(device.bindingFailureConditions()).isPresent();
                    assertThat(device.taints()).hasSize(2);
                    assertThat(device.taints().getFirst().timeAdded()).isPresent();
                    assertThat(device.consumesCounters().getFirst().compatible()).isFalse();
                });
        DeviceClass rich =
                list(protobuf, Kind.DEVICE_CLASS, Recorded.protobuf("deviceclasses")).stream()
                        .map(DeviceClass.class::cast)
                        .filter(each -> each.name().equals("rich"))
                        .findFirst()
                        .orElseThrow();
        assertThat(rich.selectors()).hasSize(2).allMatch(Optional::isPresent);
        assertThat(rich.config()).hasSize(1);
        assertThat(rich.extendedResourceName()).contains("example.com/gpu");
        assertThat(list(protobuf, Kind.DEVICE_TAINT_RULE, Recorded.protobuf("devicetaintrules")))
                .map(DeviceTaintRule.class::cast)
                .anyMatch(rule -> rule.selector().isEmpty())
                .anyMatch(rule ->
                        rule.selector().flatMap(DeviceTaintRule.Selector::device).isPresent());
    }

    @Test
    void theRecordedResourceClaimsContainEveryFieldThatIsRead() throws IOException {
        var claims = new HashMap<String, ResourceClaim>();
        for (KubeObject each :
                list(protobuf, Kind.RESOURCE_CLAIM, Recorded.protobuf("resourceclaims"))) {
            claims.put(each.meta().name(), (ResourceClaim) each);
        }
        ResourceClaim waits = Objects.requireNonNull(claims.get("waits"));
        assertThat(waits.requests()).hasSize(3);
        ExactDeviceRequest exact = waits.requests().getFirst().exactly().orElseThrow();
        assertThat(exact.count()).isEqualTo(3);
        assertThat(exact.tolerations()).hasSize(2);
        assertThat(exact.requestedCapacity()).hasSize(2);
        assertThat(exact.derivedAttributes()).isTrue();
        assertThat(waits.requests().getLast().firstAvailable()).hasSize(2);
        assertThat(waits.constraints()).hasSize(3);
        assertThat(waits.config()).hasSize(2);
        assertThat(waits.meta().owners()).hasSize(1);

        ResourceClaim allocated = Objects.requireNonNull(claims.get("allocated"));
        Allocation allocation = allocated.allocation().orElseThrow();
        assertThat(allocation.timestamp()).isPresent();
        assertThat(allocation.nodeSelector()).isPresent();
        assertThat(allocation.config()).hasSize(2);
        assertThat(allocation.devices().getFirst().admin()).isTrue();
        assertThat(allocation.devices().getFirst().bindingConditions()).isPresent();
        assertThat(allocated.reservedFor()).hasSize(2);
        assertThat(allocated.devices().getFirst().conditions()).hasSize(2);
        assertThat(allocated.devices().getFirst().other()).contains("serial", "eth1");

        AllocatedDevice share =
                Objects.requireNonNull(claims.get("shared"))
                        .allocation()
                        .orElseThrow()
                        .devices()
                        .getFirst();
        assertThat(share.shareId()).isPresent();
        assertThat(share.consumedCapacity().orElseThrow()).isNotEmpty();
        assertThat(share.skipNodeOperations()).hasSize(2);
    }

    private static Pod named(List<KubeObject> pods, String name) {
        return pods.stream()
                .map(Pod.class::cast)
                .filter(pod -> pod.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void podsReadTwiceShareTheirTemplate() throws IOException {
        Pod first = named(list(protobuf, Kind.POD, Recorded.protobuf("pods")), "rich");
        Pod again = named(list(protobuf, Kind.POD, Recorded.protobuf("pods")), "rich");
        Pod other = named(list(json, Kind.POD, Recorded.json("pods")), "rich");

        assertThat(again.template()).isSameAs(first.template());
        assertThat(other.template()).isSameAs(first.template());
        assertThat(other.labels()).isSameAs(first.labels());
        assertThat(again.meta().owners()).isSameAs(first.meta().owners());
    }

    @Test
    void oneObjectIsReadInBothFormats() throws IOException {
        Seen fromJson = json.readObject(Kind.POD, Recorded.json("pod"));
        Seen fromProtobuf = protobuf.readObject(Kind.POD, Recorded.protobuf("pod"));

        assertThat(fromProtobuf).isEqualTo(fromJson);
    }

    @Test
    void aPageContainsTheContinueToken() throws IOException {
        Page fromJson = json.readList(Kind.POD, Recorded.json("page"), seen -> {});
        Page fromProtobuf = protobuf.readList(Kind.POD, Recorded.protobuf("page"), seen -> {});

        assertThat(fromJson.next()).isNotEmpty();
        assertThat(fromProtobuf.resourceVersion()).isEqualTo(fromJson.resourceVersion());
        assertThat(fromProtobuf.next()).isNotEmpty();
    }

    @Test
    void bothWatchesDeliverTheSame() throws IOException {
        List<WatchEvent> fromJson = Recorded.events(json.watch(Kind.POD, Recorded.json("watch")));
        List<WatchEvent> fromProtobuf =
                Recorded.events(protobuf.watch(Kind.POD, Recorded.protobuf("watch")));

        assertThat(fromProtobuf).isEqualTo(fromJson);
        assertThat(fromJson).hasAtLeastOneElementOfType(WatchEvent.Deleted.class);
        assertThat(fromJson)
                .filteredOn(WatchEvent.Bookmark.class::isInstance)
                .first()
                .extracting(event -> ((WatchEvent.Bookmark) event).initial())
                .isEqualTo(true);
        assertThat(fromJson.getLast()).isInstanceOf(WatchEvent.Bookmark.class);
    }

    @Test
    void aWatchFromAnExpiredResourceVersionFails() throws IOException {
        List<WatchEvent> fromJson =
                Recorded.events(json.watch(Kind.POD, Recorded.json("watch-expired")));

        assertThat(fromJson).singleElement().isInstanceOf(WatchEvent.Failed.class);
        assertThat(((WatchEvent.Failed) fromJson.getFirst()).why())
                .extracting(ApiStatus::code, ApiStatus::reason)
                .containsExactly(410, "Expired");
        assertThat(Recorded.events(protobuf.watch(Kind.POD, Recorded.protobuf("watch-expired"))))
                .isEqualTo(fromJson);
    }

    @Test
    void errorResponsesAreReadInAnyFormat() {
        var notFound = new ApiStatus(404, "NotFound", "pods \"none\" not found");

        assertThat(json.readStatus(404, Recorded.json("notfound"))).isEqualTo(notFound);
        assertThat(json.readStatus(404, Recorded.protobuf("notfound"))).isEqualTo(notFound);
        assertThat(protobuf.readStatus(404, Recorded.json("notfound"))).isEqualTo(notFound);
        assertThat(protobuf.readStatus(404, Recorded.protobuf("notfound"))).isEqualTo(notFound);
        assertThat(protobuf.readStatus(502, text("<html>bad gateway\n")))
                .isEqualTo(new ApiStatus(502, "", "<html>bad gateway"));
        assertThat(protobuf.readStatus(503, text("{\"a\":1}")))
                .isEqualTo(new ApiStatus(503, "", "{\"a\":1}"));
    }

    private static InputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void completeObjectsAreKeptOnlyOfConfiguredKinds() throws IOException {
        var keeping = new JsonFormat(decoder, Set.of(Kind.POD));
        var seen = new ArrayList<Seen>();
        keeping.readList(Kind.POD, Recorded.json("pods"), seen::add);
        keeping.readList(Kind.NODE, Recorded.json("nodes"), seen::add);

        assertThat(seen).allMatch(each -> each.whole().isPresent() == each.object() instanceof Pod);
        var pod = seen.getFirst().whole().orElseThrow();
        assertThat(pod.textAt("kind")).contains("Pod");
        assertThat(pod.textAt("apiVersion")).contains("v1");
        assertThat(pod.at("metadata", "managedFields")).isEmpty();
        assertThat(pod.at("spec", "containers", "0", "imagePullPolicy")).isPresent();
    }

    @Test
    void kindsWithoutARecordAreReadAsJsonOnly() throws IOException {
        Kind claims = Kind.RESOURCE_CLAIM_TEMPLATE;

        assertThat(json.supports(claims)).isTrue();
        assertThat(protobuf.supports(claims)).isFalse();
        assertThat(kinds()).allMatch(protobuf::supports);
        var seen = new ArrayList<Seen>();
        json.readList(
                claims,
                text(
                        """
                        {"kind":"ResourceClaimTemplateList","metadata":{"resourceVersion":"7"},
                         "items":[{"metadata":{"name":"a","namespace":"b"}}]}
                        """),
                seen::add);
        assertThat(seen).singleElement().extracting(each -> each.object().key()).isEqualTo("b/a");
    }
}
