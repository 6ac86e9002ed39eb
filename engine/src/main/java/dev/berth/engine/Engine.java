package dev.berth.engine;

import dev.berth.engine.extender.Extenders;
import dev.berth.engine.loop.AttemptRateLimit;
import dev.berth.engine.loop.EngineWiring;
import dev.berth.engine.loop.LoopSettings;
import dev.berth.engine.port.ApiPort;
import dev.berth.engine.port.BindingExecutor;
import dev.berth.engine.port.Clock;
import dev.berth.engine.port.EngineConfiguration;
import dev.berth.engine.port.Extender;
import dev.berth.engine.port.Log;
import dev.berth.engine.port.Message;
import dev.berth.engine.port.Meter;
import dev.berth.engine.port.ProfileSpec;
import dev.berth.engine.port.ReloadOutcome;
import dev.berth.engine.port.Tracer;
import dev.berth.engine.queue.Backoff;
import dev.berth.engine.view.Decision;
import dev.berth.engine.view.EngineProgress;
import dev.berth.engine.view.EngineStats;
import dev.berth.engine.view.Query;
import dev.berth.model.Kind;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// The scheduler as a library.
///
/// Post the objects of the cluster, implement [ApiPort] to receive bindings, and either [#start] a
/// thread or call [#runOnce] yourself:
///
/// ```java
/// var engine = Engine.builder().profile(profile).api(api).seed(7).build();
/// engine.post(new Message.NodeSeen(node));
/// engine.post(new Message.PodSeen(pod));
/// while (engine.runOnce() > 0) {}
/// ```
public final class Engine implements AutoCloseable {
    private final EngineWiring wiring;
    private final Clock clock;
    private volatile @Nullable EngineThread thread;

    private Engine(LoopSettings settings) {
        wiring = new EngineWiring(settings);
        clock = settings.ports().clock();
    }

    public static Builder builder() {
        return new Builder();
    }

    /// Posts a message to the scheduling thread, from any thread.
    public void post(Message message) {
        wiring.mailbox().accept(message);
    }

    /// Sends a query to the scheduling thread, from any thread. If the engine is not started, the
    /// answer comes with the next [#runOnce]. If the scheduling thread has failed, the answer fails
    /// with its failure.
    public <T> CompletableFuture<T> ask(Query<T> query) {
        var answer = new CompletableFuture<T>();
        var message = new Message.Ask<>(query, answer);
        post(message);
        EngineThread started = thread;
        if (started != null) {
            started.reject(message);
        }
        return answer;
    }

    /// The failure that has ended the scheduling thread, if there is one. Any thread may call it.
    public Optional<Throwable> failure() {
        EngineThread started = thread;
        return started == null ? Optional.empty() : started.failure();
    }

    /// What the scheduling thread is doing; empty between loop iterations. Any thread may call it.
    public Optional<EngineProgress> progress() {
        return wiring.watchdog().progress();
    }

    /// The UIDs of deferred pods ([Message.DeferPods]) that need not be deferred any more: an
    /// attempt has ended, or the pod is gone. Any thread may call it.
    public Set<String> noLongerDeferred() {
        return wiring.queue().deferred().cleared();
    }

    /// Runs one loop iteration; returns how much was done.
    public int runOnce() {
        return wiring.loop().runOnce();
    }

    /// Starts a thread that runs loop iterations until [#close].
    public void start() {
        start(EngineThread.defaults());
    }

    /// Starts a thread that runs loop iterations until [#close].
    ///
    /// @param threads creates the thread; a failure that ends it goes to its handler of uncaught
    ///   exceptions
    public void start(ThreadFactory threads) {
        if (thread != null) {
            throw new IllegalStateException("already started");
        }
        var created =
                new EngineThread(
                        wiring.loop(),
                        wiring.pendingWork(),
                        wiring.mailbox(),
                        wiring.state(),
                        wiring.watchdog(),
                        clock,
                        threads);
        thread = created;
        created.start();
    }

    /// Puts another configuration in force, between two loop iterations, from any thread. If the
    /// engine is not started, this happens in the next [#runOnce].
    ///
    /// Attempts in progress keep the profile that they began with, and the plugins before are
    /// closed when the last of them has ended. The kinds that the new plugins read must be
    /// delivered before.
    public CompletableFuture<ReloadOutcome> reload(EngineConfiguration configuration) {
        return wiring.reload(configuration);
    }

    /// Takes back a reload that has not begun, from any thread; then the result is cancelled, and
    /// the configuration does not come into force. False if the reload has begun or ended.
    ///
    /// @param outcome the result of [#reload]
    public boolean withdrawReload(CompletableFuture<ReloadOutcome> outcome) {
        return wiring.withdrawReload(outcome);
    }

    /// The kinds of objects that plugins read besides pods and nodes, including the plugins of
    /// earlier configurations that are not closed yet. From any thread.
    public Set<Kind> reads() {
        return wiring.reads();
    }

    /// Whether there is nothing to do and nothing in flight; for callers that run iterations
    /// themselves.
    public boolean idle() {
        return wiring.pendingWork().idle();
    }

    /// When something is due by the clock; `Long.MAX_VALUE` if nothing is.
    public long dueNanos() {
        return wiring.pendingWork().dueNanos();
    }

    /// When pods that were unschedulable for too long are retried next; `Long.MAX_VALUE` if there
    /// are none.
    public long flushDueNanos() {
        return wiring.pendingWork().flushDueNanos();
    }

    /// Counters and sizes; for callers that run iterations themselves. Other callers send a query
    /// with [#ask].
    public EngineStats stats() {
        return wiring.statistics().collect();
    }

    EngineWiring wiring() {
        return wiring;
    }

    /// Stops the thread, if there is one, and closes the plugins.
    @Override
    public void close() {
        EngineThread started = thread;
        if (started != null) {
            started.stop();
        }
        wiring.close();
    }

    /// Collects the configuration of an engine. Only a profile and an [ApiPort] are required.
    public static final class Builder {
        private final List<ProfileSpec> profiles = new ArrayList<>();
        private Extenders extenders = Extenders.NONE;
        private @Nullable ApiPort api;
        private Clock clock = new SystemClock();
        private LongSupplier ticker = SystemClock::ticks;
        private BindingExecutor executor = new VirtualThreads();
        private long seed;
        private Backoff backoff = Backoff.DEFAULT;
        private Duration maxUnschedulable = Duration.ofMinutes(5);
        private Duration slowIteration = Duration.ofMillis(100);
        private int decisionsKept = 10_000;
        private boolean scheduling = true;
        private int maxCallsInFlight = Integer.MAX_VALUE;
        private AttemptRateLimit rateLimit = AttemptRateLimit.unlimited();
        private Consumer<Decision> decisions = decision -> {};
        private Log log = Log.NONE;
        private Meter meter = Meter.NONE;
        private Tracer tracer = Tracer.NONE;

        private Builder() {}

        public Builder profiles(List<ProfileSpec> more) {
            profiles.addAll(more);
            return this;
        }

        public Builder profile(ProfileSpec profile) {
            profiles.add(profile);
            return this;
        }

        /// The extenders.
        public Builder extenders(List<? extends Extender> extenders) {
            this.extenders = new Extenders(extenders);
            return this;
        }

        public Builder api(ApiPort api) {
            this.api = api;
            return this;
        }

        public Builder clock(Clock clock) {
            this.clock = clock;
            return this;
        }

        /// Real time for measurements; it influences no decision.
        public Builder ticker(LongSupplier ticker) {
            this.ticker = ticker;
            return this;
        }

        public Builder executor(BindingExecutor executor) {
            this.executor = executor;
            return this;
        }

        /// The seed of the random generators: the same messages, clock and seed give the same
        /// decisions.
        public Builder seed(long seed) {
            this.seed = seed;
            return this;
        }

        public Builder backoff(Duration initial, Duration max) {
            this.backoff = new Backoff(initial, max);
            return this;
        }

        /// The time after which an unschedulable pod is retried without an event.
        public Builder maxUnschedulable(Duration maxUnschedulable) {
            this.maxUnschedulable = maxUnschedulable;
            return this;
        }

        /// Loop iterations that take longer are counted and logged, with the plugin that took
        /// longest.
        public Builder slowIteration(Duration slowIteration) {
            this.slowIteration = slowIteration;
            return this;
        }

        public Builder decisionsKept(int decisionsKept) {
            this.decisionsKept = decisionsKept;
            return this;
        }

        /// Schedules no pod until [Message.Scheduling] turns scheduling on.
        public Builder schedulingOff() {
            this.scheduling = false;
            return this;
        }

        /// How many API calls may be unanswered before no more pods are scheduled.
        public Builder maxCallsInFlight(int calls) {
            this.maxCallsInFlight = calls;
            return this;
        }

        /// Limits the rate of attempts (`--bind-pods-qps` of old schedulers).
        ///
        /// @param burst the maximum number of attempts at once after an idle time
        public Builder rateLimit(double perSecond, int burst) {
            this.rateLimit = AttemptRateLimit.of(perSecond, burst);
            return this;
        }

        /// Called with every decision, on the scheduling thread; must be quick.
        public Builder onDecision(Consumer<Decision> listener) {
            this.decisions = listener;
            return this;
        }

        public Builder log(Log log) {
            this.log = log;
            return this;
        }

        /// Receives counts and times.
        public Builder meter(Meter meter) {
            this.meter = meter;
            return this;
        }

        /// Traces attempts.
        public Builder tracer(Tracer tracer) {
            this.tracer = tracer;
            return this;
        }

        public Engine build() {
            if (api == null) {
                throw new IllegalArgumentException("an engine needs an ApiPort; call api(...)");
            }
            return new Engine(
                    new LoopSettings(
                            List.copyOf(profiles),
                            extenders,
                            new LoopSettings.Ports(api, clock, executor),
                            new LoopSettings.Limits(
                                    backoff,
                                    maxUnschedulable,
                                    slowIteration,
                                    decisionsKept,
                                    maxCallsInFlight,
                                    scheduling),
                            rateLimit,
                            new LoopSettings.Observation(ticker, log, meter, tracer, decisions),
                            new LoopSettings.Randomness(
                                    new SplittableRandom(seed), new SplittableRandom(~seed))));
        }
    }
}
