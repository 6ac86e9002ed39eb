package dev.berth.testkit;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.spi.ClusterEvent;
import dev.berth.spi.RejectCode;
import dev.berth.spi.Write;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

import java.time.Duration;

/// Every extension point of a correct plugin.
class ExtensionPointsTest {
    private static final String POOL =
            """
            apiVersion: example.com/v1
            kind: TicketPool
            metadata: {name: pool}
            spec: {tickets: 1}
            """;

    // snippet: points
    private static final ExercisedPoints points = new ExercisedPoints();

    private final PluginTester tester =
            PluginTester.of(new TicketPlugin.Provider())
                    .recordIn(points)
                    .nodes(node("n1"), node("n2"))
                    .objects(POOL);

    @AfterAll
    static void everyExtensionPointIsTested() {
        points.verifyAllPointsExercised();
    }

    // end

    private static PodBuilder holder(String name) {
        return pod(name).label("ticket", "yes");
    }

    @Test
    void preEnqueuePassesOrRejects() {
        tester.preEnqueue(pod("free")).passes();
        tester.preEnqueue(pod("held").label("hold", ""))
                .rejects(RejectCode.UNSCHEDULABLE_AND_UNRESOLVABLE, "the pod has the label hold");
    }

    @Test
    void queueSortOrdersPodsAndKeepsTheArrivalOfEqualPods() {
        assertThat(tester.queueOrder(pod("a"), pod("b").priority(10), pod("c")))
                .containsExactly("b", "a", "c");
    }

    @Test
    void queueSortReadsTimesAndAttempts() {
        assertThat(
                        tester.queueOrder(
                                PluginTester.entry(pod("a"), Duration.ofSeconds(5), 3),
                                PluginTester.entry(pod("b"), Duration.ZERO, 0)))
                .containsExactly("a", "b");
    }

    @Test
    void filterReadsCustomResourcesAndTheIndexOfTheObserver() {
        tester.running(holder("old").on("n1"))
                .schedule(holder("new"))
                .rejects("n1", "node(s) had no ticket")
                .passes("n2");
        tester.removed(holder("old").on("n1")).schedule(holder("new")).passes("n1", "n2");
    }

    @Test
    void aJsonObjectIsReadToo() {
        tester.objects(
                        """
                        {"apiVersion": "example.com/v1", "kind": "TicketPool",
                         "metadata": {"name": "pool"}, "spec": {"tickets": 0}}
                        """)
                .schedule(holder("new"))
                .rejectsUnschedulable("n1")
                .rejectsUnschedulable("n2");
    }

    @Test
    void aRebuiltIndexGivesTheSameResults() {
        tester.running(holder("old").on("n1"))
                .rebuildIndex()
                .schedule(holder("new"))
                .rejects("n1", "node(s) had no ticket")
                .passes("n2");
    }

    @Test
    void postFilterEvictsAVictimAndNominatesTheNode() {
        tester.running(holder("old").on("n1"), holder("older").on("n2"))
                .postFilter(holder("new"))
                .nominates("n1")
                .evicts("old");
        assertThat(tester.context().writes())
                .containsExactly(new Write.DeletePod("default", "old", "default/old"));
    }

    @Test
    void postFilterHasNoSideEffectsInADryRun() {
        tester.running(holder("old").on("n1"), holder("older").on("n2"))
                .postFilterInDryRun(holder("new"))
                .nominates("n1")
                .evicts("default/old");
        assertThat(tester.context().writes()).isEmpty();
    }

    @Test
    void aWhatIfChecksTheResourcesOfTheNode() {
        tester.running(holder("old").on("n1"), pod("fat").cpu("4").on("n1"))
                .running(holder("older").on("n2"), pod("fatter").cpu("4").on("n2"))
                .postFilter(holder("new").cpu("1"))
                .nominates("n1")
                .evicts("fat");
    }

    @Test
    void postFilterFailsWithoutAVictim() {
        tester.objects(POOL.replace("tickets: 1", "tickets: 0"))
                .postFilter(holder("new"))
                .fails("no pod to evict");
    }

    @Test
    void aFailedAttemptReleasesTheReservation() {
        var plugin = new TicketPlugin.Provider();
        var watched = PluginTester.of(plugin).recordIn(points).nodes(node("n1")).objects(POOL);

        PlacementTester attempt = watched.place(holder("a"), "n1").reserves();
        watched.schedule(holder("b")).rejects("n1", "node(s) had no ticket");
        attempt.fails();
        watched.schedule(holder("b")).passes("n1");
    }

    @Test
    void reserveRejectsAPod() {
        tester.place(pod("a").label("unlucky", ""), "n1")
                .rejectsInReserve("the last ticket was taken");
    }

    // snippet: place
    @Test
    void permitAllowsWaitsAndDenies() {
        tester.place(pod("alone"), "n1").allows();
        tester.place(pod("nameless").label("pair", ""), "n1").denies("the pair has no name");
        PlacementTester first =
                tester.place(pod("left").label("pair", "shoes"), "n1")
                        .waits(TicketPlugin.WAIT, "waits for the pair shoes")
                        .isWaiting();
        tester.place(pod("right").label("pair", "shoes"), "n2").allows();
        first.isAllowed().skipsPreBind();
    }

    @Test
    void aWaitThatTimesOutFailsTheAttempt() {
        PlacementTester waiting =
                tester.place(pod("left").label("pair", "shoes"), "n1")
                        .waits(TicketPlugin.WAIT, "waits for the pair shoes")
                        .timesOut()
                        .isRejected("rejected due to timeout after waiting PT30S at plugin Ticket");
        assertThat(tester.context().nowNanos()).isEqualTo(TicketPlugin.WAIT.toNanos());
        assertThatThrownBy(waiting::preBinds)
                .hasMessageStartingWith("the attempt of default/left has failed (rejected due");
    }

    // end

    @Test
    void aWaitEndsWhenThePluginRejectsThePod() {
        var context = tester.context();
        PlacementTester waiting =
                tester.place(pod("left").label("pair", "shoes"), "n1")
                        .waits(TicketPlugin.WAIT, "waits for the pair shoes");
        context.waitingPods().reject("default/left", TicketPlugin.NAME, "closed");
        waiting.isRejected("closed");
        assertThat(context.rejected()).containsExactly("default/left");
        assertThat(context.waitingPods().all()).isEmpty();
    }

    @Test
    void thePodIsBoundAfterAllSteps() {
        tester.place(holder("a"), "n1").reserves().allows().preBinds().binds().postBinds();
        assertThat(tester.context().writes())
                .containsExactly(new Write.BindPod("default", "a", "default/a", "n1"));
        assertThat(tester.context().activated()).containsExactly("default/next");
    }

    @Test
    void aStepRunsTheStepsBeforeIt() {
        tester.place(pod("a"), "n1").postBinds();
        tester.place(pod("b"), "n1").skipsBind();
    }

    @Test
    void preBindRejectsAPod() {
        var empty = POOL.replace("tickets: 1", "tickets: -1");
        PlacementTester attempt = tester.place(holder("a"), "n1").reserves();
        attempt.preBinds();
        assertThatThrownBy(() -> tester.objects(empty).place(holder("b"), "n2"))
                .hasMessageStartingWith("n2 was rejected: ");
    }

    // snippet: requeue
    @Test
    void hintsAnswerForTheEventsOfAChange() {
        tester.registers(ClusterEvent.ASSIGNED_POD, ClusterEvent.DELETE)
                .unschedulable(holder("new"))
                .requeuedByDeleting(holder("old").on("n1"))
                .notRequeuedByDeleting(pod("other").on("n1"))
                .requeuedByAdding(tester.object(POOL))
                .requeuedByUpdating(
                        tester.object(POOL),
                        tester.object(POOL.replace("tickets: 1", "tickets: 2")))
                .notRequeuedByDeleting(tester.object(POOL))
                .notRequeuedByAdding(node("n3"))
                .notRequeuedByUpdating(node("n1"), node("n1").label("a", "b"));
    }
    // end
}
