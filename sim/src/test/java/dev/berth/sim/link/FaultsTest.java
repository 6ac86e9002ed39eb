package dev.berth.sim.link;

import static dev.berth.sim.TestObjects.current;
import static dev.berth.sim.TestObjects.node;
import static dev.berth.sim.TestObjects.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.controlplane.store.DeleteRequest;
import dev.berth.controlplane.store.ObjectSelection;
import dev.berth.controlplane.store.ObjectVersion;
import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ReadOutcome;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.sim.VirtualCluster;
import dev.berth.sim.fault.CallFault;
import dev.berth.sim.fault.Faults;
import dev.berth.sim.fault.RandomFaults;
import dev.berth.sim.fault.ScriptedFaults;
import dev.berth.sim.fault.WatchFault;
import dev.berth.spi.EventRecord;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

class FaultsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final VirtualCluster cluster = new VirtualCluster(1);
    private final List<Message> delivered = new ArrayList<>();
    private final ClusterLink link = cluster.link();
    private final ScriptedFaults faults = new ScriptedFaults();
    private final List<WriteOutcome> outcomes = new ArrayList<>();

    FaultsTest() {
        link.deliverTo(delivered::add);
        link.faults(faults);
        cluster.settle();
        delivered.clear();
    }

    private void bind(String pod) {
        link.submit(
                List.of(
                        new ApiPort.Call(
                                new Write.BindPod("default", pod, "", "n1"), outcomes::add)));
    }

    private boolean bound(String pod) {
        return ((Pod) current(cluster.store(), pod).typed()).assigned();
    }

    record FailedCall(String id, CallFault fault, int code, String message) {}

    static List<FailedCall> failedCalls() {
        return List.of(
                new FailedCall(
                        "F1",
                        new CallFault.Conflict(),
                        409,
                        "Operation cannot be fulfilled on pods/binding \"web\": the object has been"
                            + " modified; please apply your changes to the latest version and try"
                            + " again"),
                new FailedCall(
                        "F2",
                        new CallFault.Throttled(2),
                        429,
                        "Too many requests, please try again later."),
                new FailedCall(
                        "F3",
                        new CallFault.ServerError(500),
                        500,
                        "Internal error occurred: injected"),
                new FailedCall(
                        "F3",
                        new CallFault.ServerError(503),
                        503,
                        "the server is currently unable to handle the request"));
    }

    @ParameterizedTest
    @MethodSource("failedCalls")
    void aRejectedCallHasAResponseAndNoEffect(FailedCall failedCall) {
        cluster.create(pod("web"));
        faults.next(Write.BindPod.class, failedCall.fault);

        bind("web");

        assertThat(outcomes)
                .containsExactly(new WriteOutcome.Refused(failedCall.code, failedCall.message));
        assertThat(bound("web")).isFalse();
        assertThat(link.tally().all()).containsExactly(Map.entry(failedCall.id, 1L));
        bind("web");
        assertThat(bound("web")).isTrue();
    }

    @Test
    void aLostRequestIsUnknownAndHasNoEffect() {
        cluster.create(pod("web"));
        faults.next(Write.BindPod.class, new CallFault.LostBefore(SECOND));

        bind("web");
        assertThat(outcomes).isEmpty();
        cluster.advance(SECOND);

        assertThat(outcomes).hasOnlyElementsOfType(WriteOutcome.Unknown.class).hasSize(1);
        assertThat(bound("web")).isFalse();
        assertThat(link.tally().of("F4")).isEqualTo(1);
    }

    @Test
    void aLostResponseIsUnknownAndHasItsEffect() {
        cluster.create(pod("web"));
        faults.next(Write.BindPod.class, new CallFault.LostAfter(SECOND));

        bind("web");
        assertThat(bound("web")).isTrue();
        cluster.advance(SECOND);

        assertThat(outcomes).hasOnlyElementsOfType(WriteOutcome.Unknown.class).hasSize(1);
        assertThat(link.tally().of("F5")).isEqualTo(1);
    }

    @Test
    void aSlowCallIsDelayed() {
        cluster.create(pod("web"));
        faults.next(Write.BindPod.class, new CallFault.Slow(SECOND));

        bind("web");
        assertThat(bound("web")).isFalse();
        cluster.advance(SECOND);

        assertThat(outcomes).containsExactly(WriteOutcome.DONE);
        assertThat(bound("web")).isTrue();
        assertThat(link.tally().of("F7")).isEqualTo(1);
    }

    @Test
    void aReadCanFail() {
        var reads = new ArrayList<ReadOutcome>();
        faults.nextRead(new CallFault.ServerError(503));

        link.read("default", "web", reads::add);

        assertThat(reads)
                .containsExactly(
                        new ReadOutcome.Failed(
                                "the server is currently unable to handle the request"));
    }

    @Test
    void aFailedListIsRetried() {
        ClusterLink another = cluster.link();
        var received = new ArrayList<Message>();
        another.deliverTo(received::add);
        another.faults(
                new ScriptedFaults()
                        .nextList(Kind.NODE, new CallFault.ServerError(500))
                        .nextList(Kind.NODE, new CallFault.Throttled(3)));
        cluster.create(node("n1"));

        cluster.settle();
        assertThat(another.synced()).isFalse();
        cluster.advance(Duration.ofSeconds(4));

        assertThat(another.synced()).isTrue();
        assertThat(received).filteredOn(Message.NodeSeen.class::isInstance).hasSize(1);
        assertThat(another.tally().all()).containsExactly(Map.entry("F2", 1L), Map.entry("F3", 1L));
    }

    @Test
    void eventsCanBeLost() {
        cluster.create(pod("web"));
        var note =
                new EventRecord(
                        current(cluster.store(), "web").typed(),
                        false,
                        "Scheduled",
                        "Binding",
                        "n");
        faults.losingEvents(true);

        link.events(List.of(note));

        assertThat(cluster.store().list(ObjectSelection.of(Kind.EVENT)).objects()).isEmpty();
        assertThat(link.tally().of("F37")).isEqualTo(1);
    }

    @Test
    void aBrokenWatchResumes() {
        faults.next(Kind.POD, new WatchFault.Broken());

        cluster.create(pod("a"));
        cluster.create(pod("b"));
        cluster.settle();

        assertThat(delivered).hasOnlyElementsOfType(Message.PodSeen.class).hasSize(2);
        assertThat(link.tally().of("F8")).isEqualTo(1);
    }

    @Test
    void aStalledWatchDeliversNothingForAWhile() {
        faults.next(Kind.POD, new WatchFault.Stalled(SECOND));

        cluster.create(pod("a"));
        cluster.create(node("n1"));
        cluster.settle();
        assertThat(delivered).hasOnlyElementsOfType(Message.NodeSeen.class);
        cluster.advance(SECOND);

        assertThat(delivered).hasAtLeastOneElementOfType(Message.PodSeen.class).hasSize(2);
        assertThat(link.tally().of("F9")).isEqualTo(1);
    }

    @Test
    void anExpiredWatchListsAgain() {
        cluster.create(pod("a"));
        cluster.settle();
        delivered.clear();
        faults.next(Kind.POD, new WatchFault.Expired());

        cluster.create(pod("b"));
        cluster.settle();

        assertThat(delivered).hasSize(1);
        assertThat(link.tally().of("F10")).isEqualTo(1);
    }

    @Test
    void anEventCanBeDeliveredTwice() {
        faults.next(Kind.POD, new WatchFault.Duplicated());

        cluster.create(pod("a"));
        cluster.settle();

        assertThat(delivered).hasSize(2);
        assertThat(delivered.getFirst()).isEqualTo(delivered.getLast());
        assertThat(link.tally().of("F12")).isEqualTo(1);
    }

    @Test
    void aPodThatIsCreatedAgainDuringAGapIsDeliveredAsDeletedFirst() {
        ObjectVersion old = cluster.create(pod("web"));
        cluster.settle();
        delivered.clear();
        faults.next(Kind.POD, new WatchFault.Gap(SECOND));

        cluster.store().delete(Kind.POD, "default", "web", DeleteRequest.NOW).orThrow();
        cluster.settle();
        cluster.create(pod("web"));
        cluster.advance(SECOND);

        assertThat(delivered)
                .containsExactly(
                        new Message.PodGone(old.uid(), old.key()),
                        new Message.PodSeen(
                                (Pod) current(cluster.store(), "web").typed(),
                                Optional.of(current(cluster.store(), "web").json())));
        assertThat(link.tally().of("F16")).isEqualTo(1);
    }

    @Test
    void despiteFaultsTheSchedulerGetsTheFinalState() {
        for (long seed = 1; seed <= 20; seed++) {
            assertThat(finalState(seed)).as("seed %d", seed).isEqualTo(finalState(seed));
        }
    }

    /// Runs a random event sequence with faults. Returns the delivered messages after a comparison
    /// with the store.
    private static List<Message> finalState(long seed) {
        var cluster = new VirtualCluster(seed);
        var delivered = new ArrayList<Message>();
        ClusterLink link = cluster.link();
        link.deliverTo(delivered::add);
        var chance = new SplittableRandom(seed);
        link.faults(new RandomFaults(0.2, 0.2, chance.split()));
        for (int i = 0; i < 150; i++) {
            String name = "p" + chance.nextInt(8);
            switch (chance.nextInt(4)) {
                case 0, 1 -> cluster.store().create(pod(name));
                case 2 ->
                        link.submit(
                                List.of(
                                        new ApiPort.Call(
                                                new Write.BindPod("default", name, "", "n1"),
                                                outcome -> {})));
                default -> cluster.store().delete(Kind.POD, "default", name, DeleteRequest.DEFAULT);
            }
            cluster.advance(Duration.ofMillis(chance.nextInt(2_000)));
        }
        link.faults(Faults.NONE);
        cluster.advance(Duration.ofMinutes(10));

        var seen = new HashMap<String, Pod>();
        for (Message message : delivered) {
            if (message instanceof Message.PodSeen(var pod, var whole)) {
                seen.put(pod.uid(), pod);
            } else if (message instanceof Message.PodGone(var uid, var _)) {
                seen.remove(uid);
            }
        }
        var there = new HashMap<String, Pod>();
        cluster.store()
                .list(ObjectSelection.of(Kind.POD))
                .objects()
                .forEach(pod -> there.put(pod.uid(), (Pod) pod.typed()));
        assertThat(seen).as("seed %d", seed).isEqualTo(there);
        return delivered;
    }
}
