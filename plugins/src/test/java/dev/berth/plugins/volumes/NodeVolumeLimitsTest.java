package dev.berth.plugins.volumes;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.CsiNode;
import dev.berth.model.KubeObject;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;
import dev.berth.testkit.PluginResults;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeVolumeLimitsTest {
    private static final String TOO_MANY = "node(s) exceed max volume count";
    private static final String DRIVER = "csi.example.com";
    private static final String AWS = "ebs.csi.aws.com";

    private final PluginTester tester =
            PluginTester.of(new NodeVolumeLimits.Provider()).nodes(node("n"), node("untold"));

    /// A claim that is bound to a volume of the driver, both with the same name.
    private static KubeObject[] volume(String name) {
        return new KubeObject[] {
            Stored.bound(name, "pv-" + name), Stored.csi("pv-" + name, DRIVER, name)
        };
    }

    private PluginTester volumes(String... names) {
        for (String name : names) {
            tester.objects(volume(name));
        }
        return tester;
    }

    private PluginTester limit(int limit) {
        return tester.objects(Stored.csiNode("n", DRIVER + "=" + limit));
    }

    private static PodBuilder using(String name, String... claims) {
        PodBuilder pod = pod(name);
        for (String claim : claims) {
            pod.volumeClaim(claim);
        }
        return pod;
    }

    private void fits(PodBuilder pod, boolean fits) {
        PluginResults result = tester.schedule(pod).passes("untold");
        if (fits) {
            result.passes("n");
        } else {
            result.rejects("n", TOO_MANY).rejectsUnschedulable("n");
        }
    }

    @Test
    void aNodeHasTheLimitOfItsDriver() {
        volumes("a", "b", "c").running(using("r", "a").on("n"));
        limit(2);
        fits(using("p", "b"), true);
        fits(using("p", "b", "c"), false);
        limit(3);
        fits(using("p", "b", "c"), true);
        limit(0);
        fits(using("p", "b"), false);
    }

    @Test
    void aVolumeThatIsUsedOnTheNodeCountsOnce() {
        volumes("a", "b").running(using("r", "a").on("n"), using("s", "a").on("n"));
        limit(1);
        fits(using("p", "a"), true);
        fits(using("p", "a", "b"), false);
        limit(0);
        fits(using("p", "a"), true);
    }

    @Test
    void driversWithoutALimitAndNodesWithoutDriversTakeAny() {
        volumes("a", "b").objects(Stored.csiNode("n", DRIVER, "other.example.com=0"));
        fits(using("p", "a", "b"), true);
        tester.objects(Stored.csiNode("n"));
        fits(using("p", "a", "b"), true);
    }

    @Test
    void unusedAttachmentsCountToo() {
        volumes("a", "b", "c").running(using("r", "a").on("n"));
        limit(2).objects(
                        Stored.attachment("one", DRIVER, "n", "pv-b"),
                        Stored.attachment("same", DRIVER, "n", "pv-b"),
                        Stored.attachment("used", DRIVER, "n", "pv-a"),
                        Stored.attachment("elsewhere", DRIVER, "m", "pv-c"),
                        Stored.attachment("gone", DRIVER, "n", "pv-gone"),
                        Stored.attachment("unused", "", "n", "pv-c"));
        fits(using("p", "c"), false);
        tester.removed(Stored.attachment("one", DRIVER, "n", "pv-b"));
        fits(using("p", "c"), false);
        tester.removed(Stored.attachment("same", DRIVER, "n", "pv-b"));
        fits(using("p", "c"), true);
    }

    @Test
    void whatIsAttachedAlreadyCountsOnceMoreForItsPod() {
        volumes("a");
        limit(1).objects(Stored.attachment("va", DRIVER, "n", "pv-a"));
        fits(using("p", "a"), false);
    }

    @Test
    void aClaimWithoutAVolumeCountsByItsClass() {
        limit(1).objects(
                        Stored.waiting("a", "fast", "1Gi"),
                        Stored.waiting("b", "fast", "1Gi"),
                        Stored.waiting("c", "gone", "1Gi"),
                        Stored.storageClass("fast", DRIVER, Stored.WAIT));
        fits(using("p", "a"), true);
        fits(using("p", "a", "b"), false);
        fits(using("p", "a", "c"), true);
        tester.running(using("r", "a").on("n"));
        fits(using("p", "a"), true);
        fits(using("p", "b"), false);
        tester.removed(Stored.storageClass("fast", DRIVER, Stored.WAIT));
        fits(using("p", "a", "b"), true);
    }

    @Test
    void aClaimWhoseVolumeIsGoneCountsByItsClass() {
        limit(0).objects(
                        Stored.claim("a", "'volumeName':'gone','storageClassName':'fast'"),
                        Stored.storageClass("fast", DRIVER, Stored.WAIT));
        fits(using("p", "a"), false);
    }

    @ParameterizedTest
    @CsvSource({
        "awsElasticBlockStore, '\"volumeID\":\"vol-1\"', ebs.csi.aws.com, true",
        "gcePersistentDisk, '\"pdName\":\"d\"', pd.csi.storage.gke.io, true",
        "cinder, '\"volumeID\":\"v\"', cinder.csi.openstack.org, true",
        "azureDisk, '\"diskURI\":\"u\"', disk.csi.azure.com, true",
        "portworxVolume, '\"volumeID\":\"v\"', pxd.portworx.com, true",
        "azureFile, '\"shareName\":\"s\"', file.csi.azure.com, false",
        "vsphereVolume, '\"volumePath\":\"p\"', csi.vsphere.vmware.com, false",
    })
    void oldKindsCountForTheDriversThatTookThemOver(
            String source, String detail, String driver, boolean counts) {
        tester.objects(
                Stored.csiNode("n", driver + "=0"),
                Stored.volume("pv", "\"%s\":{%s}".formatted(source, detail)),
                Stored.bound("a", "pv"));
        fits(pod("p").volume(source, "{%s}".formatted(detail)), !counts);
        fits(using("p", "a"), !counts);
    }

    @Test
    void provisionersOfOldCountForTheirDrivers() {
        tester.objects(
                Stored.csiNode("n", AWS + "=0", "file.csi.azure.com=0"),
                Stored.waiting("a", "old", "1Gi"),
                Stored.storageClass("old", "kubernetes.io/aws-ebs", Stored.WAIT));
        fits(using("p", "a"), false);
        tester.objects(Stored.storageClass("old", "kubernetes.io/azure-file", Stored.WAIT));
        fits(using("p", "a"), true);
    }

    @Test
    void whatCannotBeTranslatedDoesNotCountUnlessItIsThePodsOwn() {
        String bad = "'awsElasticBlockStore':{'volumeID':'aws://z/bad'}";
        tester.objects(
                Stored.csiNode("n", AWS + "=0"),
                Stored.volume("pv", bad),
                Stored.bound("a", "pv"),
                Stored.volume("nfs", "'nfs':{}"),
                Stored.bound("b", "nfs"));
        fits(using("p", "a", "b"), true);
        PodBuilder own = pod("p").volume("awsElasticBlockStore", "{\"volumeID\":\"aws://z/bad\"}");
        assertThatThrownBy(() -> tester.schedule(own))
                .hasMessage(
                        "converting volume(volume-0) from inline to csi: failed to translate"
                                + " Kubernetes ID to EBS Volume ID Invalid format for AWS volume"
                                + " (aws://z/bad)");
    }

    @Test
    void aMissingClaimRejectsNodesOfAPodToCome() {
        limit(1);
        tester.schedule(using("p", "gone"))
                .rejectsUnresolvable(
                        "n",
                        "looking up PVC default/gone: persistentvolumeclaim \"gone\" not found")
                .rejectsUnresolvable(
                        "untold",
                        "looking up PVC default/gone: persistentvolumeclaim \"gone\" not found");
        volumes("a").running(using("r", "gone").on("n"));
        fits(using("p", "a"), true);
        assertThatThrownBy(() -> tester.schedule(using("p", "")))
                .hasMessage("PersistentVolumeClaim had no name");
    }

    @Test
    void aClaimMadeForAnotherPodIsAnErrorEvenOnTheNode() {
        PodBuilder pod = pod("p").volume("ephemeral", "{}");
        tester.objects(Stored.claim("p-volume-0", ""), Stored.csiNode("n", DRIVER + "=1"));
        String problem =
                "PVC default/p-volume-0 was not created for pod default/p (pod is not owner)";
        assertThatThrownBy(() -> tester.schedule(pod)).hasMessage(problem);
        volumes("a").running(pod.on("n"));
        assertThatThrownBy(() -> tester.schedule(using("q", "a"))).hasMessage(problem);
        tester.objects(Stored.csiNode("n", DRIVER));
        fits(using("q", "a"), true);
        tester.objects(Stored.csiNode("n", DRIVER + "=1")).removed(pod);
        fits(using("q", "a"), true);
    }

    @Test
    void countsFollowWhatTheyAreMadeOf() {
        volumes("a", "b");
        limit(1).running(using("r", "a").on("n"));
        fits(using("p", "b"), false);
        tester.objects(Stored.csi("pv-a", "other.example.com", "a"));
        fits(using("p", "b"), true);
        tester.objects(Stored.csi("pv-a", DRIVER, "b"));
        fits(using("p", "b"), true);
        tester.removed(Stored.csi("pv-a", DRIVER, "b"));
        volumes("c").removed(Stored.bound("a", "pv-a"));
        fits(using("p", "c"), true);
        tester.objects(Stored.bound("a", "pv-c"));
        fits(using("p", "b"), false);
        tester.removed(using("r", "a").on("n"));
        fits(using("p", "b"), true);
    }

    @Test
    void aDriverCanKeepPodsOffNodesWithoutIt() {
        PluginTester scaling =
                PluginTester.of(new NodeVolumeLimits.Provider(), "VolumeLimitScaling")
                        .nodes(node("with"), node("without"), node("untold"))
                        .objects(volume("a"))
                        .objects(Stored.csiNode("with", DRIVER), Stored.csiNode("without", AWS));
        scaling.schedule(using("p", "a")).passes("with", "without", "untold");
        scaling.objects(Stored.driver(DRIVER, "'preventPodSchedulingIfMissing':false"));
        scaling.schedule(using("p", "a")).passes("with", "without", "untold");
        scaling.objects(Stored.driver(DRIVER, "'preventPodSchedulingIfMissing':true"));
        String absent = DRIVER + " CSI driver is not installed on the node";
        scaling.schedule(using("p", "a"))
                .passes("with")
                .rejects("without", absent)
                .rejectsUnschedulable("without")
                .rejects("untold", absent);
    }

    private boolean requeues(
            PodBuilder unschedulable, String resource, int action, ObjectChange change) {
        return tester.requeues(unschedulable, ClusterEvent.of(resource, action), change);
    }

    private boolean widens(CsiNode before, CsiNode after) {
        return requeues(
                using("p", "a"),
                ClusterEvent.CSI_NODE,
                ClusterEvent.UPDATE,
                ObjectChange.updated(before, after));
    }

    @Test
    void aDriverThatTakesMoreRequeuesThePod() {
        assertThat(
                        requeues(
                                using("p", "a"),
                                ClusterEvent.CSI_NODE,
                                ClusterEvent.ADD,
                                ObjectChange.added(Stored.csiNode("n"))))
                .isTrue();
        assertThat(widens(Stored.csiNode("n", "x=1"), Stored.csiNode("n", "x=2"))).isTrue();
        assertThat(widens(Stored.csiNode("n"), Stored.csiNode("n", "x=1"))).isTrue();
        assertThat(widens(Stored.csiNode("n", "x"), Stored.csiNode("n", "x=1"))).isTrue();
        assertThat(widens(Stored.csiNode("n", "x=2"), Stored.csiNode("n", "x=1"))).isFalse();
        assertThat(widens(Stored.csiNode("n", "x=2"), Stored.csiNode("n", "x"))).isFalse();
        assertThat(widens(Stored.csiNode("n", "x=2"), Stored.csiNode("n", "x=2", "y"))).isTrue();
        assertThat(widens(Stored.csiNode("n", "y"), Stored.csiNode("n", "y"))).isFalse();
    }

    @Test
    void aPodThatHadVolumesRequeuesThePod() {
        assertThat(leaves(using("r", "any").on("n"))).isTrue();
        assertThat(leaves(using("r", "any").nominated("n"))).isTrue();
        assertThat(leaves(using("r", "any"))).isFalse();
        assertThat(leaves(pod("r").on("n"))).isFalse();
        assertThat(leaves(pod("r").volume("emptyDir", "{}").on("n"))).isFalse();
        assertThat(leaves(pod("r").volume("ephemeral", "{}").on("n"))).isTrue();
        assertThat(leaves(pod("r").volume("cinder", "{}").on("n"))).isTrue();
    }

    private boolean leaves(PodBuilder gone) {
        return tester.requeues(
                using("p", "a"),
                ClusterEvent.ASSIGNED_POD_DELETE,
                ObjectChange.removed(gone.build()));
    }

    @Test
    void aClaimOfItsOwnRequeuesThePod() {
        PodBuilder unschedulable = using("p", "a").volume("ephemeral", "{}");
        for (String name : new String[] {"a", "p-volume-1", "b"}) {
            assertThat(
                            requeues(
                                    unschedulable,
                                    ClusterEvent.PERSISTENT_VOLUME_CLAIM,
                                    ClusterEvent.ADD,
                                    ObjectChange.added(Stored.claim(name, ""))))
                    .isEqualTo(!name.equals("b"));
        }
    }

    @Test
    void whatIsDetachedRequeuesPodsOfTheDriverAndThoseWithClaims() {
        assertThat(detached(using("p", "a"), "whichever")).isTrue();
        PodBuilder disk = pod("p").volume("awsElasticBlockStore", "{\"volumeID\":\"v\"}");
        assertThat(detached(disk, AWS)).isTrue();
        assertThat(detached(disk, DRIVER)).isFalse();
        PodBuilder odd = pod("p").volume("azureDisk", "{\"kind\":\"Dedicated\"}");
        assertThat(detached(odd, DRIVER)).as("an error requeues").isTrue();
        assertThat(detached(pod("p").volume("ephemeral", "{}"), DRIVER)).isFalse();
    }

    private boolean detached(PodBuilder unschedulable, String attacher) {
        return requeues(
                unschedulable,
                ClusterEvent.VOLUME_ATTACHMENT,
                ClusterEvent.DELETE,
                ObjectChange.removed(Stored.attachment("va", attacher, "n", "pv")));
    }
}
