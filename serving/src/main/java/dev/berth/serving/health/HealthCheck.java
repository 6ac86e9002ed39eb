package dev.berth.serving.health;

import java.util.Optional;
import java.util.function.Supplier;

/// One thing that must be well.
public interface HealthCheck {
    /// There is somebody to answer.
    HealthCheck PING = of("ping", Optional::empty);

    String name();

    /// What is wrong, if anything.
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
