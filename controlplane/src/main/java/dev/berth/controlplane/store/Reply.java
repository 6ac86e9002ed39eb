package dev.berth.controlplane.store;

import java.util.function.Function;
import java.util.function.UnaryOperator;

/// What the store answers: what was asked for, or a refusal. Being refused is expected, so it is a
/// value.
public sealed interface Reply<T> {
    record Granted<T>(T value) implements Reply<T> {}

    record Refused<T>(StatusError why) implements Reply<T> {}

    static <T> Reply<T> of(T value) {
        return new Granted<>(value);
    }

    static <T> Reply<T> no(StatusError why) {
        return new Refused<>(why);
    }

    default <R> Reply<R> map(Function<? super T, ? extends R> change) {
        return switch (this) {
            case Granted<T>(var value) -> of(change.apply(value));
            case Refused<T>(var why) -> no(why);
        };
    }

    default <R> Reply<R> then(Function<? super T, Reply<R>> next) {
        return switch (this) {
            case Granted<T>(var value) -> next.apply(value);
            case Refused<T>(var why) -> no(why);
        };
    }

    /// The same, refused in other words if it is refused.
    default Reply<T> whyNot(UnaryOperator<StatusError> words) {
        return this instanceof Refused<T>(var why) ? no(words.apply(why)) : this;
    }

    /// Another refusal where the version asked for has expired.
    default Reply<T> orIfExpired(UnaryOperator<StatusError> other) {
        return this instanceof Refused<T>(var why) && why.reason() == StatusReason.EXPIRED
                ? no(other.apply(why))
                : this;
    }

    default boolean granted() {
        return this instanceof Granted<T>;
    }

    /// For callers to whom a refusal is a bug, such as a test that sets the scene.
    default T orThrow() {
        return switch (this) {
            case Granted<T>(var value) -> value;
            case Refused<T>(var why) ->
                    throw new IllegalStateException(
                            why.code() + " " + why.reason().word() + ": " + why.message());
        };
    }
}
