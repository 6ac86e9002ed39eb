package dev.berth.dashboard;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// The sessions of signed-in users. Browsers keep the name of a session in a cookie, and the token
/// stays here: browsers send cookies to every port of a machine.
final class Sessions {
    private static final int MAX_SESSIONS = 1_000;

    private final Supplier<String> names;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, String> tokens = new LinkedHashMap<>();

    /// @param names generates names that cannot be guessed
    Sessions(Supplier<String> names) {
        this.names = names;
    }

    /// Begins a session; ends the oldest one if there are too many.
    String begin(String token) {
        lock.lock();
        try {
            if (tokens.size() >= MAX_SESSIONS) {
                tokens.remove(tokens.keySet().iterator().next());
            }
            String name = names.get();
            tokens.put(name, token);
            return name;
        } finally {
            lock.unlock();
        }
    }

    Optional<String> token(String name) {
        lock.lock();
        try {
            return Optional.ofNullable(tokens.get(name));
        } finally {
            lock.unlock();
        }
    }

    void end(String name) {
        lock.lock();
        try {
            tokens.remove(name);
        } finally {
            lock.unlock();
        }
    }
}
