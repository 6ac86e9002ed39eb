package dev.berth.expression.eval;

import dev.berth.expression.value.Value;

import org.jspecify.annotations.Nullable;

/// The cost of a call. It depends on the first two arguments at most, and on the result. Arguments
/// can be errors.
@FunctionalInterface
public interface CallCost {
    CallCost ONE = (first, second, result) -> 1;

    long of(@Nullable Value first, @Nullable Value second, Value result);
}
