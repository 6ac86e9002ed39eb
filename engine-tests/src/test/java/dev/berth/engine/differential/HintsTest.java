package dev.berth.engine.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.Engine;
import dev.berth.engine.VirtualClock;
import dev.berth.engine.decide.Decider;
import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.port.ReadOutcome;
import dev.berth.engine.view.Decision;
import dev.berth.engine.view.DryRunResult;
import dev.berth.model.KubeObject;
import dev.berth.model.Node;
import dev.berth.model.Pod;
import dev.berth.spi.EventRecord;
import dev.berth.spi.ObjectChange;
import dev.berth.spi.WriteOutcome;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// No requeue is missed: every single change that lets an unschedulable pod fit requeues it, unless
/// kube-scheduler's own hints miss the change, too.
///
/// Whether the pod fits is decided by the same filters on the objects after the change, without a
/// queue.
class HintsTest {
    private static final int SCENES = 1_000;
    private static final int CHANGES = 8;
    private static final long SEED = Long.getLong("test.seed", 1);
    private static final ProfileSpec PROFILE = DefaultProfile.spec();

    @Test
    void whateverLetsAnUnschedulablePodFitRequeuesIt() {
        int changes = 0;
        int helped = 0;
        Map<KnownGap, Integer> missed = new EnumMap<>(KnownGap.class);
        for (long seed = SEED; seed < SEED + SCENES; seed++) {
            try (var story = new Story(seed)) {
                while (story.unschedulable() && story.changes.size() < CHANGES) {
                    story.goOn();
                    changes++;
                    if (story.placed()) {
                        helped++;
                    } else if (!story.requeued() && story.fitsAfresh()) {
                        assertThat(story.gap).as("seed %d: %s", seed, story).isPresent();
                        missed.merge(story.gap.orElseThrow(), 1, Integer::sum);
                        break;
                    }
                }
            }
        }
        System.out.printf(
                "%d scenes from seed %d: %d changes, %d woke the pod and placed it, missed as"
                        + " upstream does: %s%n",
                SCENES, SEED, changes, helped, missed);
        assertThat(helped).isGreaterThan(SCENES / 10);
    }

    /// An engine that receives a scene and its changes.
    private static final class Story implements ApiPort, AutoCloseable {
        private final List<Decision> decisions = new ArrayList<>();
        private final List<ObjectChange> changes = new ArrayList<>();
        private final Scene scene;
        private final Engine engine;
        private int attempts;

        /// Through which gap a change since the last attempt may have been missed. One that takes
        /// away what stood in the way at that attempt, but not all that does, counts as well.
        private Optional<KnownGap> gap = Optional.empty();

        Story(long seed) {
            scene = new Scene(seed);
            engine =
                    Engine.builder()
                            .profile(PROFILE)
                            .api(this)
                            .clock(VirtualClock.atEpoch())
                            .onDecision(decisions::add)
                            .build();
            scene.objects().forEach(this::report);
            report(scene.web());
            settle();
        }

        void goOn() {
            attempts = decisions.size();
            ObjectChange change = scene.change();
            changes.add(change);
            Optional<KnownGap> explanation = KnownGap.explaining(rejectors(), scene, change);
            change.after()
                    .ifPresentOrElse(this::report, () -> untell(change.before().orElseThrow()));
            settle();
            gap = requeued() ? Optional.empty() : explanation.or(() -> gap);
        }

        private void report(KubeObject object) {
            engine.post(
                    switch (object) {
                        case Node node -> new Message.NodeSeen(node);
                        case Pod pod -> new Message.PodSeen(pod);
                        default -> new Message.ObjectSeen(object);
                    });
        }

        private void untell(KubeObject object) {
            engine.post(
                    object instanceof Pod pod
                            ? new Message.PodGone(pod.uid())
                            : new Message.NodeGone(object.meta().name()));
        }

        private void settle() {
            while (engine.runOnce() > 0) {
                // Run until the engine is idle.
            }
        }

        boolean unschedulable() {
            return engine.stats().queue().unschedulable() == 1;
        }

        boolean requeued() {
            return decisions.size() > attempts;
        }

        boolean placed() {
            return requeued() && decisions.getLast().outcome() instanceof Decision.Placed;
        }

        boolean fitsAfresh() {
            try (var decider = new Decider(List.of(PROFILE))) {
                scene.objects().forEach(decider::put);
                return decider.decide(scene.web(), false).outcome()
                        == DryRunResult.Outcome.SCHEDULED;
            }
        }

        private Set<String> rejectors() {
            return decisions.getLast().outcome() instanceof Decision.Unschedulable unschedulable
                    ? Set.copyOf(unschedulable.plugins())
                    : Set.of();
        }

        @Override
        public void submit(List<Call> calls) {
            calls.forEach(call -> call.answer().accept(WriteOutcome.DONE));
        }

        @Override
        public void read(String namespace, String name, Consumer<ReadOutcome> answer) {
            answer.accept(new ReadOutcome.Absent());
        }

        @Override
        public void events(List<EventRecord> events) {}

        @Override
        public void close() {
            engine.close();
        }

        @Override
        public String toString() {
            return "%s waits, after %s and then %s"
                    .formatted(scene.web(), decisions.getLast().outcome(), changes);
        }
    }
}
