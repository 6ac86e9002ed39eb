package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.engine.port.BindingExecutor;
import dev.berth.engine.port.Meter;
import dev.berth.spi.NodeView;
import dev.berth.spi.Permit;
import dev.berth.spi.PermitVerdict;
import dev.berth.spi.Placement;
import dev.berth.spi.PluginContext;
import dev.berth.spi.PodCycle;
import dev.berth.spi.PostBind;
import dev.berth.testkit.PodBuilder;

import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/// An exception of the engine itself is logged and counted, and no pod is lost by it.
class EngineFailureTest {
    private static final PodBuilder WEB = pod("web");
    private static final String UID = WEB.build().uid();

    private final LoggedFailures failures = new LoggedFailures();
    private final AtomicBoolean fails = new AtomicBoolean(true);

    private static IllegalStateException onPurpose() {
        return new IllegalStateException("thrown on purpose");
    }

    /// Starts no task while it fails.
    private final class FailingExecutor implements BindingExecutor {
        private final StepThreads threads = new StepThreads();

        @Override
        public Task run(String name, Runnable task) {
            if (fails.get()) {
                throw onPurpose();
            }
            return threads.run(name, task);
        }

        @Override
        public <T> T await(CompletableFuture<T> answer)
                throws InterruptedException, ExecutionException {
            return threads.await(answer);
        }

        @Override
        public int resume() {
            return threads.resume();
        }
    }

    private void expectRetried(Rig rig) {
        assertThat(failures.all()).hasSize(1);
        assertThat(failures.all().getFirst().message()).isEqualTo("Internal error");
        assertThat(failures.all().getFirst().values()).containsEntry("pod", "web");
        assertThat(rig.api.notes("FailedScheduling"))
                .containsExactly("internal error: thrown on purpose");
        assertThat(rig.loop().state().assumed(UID)).isFalse();
        fails.set(false);
        rig.seconds(30);
        assertThat(rig.api.bound).containsKey("default/web");
    }

    /// Binds a pod on a thread of its own.
    private static final class AfterBind implements PostBind {
        @Override
        public void postBind(Placement placement) {}
    }

    @Test
    void aPodWhoseBindingCannotStartIsRetried() {
        var rig =
                new Rig(
                        Map.of("AfterBind", new AfterBind()),
                        builder -> builder.log(failures).executor(new FailingExecutor()));
        rig.nodes(node("n1")).pods(WEB);
        expectRetried(rig);
    }

    /// Lets a pod wait for a moment, and binds it on a thread of its own.
    private record PermittedLater(PluginContext context) implements Permit, PostBind {
        @Override
        public PermitVerdict permit(PodCycle cycle, NodeView node) {
            String uid = cycle.pod().uid();
            context.runLater(() -> context.waitingPods().allow(uid, "PermittedLater"));
            return new PermitVerdict.Wait(Duration.ofSeconds(1), List.of());
        }

        @Override
        public void postBind(Placement placement) {}
    }

    @Test
    void aPodWhoseBindingCannotStartAfterItWaitedOnPermitIsRetried() {
        Rig rig =
                Rig.making(
                        Map.of("PermittedLater", PermittedLater::new),
                        builder -> builder.log(failures).executor(new FailingExecutor()));
        rig.nodes(node("n1")).pods(WEB);
        expectRetried(rig);
    }

    /// A meter that records nothing, and whose profiles fail at one method.
    private Meter failingMeter(String method, Predicate<Object[]> when) {
        Meter.OfProfile profile =
                proxy(
                        Meter.OfProfile.class,
                        Meter.NONE.profile("default-scheduler"),
                        (name, arguments) -> {
                            if (name.equals(method) && fails.get() && when.test(arguments)) {
                                throw onPurpose();
                            }
                            return Optional.empty();
                        });
        return proxy(
                Meter.class,
                Meter.NONE,
                (name, arguments) ->
                        name.equals("profile") ? Optional.of(profile) : Optional.empty());
    }

    private static <T> T proxy(
            Class<T> type, T other, BiFunction<String, Object[], Optional<Object>> code) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (self, method, arguments) -> {
                            Optional<Object> result = code.apply(method.getName(), arguments);
                            return result.isPresent()
                                    ? result.get()
                                    : method.invoke(other, arguments);
                        }));
    }

    @Test
    void aPodWhoseAttemptFailsAfterItWasAssumedIsRetried() {
        Meter meter = failingMeter("ran", arguments -> arguments[0].equals(Meter.Point.PERMIT));
        var rig = new Rig(Map.of(), builder -> builder.log(failures).meter(meter));
        rig.nodes(node("n1")).pods(WEB);
        expectRetried(rig);
    }

    @Test
    void anExceptionIsLoggedEvenIfItsHandlingFailsToo() {
        Meter meter = failingMeter("attempted", arguments -> true);
        var rig =
                new Rig(
                        Map.of(),
                        builder ->
                                builder.log(failures)
                                        .meter(meter)
                                        .onDecision(decision -> {
                                            throw new IllegalStateException("the first");
                                        }));
        rig.nodes(node("n1"));
        assertThatThrownBy(() -> rig.pods(WEB)).hasMessage("thrown on purpose");
        assertThat(failures.all())
                .singleElement()
                .satisfies(failure -> assertThat(failure.problem()).hasMessage("the first"));
    }
}
