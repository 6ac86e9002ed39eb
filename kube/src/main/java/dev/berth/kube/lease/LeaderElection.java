package dev.berth.kube.lease;

import dev.berth.engine.port.Clock;
import dev.berth.engine.port.Log;
import dev.berth.kube.lease.LeaseApi.Answer;
import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.ApiStatus;
import dev.berth.kubeclient.Sleeper;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.model.json.DecodeException;
import dev.berth.model.json.Json;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// Takes part in the election of a leader by a lease, as client-go does: the holder renews it, the
/// others take it once it has not changed for as long as it says.
///
/// A holder may write until [LeaseSettings#renewDeadline] has passed since it *sent* the last
/// renewal that was granted. Others saw that renewal later and wait longer, so never two may write,
/// whatever became of requests without an answer; clocks need not agree, but must run alike.
///
/// One thread calls [#run]; all else may be called by any.
public final class LeaderElection {
    private enum State {
        WAITING,
        LEADING,
        OVER
    }

    /// How it ended.
    public enum Ending {
        /// We were told to stop.
        STOPPED,
        /// The lease could not be renewed in time, or another has it.
        LOST
    }

    private final LeaseSettings settings;
    private final LeaseApi api;
    private final Clock clock;
    private final RandomGenerator chance;
    private final Sleeper pause;
    private final ElectionListener listener;
    private final LeaseEvents events;
    private final Log log;
    private final ObservedLease observed = new ObservedLease();
    private final AtomicLong slowPaths = new AtomicLong();

    private volatile State state = State.WAITING;
    private volatile boolean stopping;
    private volatile boolean releases = true;
    private volatile long writeUntil = Long.MIN_VALUE;
    private String reportedLeader = "";

    /// Since when we have tried to renew in vain.
    private OptionalLong trying = OptionalLong.empty();

    private Ending ending = Ending.STOPPED;

    /// @param events takes requests that tell of the election, to be sent when convenient
    /// @param component who those events say they come from
    public LeaderElection(
            LeaseSettings settings,
            ApiClient client,
            Clock clock,
            RandomGenerator chance,
            Sleeper pause,
            ElectionListener listener,
            Consumer<ApiRequest> events,
            String component,
            Log log) {
        this.settings = settings;
        this.api = new LeaseApi(client, settings);
        this.clock = clock;
        this.chance = chance;
        this.pause = pause;
        this.listener = listener;
        this.events = new LeaseEvents(settings, component, events);
        this.log = log;
    }

    /// Takes part until we lose or are told to stop.
    public Ending run() throws InterruptedException {
        log.info(0, "Attempting to acquire leader lease...", "lock", settings);
        for (Optional<Duration> wait = step(); wait.isPresent(); wait = step()) {
            pause.atMost(wait.get());
        }
        return ending;
    }

    /// Ends the part we take; whoever calls this has ended its writes. If we lead, the lease is
    /// given up, so that another can take it at once.
    public void stop() {
        stopping = true;
        pause.wake();
    }

    /// Ends the part we take, but keeps the lease until it runs out: something that was written may
    /// still be done, and nobody shall lead before it is.
    public void abandon() {
        releases = false;
        stop();
    }

    /// Does what is due and tells how long to wait; nothing when it is over.
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
            // Before the lease can go to another.
            writeUntil = Long.MIN_VALUE;
            if (releases) {
                release();
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
        } else if (!observed.heldBy(settings.identity()) || left() <= 0) {
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

    /// Tries to get or to renew the lease.
    private boolean tryOnce() throws InterruptedException {
        long now = clock.nowNanos();
        ObservedLease.Snapshot known = observed.snapshot();
        if (leads() && now < known.expires()) {
            // Most likely nobody else touched it.
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

    /// Writes our name in a lease that is ours, nobody's, or has run out.
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
        // Differs: a leader that finds another's name, or none, has lost at once. Upstream would
        // go on as if nothing had happened if the lease is free again.
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

    /// @param before the lease that was judged: if it is no longer the present one, the server
    ///   refuses
    private boolean update(Json.Obj before, LeaseRecord record, long sent)
            throws InterruptedException {
        return switch (api.update(before, record, timeout())) {
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
        if (!(api.get(timeout()) instanceof Answer.Given(Json.Obj lease))) {
            log.info(0, "Failed to release lease", "lock", settings);
            return;
        }
        ObservedLease.Snapshot seen = observed.seen(lease, clock.nowNanos());
        if (!seen.record().holder().equals(settings.identity())) {
            return;
        }
        Instant now = clock.instant();
        var free = new LeaseRecord("", 1, now, now, seen.record().transitions());
        if (api.update(lease, free, timeout()) instanceof Answer.Given(Json.Obj freed)) {
            observed.written(freed, free, clock.nowNanos());
        } else {
            log.info(0, "Failed to release lease", "lock", settings);
        }
    }

    /// Not longer than it makes sense to wait for an answer.
    private Duration timeout() {
        return Duration.ofNanos(Math.clamp(left(), 1_000_000, settings.requestTimeout().toNanos()));
    }

    /// How long it still makes sense to try to renew.
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

    /// A while that differs from candidate to candidate, but not beyond the end of the lease.
    private Duration waitForLease() {
        long period = settings.retryPeriod().toNanos();
        long jittered = period + (long) (chance.nextDouble() * LeaseSettings.JITTER * period);
        long left = observed.expires() - clock.nowNanos();
        boolean held = !observed.record().holder().isEmpty();
        return Duration.ofNanos(held && left > 0 ? Math.min(jittered, left) : jittered);
    }

    private Duration waitForRenewal() {
        return Duration.ofNanos(Math.clamp(left(), 0, settings.retryPeriod().toNanos()));
    }

    /// The lease as somebody else saw it, while we wait for it; tries at once if it is free.
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

    /// Who holds the lease, as far as we know; empty if nobody does.
    public String leader() {
        return observed.record().holder();
    }

    /// Whether we lead and have not yet lost or given up.
    public boolean leading() {
        return leads();
    }

    /// Whether something may be sent now as the leader.
    public boolean mayWrite() {
        return leads() && clock.nowNanos() < writeUntil;
    }

    /// Until when something might be sent as the leader, also if that is past; nothing if we never
    /// led or have given up.
    public OptionalLong mayWriteUntilNanos() {
        long until = writeUntil;
        return until == Long.MIN_VALUE ? OptionalLong.empty() : OptionalLong.of(until);
    }

    /// How often a renewal had to look at the lease first.
    public long slowPaths() {
        return slowPaths.get();
    }
}
