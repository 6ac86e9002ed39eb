package dev.berth.expression.function;

import dev.berth.expression.eval.Call;
import dev.berth.expression.value.Value;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/// Collects implementations of functions by overload, and of functions that have one implementation
/// for all of their overloads.
final class Library {
    /// What runs when a call is evaluated.
    sealed interface Implementation {
        /// @param accepts if the first argument can be an operand
        record Unary(UnaryOperator<Value> function, Predicate<Value> accepts)
                implements Implementation {}

        record Binary(BinaryOperator<Value> function, Predicate<Value> accepts)
                implements Implementation {}

        record Variadic(Call.Function function) implements Implementation {}
    }

    private final Map<String, Implementation> overloads = new HashMap<>();
    private final Map<String, Implementation> singletons = new HashMap<>();

    Library unary(String overload, UnaryOperator<Value> function) {
        return put(overloads, overload, new Implementation.Unary(function, any -> true));
    }

    Library binary(String overload, BinaryOperator<Value> function) {
        return put(overloads, overload, new Implementation.Binary(function, any -> true));
    }

    Library variadic(String overload, Call.Function function) {
        return put(overloads, overload, new Implementation.Variadic(function));
    }

    /// A function of one argument that checks types itself.
    Library unaryFunction(String name, Predicate<Value> accepts, UnaryOperator<Value> function) {
        return put(singletons, name, new Implementation.Unary(function, accepts));
    }

    /// A function of two arguments that checks types itself.
    Library binaryFunction(String name, Predicate<Value> accepts, BinaryOperator<Value> function) {
        return put(singletons, name, new Implementation.Binary(function, accepts));
    }

    private Library put(
            Map<String, Implementation> map, String name, Implementation implementation) {
        if (map.put(name, implementation) != null) {
            throw new IllegalArgumentException(name + " has two implementations");
        }
        return this;
    }

    Map<String, Implementation> overloads() {
        return Map.copyOf(overloads);
    }

    Map<String, Implementation> singletons() {
        return Map.copyOf(singletons);
    }
}
