package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.port.BindingExecutor;
import dev.berth.engine.port.Extender;
import dev.berth.engine.port.ExtenderSpec;
import dev.berth.engine.port.Message;
import dev.berth.model.Kind;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/// A scheduler with a rate limit waits for the limit only if nothing else prevents an attempt.
class AttemptRateLimitTest {
    private static Rig paced(UnaryOperator<Engine.Builder> more) {
        return new Rig(Map.of(), builder -> more.apply(builder.rateLimit(15, 20)))
                .nodes(node("n1").cpu("4"));
    }

    private static void sleeps(Rig rig) {
        assertThat(rig.stats().queue().active()).as("ready pods").isPositive();
        assertThat(rig.engine.dueNanos())
                .as("when something is due")
                .isGreaterThan(rig.clock.nowNanos());
    }

    @Test
    void onStandbyNothingIsDue() {
        Rig rig = paced(Engine.Builder::schedulingOff).pods(pod("web").cpu("1"));
        sleeps(rig);
        rig.engine.post(new Message.Scheduling(true));
        rig.settle();
        assertThat(rig.stats().scheduled()).isEqualTo(1);
    }

    @Test
    void beforeTheNodesAreListedNothingIsDue() {
        Rig rig = paced(builder -> builder);
        rig.engine.post(new Message.Unlisted(Kind.NODE, "not yet"));
        sleeps(rig.pods(pod("web").cpu("1")));
    }

    @Test
    void whileTooManyCallsAreUnansweredNothingIsDue() {
        sleeps(paced(builder -> builder.maxCallsInFlight(0)).pods(pod("web").cpu("1")));
    }

    @Test
    void whileAnExtenderThinksNothingIsDue() {
        Rig rig = paced(builder -> builder.extenders(List.of(new Slow())).executor(new Never()));
        sleeps(rig.pods(pod("one").cpu("1"), pod("two").cpu("1")));
    }

    @Test
    void anEmptyBucketIsWaitedFor() {
        Rig rig =
                new Rig(Map.of(), builder -> builder.rateLimit(2, 1))
                        .nodes(node("n1").cpu("4"))
                        .pods(pod("one").cpu("1"), pod("two").cpu("1"));
        assertThat(rig.engine.dueNanos())
                .isEqualTo(rig.clock.nowNanos() + Duration.ofMillis(500).toNanos());
    }

    /// An extender whose answer nobody waits for here.
    private static final class Slow implements Extender {
        @Override
        public ExtenderSpec spec() {
            return new ExtenderSpec(
                    "http://slow",
                    "filter",
                    "",
                    "",
                    "",
                    1,
                    ExtenderSpec.Tls.NONE,
                    Duration.ofSeconds(5),
                    true,
                    List.of(),
                    false);
        }

        @Override
        public Filtered filter(ExtenderArgs inquiry) {
            throw new AssertionError("not asked");
        }

        @Override
        public Map<String, Long> prioritize(ExtenderArgs inquiry) {
            throw new AssertionError("not asked");
        }

        @Override
        public void bind(Pod pod, String node) {
            throw new AssertionError("not asked");
        }

        @Override
        public List<Evictions> preempt(Json.Obj pod, List<Evictions> proposed) {
            throw new AssertionError("not asked");
        }
    }

    /// Starts nothing.
    private static final class Never implements BindingExecutor {
        @Override
        public Task run(String name, Runnable task) {
            return () -> {};
        }

        @Override
        public <T> T await(CompletableFuture<T> answer) {
            throw new AssertionError("nobody runs");
        }
    }
}
