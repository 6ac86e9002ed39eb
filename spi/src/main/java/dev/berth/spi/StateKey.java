package dev.berth.spi;

/// Names a value that travels with a pod from one extension point to the next; make it a constant.
///
/// Keys are compared by identity, so two plugins never collide.
public final class StateKey<T> {
    private final String name;
    private final Class<T> type;

    private StateKey(String name, Class<T> type) {
        this.name = name;
        this.type = type;
    }

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
