package dev.berth.serving.health;

/// Receives the result of every health check.
@FunctionalInterface
public interface HealthObserver {
    HealthObserver NONE = (_, _, _) -> {};

    /// @param endpoint the endpoint of the check, for example `readyz`
    void checked(String check, String endpoint, boolean well);
}
