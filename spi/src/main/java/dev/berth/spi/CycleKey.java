package dev.berth.spi;

/// Names a value that travels with a pod from one extension point to the next; make it a constant.
///
/// Keys are compared by identity, so two plugins never collide.
public final class CycleKey<T> {
    private final String name;
    private final Class<T> type;

    private CycleKey(String name, Class<T> type) {
        this.name = name;
        this.type = type;
    }

    public static <T> CycleKey<T> of(String name, Class<T> type) {
        return new CycleKey<>(name, type);
    }

    public T cast(Object value) {
        return type.cast(value);
    }

    @Override
    public String toString() {
        return name;
    }
}
