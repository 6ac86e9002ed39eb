package dev.berth.controlplane.store;

import java.util.function.Function;
import java.util.function.UnaryOperator;

/// The reply of the store: a result, or an error. Errors are part of normal operation, so they are
/// values and not exceptions.
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

    /// Replaces the error.
    default Reply<T> whyNot(UnaryOperator<StatusError> words) {
        return this instanceof Refused<T>(var why) ? no(words.apply(why)) : this;
    }

    /// Replaces the error if the requested resource version has expired.
    default Reply<T> orIfExpired(UnaryOperator<StatusError> other) {
        return this instanceof Refused<T>(var why) && why.reason() == StatusReason.EXPIRED
                ? no(other.apply(why))
                : this;
    }

    default boolean granted() {
        return this instanceof Granted<T>;
    }

    /// Returns the result, for callers for which an error is a bug, such as the setup of a test.
    default T orThrow() {
        return switch (this) {
            case Granted<T>(var value) -> value;
            case Refused<T>(var why) ->
                    throw new IllegalStateException(
                            why.code() + " " + why.reason().word() + ": " + why.message());
        };
    }
}
