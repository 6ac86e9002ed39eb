package dev.berth.kube.lease;

import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.kube.lease.LeaseApi.Answer;
import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.ApiStatus;
import dev.berth.kubeclient.Sleeper;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.Cancellation;
import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Json;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Leader election with a lease, as in client-go: the leader renews the lease, and a candidate
/// acquires it if it does not change for the lease duration.
///
/// A leader can write until [LeaseSettings#renewDeadline] has passed since it *sent* its last
/// successful renewal. The candidates observe that renewal later and wait longer, so two processes
/// never write at the same time, even if responses are lost. The clocks need not be synchronized,
/// but must run at the same rate.
///
/// One thread calls [#run]; any thread can call the other methods. client-go: `LeaderElector`.
public final class LeaderElection {
    private enum State {
        WAITING,
        LEADING,
        OVER
    }

    /// How the election ended.
    public enum Ending {
        /// The caller stopped it.
        STOPPED,
        /// The lease was not renewed in time, or another process holds it.
        LOST
    }

    private static final int CONFLICT = 409;

    private final LeaseSettings settings;
    private final Cancellation attempts = new Cancellation();
    private final LeaseApi api;
    private final LeaseApi releaseApi;
    private final Clock clock;
    private final RandomGenerator random;
    private final Sleeper pause;
    private final ElectionListener listener;
    private final LeaseEvents events;
    private final Log log;
    private final ObservedLease observed = new ObservedLease();
    private final AtomicLong slowPaths = new AtomicLong();

    private volatile State state = State.WAITING;
    private volatile boolean stopping;
    private volatile boolean releases = true;

    /// The annotation that a leader writes; null to leave it as it is.
    private volatile @Nullable Supplier<DeferredPodsAnnotation> deferredPods;

    private volatile long writeUntil = Long.MIN_VALUE;
    private String reportedLeader = "";

    /// The time of the first renewal that failed since the last success.
    private OptionalLong trying = OptionalLong.empty();

    private Ending ending = Ending.STOPPED;

    /// @param events receives the requests that write events about the election; they are not
    ///   urgent
    /// @param component the source of those events
    public LeaderElection(
            LeaseSettings settings,
            ApiClient client,
            Clock clock,
            RandomGenerator random,
            Sleeper pause,
            ElectionListener listener,
            Consumer<ApiRequest> events,
            String component,
            Log log) {
        this.settings = settings;
        this.api = new LeaseApi(client, settings, attempts);
        this.releaseApi = new LeaseApi(client, settings, new Cancellation());
        this.clock = clock;
        this.random = random;
        this.pause = pause;
        this.listener = listener;
        this.events = new LeaseEvents(settings, component, events);
        this.log = log;
    }

    /// Runs the election until this process loses the lease or is stopped.
    public Ending run() throws InterruptedException {
        log.info(0, "Attempting to acquire leader lease...", "lock", settings);
        for (Optional<Duration> wait = step(); wait.isPresent(); wait = step()) {
            pause.atMost(wait.get());
        }
        return ending;
    }

    /// Ends the election, and cancels its requests. The caller must have ended its writes. A leader
    /// releases the lease, so that another process can acquire it at once.
    public void stop() {
        stopping = true;
        attempts.cancel();
        pause.wake();
    }

    /// Ends the election, but leaves the lease to expire: the API server may still process a write
    /// of this process, and no other process may lead before then.
    public void abandon() {
        releases = false;
        stop();
    }

    /// The deferred pods in the lease as last observed. When the election has started to lead, they
    /// are those of the previous leader.
    public DeferredPodsAnnotation deferredPods() {
        return DeferredPodsAnnotation.of(observed.lease());
    }

    /// Writes an event about this process for the lease, if it has been observed.
    ///
    /// @param type `Normal` or `Warning`
    public void report(String reason, String type, String what) {
        Json.Obj lease = observed.lease();
        if (lease.textAt("metadata", "uid").isPresent()) {
            events.report(reason, type, what, lease, clock.instant());
        }
    }

    /// From now on, renewals and the release write these deferred pods.
    public void deferredPods(Supplier<DeferredPodsAnnotation> pods) {
        deferredPods = pods;
    }

    private Json.Obj annotated(Json.Obj lease) {
        Supplier<DeferredPodsAnnotation> pods = deferredPods;
        return pods == null ? lease : pods.get().in(lease);
    }

    /// Runs the actions that are due.
    ///
    /// @return how long to wait before the next step; empty when the election is over
    Optional<Duration> step() throws InterruptedException {
        if (stopping) {
            stopNow();
        } else {
            switch (state) {
                case WAITING -> tryToLead();
                case LEADING -> renew();
                case OVER -> {}
            }
        }
        return switch (state) {
            case WAITING -> Optional.of(waitForLease());
            case LEADING -> Optional.of(waitForRenewal());
            case OVER -> Optional.empty();
        };
    }

    private void stopNow() throws InterruptedException {
        if (state == State.LEADING) {
            // Writes must end before another process can acquire the lease.
            writeUntil = Long.MIN_VALUE;
            if (releases) {
                release();
            } else if (deferredPods != null) {
                annotate();
            }
            ended(Ending.STOPPED);
        }
        state = State.OVER;
    }

    private void tryToLead() throws InterruptedException {
        boolean leads = tryOnce();
        reportLeader();
        if (!leads) {
            log.info(4, "Failed to acquire lease", "lock", settings);
            return;
        }
        log.info(0, "Successfully acquired lease", "lock", settings);
        state = State.LEADING;
        events.report("became leader", observed.lease(), clock.instant());
        listener.started();
    }

    private void renew() throws InterruptedException {
        if (trying.isEmpty()) {
            trying = OptionalLong.of(clock.nowNanos());
        }
        boolean renewed = tryOnce();
        reportLeader();
        if (renewed) {
            log.info(5, "Successfully renewed lease", "lock", settings);
            trying = OptionalLong.empty();
        } else if (!stopping && (!observed.heldBy(settings.identity()) || left() <= 0)) {
            log.info(0, "Failed to renew lease", "lock", settings);
            writeUntil = Long.MIN_VALUE;
            ended(Ending.LOST);
        }
    }

    private void ended(Ending how) {
        state = State.OVER;
        ending = how;
        events.report("stopped leading", observed.lease(), clock.instant());
        listener.stopped();
    }

    /// Tries to acquire or to renew the lease.
    private boolean tryOnce() throws InterruptedException {
        long now = clock.nowNanos();
        ObservedLease.Snapshot known = observed.snapshot();
        if (leads() && now < known.expires()) {
            // The fast path: the lease is probably unchanged.
            LeaseRecord before = known.record();
            if (update(known.lease(), ours(before.acquired(), before.transitions()), now)) {
                return true;
            }
            log.info(
                    2,
                    "Failed to update lease optimistically, falling back to slow path",
                    "lock",
                    settings);
        }
        return switch (api.get(timeout())) {
            case Answer.Given(Json.Obj lease) -> take(lease);
            case Answer.Refused(ApiStatus why) when why.code() == 404 -> create();
            case Answer.Refused(ApiStatus why) -> failed("Error retrieving lease lock", why);
            case Answer.None(String why) -> failed("Error retrieving lease lock", why);
        };
    }

    private boolean create() throws InterruptedException {
        observed.gone();
        long sent = clock.nowNanos();
        LeaseRecord record = ours(clock.instant(), 0);
        return switch (api.create(record, timeout())) {
            case Answer.Given(Json.Obj lease) -> wrote(lease, record, sent);
            case Answer.Refused(ApiStatus why) ->
                    failed("Error initially creating lease lock", why);
            case Answer.None(String why) -> failed("Error initially creating lease lock", why);
        };
    }

    /// Acquires a lease that this process holds, that has no holder, or that has expired.
    private boolean take(Json.Obj lease) throws InterruptedException {
        ObservedLease.Snapshot seen;
        try {
            seen = observed.seen(lease, clock.nowNanos());
        } catch (DecodeException e) {
            return failed("Error retrieving lease lock", e.toString());
        }
        LeaseRecord record = seen.record();
        boolean ours = record.holder().equals(settings.identity());
        boolean expired = clock.nowNanos() >= seen.expires();
        // Differs: tryAcquireOrRenew lets a leader acquire a lease again that another process had
        // or released in between. Here, such a leader has lost.
        if (!ours && (leads() || !record.holder().isEmpty() && !expired)) {
            log.info(
                    4,
                    "Lease is held by and has not yet expired",
                    "lock",
                    settings,
                    "holder",
                    record.holder());
            return false;
        }
        long sent = clock.nowNanos();
        if (ours) {
            slowPaths.incrementAndGet();
            listener.slowPath();
            return update(lease, ours(record.acquired(), record.transitions()), sent);
        }
        return update(lease, ours(clock.instant(), record.transitions() + 1), sent);
    }

    /// @param before the lease as it was evaluated; the server rejects the update if its resource
    ///   version is no longer current
    private boolean update(Json.Obj before, LeaseRecord record, long sent)
            throws InterruptedException {
        return switch (api.update(annotated(before), record, timeout())) {
            case Answer.Given(Json.Obj lease) -> wrote(lease, record, sent);
            case Answer.Refused(ApiStatus why) -> failed("Failed to update lease", why);
            case Answer.None(String why) -> failed("Failed to update lease", why);
        };
    }

    private boolean wrote(Json.Obj lease, LeaseRecord record, long sent) {
        observed.written(lease, record, sent);
        writeUntil = sent + settings.renewDeadline().toNanos();
        return true;
    }

    private boolean failed(String what, ApiStatus why) {
        return failed(what, why.code() + " " + why.reason() + ": " + why.message());
    }

    private boolean failed(String what, String why) {
        log.error(null, what, "lock", settings, "err", why);
        return false;
    }

    private LeaseRecord ours(Instant acquired, int transitions) {
        return new LeaseRecord(
                settings.identity(),
                (int) settings.leaseDuration().toSeconds(),
                acquired,
                clock.instant(),
                transitions);
    }

    private void release() throws InterruptedException {
        long deadline = clock.nowNanos() + settings.renewDeadline().toNanos();
        Answer answer = releaseOnce();
        // A cancelled renewal can reach the server after the lease was read.
        while (answer instanceof Answer.Refused(ApiStatus why)
                && why.code() == CONFLICT
                && clock.nowNanos() < deadline) {
            log.info(4, "Conflict when releasing lease, retrying", "lock", settings);
            answer = releaseOnce();
        }
        if (!(answer instanceof Answer.Given)) {
            log.info(0, "Failed to release lease", "lock", settings);
        }
    }

    private Answer releaseOnce() throws InterruptedException {
        Answer current = releaseApi.get(timeout());
        if (!(current instanceof Answer.Given(Json.Obj lease))) {
            return current;
        }
        ObservedLease.Snapshot seen = observed.seen(lease, clock.nowNanos());
        if (!seen.record().holder().equals(settings.identity())) {
            return current;
        }
        Instant now = clock.instant();
        var free = new LeaseRecord("", 1, now, now, seen.record().transitions());
        Answer freed = releaseApi.update(annotated(lease), free, timeout());
        if (freed instanceof Answer.Given(Json.Obj after)) {
            observed.written(after, free, clock.nowNanos());
        }
        return freed;
    }

    /// Writes the deferred pods into the lease, and leaves it to expire.
    private void annotate() throws InterruptedException {
        if (releaseApi.get(timeout()) instanceof Answer.Given(Json.Obj lease)
                && !annotated(lease).equals(lease)
                && LeaseRecord.of(lease).holder().equals(settings.identity())) {
            var _ = releaseApi.update(annotated(lease), LeaseRecord.of(lease), timeout());
        }
    }

    /// Returns the timeout of a request, which never exceeds the time that is left to renew.
    private Duration timeout() {
        return Duration.ofNanos(Math.clamp(left(), 1_000_000, settings.requestTimeout().toNanos()));
    }

    /// Returns the nanoseconds until the renew deadline.
    private long left() {
        long deadline = settings.renewDeadline().toNanos();
        return trying.isEmpty() ? deadline : trying.getAsLong() + deadline - clock.nowNanos();
    }

    private void reportLeader() {
        String leader = observed.record().holder();
        if (!leader.equals(reportedLeader)) {
            reportedLeader = leader;
            listener.newLeader(leader);
        }
    }

    /// Returns the retry period with jitter, or the time until the lease expires if that is
    /// shorter.
    private Duration waitForLease() {
        long period = settings.retryPeriod().toNanos();
        long jittered = period + (long) (random.nextDouble() * LeaseSettings.JITTER * period);
        long left = observed.expires() - clock.nowNanos();
        boolean held = !observed.record().holder().isEmpty();
        return Duration.ofNanos(held && left > 0 ? Math.min(jittered, left) : jittered);
    }

    private Duration waitForRenewal() {
        return Duration.ofNanos(Math.clamp(left(), 0, settings.retryPeriod().toNanos()));
    }

    /// Applies a state of the lease that a watch observed while this process is a candidate. If the
    /// lease has no holder, the election tries to acquire it at once.
    void observe(Optional<Json.Obj> lease) {
        if (!waiting()) {
            return;
        }
        lease.ifPresentOrElse(now -> observed.watched(now, clock.nowNanos()), observed::gone);
        if (observed.record().holder().isEmpty()) {
            pause.wake();
        }
    }

    boolean waiting() {
        return state == State.WAITING && !stopping;
    }

    private boolean leads() {
        return state == State.LEADING;
    }

    /// The identity of the holder as last observed; empty if there is none.
    public String leader() {
        return observed.record().holder();
    }

    /// Whether this process is the leader.
    public boolean leading() {
        return leads();
    }

    /// Whether this process can send writes as the leader now.
    public boolean mayWrite() {
        return leads() && clock.nowNanos() < writeUntil;
    }

    /// The time until which this process can or could send writes as the leader; empty if it never
    /// led or has released the lease.
    public OptionalLong mayWriteUntilNanos() {
        long until = writeUntil;
        return until == Long.MIN_VALUE ? OptionalLong.empty() : OptionalLong.of(until);
    }

    /// The number of renewals that had to read the lease first.
    public long slowPaths() {
        return slowPaths.get();
    }
}
