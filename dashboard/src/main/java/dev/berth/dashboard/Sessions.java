package dev.berth.dashboard;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// The sessions of signed-in users. The token of a user stays here.
///
/// Browsers send a cookie to every port of a machine, but only below the path of the cookie. So
/// each session has a path that cannot be guessed, besides its cookie, and requests need both:
/// servers on other ports do not receive the cookie, and a cookie without its path is worthless.
final class Sessions {
    static final Duration MAX_IDLE = Duration.ofHours(1);
    static final Duration MAX_AGE = Duration.ofHours(12);
    private static final int MAX_SESSIONS = 1_000;

    private final Supplier<String> names;
    private final LongSupplier ticks;
    private final ReentrantLock lock = new ReentrantLock();

    /// By path, the oldest first.
    private final Map<String, Entry> sessions = new LinkedHashMap<>();

    /// @param path the last part of the path, which is part of addresses
    /// @param cookie the value of the cookie
    record Session(String path, String cookie) {}

    private record Entry(Session session, String token, long began, long used) {}

    /// @param names generates names that cannot be guessed
    /// @param ticks a monotonic clock in nanoseconds
    Sessions(Supplier<String> names, LongSupplier ticks) {
        this.names = names;
        this.ticks = ticks;
    }

    /// Begins a session; ends the oldest one if there are too many.
    Session begin(String token) {
        lock.lock();
        try {
            dropExpired();
            if (sessions.size() >= MAX_SESSIONS) {
                sessions.remove(sessions.keySet().iterator().next());
            }
            var session = new Session(names.get(), names.get());
            long now = ticks.getAsLong();
            sessions.put(session.path(), new Entry(session, token, now, now));
            return session;
        } finally {
            lock.unlock();
        }
    }

    /// The token of a session that has not expired; this counts as a use of the session.
    Optional<String> token(Session session) {
        lock.lock();
        try {
            dropExpired();
            Entry entry = sessions.get(session.path());
            if (entry == null || !entry.session().equals(session)) {
                return Optional.empty();
            }
            sessions.put(
                    session.path(),
                    new Entry(session, entry.token(), entry.began(), ticks.getAsLong()));
            return Optional.of(entry.token());
        } finally {
            lock.unlock();
        }
    }

    void end(Session session) {
        lock.lock();
        try {
            Entry entry = sessions.get(session.path());
            if (entry != null && entry.session().equals(session)) {
                sessions.remove(session.path());
            }
        } finally {
            lock.unlock();
        }
    }

    private void dropExpired() {
        long now = ticks.getAsLong();
        sessions.values()
                .removeIf(entry ->
                        now - entry.used() >= MAX_IDLE.toNanos()
                                || now - entry.began() >= MAX_AGE.toNanos());
    }
}
