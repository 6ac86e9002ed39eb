package dev.berth.plugins.volumes;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.model.KubeObject;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;

class VolumeBindingTest {
    private static final String CONFLICT = "node(s) didn't match PersistentVolume's node affinity";
    private static final String NONE = "node(s) didn't find available persistent volumes to bind";
    private static final String FULL = "node(s) did not have enough free storage";
    private static final String GONE =
            "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)";
    private static final String DRIVER = "csi.example.com";

    private final PluginTester tester =
            PluginTester.of(new VolumeBinding.Provider())
                    .nodes(node("a").zone("z1"), node("b").zone("z2"));
    private final PodBuilder wanting = pod("p").volumeClaim("data");

    private static String sized(String size) {
        return "'storageClassName':'fast','accessModes':['ReadWriteOnce'],'capacity':{'storage':'%s'}"
                .formatted(size);
    }

    private static String reached(String key, String value) {
        return ",'nodeAffinity':{'required':{'nodeSelectorTerms':[{'matchExpressions':[{'key':'%s','operator':'In','values':['%s']}]}]}}"
                .formatted(key, value);
    }

    private static PersistentVolume in(String zone, String name, String size) {
        return Stored.volume(name, sized(size) + reached("topology.kubernetes.io/zone", zone));
    }

    private void rejects(PodBuilder pod, String reason, KubeObject... objects) {
        tester.objects(objects).schedule(pod).rejectsPod(reason);
        tester.removed(objects);
    }

    @Test
    void anUnusableClaimRejectsThePod() {
        PodBuilder made = pod("p").volume("ephemeral", "{}");
        rejects(wanting, "persistentvolumeclaim \"data\" not found");
        rejects(
                made,
                "waiting for ephemeral volume controller to create the persistentvolumeclaim"
                        + " \"p-volume-0\"");
        rejects(
                made,
                "PVC default/p-volume-0 was not created for pod default/p (pod is not owner)",
                Stored.claim("p-volume-0", ""));
        rejects(
                wanting,
                "persistentvolumeclaim \"data\" bound to non-existent persistentvolume \"pv\"",
                Stored.claim("data", "'namespace':'default'", "'volumeName':'pv'", "Lost"));
        rejects(
                wanting,
                "persistentvolumeclaim \"data\" is being deleted",
                Stored.claim(
                        "data",
                        "'namespace':'default','deletionTimestamp':'2026-01-01T00:00:00Z'",
                        "",
                        "Pending"));
    }

    @Test
    void anUnboundImmediateClaimRejectsThePod() {
        String unbound = "pod has unbound immediate PersistentVolumeClaims";
        PersistentVolumeClaim claim = Stored.waiting("data", "fast", "1Gi");
        rejects(wanting, unbound, Stored.claim("data", ""));
        rejects(wanting, unbound, claim);
        rejects(wanting, unbound, claim, Stored.storageClass("fast", "x", "Immediate"));
        rejects(
                wanting,
                unbound,
                Stored.claim("data", "'storageClassName':'fast','volumeName':'pv'"),
                Stored.storageClass("fast", "x", Stored.WAIT));
    }

    @Test
    void aClassWithoutAModeIsAnError() {
        tester.objects(Stored.waiting("data", "fast", "1Gi"), Stored.storageClass("fast", "x", ""));
        assertThatThrownBy(() -> tester.schedule(wanting))
                .hasMessage("VolumeBindingMode not set for StorageClass \"fast\"");
    }

    @Test
    void theVolumeOfABoundClaimMustBeReached() {
        tester.objects(in("z1", "pv", "1Gi"), Stored.bound("data", "pv"));
        tester.schedule(wanting).passes("a").rejectsUnresolvable("b", CONFLICT);
        tester.removed(in("z1", "pv", "1Gi"));
        tester.schedule(wanting).rejectsUnresolvable("a", GONE).rejectsUnresolvable("b", GONE);
    }

    @Test
    void aVolumeWhoseDriverTookOverIsReachedInTheDriversWords() {
        tester.nodes(node("c").label("topology.ebs.csi.aws.com/zone", "z1"), node("d").zone("z1"))
                .objects(
                        Stored.volume(
                                "pv",
                                "'awsElasticBlockStore':{'volumeID':'v'}"
                                        + reached("topology.kubernetes.io/zone", "z1")),
                        Stored.bound("data", "pv"),
                        Stored.migrating("c", "kubernetes.io/gce-pd,kubernetes.io/aws-ebs"),
                        Stored.migrating("d", "kubernetes.io/aws-ebs"),
                        Stored.migrating("a", "kubernetes.io/aws-ebs-not"));
        tester.schedule(wanting).passes("a", "c").rejects("b", CONFLICT).rejects("d", CONFLICT);
    }

    private PluginTester waiting(String provisioner, String size) {
        return tester.objects(
                Stored.storageClass("fast", provisioner, Stored.WAIT),
                Stored.waiting("data", "fast", size));
    }

    @Test
    void aClaimThatWaitsFindsAVolumeOnTheNode() {
        waiting("kubernetes.io/no-provisioner", "2Gi")
                .objects(in("z1", "small", "1Gi"), in("z1", "large", "3Gi"));
        tester.schedule(wanting).passes("a").rejectsUnresolvable("b", NONE);
        tester.removed(in("z1", "large", "3Gi"));
        tester.schedule(wanting).rejects("a", NONE).rejects("b", NONE);
    }

    @Test
    void whatIsKeptForTheClaimIsTakenOrNothing() {
        String kept =
                ",'claimRef':{'namespace':'default','name':'data'}"
                        + reached("topology.kubernetes.io/zone", "z2");
        waiting("kubernetes.io/no-provisioner", "1Gi")
                .objects(
                        in("z1", "free", "1Gi"),
                        Stored.volume("kept", "", sized("1Gi") + kept, "Pending"));
        tester.schedule(wanting).passes("b").rejects("a", NONE);
    }

    @Test
    void twoClaimsNeedTwoVolumes() {
        waiting("kubernetes.io/no-provisioner", "1Gi")
                .objects(
                        Stored.waiting("more", "fast", "2Gi"),
                        in("z1", "one", "2Gi"),
                        in("z1", "two", "3Gi"),
                        in("z2", "three", "2Gi"));
        tester.schedule(pod("p").volumeClaim("data").volumeClaim("more"))
                .passes("a")
                .rejects("b", NONE);
    }

    @Test
    void aClaimThatIsBeingServedStaysWithItsNode() {
        tester.objects(
                Stored.storageClass("fast", DRIVER, Stored.WAIT),
                Stored.claim(
                        "data",
                        "'namespace':'default','annotations':{'volume.kubernetes.io/selected-node':'b'}",
                        "'storageClassName':'fast'",
                        "Pending"));
        tester.schedule(wanting).passes("b").rejects("a", NONE);
    }

    @Test
    void aClassMakesVolumesWhereItMay() {
        tester.objects(
                Stored.storageClass(
                        "fast",
                        DRIVER,
                        Stored.WAIT,
                        "{'matchLabelExpressions':[{'key':'topology.kubernetes.io/zone','values':['z2']}]}"),
                Stored.waiting("data", "fast", "1Gi"));
        tester.schedule(wanting).passes("b").rejects("a", NONE);
    }

    @Test
    void aDriverThatCountsMakesVolumesWhereThereIsCapacity() {
        waiting(DRIVER, "2Gi").objects(Stored.driver(DRIVER, "'storageCapacity':true"));
        tester.schedule(wanting).rejectsUnresolvable("a", FULL).rejectsUnresolvable("b", FULL);
        String zone = "'nodeTopology':{'matchLabels':{'topology.kubernetes.io/zone':'%s'}},";
        tester.objects(
                Stored.capacity("one", "fast", zone.formatted("z1") + "'capacity':'2Gi'"),
                Stored.capacity(
                        "two",
                        "fast",
                        zone.formatted("z2") + "'capacity':'9Gi','maximumVolumeSize':'1Gi'"));
        tester.schedule(wanting).passes("a").rejects("b", FULL);
        tester.objects(Stored.driver(DRIVER, "'storageCapacity':false"));
        tester.schedule(wanting).passes("a", "b");
    }

    /// kube-scheduler panics in both cases.
    @Test
    void aCapacityThatIsNotKnownScoresZero() {
        PluginTester scoring =
                PluginTester.of(new VolumeBinding.Provider(), "StorageCapacityScoring")
                        .nodes(node("a"))
                        .objects(
                                Stored.storageClass("fast", DRIVER, Stored.WAIT),
                                Stored.driver(DRIVER, "'storageCapacity':true"),
                                Stored.waiting("data", "fast", "1Gi"),
                                Stored.capacity(
                                        "one", "fast", "'nodeTopology':{},'capacity':'2Gi'"));
        scoring.schedule(wanting).scores("a", 50);
        scoring.objects(
                Stored.claim(
                        "data",
                        "'namespace':'default','annotations':{'volume.beta.kubernetes.io/storage-class':'fast'}",
                        "'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}",
                        "Pending"));
        scoring.schedule(wanting).passes("a").scores("a", 0);
        scoring.objects(
                Stored.waiting("data", "fast", "1Gi"),
                Stored.capacity("one", "fast", "'nodeTopology':{},'maximumVolumeSize':'2Gi'"));
        scoring.schedule(wanting).passes("a").scores("a", 0);
    }

    @Test
    void allProblemsAreReportedInAFixedOrder() {
        waiting("kubernetes.io/no-provisioner", "1Gi")
                .objects(in("z1", "pv", "1Gi"), Stored.bound("bound", "pv"));
        tester.schedule(pod("p").volumeClaim("data").volumeClaim("bound"))
                .rejects("b", CONFLICT, NONE)
                .passes("a");
        tester.schedule(pod("p").volumeClaim("data").volumeClaim("gone"))
                .rejectsPod("persistentvolumeclaim \"gone\" not found");
        tester.removed(in("z1", "pv", "1Gi"));
        tester.schedule(pod("p").volumeClaim("data").volumeClaim("bound")).rejects("a", NONE, GONE);
    }

    @Test
    void aSelectorThatCannotBeReadIsAnError() {
        tester.objects(
                Stored.storageClass("fast", DRIVER, Stored.WAIT),
                Stored.claim(
                        "data",
                        "'storageClassName':'fast','selector':{'matchLabels':{'tier':'-x-'}}"));
        assertThatThrownBy(() -> tester.schedule(wanting))
                .hasMessageStartingWith(
                        "error creating internal label selector for claim: default/data: ");
    }

    private boolean requeues(String resource, int action, ObjectChange change) {
        return tester.requeues(wanting, ClusterEvent.of(resource, action), change);
    }

    private boolean changes(String resource, KubeObject before, KubeObject after) {
        return requeues(resource, ClusterEvent.UPDATE, ObjectChange.updated(before, after));
    }

    @Test
    void whatMayServeTheClaimRequeuesThePod() {
        int add = ClusterEvent.ADD;
        KubeObject storageClass = Stored.storageClass("fast", DRIVER, Stored.WAIT);
        KubeObject elsewhere =
                Stored.storageClass(
                        "fast",
                        DRIVER,
                        Stored.WAIT,
                        "{'matchLabelExpressions':[{'key':'x','values':['y']}]}");
        assertThat(requeues(ClusterEvent.STORAGE_CLASS, add, ObjectChange.added(storageClass)))
                .isTrue();
        assertThat(changes(ClusterEvent.STORAGE_CLASS, storageClass, elsewhere)).isTrue();
        assertThat(changes(ClusterEvent.STORAGE_CLASS, storageClass, storageClass)).isFalse();
        KubeObject volume = in("z1", "pv", "1Gi");
        assertThat(requeues(ClusterEvent.PERSISTENT_VOLUME, add, ObjectChange.added(volume)))
                .isTrue();
        assertThat(changes(ClusterEvent.PERSISTENT_VOLUME, volume, volume)).isTrue();
        String claims = ClusterEvent.PERSISTENT_VOLUME_CLAIM;
        assertThat(requeues(claims, add, ObjectChange.added(Stored.claim("data", "")))).isTrue();
        assertThat(requeues(claims, add, ObjectChange.added(Stored.claim("other", "")))).isFalse();
    }

    @Test
    void driversAndTheirCapacityRequeueThePod() {
        String nodes = ClusterEvent.CSI_NODE;
        assertThat(requeues(nodes, ClusterEvent.ADD, ObjectChange.added(Stored.csiNode("a"))))
                .isTrue();
        assertThat(changes(nodes, Stored.csiNode("a"), Stored.migrating("a", "x"))).isTrue();
        assertThat(changes(nodes, Stored.csiNode("a"), Stored.csiNode("a", "x=1"))).isFalse();
        String capacities = ClusterEvent.CSI_STORAGE_CAPACITY;
        KubeObject small = Stored.capacity("c", "fast", "'capacity':'1Gi'");
        KubeObject large = Stored.capacity("c", "fast", "'capacity':'2Gi'");
        KubeObject untold = Stored.capacity("c", "fast", "'nodeTopology':{}");
        assertThat(requeues(capacities, ClusterEvent.ADD, ObjectChange.added(untold))).isTrue();
        assertThat(changes(capacities, small, large)).isTrue();
        assertThat(changes(capacities, untold, small)).isTrue();
        assertThat(changes(capacities, large, small)).isFalse();
        assertThat(changes(capacities, small, untold)).isFalse();
        KubeObject counting = Stored.driver(DRIVER, "'storageCapacity':true");
        KubeObject not = Stored.driver(DRIVER, "'storageCapacity':false");
        assertThat(changes(ClusterEvent.CSI_DRIVER, counting, not)).isFalse();
        PodBuilder inline = pod("p").volume("csi", "{\"driver\":\"%s\"}".formatted(DRIVER));
        var event = ClusterEvent.of(ClusterEvent.CSI_DRIVER, ClusterEvent.UPDATE);
        assertThat(tester.requeues(inline, event, ObjectChange.updated(counting, not))).isTrue();
        assertThat(tester.requeues(inline, event, ObjectChange.updated(not, counting))).isFalse();
    }
}
