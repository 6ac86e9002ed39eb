package dev.berth.dashboard;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// Who is signed in: browsers keep the name of a session, and what proves who they are stays here.
/// A cookie goes to every port of a machine, and a token is none of their business.
final class Sessions {
    private static final int MAX = 1_000;

    private final Supplier<String> names;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, String> tokens = new LinkedHashMap<>();

    /// @param names that nobody can guess
    Sessions(Supplier<String> names) {
        this.names = names;
    }

    /// Begins one; the oldest makes room for it if there are too many.
    String begin(String token) {
        lock.lock();
        try {
            if (tokens.size() >= MAX) {
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
