package dev.berth.engine;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.port.Log;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.view.Query;
import dev.berth.spi.Filter;
import dev.berth.spi.Plugin;
import dev.berth.spi.PreEnqueue;
import dev.berth.spi.PreFilterResult;
import dev.berth.spi.Verdict;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/// The thread of a started engine ends on purpose or with a failure that callers see.
class EngineThreadTest {
    private final BlockingQueue<String> bound = new LinkedBlockingQueue<>();
    private final List<String> log = new CopyOnWriteArrayList<>();

    private Engine.Builder builder(Plugin plugin) {
        var profile = ProfileSpec.named("default-scheduler").gates(DefaultProfile.spec().gates());
        profile.with("Interrupter", _ -> plugin, 1);
        ProfileSpec defaults = DefaultProfile.spec();
        defaults.multiPoint()
                .forEach(use ->
                        profile.with(
                                use.name(),
                                Objects.requireNonNull(defaults.makers().get(use.name())),
                                use.weight()));
        return Engine.builder()
                .profile(profile.build())
                .api(new AcceptingApi(bind -> bound.add(bind.name())))
                .log(Log.plain(log::add));
    }

    /// @param failure what is counted
    record Case(String failure, Plugin plugin) {
        @Override
        public String toString() {
            return failure;
        }
    }

    private static void interrupt() {
        Thread.currentThread().interrupt();
    }

    static List<Case> interrupters() {
        Filter preFilter =
                _ -> {
                    interrupt();
                    return PreFilterResult.SKIP;
                };
        Filter filter =
                _ ->
                        PreFilterResult.of(_ -> {
                            interrupt();
                            return Verdict.PASS;
                        });
        PreEnqueue preEnqueue =
                _ -> {
                    interrupt();
                    return Verdict.PASS;
                };
        return List.of(
                new Case("Interrupter/PreFilter", preFilter),
                new Case("Interrupter/Filter", filter),
                new Case("Interrupter/PreEnqueue", preEnqueue));
    }

    @ParameterizedTest
    @MethodSource("interrupters")
    void aPluginThatSetsTheInterruptFlagDoesNotEndScheduling(Case interrupter) throws Exception {
        try (Engine engine = builder(interrupter.plugin()).build()) {
            engine.post(new Message.NodeSeen(node("n1").cpu("8").build()));
            engine.start();
            for (String name : List.of("first", "second", "third")) {
                engine.post(new Message.PodSeen(pod(name).cpu("1").build()));
                assertThat(bound.poll(30, TimeUnit.SECONDS)).isEqualTo(name);
            }
            assertThat(engine.ask(new Query.Stats()).get(30, TimeUnit.SECONDS).failuresByPlugin())
                    .containsOnlyKeys(interrupter.failure())
                    .containsEntry(interrupter.failure(), 3L);
            assertThat(log)
                    .hasSize(3)
                    .allMatch(line ->
                            line.contains("the interrupt flag of the scheduling thread was set")
                                    && line.contains("plugin=Interrupter"));
        }
    }

    @Test
    void anInterruptFromAnotherThreadDoesNotEndScheduling() throws Exception {
        var thread = new AtomicReference<Thread>();
        Filter skip = _ -> PreFilterResult.SKIP;
        try (Engine engine = builder(skip).build()) {
            engine.start(task -> {
                Thread made = Thread.ofPlatform().daemon(true).unstarted(task);
                thread.set(made);
                return made;
            });
            thread.get().interrupt();
            engine.post(new Message.NodeSeen(node("n1").cpu("8").build()));
            engine.post(new Message.PodSeen(pod("web").cpu("1").build()));
            assertThat(bound.poll(30, TimeUnit.SECONDS)).isEqualTo("web");
        }
        assertThat(thread.get().join(Duration.ofSeconds(30))).isTrue();
    }

    @Test
    void queriesFailWithTheFailureThatHasEndedTheThread() throws Exception {
        var uncaught = new CompletableFuture<Throwable>();
        Filter skip = _ -> PreFilterResult.SKIP;
        try (Engine engine =
                builder(skip)
                        .ticker(() -> {
                            throw new OutOfMemoryError("no memory");
                        })
                        .build()) {
            CompletableFuture<?> before = engine.ask(new Query.Stats());
            engine.start(
                    Thread.ofPlatform()
                            .daemon(true)
                            .uncaughtExceptionHandler((_, failure) -> uncaught.complete(failure))
                            .factory());
            assertThat(uncaught.get(30, TimeUnit.SECONDS)).isInstanceOf(OutOfMemoryError.class);
            assertThat(engine.failure()).containsInstanceOf(OutOfMemoryError.class);
            for (CompletableFuture<?> query : List.of(before, engine.ask(new Query.Stats()))) {
                assertThatThrownBy(() -> query.get(30, TimeUnit.SECONDS))
                        .rootCause()
                        .hasMessage("no memory");
            }
        }
    }
}
