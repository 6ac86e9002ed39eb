package dev.berth.expression.value;

/// What values of some types can do (cel-go: traits).
public final class Capabilities {
    private Capabilities() {}

    /// Has an order. The result is -1, 0, 1 or an error.
    public interface Ordered {
        Value compareWith(Value other);
    }

    public interface Addable {
        Value add(Value other);
    }

    public interface Subtractable {
        Value subtract(Value other);
    }

    public interface Multipliable {
        Value multiply(Value other);

        Value divide(Value other);
    }

    public interface Divisible {
        Value modulo(Value other);
    }

    public interface Negatable {
        Value negate();
    }

    /// Has a size that costs depend on.
    public interface Sized {
        long size();
    }

    /// A list or a map.
    public interface Container {
        Value contains(Value element);
    }
}
