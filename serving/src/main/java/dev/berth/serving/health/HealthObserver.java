package dev.berth.serving.health;

/// Is told what came of every check.
@FunctionalInterface
public interface HealthObserver {
    HealthObserver NONE = (_, _, _) -> {};

    /// @param endpoint on whose behalf it was made, such as `readyz`
    void checked(String check, String endpoint, boolean well);
}
