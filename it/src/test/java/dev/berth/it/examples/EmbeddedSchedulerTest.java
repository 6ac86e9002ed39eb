package dev.berth.it.examples;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.Engine;
import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.port.ReadOutcome;
import dev.berth.engine.view.Decision;
import dev.berth.spi.EventRecord;
import dev.berth.spi.Filter;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.Write;
import dev.berth.spi.WriteOutcome;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

class EmbeddedSchedulerTest {
    // snippet: api
    /// Accepts every write and records the bindings.
    static final class Bindings implements ApiPort {
        final Map<String, String> nodeByPod = new TreeMap<>();

        @Override
        public void submit(List<Call> calls) {
            for (Call call : calls) {
                if (call.write() instanceof Write.BindPod bind) {
                    nodeByPod.put(bind.name(), bind.node());
                }
                call.answer().accept(WriteOutcome.DONE);
            }
        }

        @Override
        public void read(String namespace, String name, Consumer<ReadOutcome> answer) {
            answer.accept(new ReadOutcome.Absent());
        }

        @Override
        public void events(List<EventRecord> events) {}
    }

    // end

    @Test
    void anEngineIsTurnedByHand() {
        // snippet: engine
        var bindings = new Bindings();
        var profile = ProfileSpec.named("default-scheduler");
        DefaultProfile.addTo(profile);
        Filter roomy = cycle -> PreFilterResult.of(new FreeCpu(3_000));
        profile.with("FreeCpu", roomy);

        try (var engine = Engine.builder().profile(profile.build()).api(bindings).seed(7).build()) {
            engine.post(new Message.NodeSeen(node("big").cpu("4").build()));
            engine.post(new Message.NodeSeen(node("small").cpu("2").build()));
            engine.post(new Message.PodSeen(pod("web").cpu("500m").build()));
            while (engine.runOnce() > 0) {
                // Each iteration processes the messages and schedules one pod.
            }
        }
        assertThat(bindings.nodeByPod).isEqualTo(Map.of("web", "big"));
        // end
    }

    @Test
    void everyDecisionIsExplained() {
        // snippet: decisions
        List<Decision> decisions = new ArrayList<>();
        var profile = ProfileSpec.named("default-scheduler");
        DefaultProfile.addTo(profile);

        try (var engine =
                Engine.builder()
                        .profile(profile.build())
                        .api(new Bindings())
                        .onDecision(decisions::add)
                        .build()) {
            engine.post(new Message.NodeSeen(node("small").cpu("1").build()));
            engine.post(new Message.PodSeen(pod("web").cpu("2").build()));
            while (engine.runOnce() > 0) {
                // Run until no work is left.
            }
        }
        assertThat(decisions.getFirst().outcome())
                .isEqualTo(
                        new Decision.Unschedulable(
                                "0/1 nodes are available: 1 Insufficient cpu."
                                        + " preemption: 0/1 nodes are"
                                        + " available: 1 Preemption is not helpful for scheduling.",
                                List.of("NodeResourcesFit"),
                                Optional.empty()));
        // end
    }
}
