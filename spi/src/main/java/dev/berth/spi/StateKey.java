package dev.berth.spi;

/// A typed key of the state that a pod keeps between extension points (kube-scheduler: `StateKey`).
/// Declare keys as constants.
///
/// Keys are compared by identity, so keys of different plugins never collide.
public final class StateKey<T> {
    private final String name;
    private final Class<T> type;

    private StateKey(String name, Class<T> type) {
        this.name = name;
        this.type = type;
    }

    /// Creates a key. The name is for messages only.
    public static <T> StateKey<T> of(String name, Class<T> type) {
        return new StateKey<>(name, type);
    }

    public T cast(Object value) {
        return type.cast(value);
    }

    @Override
    public String toString() {
        return name;
    }
}
