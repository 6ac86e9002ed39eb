package dev.berth.engine.scenario;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.AcceptingApi;
import dev.berth.engine.Engine;
import dev.berth.engine.VirtualClock;
import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.Log;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ReadOutcome;
import dev.berth.engine.view.Decision;
import dev.berth.engine.view.Query;
import dev.berth.model.Kind;
import dev.berth.model.Meta;
import dev.berth.model.Namespace;
import dev.berth.spi.EventRecord;
import dev.berth.spi.WriteOutcome;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// What has not been listed yet is unknown, not empty.
class UnlistedKindsTest {
    private final VirtualClock clock = VirtualClock.atEpoch();
    private final List<String> bound = new ArrayList<>();

    private Engine.Builder builder() {
        return Engine.builder()
                .profile(Profiles.inTree())
                .api(new AcceptingApi(bind -> bound.add(bind.name())))
                .clock(clock);
    }

    private static void settle(Engine engine) {
        while (engine.runOnce() > 0) {
            // Until there is nothing to do.
        }
    }

    private static Message seen(String pod) {
        return new Message.PodSeen(pod(pod).build());
    }

    private static Message aNode() {
        return new Message.NodeSeen(node("n1").build());
    }

    @Test
    void nothingIsDecidedBeforeAllNodesAndPodsAreKnown() {
        try (Engine engine = builder().build()) {
            engine.post(new Message.Unlisted(Kind.NODE, "not yet"));
            engine.post(new Message.Unlisted(Kind.POD, "not yet"));
            engine.post(aNode());
            engine.post(seen("a"));
            settle(engine);
            engine.post(new Message.Listed(Kind.NODE));
            settle(engine);
            assertThat(bound).isEmpty();
            engine.post(new Message.Listed(Kind.POD));
            settle(engine);
            assertThat(bound).containsExactly("a");
        }
    }

    @Test
    void aPodWhosePluginsNeedAKindThatIsNotListedWaitsForIt() {
        try (Engine engine = builder().build()) {
            engine.post(new Message.Unlisted(Kind.SERVICE, "services is forbidden"));
            engine.post(aNode());
            engine.post(new Message.NodeSeen(node("n2").build()));
            engine.post(seen("a"));
            settle(engine);
            assertThat(bound).isEmpty();
            assertThat(last(engine).outcome())
                    .isEqualTo(
                            new Decision.Failed(
                                    "running PreScore plugin \"PodTopologySpread\": services are"
                                            + " not known: services is forbidden"));
            engine.post(new Message.Listed(Kind.SERVICE));
            clock.advance(Duration.ofSeconds(10));
            settle(engine);
            assertThat(bound).containsExactly("a");
        }
    }

    @Test
    void objectsThatComeBeforeTheirKindIsListedCount() {
        var delivered = new ArrayList<String>();
        try (Engine engine = builder().log(Log.plain(delivered::add)).build()) {
            engine.post(new Message.Unlisted(Kind.NAMESPACE, "not yet"));
            engine.post(
                    new Message.ObjectSeen(new Namespace(Meta.named("", "default", "u-default"))));
            settle(engine);
            engine.post(new Message.Listed(Kind.NAMESPACE));
            settle(engine);
            assertThat(delivered).isEmpty();
        }
    }

    private static Decision last(Engine engine) {
        var answer = engine.ask(new Query.Decisions(1));
        settle(engine);
        return answer.join().getFirst();
    }

    @Test
    void whatThePluginsReadIsListenedToAndNothingElse() {
        try (Engine engine = builder().build()) {
            assertThat(engine.reads())
                    .containsExactlyInAnyOrder(
                            Kind.SERVICE,
                            Kind.REPLICATION_CONTROLLER,
                            Kind.REPLICA_SET,
                            Kind.STATEFUL_SET,
                            Kind.NAMESPACE,
                            Kind.DISRUPTION_BUDGET,
                            Kind.PERSISTENT_VOLUME,
                            Kind.PERSISTENT_VOLUME_CLAIM,
                            Kind.STORAGE_CLASS,
                            Kind.CSI_NODE,
                            Kind.CSI_DRIVER,
                            Kind.CSI_STORAGE_CAPACITY,
                            Kind.VOLUME_ATTACHMENT,
                            Kind.RESOURCE_CLAIM,
                            Kind.RESOURCE_SLICE,
                            Kind.DEVICE_CLASS,
                            Kind.DEVICE_TAINT_RULE);
        }
    }

    @Test
    void anEngineThatWaitsReadsButDoesNotDecide() {
        try (Engine engine = builder().schedulingOff().build()) {
            engine.post(aNode());
            engine.post(seen("a"));
            settle(engine);
            assertThat(bound).isEmpty();
            assertThat(engine.stats().nodes()).isEqualTo(1);
            engine.post(new Message.Scheduling(true));
            settle(engine);
            engine.post(new Message.Scheduling(false));
            engine.post(seen("b"));
            settle(engine);
            assertThat(bound).containsExactly("a");
        }
    }

    @Test
    void noMoreIsDecidedThanCanBeSent() {
        var calls = new ArrayList<ApiPort.Call>();
        ApiPort slow =
                new ApiPort() {
                    @Override
                    public void submit(List<Call> more) {
                        calls.addAll(more);
                    }

                    @Override
                    public void read(String namespace, String name, Consumer<ReadOutcome> answer) {}

                    @Override
                    public void events(List<EventRecord> events) {}
                };
        try (Engine engine = builder().api(slow).maxCallsInFlight(3).build()) {
            engine.post(aNode());
            for (int i = 0; i < 10; i++) {
                engine.post(seen("p" + i));
            }
            settle(engine);
            assertThat(calls).hasSize(3);
            calls.getFirst().answer().accept(WriteOutcome.DONE);
            settle(engine);
            assertThat(calls).hasSize(4);
        }
    }
}
