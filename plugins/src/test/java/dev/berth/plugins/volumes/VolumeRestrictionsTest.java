package dev.berth.plugins.volumes;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;
import dev.berth.testkit.PluginResults;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PluginTester.Step;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.List;

class VolumeRestrictionsTest {
    private static final String DISK = "node(s) had no available disk";
    private static final String IN_USE =
            "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode"
                    + " already in-use by another pod";

    private final PluginTester tester =
            PluginTester.of(new VolumeRestrictions.Provider()).nodes(node("n"), node("free"));

    record Case(String name, String source, String taken, String wanted, boolean shared) {
        @Override
        public String toString() {
            return source + ": " + name;
        }
    }

    static List<Case> cases() {
        String gce = "gcePersistentDisk";
        String aws = "awsElasticBlockStore";
        String rbd = "rbd";
        return List.of(
                new Case("one disk", gce, "'pdName':'a'", "'pdName':'a'", false),
                new Case("another", gce, "'pdName':'a'", "'pdName':'b'", true),
                new Case("one reads", gce, "'pdName':'a','readOnly':true", "'pdName':'a'", false),
                new Case(
                        "both read",
                        gce,
                        "'pdName':'a','readOnly':true",
                        "'pdName':'a','readOnly':true",
                        true),
                new Case("one volume", aws, "'volumeID':'a'", "'volumeID':'a'", false),
                new Case("another", aws, "'volumeID':'a'", "'volumeID':'b'", true),
                new Case(
                        "reading does not help",
                        aws,
                        "'volumeID':'a','readOnly':true",
                        "'volumeID':'a','readOnly':true",
                        false),
                new Case(
                        "portal and lun do not matter",
                        "iscsi",
                        "'iqn':'a','targetPortal':'p','lun':1",
                        "'iqn':'a','targetPortal':'q','lun':2",
                        false),
                new Case("another", "iscsi", "'iqn':'a'", "'iqn':'b'", true),
                new Case(
                        "both read",
                        "iscsi",
                        "'iqn':'a','readOnly':true",
                        "'iqn':'a','readOnly':true",
                        true),
                new Case(
                        "a monitor in common",
                        rbd,
                        "'monitors':['x','y'],'pool':'p','image':'i'",
                        "'monitors':['y'],'pool':'p','image':'i'",
                        false),
                new Case(
                        "no monitor in common",
                        rbd,
                        "'monitors':['x'],'pool':'p','image':'i'",
                        "'monitors':['y'],'pool':'p','image':'i'",
                        true),
                new Case(
                        "another pool",
                        rbd,
                        "'monitors':['x'],'pool':'p','image':'i'",
                        "'monitors':['x'],'pool':'q','image':'i'",
                        true),
                new Case(
                        "another image",
                        rbd,
                        "'monitors':['x'],'pool':'p','image':'i'",
                        "'monitors':['x'],'pool':'p','image':'j'",
                        true),
                new Case(
                        "both read",
                        rbd,
                        "'monitors':['x'],'pool':'p','image':'i','readOnly':true",
                        "'monitors':['x'],'pool':'p','image':'i','readOnly':true",
                        true));
    }

    private static PodBuilder with(PodBuilder pod, String source, String detail) {
        return pod.volume(source, "{%s}".formatted(detail).replace('\'', '"'));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aDiskIsSharedOnANodeUnderConditions(Case each) {
        tester.running(with(pod("r"), each.source, each.taken).on("n"));
        PluginResults result =
                tester.schedule(with(pod("p"), each.source, each.wanted)).passes("free");
        if (each.shared) {
            result.passes("n");
        } else {
            result.rejects("n", DISK).rejectsUnschedulable("n");
        }
    }

    @Test
    void disksComeAndGoWithTheirPods() {
        tester.running(disk("r").on("n"), disk("s").on("n")).removed(disk("r").on("n"));
        tester.schedule(disk("p")).rejects("n", DISK).passes("free");
        tester.removed(disk("s").on("n"));
        tester.schedule(disk("p")).passes("n", "free");
    }

    private static PodBuilder disk(String name) {
        return with(pod(name), "awsElasticBlockStore", "'volumeID':'a'");
    }

    private static PodBuilder alone(String name) {
        return pod(name).volumeClaim("alone");
    }

    private PluginTester withClaim() {
        return tester.objects(
                Stored.claim("alone", "'accessModes':['ReadWriteOncePod']"),
                Stored.claim("shared", "'accessModes':['ReadWriteOnce','ReadWriteMany']"));
    }

    @Test
    void aClaimForOnePodIsTakenEverywhere() {
        withClaim().running(alone("r").on("n"));
        tester.schedule(alone("p")).rejects("n", IN_USE).rejects("free", IN_USE);
        tester.schedule(alone("p")).rejectsUnschedulable("n").rejectsUnschedulable("free");
        tester.removed(alone("r").on("n"));
        tester.schedule(alone("p")).skipsFilter();
    }

    @Test
    void otherClaimsAreSharedByAsManyAsLike() {
        withClaim().running(pod("r").volumeClaim("shared").on("n"));
        tester.schedule(pod("p").volumeClaim("shared")).skipsFilter();
    }

    @Test
    void aClaimOfThatNameInAnotherNamespaceIsAnother() {
        withClaim().running(alone("r").namespace("other").on("n"));
        tester.schedule(alone("p")).skipsFilter();
    }

    @Test
    void aPodOnADeletedNodeDoesNotCount() {
        withClaim().running(alone("r").on("gone"), disk("s").on("gone"));
        tester.schedule(alone("p")).skipsFilter();
        tester.schedule(disk("p")).passes("n", "free");
        tester.nodes(node("gone"));
        tester.schedule(alone("p")).rejects("n", IN_USE);
        tester.schedule(disk("p")).rejects("gone", DISK).passes("n");
    }

    @Test
    void aDiskIsReportedBeforeAClaim() {
        withClaim().running(disk("r").on("n"), alone("s").on("free"));
        tester.schedule(disk("p").volumeClaim("alone")).rejects("n", DISK).rejects("free", IN_USE);
    }

    @Test
    void aMissingClaimRejectsThePod() {
        withClaim()
                .schedule(disk("p").volumeClaim("alone").volumeClaim("gone"))
                .rejectsPod("persistentvolumeclaim \"gone\" not found");
        tester.schedule(pod("p").volume("ephemeral", "{}")).skipsFilter();
    }

    @Test
    void aWhatIfCountsEveryMentionOfTheNameInWhicheverNamespace() {
        withClaim().running(alone("r").on("n"));
        tester.whatIf(alone("p"), Step.goes(alone("r").on("n"))).passes("n", "free");
        tester.whatIf(alone("p"), Step.goes(alone("r").on("n")), Step.comes(alone("r").on("n")))
                .rejects("n", IN_USE);
        tester.whatIf(alone("p"), Step.goes(alone("x").namespace("other").on("n"))).passes("n");
        PodBuilder twice = alone("t").volumeClaim("alone").on("free");
        tester.whatIf(alone("p"), Step.comes(twice), Step.goes(alone("r").on("n")))
                .rejects("n", IN_USE);
        tester.whatIf(alone("p"), Step.goes(pod("s").volumeClaim("shared").on("n")))
                .rejects("n", IN_USE);
    }

    @Test
    void withoutPreFilterOnlyDisksAreReported() {
        tester.running(disk("r").on("n"), disk("s").on("free"));
        tester.scheduleWithoutPrePoints(disk("p")).rejects("n", DISK).rejects("free", DISK);
        assertThatThrownBy(() -> tester.scheduleWithoutPrePoints(pod("p")))
                .hasMessage("cannot read \"PreFilterVolumeRestrictions\" from cycleState");
    }

    @Test
    void onlyAPodThatHadTheSameRequeuesThePod() {
        assertThat(requeues(disk("p"), disk("r").on("n"))).isTrue();
        assertThat(requeues(disk("p"), disk("r").namespace("other").on("n"))).isFalse();
        assertThat(requeues(disk("p"), alone("r").on("n"))).isFalse();
        assertThat(requeues(alone("p"), alone("r"))).isTrue();
        assertThat(requeues(alone("p"), pod("r").volumeClaim("shared"))).isFalse();
        assertThat(requeues(alone("p"), alone("r").namespace("other"))).isFalse();
        assertThat(requeues(alone("p"), pod("r"))).isFalse();
    }

    private boolean requeues(PodBuilder unschedulable, PodBuilder gone) {
        return tester.requeues(
                unschedulable,
                ClusterEvent.ASSIGNED_POD_DELETE,
                ObjectChange.removed(gone.build()));
    }

    @Test
    void aClaimItNamesAndAnyNodeRequeueThePod() {
        assertThat(comes(alone("p"), "alone")).isTrue();
        assertThat(comes(alone("p"), "shared")).isFalse();
        assertThat(comes(pod("p").volume("ephemeral", "{}"), "p-volume-0")).isFalse();
        assertThat(comes(alone("p").namespace("other"), "alone")).isFalse();
        assertThat(
                        tester.requeues(
                                alone("p"),
                                ClusterEvent.NODE_ADD,
                                ObjectChange.added(node("new").build())))
                .isTrue();
    }

    private boolean comes(PodBuilder unschedulable, String claim) {
        return tester.requeues(
                unschedulable,
                ClusterEvent.of(ClusterEvent.PERSISTENT_VOLUME_CLAIM, ClusterEvent.ADD),
                ObjectChange.added(Stored.claim(claim, "")));
    }
}
