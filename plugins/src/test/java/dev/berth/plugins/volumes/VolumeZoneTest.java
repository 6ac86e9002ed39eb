package dev.berth.plugins.volumes;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.KubeObject;
import dev.berth.model.PersistentVolume;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;
import dev.berth.testkit.PluginResults;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VolumeZoneTest {
    private static final String ELSEWHERE = "node(s) had no available volume zone";
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String REGION = "topology.kubernetes.io/region";
    private static final String OLD_ZONE = "failure-domain.beta.kubernetes.io/zone";
    private static final String OLD_REGION = "failure-domain.beta.kubernetes.io/region";

    private final PluginTester tester = PluginTester.of(new VolumeZone.Provider());
    private final PodBuilder wanting = pod("p").volumeClaim("data");

    private static PersistentVolume labeled(String labels) {
        return Stored.volume("pv", "'labels':{%s}".formatted(labels), "'nfs':{}", "Bound");
    }

    private static PersistentVolume in(String label, String value) {
        return labeled("'%s':'%s'".formatted(label, value));
    }

    @ParameterizedTest
    @CsvSource({
        ZONE + ", a, " + ZONE + ", a, true",
        ZONE + ", a, " + ZONE + ", b, false",
        ZONE + ", a__b, " + ZONE + ", b, true",
        ZONE + ", a__b, " + ZONE + ", c, false",
        REGION + ", r, " + REGION + ", r, true",
        REGION + ", r, " + REGION + ", s, false",
        OLD_ZONE + ", a, " + OLD_ZONE + ", a, true",
        OLD_ZONE + ", a, " + ZONE + ", a, true",
        OLD_ZONE + ", a, " + ZONE + ", b, false",
        OLD_REGION + ", r, " + REGION + ", r, true",
        OLD_REGION + ", r, " + REGION + ", s, false",
        ZONE + ", a, " + OLD_ZONE + ", a, false",
        ZONE + ", a, " + REGION + ", r, false",
    })
    void theNodeIsWhereTheVolumeIs(
            String volumeLabel, String places, String nodeLabel, String place, boolean there) {
        tester.nodes(node("n").label(nodeLabel, place), node("untold"))
                .objects(in(volumeLabel, places), Stored.bound("data", "pv"));
        PluginResults result = tester.schedule(wanting).passes("untold");
        if (there) {
            result.passes("n");
        } else {
            result.rejectsUnresolvable("n", ELSEWHERE);
        }
    }

    @Test
    void theOldLabelOfANodeCountsBeforeTheNew() {
        tester.nodes(node("n").label(OLD_ZONE, "b").zone("a"))
                .objects(in(OLD_ZONE, "a"), Stored.bound("data", "pv"))
                .schedule(wanting)
                .rejects("n", ELSEWHERE);
    }

    @Test
    void allLabelsOfAllVolumesMustFit() {
        tester.nodes(
                        node("both").zone("a").label(REGION, "r"),
                        node("zone").zone("a").label(REGION, "s"),
                        node("region").zone("b").label(REGION, "r"))
                .objects(
                        in(ZONE, "a"),
                        Stored.volume(
                                "other", "'labels':{'%s':'r'}".formatted(REGION), "", "Bound"),
                        Stored.bound("data", "pv"),
                        Stored.bound("more", "other"));
        tester.schedule(pod("p").volumeClaim("data").volumeClaim("more"))
                .passes("both")
                .rejects("zone", ELSEWHERE)
                .rejects("region", ELSEWHERE);
    }

    @ParameterizedTest
    @CsvSource({"a__", "__", "''"})
    void aLabelThatCannotBeReadIsLeftOut(String value) {
        tester.nodes(node("n").zone("b"))
                .objects(in(ZONE, value), Stored.bound("data", "pv"))
                .schedule(wanting)
                .skipsFilter();
    }

    @Test
    void aNodeThatMovesIsEvaluatedAgain() {
        tester.nodes(node("n").zone("b")).objects(in(ZONE, "a"), Stored.bound("data", "pv"));
        tester.schedule(wanting).rejects("n", ELSEWHERE);
        tester.nodes(node("n").zone("a"), node("m").zone("b"));
        tester.schedule(wanting).passes("n").rejects("m", ELSEWHERE);
        tester.nodes(node("n"));
        tester.schedule(wanting).passes("n").rejects("m", ELSEWHERE);
    }

    private void rejects(String reason, KubeObject... objects) {
        tester.nodes(node("n")).objects(objects).schedule(wanting).rejectsPod(reason);
        tester.removed(objects);
    }

    @Test
    void aMissingVolumeRejectsThePod() {
        rejects("persistentvolumeclaim \"data\" not found");
        rejects("persistentvolume \"pv\" not found", Stored.bound("data", "pv"));
        rejects(
                "PersistentVolumeClaim had no pv name and storageClass name",
                Stored.claim("data", ""));
        var claim = Stored.waiting("data", "fast", "1Gi");
        rejects("storageclass.storage.k8s.io \"fast\" not found", claim);
        rejects(
                "VolumeBindingMode not set for StorageClass \"fast\"",
                claim,
                Stored.storageClass("fast", "x", ""));
        rejects(
                "PersistentVolume had no name",
                claim,
                Stored.storageClass("fast", "x", "Immediate"));
        tester.schedule(pod("p").volumeClaim("")).rejectsPod("PersistentVolumeClaim had no name");
    }

    @Test
    void aVolumeThatIsYetToBeChosenIsNoConcern() {
        tester.nodes(node("n").zone("a"))
                .objects(
                        Stored.waiting("data", "fast", "1Gi"),
                        Stored.storageClass("fast", "x", Stored.WAIT))
                .schedule(wanting)
                .skipsFilter();
        tester.schedule(pod("p").volume("ephemeral", "{}")).skipsFilter();
    }

    @Test
    void withoutPreFilterTheNodesAreRejected() {
        tester.nodes(node("n").zone("b"))
                .objects(in(ZONE, "a"), Stored.bound("data", "pv"))
                .scheduleWithoutPrePoints(wanting)
                .rejectsUnresolvable("n", ELSEWHERE);
    }

    private boolean requeues(String resource, int action, ObjectChange change) {
        return tester.requeues(wanting, ClusterEvent.of(resource, action), change);
    }

    @Test
    void aClassThatWaitsRequeuesThePod() {
        for (String mode : new String[] {Stored.WAIT, "Immediate", ""}) {
            var added = ObjectChange.added(Stored.storageClass("fast", "x", mode));
            assertThat(requeues(ClusterEvent.STORAGE_CLASS, ClusterEvent.ADD, added))
                    .isEqualTo(mode.equals(Stored.WAIT));
        }
    }

    @Test
    void aClaimItNamesRequeuesThePod() {
        var claim = Stored.bound("data", "pv");
        var other = Stored.bound("other", "pv");
        String kind = ClusterEvent.PERSISTENT_VOLUME_CLAIM;
        assertThat(requeues(kind, ClusterEvent.ADD, ObjectChange.added(claim))).isTrue();
        assertThat(requeues(kind, ClusterEvent.UPDATE, ObjectChange.updated(claim, claim)))
                .isTrue();
        assertThat(requeues(kind, ClusterEvent.ADD, ObjectChange.added(other))).isFalse();
    }

    @Test
    void aVolumeThatComesOrMovesRequeuesThePod() {
        String kind = ClusterEvent.PERSISTENT_VOLUME;
        assertThat(requeues(kind, ClusterEvent.ADD, ObjectChange.added(in(ZONE, "a")))).isTrue();
        assertThat(moves(in(ZONE, "a"), in(ZONE, "b"))).isTrue();
        assertThat(moves(in(ZONE, "a__b"), in(ZONE, "b__a"))).isFalse();
        assertThat(moves(in(ZONE, "a"), labeled("'%s':'a','tier':'x'".formatted(ZONE)))).isFalse();
    }

    private boolean moves(PersistentVolume before, PersistentVolume after) {
        return requeues(
                ClusterEvent.PERSISTENT_VOLUME,
                ClusterEvent.UPDATE,
                ObjectChange.updated(before, after));
    }

    @Test
    void anyNodeOrNewLabelsOfOneRequeueThePod() {
        var node = node("n").build();
        assertThat(requeues(ClusterEvent.NODE, ClusterEvent.ADD, ObjectChange.added(node)))
                .isTrue();
        assertThat(
                        requeues(
                                ClusterEvent.NODE,
                                ClusterEvent.UPDATE_NODE_LABEL,
                                ObjectChange.updated(node, node)))
                .isTrue();
    }
}
