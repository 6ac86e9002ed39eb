package com.example.elasticquota;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.model.DisruptionBudget;
import dev.berth.model.LabelSelector;
import dev.berth.model.Labels;
import dev.berth.model.Meta;
import dev.berth.model.json.Json;
import dev.berth.spi.ClusterEvent;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.QueueingHints.QueueingHint;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;
import dev.berth.testkit.ExercisedPoints;
import dev.berth.testkit.PluginTester;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The plugin alone.
class ElasticQuotaTest {
    private static final ExercisedPoints points = new ExercisedPoints();

    /// Both namespaces have a guaranteed minimum of 4 CPUs; `red` can use up to 6.
    private static final String QUOTAS =
            """
            apiVersion: scheduling.x-k8s.io/v1alpha1
            kind: ElasticQuota
            metadata: {name: quota, namespace: red}
            spec: {min: {cpu: 4}, max: {cpu: 6}}
            ---
            apiVersion: scheduling.x-k8s.io/v1alpha1
            kind: ElasticQuota
            metadata: {name: quota, namespace: blue}
            spec: {min: {cpu: 4}}
            """;

    private final PluginTester tester =
            PluginTester.of(new ElasticQuota.Provider())
                    .recordIn(points)
                    .nodes(node("n1").cpu("8"), node("n2").cpu("8"))
                    .objects(QUOTAS);

    @AfterAll
    static void everyExtensionPointIsTested() {
        points.verifyAllPointsExercised();
    }

    private static PodBuilder red(String name, String cpu) {
        return pod(name).namespace("red").cpu(cpu);
    }

    private static PodBuilder blue(String name, String cpu) {
        return pod(name).namespace("blue").cpu(cpu);
    }

    @Test
    void aNamespaceCanBorrowWhatOthersDoNotUse() {
        tester.running(red("a", "4").on("n1")).schedule(red("b", "2")).passes("n1", "n2");
    }

    @Test
    void aNamespaceCannotExceedItsMax() {
        tester.running(red("a", "4").on("n1"))
                .schedule(red("b", "3"))
                .rejectsPod("ElasticQuota red/quota: cpu 7 would be more than max 6");
    }

    @Test
    void allNamespacesTogetherCannotExceedTheTotalMin() {
        tester.running(red("a", "4").on("n1"), blue("b", "4").on("n2"))
                .schedule(red("c", "500m"))
                .rejectsPod("ElasticQuotas: cpu 8500m would be more than the total min 8");
    }

    @Test
    void aNamespaceWithoutAQuotaIsNotLimited() {
        tester.running(red("a", "4").on("n1"), blue("b", "4").on("n2"))
                .schedule(pod("c").cpu("5"))
                .skipsFilter();
    }

    @Test
    void aResourceThatNoQuotaNamesIsNotLimited() {
        tester.schedule(red("a", "1").memory("31Gi")).passes("n1", "n2");
    }

    @Test
    void usageFollowsPodsAndQuotasAndSurvivesARebuild() {
        tester.running(red("a", "6").on("n1"))
                .rebuildIndex()
                .schedule(red("b", "1"))
                .rejectsPod("ElasticQuota red/quota: cpu 7 would be more than max 6");
        tester.removed(red("a", "6")).schedule(red("b", "1")).passes("n1");
        tester.running(red("a", "6").on("n1"))
                .objects(QUOTAS.replace("cpu: 6", "cpu: 8"))
                .schedule(red("b", "1"))
                .passes("n1");
    }

    @Test
    void anAssumedPodCountsUntilItsAttemptFails() {
        var attempt = tester.place(red("a", "6"), "n1");
        tester.schedule(red("b", "1"))
                .rejectsPod("ElasticQuota red/quota: cpu 7 would be more than max 6");
        attempt.fails();
        tester.schedule(red("b", "1")).passes("n1");
    }

    @Test
    void aQuotaWithAWrongQuantityCountsAsNone() {
        tester.objects(QUOTAS.replace("cpu: 6", "cpu: many")).schedule(red("b", "7")).skipsFilter();
    }

    @Test
    void aNamespaceReclaimsWhatAnotherHasBorrowed() {
        tester.running(
                        red("r1", "2").on("n1").priority(100),
                        red("r2", "2").on("n1").priority(100),
                        red("r3", "2").on("n1").priority(50),
                        blue("b1", "2").on("n2"))
                .pending(blue("b2", "2"))
                .postFilter(blue("b2", "2"))
                .nominates("n1")
                .evicts("red/r3");
        assertThat(tester.context().writes())
                .hasSize(2)
                .last()
                .isEqualTo(new Write.DeletePod("red", "r3", "red/r3"));
        assertThat(tester.context().events())
                .singleElement()
                .satisfies(event -> assertThat(event.reason()).isEqualTo("Preempted"));
    }

    @Test
    void aNominatedPodReservesTheReclaimedCapacity() {
        tester.running(red("r1", "4").on("n1"), red("r2", "2").on("n1"), blue("b1", "2").on("n2"))
                .pending(blue("b2", "2"))
                .postFilter(blue("b2", "2"))
                .evicts("red/r2");
        tester.removed(red("r2", "2"))
                .schedule(red("r3", "1"))
                .rejectsPod("ElasticQuotas: cpu 9 would be more than the total min 8");
        tester.schedule(blue("b2", "2")).passes("n1");
    }

    /// A reload of the configuration creates a new plugin, which receives the whole state.
    @Test
    void aNominatedPodReservesTheReclaimedCapacityAfterAReload() {
        tester.running(red("r1", "4").on("n1"), red("r2", "2").on("n1"), blue("b1", "2").on("n2"))
                .pending(blue("b2", "2"))
                .postFilter(blue("b2", "2"))
                .evicts("red/r2");
        tester.removed(red("r2", "2"));
        var next = new ElasticQuota(new ElasticQuota.Args(true), tester.context());
        for (String quota : QUOTAS.split("---")) {
            next.objectChanged(Optional.empty(), Optional.of(tester.object(quota)));
        }
        next.podPlaced(red("r1", "4").on("n1").build(), "n1");
        next.podPlaced(blue("b1", "2").on("n2").build(), "n2");
        var hints = new ArrayList<QueueingHint>();
        next.eventsToRegister((resource, actions, hint) -> hints.add(hint));
        ObjectChange deleted = ObjectChange.removed(red("r2", "2").on("n1").build());

        assertThat(hints)
                .isNotEmpty()
                .noneMatch(hint -> hint.shouldQueue(red("r3", "1").build(), deleted))
                .allMatch(hint -> hint.shouldQueue(blue("b2", "2").build(), deleted));
    }

    @Test
    void aDryRunEvictsNothing() {
        tester.running(red("r1", "4").on("n1"), red("r2", "2").on("n1"), blue("b1", "2").on("n2"))
                .postFilterInDryRun(blue("b2", "2"))
                .nominates("n1")
                .evicts("red/r2");
    }

    @Test
    void noNamespaceLosesItsGuaranteedCapacity() {
        tester.running(red("r1", "4").on("n1"), blue("b1", "4").on("n2"))
                .postFilter(blue("b2", "1"))
                .fails("ElasticQuota: no pods to evict on 2 node(s)");
    }

    @Test
    void aBorrowerEvictsOnlyLessImportantPodsOfItsOwnNamespace() {
        tester.running(
                        red("r1", "4").on("n1").priority(10),
                        blue("b1", "2").on("n2").priority(1),
                        blue("b2", "2").on("n2").priority(5))
                .postFilter(blue("b3", "2").priority(3))
                .nominates("n2")
                .evicts("blue/b1");
    }

    @Test
    void aPodThatNeverPreemptsEvictsNothing() {
        tester.running(red("r1", "6").on("n1"), blue("b1", "2").on("n2"))
                .postFilter(blue("b2", "2").neverPreempts())
                .fails("ElasticQuota: not eligible due to preemptionPolicy=Never");
    }

    @Test
    void aPodWaitsForTheVictimsOnItsNominatedNode() {
        tester.running(red("r1", "6").on("n1").terminating(), blue("b1", "2").on("n2"))
                .postFilter(blue("b2", "2").nominated("n1"))
                .fails("ElasticQuota: not eligible due to a terminating pod on the nominated node");
    }

    @Test
    void disruptionBudgetsAreViolatedLast() {
        var selector = new LabelSelector(Labels.of("app", "db"), List.of());
        tester.objects(
                        new DisruptionBudget(
                                Meta.named("red", "db", "budget"),
                                Optional.of(selector),
                                0,
                                List.of()))
                .running(
                        red("r1", "4").on("n1").priority(100),
                        red("r2", "2").on("n1").priority(1).label("app", "db"))
                .running(red("r3", "1").on("n1").priority(50), red("r4", "1").on("n1").priority(50))
                .postFilter(blue("b2", "2"))
                .evicts("red/r3", "red/r4");
    }

    @Test
    void aPodIsRequeuedWhenTheQuotasAllowIt() {
        tester.registers(ClusterEvent.ASSIGNED_POD, ClusterEvent.DELETE)
                .running(red("r1", "4").on("n1"), blue("b1", "4").on("n2"))
                .unschedulable(blue("b2", "2"))
                .notRequeuedByDeleting(pod("other").on("n1"))
                .notRequeuedByAdding(node("n3"));
        tester.removed(red("r1", "4"))
                .unschedulable(blue("b2", "2"))
                .requeuedByDeleting(red("r1", "4").on("n1"));
    }

    @Test
    void aLargerQuotaRequeuesAPod() {
        String larger = QUOTAS.split("---")[0].replace("cpu: 6", "cpu: 9");
        tester.running(red("r1", "6").on("n1")).objects(larger);

        tester.unschedulable(red("r2", "1"))
                .requeuedByUpdating(tester.object(QUOTAS.split("---")[0]), tester.object(larger));
        tester.unschedulable(red("r3", "4"))
                .notRequeuedByUpdating(
                        tester.object(QUOTAS.split("---")[0]), tester.object(larger));
    }

    @Test
    void theStatusIsWrittenOnceForTheChangesOfASecond() {
        tester.running(red("r1", "1").on("n1"));
        tester.advance(Duration.ofMinutes(1));
        assertThat(tester.context().writes()).as("nothing was scheduled yet").isEmpty();

        tester.place(red("r2", "1500m"), "n1");
        tester.place(red("r3", "500m"), "n1");
        tester.advance(Duration.ofSeconds(1));
        assertThat(tester.context().writes())
                .filteredOn(write -> write instanceof Write.MergeStatus)
                .map(write -> (Write.MergeStatus) write)
                .filteredOn(write -> write.namespace().equals("red"))
                .singleElement()
                .satisfies(write ->
                        assertThat(write.patch())
                                .isEqualTo(Json.parse("{\"status\":{\"used\":{\"cpu\":\"3\"}}}")));
    }

    private long statusWritesOfRed() {
        return tester.context().writes().stream()
                .filter(write ->
                        write instanceof Write.MergeStatus status
                                && status.namespace().equals("red"))
                .count();
    }

    @Test
    void aStatusThatWasNotWrittenIsWrittenAgain() {
        tester.context().answer(new WriteOutcome.Unknown("timeout"));
        tester.place(red("r1", "1"), "n1");
        tester.advance(Duration.ofSeconds(1));
        assertThat(statusWritesOfRed()).isEqualTo(1);

        tester.context().answer(WriteOutcome.DONE);
        tester.advance(Duration.ofSeconds(11));
        assertThat(statusWritesOfRed()).isEqualTo(2);
        tester.advance(Duration.ofMinutes(1));
        assertThat(statusWritesOfRed()).isEqualTo(2);
    }
}
