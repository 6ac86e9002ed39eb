package dev.berth.expression.function;

import dev.berth.expression.value.BoolValue;
import dev.berth.expression.value.DoubleValue;
import dev.berth.expression.value.ErrorValue;
import dev.berth.expression.value.IntValue;
import dev.berth.expression.value.QuantityValue;
import dev.berth.expression.value.SemanticVersion;
import dev.berth.expression.value.SemverValue;
import dev.berth.expression.value.StringValue;
import dev.berth.expression.value.Value;
import dev.berth.model.Quantity;
import dev.berth.model.QuantityException;

import java.util.OptionalLong;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The libraries of Kubernetes: quantities, versions, and those that have classes of their own.
final class KubernetesFunctions {
    private static final Pattern QUANTITY =
            Pattern.compile("[+-]?[0-9]*\\.?[0-9]*[eEinumkKMGTP]*[-+]?[0-9]*");
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]*\\.?[0-9]*");
    private static final Pattern SUFFIX = Pattern.compile("|[numkMGTPE]|[KMGTPE]i|[eE][-+]?[0-9]+");

    private KubernetesFunctions() {}

    static void addTo(Library library) {
        RegexFunctions.addTo(library);
        NetworkFunctions.addTo(library);
        FormatFunctions.addTo(library);
        addQuantity(library);
        addVersion(library);
    }

    private static void addQuantity(Library library) {
        library.unary("string_to_quantity", KubernetesFunctions::quantity)
                .unary("is_quantity_string", text -> BoolValue.of(!quantity(text).isError()))
                .unary("quantity_sign", value -> IntValue.of(amount(value).sign()))
                .unary("quantity_get_float", value -> new DoubleValue(amount(value).toDouble()))
                .unary("quantity_get_int", KubernetesFunctions::integer)
                .unary("quantity_is_integer", value -> BoolValue.of(!integer(value).isError()))
                .binary("quantity_add", (left, right) -> sum(left, amount(right)))
                .binary("quantity_add_int", (left, right) -> sum(left, ofInt(right)))
                .binary("quantity_sub", (left, right) -> difference(left, amount(right)))
                .binary("quantity_sub_int", (left, right) -> difference(left, ofInt(right)));
        compare(library, "quantity_is_greater_than", order -> BoolValue.of(order > 0));
        compare(library, "quantity_is_less_than", order -> BoolValue.of(order < 0));
        compare(library, "quantity_compare_to", IntValue::of);
    }

    private static void compare(Library library, String overload, IntFunction<Value> result) {
        library.binary(
                overload, (left, right) -> result.apply(amount(left).compareTo(amount(right))));
    }

    private static Quantity amount(Value value) {
        return ((QuantityValue) value).amount();
    }

    private static Quantity ofInt(Value value) {
        return Quantity.of(((IntValue) value).value(), Quantity.Format.DECIMAL_EXPONENT);
    }

    private static Value sum(Value left, Quantity right) {
        return new QuantityValue(amount(left).add(right), true);
    }

    private static Value difference(Value left, Quantity right) {
        return new QuantityValue(amount(left).subtract(right), true);
    }

    private static Value quantity(Value text) {
        try {
            return new QuantityValue(Quantity.parse(((StringValue) text).value()), false);
        } catch (QuantityException invalid) {
            return new ErrorValue(problem(((StringValue) text).value()));
        }
    }

    private static String problem(String text) {
        if (text.isEmpty() || !QUANTITY.matcher(text).matches()) {
            return "quantities must match the regular expression"
                    + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
        }
        Matcher number = NUMBER.matcher(text);
        String suffix = number.lookingAt() ? text.substring(number.end()) : text;
        return SUFFIX.matcher(suffix).matches()
                ? "unable to parse numeric part of quantity"
                : "unable to parse quantity's suffix";
    }

    private static Value integer(Value value) {
        OptionalLong integer = amount(value).asInteger();
        return integer.isPresent()
                ? IntValue.of(integer.getAsLong())
                : new ErrorValue("cannot convert value to integer");
    }

    private static void addVersion(Library library) {
        library.unary("string_to_semver", text -> version(text, BoolValue.FALSE))
                .binary("string_bool_to_semver", KubernetesFunctions::version)
                .unary(
                        "is_semver_string",
                        text -> BoolValue.of(!version(text, BoolValue.FALSE).isError()))
                .binary(
                        "is_semver_string_bool",
                        (text, normalize) -> BoolValue.of(!version(text, normalize).isError()));
        part(library, "semver_major", SemanticVersion::major);
        part(library, "semver_minor", SemanticVersion::minor);
        part(library, "semver_patch", SemanticVersion::patch);
        order(library, "semver_is_greater_than", order -> BoolValue.of(order > 0));
        order(library, "semver_is_less_than", order -> BoolValue.of(order < 0));
        order(library, "semver_compare_to", IntValue::of);
    }

    private static Value version(Value text, Value normalize) {
        String source = ((StringValue) text).value();
        try {
            return new SemverValue(
                    normalize == BoolValue.TRUE
                            ? SemanticVersion.parseNormalized(source)
                            : SemanticVersion.parse(source));
        } catch (SemanticVersion.InvalidException invalid) {
            return new ErrorValue(String.valueOf(invalid.getMessage()));
        }
    }

    private static void part(
            Library library, String overload, ToLongFunction<SemanticVersion> part) {
        library.unary(
                overload, value -> IntValue.of(part.applyAsLong(((SemverValue) value).version())));
    }

    private static void order(Library library, String overload, IntFunction<Value> result) {
        library.binary(
                overload,
                (left, right) ->
                        result.apply(
                                ((SemverValue) left)
                                        .version()
                                        .compareTo(((SemverValue) right).version())));
    }
}
