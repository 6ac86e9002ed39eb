package dev.berth.serving.health;

import java.util.Optional;
import java.util.function.Supplier;

/// A health check.
public interface HealthCheck {
    /// Passes if the process responds.
    HealthCheck PING = of("ping", Optional::empty);

    String name();

    /// Returns the failure, or nothing if the check passes.
    Optional<String> failure();

    static HealthCheck of(String name, Supplier<Optional<String>> failure) {
        return new HealthCheck() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Optional<String> failure() {
                return failure.get();
            }
        };
    }
}
