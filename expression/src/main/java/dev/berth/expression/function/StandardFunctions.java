package dev.berth.expression.function;

import dev.berth.expression.value.BoolValue;
import dev.berth.expression.value.Capabilities.Addable;
import dev.berth.expression.value.Capabilities.Container;
import dev.berth.expression.value.Capabilities.Divisible;
import dev.berth.expression.value.Capabilities.Multipliable;
import dev.berth.expression.value.Capabilities.Negatable;
import dev.berth.expression.value.Capabilities.Ordered;
import dev.berth.expression.value.Capabilities.Sized;
import dev.berth.expression.value.Capabilities.Subtractable;
import dev.berth.expression.value.CidrValue;
import dev.berth.expression.value.ErrorValue;
import dev.berth.expression.value.IntValue;
import dev.berth.expression.value.IpValue;
import dev.berth.expression.value.StringValue;
import dev.berth.expression.value.TypeValue;
import dev.berth.expression.value.Value;

import java.util.function.BiPredicate;
import java.util.function.BinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.UnaryOperator;

/// Operators and conversions.
final class StandardFunctions {
    private StandardFunctions() {}

    static void addTo(Library library) {
        addOperators(library);
        addComparisons(library);
        addConversions(library);
        library.binary("contains_string", textTest(String::contains))
                .binary("starts_with_string", textTest(String::startsWith))
                .binary("ends_with_string", textTest(String::endsWith));
    }

    private static void addOperators(Library library) {
        library.unaryFunction(
                        "!_",
                        any -> true,
                        value ->
                                value instanceof BoolValue bool
                                        ? bool.negate()
                                        : value.asMissingOverload())
                .unary(
                        "not_strictly_false",
                        value -> value instanceof BoolValue ? value : BoolValue.TRUE)
                .unaryFunction(
                        "-_",
                        Negatable.class::isInstance,
                        value ->
                                value instanceof BoolValue
                                        ? value.asMissingOverload()
                                        : ((Negatable) value).negate())
                .binaryFunction("_==_", any -> true, Value::equal)
                .binaryFunction(
                        "_!=_",
                        any -> true,
                        (left, right) -> BoolValue.of(Value.equal(left, right) != BoolValue.TRUE))
                .binaryFunction(
                        "_+_",
                        Addable.class::isInstance,
                        (left, right) -> ((Addable) left).add(right))
                .binaryFunction(
                        "_-_",
                        Subtractable.class::isInstance,
                        (left, right) -> ((Subtractable) left).subtract(right))
                .binaryFunction(
                        "_*_",
                        Multipliable.class::isInstance,
                        (left, right) -> ((Multipliable) left).multiply(right))
                .binaryFunction(
                        "_/_",
                        Multipliable.class::isInstance,
                        (left, right) -> ((Multipliable) left).divide(right))
                .binaryFunction(
                        "_%_",
                        Divisible.class::isInstance,
                        (left, right) -> ((Divisible) left).modulo(right))
                .binaryFunction("@in", any -> true, StandardFunctions::isIn)
                .unaryFunction(
                        "size",
                        StandardFunctions::hasSize,
                        value -> IntValue.of(((Sized) value).size()));
    }

    private static Value isIn(Value element, Value container) {
        return container instanceof Container values
                ? values.contains(element)
                : container.asMissingOverload();
    }

    // The sizes of addresses count for costs only.
    private static boolean hasSize(Value value) {
        return value instanceof Sized
                && !(value instanceof IpValue)
                && !(value instanceof CidrValue);
    }

    private static void addComparisons(Library library) {
        library.binaryFunction("_<_", Ordered.class::isInstance, order(order -> order < 0))
                .binaryFunction("_<=_", Ordered.class::isInstance, order(order -> order <= 0))
                .binaryFunction("_>_", Ordered.class::isInstance, order(order -> order > 0))
                .binaryFunction("_>=_", Ordered.class::isInstance, order(order -> order >= 0));
    }

    private static BinaryOperator<Value> order(IntPredicate accepts) {
        return (left, right) -> {
            Value order = ((Ordered) left).compareWith(right);
            return order instanceof IntValue number
                    ? BoolValue.of(accepts.test((int) number.value()))
                    : order;
        };
    }

    private static void addConversions(Library library) {
        library.unaryFunction("type", any -> true, value -> value.convertTo(TypeValue.TYPE))
                .unaryFunction("dyn", any -> true, UnaryOperator.identity());
        convert(library, TypeValue.BOOL, "bool_to_bool", "string_to_bool");
        convert(library, TypeValue.BYTES, "bytes_to_bytes", "string_to_bytes");
        convert(
                library,
                TypeValue.DOUBLE,
                "double_to_double",
                "int64_to_double",
                "string_to_double",
                "uint64_to_double");
        convert(library, TypeValue.DURATION, "duration_to_duration", "string_to_duration");
        convert(
                library,
                TypeValue.INT,
                "int64_to_int64",
                "double_to_int64",
                "duration_to_int64",
                "string_to_int64",
                "timestamp_to_int64",
                "uint64_to_int64");
        convert(
                library,
                TypeValue.STRING,
                "string_to_string",
                "bool_to_string",
                "bytes_to_string",
                "double_to_string",
                "duration_to_string",
                "int64_to_string",
                "timestamp_to_string",
                "uint64_to_string",
                "ip_to_string",
                "cidr_to_string");
        convert(
                library,
                TypeValue.TIMESTAMP,
                "timestamp_to_timestamp",
                "int64_to_timestamp",
                "string_to_timestamp");
        convert(
                library,
                TypeValue.UINT,
                "uint64_to_uint64",
                "double_to_uint64",
                "int64_to_uint64",
                "string_to_uint64");
    }

    private static void convert(Library library, TypeValue target, String... overloads) {
        for (String overload : overloads) {
            library.unary(overload, value -> value.convertTo(target));
        }
    }

    private static BinaryOperator<Value> textTest(BiPredicate<String, String> test) {
        return (left, right) -> {
            if (!(left instanceof StringValue text)) {
                return left.asMissingOverload();
            }
            if (!(right instanceof StringValue part)) {
                return right.asMissingOverload();
            }
            return BoolValue.of(test.test(text.value(), part.value()));
        };
    }

    /// The text of a string or of a type, whose value is its name in Go, or null.
    static @org.jspecify.annotations.Nullable String textOf(Value value) {
        return switch (value) {
            case StringValue string -> string.value();
            case TypeValue type -> type.name();
            default -> null;
        };
    }

    static ErrorValue error(String message) {
        return new ErrorValue(message);
    }
}
