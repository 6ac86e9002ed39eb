package dev.berth.engine.scenario;

import static dev.berth.testkit.Build.claim;
import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;
import static dev.berth.testkit.Build.term;
import static dev.berth.testkit.Build.volume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.controlplane.store.WriteScope;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.model.Kind;
import dev.berth.model.PersistentVolume;
import dev.berth.model.PersistentVolumeClaim;
import dev.berth.plugins.volumes.VolumeBinding;
import dev.berth.plugins.volumes.VolumeBindingArgs;
import dev.berth.testkit.PodBuilder;
import dev.berth.testkit.Scenario;
import dev.berth.testkit.StorageBuilders;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Nodes and volumes are chosen, assumed, bound and released together.
class VolumeScenarioTest {
    private static final List<String> PLUGINS =
            List.of(
                    "NodeAffinity",
                    "NodeResourcesFit",
                    "VolumeRestrictions",
                    "NodeVolumeLimits",
                    "VolumeBinding",
                    "VolumeZone",
                    "InterPodAffinity");
    private static final ProfileSpec PROFILE = Profiles.only(PLUGINS);
    private static final String HOST = "kubernetes.io/hostname";
    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final String NO_VOLUME =
            "node(s) didn't find available persistent volumes to bind";
    private static final Duration A_WHILE = Duration.ofSeconds(30);
    private static final Duration LONG = Duration.ofMinutes(12);

    private static Scenario cluster() {
        return Scenario.of(PROFILE)
                .nodes(host("n1"), host("n2"))
                .create(StorageBuilders.immediate("now"))
                .create(StorageBuilders.waiting("wait"))
                .create(StorageBuilders.provisioning("made"));
    }

    private static dev.berth.testkit.NodeBuilder host(String name) {
        return node(name).cpu("64").pods(110).label(HOST, name);
    }

    private static PodBuilder user(String name, String... claims) {
        PodBuilder pod = pod(name).cpu("10m");
        for (String each : claims) {
            pod.volumeClaim(each);
        }
        return pod;
    }

    @Test
    void aClaimThatIsBoundAtOnceTakesItsPodWhereTheVolumeIs() {
        cluster()
                .create(volume("pv").storageClass("now").onlyOn("n2"))
                .create(claim("data").storageClass("now"))
                .create(user("web", "data"))
                .advance(A_WHILE)
                .expectBound("data", "pv")
                .expectScheduledOn("web", "n2")
                .expectAtRest();
    }

    @Test
    void aClaimThatFindsNoVolumeAtOnceKeepsItsPod() {
        cluster()
                .create(claim("data").storageClass("now"))
                .create(user("web", "data"))
                .advance(A_WHILE)
                .expectPending(
                        "web",
                        "0/2 nodes are available: pod has unbound immediate"
                                + " PersistentVolumeClaims.")
                .create(volume("pv").storageClass("now").onlyOn("n1"))
                .advance(A_WHILE)
                .expectScheduledOn("web", "n1")
                .expectAtRest();
    }

    @Test
    void aClaimThatWaitsGetsTheVolumeOfThePodsNode() {
        cluster()
                .create(volume("pv").storageClass("wait").onlyOn("n2"))
                .create(claim("data").storageClass("wait"))
                .create(user("web", "data"))
                .advance(A_WHILE)
                .expectScheduledOn("web", "n2")
                .expectBound("data", "pv")
                .expectAtRest();
    }

    @Test
    void aClaimThatCannotBeBoundReportsWhy() {
        cluster()
                .create(claim("data").storageClass("wait"))
                .create(user("web", "data"))
                .advance(A_WHILE)
                .expectPending("web", "0/2 nodes are available: 2 " + NO_VOLUME + ".")
                .expectUnschedulableBy("web", "VolumeBinding")
                .create(volume("pv").storageClass("wait").onlyOn("n1"))
                .advance(A_WHILE)
                .expectRequeuedBy("web", "PersistentVolumeAdd")
                .expectScheduledOn("web", "n1")
                .expectAtRest();
    }

    /// Pods with equal shapes can have different volumes, so they get different scores.
    @Test
    void aPodWithAClaimIsScoredAfterAPodWithoutClaims() {
        cluster()
                .nodes(host("n3"), host("n4"))
                .create(user("plain"))
                .advance(A_WHILE)
                .create(
                        volume("small1").storageClass("wait").size("1Gi").onlyOn("n1"),
                        volume("small2").storageClass("wait").size("1Gi").onlyOn("n2"),
                        volume("small3").storageClass("wait").size("1Gi").onlyOn("n3"),
                        volume("large").storageClass("wait").size("100Gi").onlyOn("n4"))
                .create(claim("data").storageClass("wait"))
                .create(user("web", "data"))
                .advance(A_WHILE)
                .expectBound("data", "large")
                .expectScheduledOn("web", "n4")
                .expectAtRest();
    }

    @ParameterizedTest
    @CsvSource({"now", "wait"})
    void aClaimThatNamesItsVolumeGetsThatOne(String storageClass) {
        cluster()
                .create(
                        volume("small").storageClass(storageClass).size("1Gi").onlyOn("n1"),
                        volume("wanted").storageClass(storageClass).size("9Gi").onlyOn("n2"))
                .create(claim("data").storageClass(storageClass).wanting("wanted"))
                .create(user("web", "data"))
                .advance(A_WHILE)
                .expectBound("data", "wanted")
                .expectScheduledOn("web", "n2")
                .expectAtRest();
    }

    @ParameterizedTest
    @CsvSource({"now", "wait"})
    void aVolumeThatIsKeptForAClaimGoesToIt(String storageClass) {
        cluster()
                .create(
                        volume("small").storageClass(storageClass).size("1Gi").onlyOn("n1"),
                        volume("kept")
                                .storageClass(storageClass)
                                .size("9Gi")
                                .onlyOn("n2")
                                .keptFor("default", "data"))
                .create(claim("data").storageClass(storageClass))
                .create(user("web", "data"))
                .advance(A_WHILE)
                .expectBound("data", "kept")
                .expectScheduledOn("web", "n2")
                .expectAtRest();
    }

    @Test
    void twoClaimsOfAPodGetTwoVolumesOfOneNode() {
        cluster()
                .create(
                        volume("a").storageClass("wait").size("2Gi").onlyOn("n1"),
                        volume("b").storageClass("wait").size("2Gi").onlyOn("n2"),
                        volume("c").storageClass("wait").size("3Gi").onlyOn("n2"))
                .create(
                        claim("data").storageClass("wait").size("2Gi"),
                        claim("logs").storageClass("wait").size("1Gi"))
                .create(user("web", "data", "logs"))
                .advance(A_WHILE)
                .expectScheduledOn("web", "n2")
                .expectBound("logs", "b")
                .expectBound("data", "c")
                .expectAtRest();
    }

    @Test
    void twoClaimsThatFitOnNoOneNodeKeepTheirPod() {
        cluster()
                .create(
                        volume("a").storageClass("wait").onlyOn("n1"),
                        volume("b").storageClass("wait").onlyOn("n2"))
                .create(claim("data").storageClass("wait"), claim("logs").storageClass("wait"))
                .create(user("web", "data", "logs"))
                .advance(A_WHILE)
                .expectPending("web", "0/2 nodes are available: 2 " + NO_VOLUME + ".")
                .expectAtRest();
    }

    @Test
    void claimsOfBothSortsGoTogether() {
        cluster()
                .create(
                        volume("a").storageClass("now").onlyOn("n2"),
                        volume("b").storageClass("wait").onlyOn("n1"),
                        volume("c").storageClass("wait").onlyOn("n2"))
                .create(claim("data").storageClass("now"), claim("logs").storageClass("wait"))
                .create(user("web", "data", "logs"))
                .advance(A_WHILE)
                .expectScheduledOn("web", "n2")
                .expectBound("data", "a")
                .expectBound("logs", "c")
                .expectAtRest();
    }

    @Test
    void aPodIsTriedAgainWhenItsClassOrVolumeComes() {
        Scenario.of(PROFILE)
                .nodes(host("n1"))
                .create(claim("data").storageClass("late"))
                .create(user("web", "data"))
                .advance(A_WHILE)
                .expectIn("unschedulable", "web")
                .create(StorageBuilders.waiting("late"))
                .advance(A_WHILE)
                .expectPending("web", "0/1 nodes are available: 1 " + NO_VOLUME + ".")
                .create(volume("pv").storageClass("late"))
                .advance(A_WHILE)
                .expectScheduledOn("web", "n1")
                .expectAtRest();
    }

    @Test
    void manyPodsShareManyVolumesAndNoneIsGivenTwice() {
        Scenario scenario = cluster();
        for (int i = 0; i < 50; i++) {
            scenario.create(volume("pv-" + i).storageClass("wait").onlyOn(i % 2 == 0 ? "n1" : "n2"))
                    .create(claim("data-" + i).storageClass("wait"))
                    .create(user("web-" + i, "data-" + i));
        }
        scenario.advance(LONG);
        for (int i = 0; i < 50; i++) {
            scenario.expectScheduled("web-" + i);
        }
        expectEachVolumeOnce(scenario, 50);
        scenario.expectAtRest();
    }

    private static void expectEachVolumeOnce(Scenario scenario, int claims) {
        Set<String> volumes = new HashSet<>();
        List<ObjectVersion> all =
                scenario.cluster()
                        .store()
                        .list(ObjectSelection.of(Kind.PERSISTENT_VOLUME_CLAIM))
                        .objects();
        for (ObjectVersion object : all) {
            String volume = ((PersistentVolumeClaim) object.typed()).volumeName();
            assertThat(volume).isNotEmpty();
            assertThat(volumes.add(volume)).as("given twice: %s", volume).isTrue();
        }
        assertThat(volumes).hasSize(claims);
    }

    @Test
    void manyVolumesAreMadeQuicklyOrSlowly() {
        Scenario scenario =
                cluster()
                        .create(StorageBuilders.taking(StorageBuilders.provisioning("slow"), "20"));
        for (int i = 0; i < 30; i++) {
            scenario.create(claim("data-" + i).storageClass(i % 2 == 0 ? "made" : "slow"))
                    .create(user("web-" + i, "data-" + i));
        }
        scenario.advance(LONG);
        for (int i = 0; i < 30; i++) {
            scenario.expectScheduled("web-" + i);
        }
        expectEachVolumeOnce(scenario, 30);
        scenario.expectAtRest();
    }

    @Test
    void podsThatKeepApartFindVolumesApart() {
        Scenario scenario = cluster().nodes(host("n3"));
        for (int i = 1; i <= 3; i++) {
            scenario.create(volume("pv-" + i).storageClass("wait").onlyOn("n" + i))
                    .create(claim("data-" + i).storageClass("wait"))
                    .create(
                            user("web-" + i, "data-" + i)
                                    .label("app", "web")
                                    .away(term(HOST).of("app", "web")));
        }
        scenario.advance(A_WHILE);
        Set<String> nodes = new HashSet<>();
        for (int i = 1; i <= 3; i++) {
            scenario.expectScheduled("web-" + i);
            nodes.add(scenario.pod("web-" + i).spec().nodeName());
        }
        assertThat(nodes).hasSize(3);
        scenario.expectAtRest();
    }

    @Test
    void podsThatStayTogetherFindVolumesTogether() {
        Scenario scenario = cluster().nodes(host("n3"));
        for (int i = 0; i < 9; i++) {
            scenario.create(volume("pv-" + i).storageClass("wait").onlyOn("n" + (1 + i % 3)));
        }
        for (int i = 1; i <= 3; i++) {
            scenario.create(claim("data-" + i).storageClass("wait"));
        }
        for (int i = 1; i <= 3; i++) {
            scenario.create(
                            user("web-" + i, "data-" + i)
                                    .label("app", "web")
                                    .near(term(HOST).of("app", "web")))
                    .advance(A_WHILE);
        }
        Set<String> nodes = new HashSet<>();
        for (int i = 1; i <= 3; i++) {
            scenario.expectScheduled("web-" + i);
            nodes.add(scenario.pod("web-" + i).spec().nodeName());
        }
        assertThat(nodes).hasSize(1);
        scenario.expectAtRest();
    }

    @Test
    void aVolumeOnANodeThatThePodMayNotUseIsAConflict() {
        cluster()
                .create(volume("pv").storageClass("wait").onlyOn("n1").keptFor("default", "data"))
                .create(claim("data").storageClass("wait").wanting("pv"))
                .advance(A_WHILE)
                .expectBound("data", "pv")
                .create(user("web", "data").nodeSelector(HOST, "n2"))
                .advance(A_WHILE)
                .expectPending(
                        "web",
                        "0/2 nodes are available: 1 node(s) didn't match PersistentVolume's node"
                                + " affinity, 1 node(s) didn't match Pod's node"
                                + " affinity/selector.")
                .expectAtRest();
    }

    @Test
    void aVolumeIsMadeForTheNodeThatWasChosen() {
        Scenario scenario =
                cluster()
                        .create(claim("data").storageClass("made"))
                        .create(user("web", "data").nodeSelector(HOST, "n2"))
                        .untilQuiet();
        assertThat(
                        scenario.claim("data")
                                .meta()
                                .annotations()
                                .get("volume.kubernetes.io/selected-node"))
                .contains("n2");
        assertThat(scenario.pod("web").assigned()).as("bound before its claim").isFalse();
        String made = "pvc-" + scenario.claim("data").meta().uid();
        scenario.advance(A_WHILE)
                .expectBound("data", made)
                .expectScheduledOn("web", "n2")
                .expectAtRest();
    }

    @Test
    void volumesAreMadeOnlyWhereThereIsCapacityForThem() {
        Scenario scenario =
                Scenario.of(PROFILE)
                        .nodes(host("n1").label(ZONE, "a"), host("n2").label(ZONE, "b"))
                        .create(StorageBuilders.provisioning("made"))
                        .create(StorageBuilders.countingDriver())
                        .create(StorageBuilders.capacity("a", "made", ZONE, "a", "1Gi"))
                        .create(StorageBuilders.capacity("b", "made", ZONE, "b", "10Gi"))
                        .create(claim("data").storageClass("made").size("8Gi"))
                        .create(user("web", "data"))
                        .advance(A_WHILE)
                        .expectScheduledOn("web", "n2")
                        .create(claim("more").storageClass("made").size("8Gi"))
                        .create(user("late", "more"))
                        .advance(A_WHILE);
        scenario.expectPending(
                        "late",
                        "0/2 nodes are available: 2 node(s) did not have enough free storage.")
                .expectAtRest()
                .replace(StorageBuilders.capacity("a", "made", ZONE, "a", "9Gi"))
                .advance(A_WHILE)
                .expectScheduledOn("late", "n1")
                .expectAtRest();
    }

    @Test
    void afterAFailureTheVolumeIsMadeElsewhere() {
        cluster()
                .create(
                        claim("data")
                                .storageClass("made")
                                .annotation("berth.dev/provision-failures", "2"))
                .create(user("web", "data"))
                .advance(LONG)
                .expectScheduled("web")
                .expectAtRest();
    }

    @ParameterizedTest
    @CsvSource({"soon", "''", "NaN", "-5", "1e300"})
    void anUnreadableCapacityOfAProvisionerIsIgnored(String invalid) {
        cluster()
                .create(StorageBuilders.taking(StorageBuilders.provisioning("odd"), invalid))
                .create(
                        claim("data")
                                .storageClass("odd")
                                .annotation("berth.dev/provision-failures", invalid))
                .create(user("web", "data"))
                .advance(A_WHILE)
                .expectScheduled("web")
                .expectAttempts("web", 1)
                .expectAtRest();
    }

    @Test
    void aPodWhoseVolumeIsNotMadeInTimeIsTriedAgain() {
        Scenario scenario =
                cluster()
                        .create(StorageBuilders.taking(StorageBuilders.provisioning("slow"), "900"))
                        .create(claim("data").storageClass("slow"))
                        .create(user("web", "data"))
                        .advance(Duration.ofSeconds(601));
        assertThat(scenario.pod("web").assigned()).isFalse();
        assertThat(scenario.pod("web").status().condition("PodScheduled").orElseThrow().message())
                .isEqualTo(
                        "running PreBind plugin \"VolumeBinding\": binding volumes: context"
                                + " deadline exceeded");
        scenario.advance(Duration.ofMinutes(10)).expectScheduled("web").expectAtRest();
    }

    @ParameterizedTest
    @CsvSource({"9000000000", "10000000000", "9223372036854775807"})
    void theBindTimeoutOfVolumesIsUnbounded(long seconds) {
        var args = new VolumeBindingArgs(seconds, List.of());
        Scenario.of(
                        Profiles.remaking(
                                "VolumeBinding",
                                context -> new VolumeBinding.Provider().create(args, context)))
                .nodes(host("n1"))
                .create(StorageBuilders.taking(StorageBuilders.provisioning("slow"), "60"))
                .create(claim("data").storageClass("slow"))
                .create(user("web", "data"))
                .advance(Duration.ofMinutes(2))
                .expectScheduled("web")
                .expectAttempts("web", 1)
                .expectAtRest();
    }

    /// kube-scheduler keeps one cache of assumed volumes for each profile.
    @Test
    void aVolumeAssumedByOneProfileIsTakenForTheOthers() {
        Scenario.of(builder -> builder.profile(PROFILE).profile(Profiles.only("second", PLUGINS)))
                .nodes(host("n1"))
                .create(StorageBuilders.waiting("wait"))
                .create(volume("a").storageClass("wait").size("1Gi").onlyOn("n1"))
                .create(claim("mine").storageClass("wait"), claim("theirs").storageClass("wait"))
                .create(user("first", "mine"), user("other", "theirs").scheduler("second"))
                .advance(A_WHILE)
                .expectScheduled("first")
                .expectIn("unschedulable", "other");
    }

    @Test
    void aVolumeTakenByAnotherBetweenDecisionAndBindingSendsThePodBack() {
        Scenario scenario =
                cluster()
                        .create(
                                volume("a").storageClass("wait").size("1Gi").onlyOn("n1"),
                                volume("b").storageClass("wait").size("2Gi").onlyOn("n2"))
                        .create(claim("data").storageClass("wait"));
        scenario.untilQuiet();
        // The scheduler has not received the change when it decides.
        scenario.create(user("web", "data"));
        scenario.link().pump(Kind.POD, 10);
        scenario.cluster()
                .store()
                .replace(
                        volume("a")
                                .storageClass("wait")
                                .size("1Gi")
                                .onlyOn("n1")
                                .keptFor("other", "theirs")
                                .build(),
                        WriteScope.WHOLE)
                .orThrow();
        scenario.advance(A_WHILE)
                .expectScheduledOn("web", "n2")
                .expectBound("data", "b")
                .expectAtRest();
    }

    @ParameterizedTest
    @CsvSource({"wait", "made"})
    void aClaimThatTwoVolumesNameIsBoundOnce(String storageClass) {
        Scenario scenario =
                cluster()
                        .create(
                                volume("a").storageClass("wait").onlyOn("n1"),
                                volume("b").storageClass("wait").onlyOn("n1"))
                        .create(claim("data").storageClass(storageClass))
                        .create(user("web", "data", "data"))
                        .advance(A_WHILE)
                        .expectScheduled("web")
                        .expectAttempts("web", 1)
                        .expectAtRest();
        assertThat(
                        scenario.cluster()
                                .store()
                                .list(ObjectSelection.of(Kind.PERSISTENT_VOLUME))
                                .objects())
                .filteredOn(object -> ((PersistentVolume) object.typed()).claim().isPresent())
                .hasSize(1);
    }

    @Test
    void aClaimThatIsCreatedAgainUnderItsNameIsAnotherClaim() {
        Scenario scenario =
                cluster()
                        .create(StorageBuilders.taking(StorageBuilders.provisioning("slow"), "60"))
                        .create(claim("data").storageClass("slow"))
                        .create(user("web", "data"))
                        .advance(Duration.ofSeconds(5))
                        .deleteClaim("data")
                        .create(volume("pv").storageClass("wait").onlyOn("n2"))
                        .create(claim("data").storageClass("wait"))
                        .advance(LONG);
        scenario.expectScheduledOn("web", "n2").expectBound("data", "pv").expectAtRest();
    }

    @Test
    void aPodDeletedWhileItsVolumeIsMadeLeavesNothingAssumed() {
        cluster()
                .create(StorageBuilders.taking(StorageBuilders.provisioning("slow"), "60"))
                .create(claim("data").storageClass("slow"))
                .create(user("web", "data"))
                .advance(Duration.ofSeconds(5))
                .delete("web")
                .advance(A_WHILE)
                .expectAtRest();
    }

    @Test
    void aPodThatGivesWayWhileItsVolumeIsMadeWaitsForItNoLonger() {
        Scenario.of(Profiles.inTree())
                .nodes(node("n1").cpu("2").label(HOST, "n1"))
                .create(StorageBuilders.taking(StorageBuilders.provisioning("slow"), "60"))
                .create(claim("data").storageClass("slow"))
                .create(pod("low").cpu("2").volumeClaim("data"))
                .advance(Duration.ofSeconds(5))
                .create(pod("high").cpu("2").priority(100))
                .advance(A_WHILE)
                .expectScheduledOn("high", "n1")
                .expectIn("unschedulable", "low")
                .expectAtRest();
    }

    @Test
    void aClaimLostWithItsVolumeKeepsThePod() {
        cluster()
                .create(volume("pv").storageClass("now"))
                .create(claim("data").storageClass("now"))
                .advance(A_WHILE)
                .expectBound("data", "pv")
                .deleteVolume("pv")
                .advance(A_WHILE)
                .create(claim("data").storageClass("now").boundTo("pv").namespace("other"))
                .create(user("web", "data"))
                .advance(A_WHILE)
                .expectIn("unschedulable", "web")
                .expectAtRest();
    }

    @Test
    void aClaimThatAPodBringsAlongIsMadeAndGoesWithIt() {
        Scenario scenario =
                cluster()
                        .create(
                                pod("web")
                                        .cpu("10m")
                                        .volume(
                                                "ephemeral",
                                                """
                                                {"volumeClaimTemplate":{"spec":{"accessModes":["ReadWriteOnce"],
                                                 "storageClassName":"made","resources":{"requests":{"storage":"1Gi"}}}}}
                                                """))
                        .advance(A_WHILE)
                        .expectScheduled("web");
        assertThat(
                        scenario.cluster()
                                .store()
                                .list(ObjectSelection.of(Kind.PERSISTENT_VOLUME))
                                .objects())
                .singleElement()
                .extracting(object -> ((PersistentVolume) object.typed()).phase())
                .isEqualTo("Bound");
        scenario.delete("web").advance(A_WHILE).expectAtRest();
        assertThat(
                        scenario.cluster()
                                .store()
                                .list(ObjectSelection.of(Kind.PERSISTENT_VOLUME))
                                .objects())
                .isEmpty();
    }
}
