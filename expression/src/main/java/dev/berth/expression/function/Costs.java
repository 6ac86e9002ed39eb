package dev.berth.expression.function;

import dev.berth.expression.eval.CallCost;
import dev.berth.expression.value.BytesValue;
import dev.berth.expression.value.Capabilities.Sized;
import dev.berth.expression.value.CidrValue;
import dev.berth.expression.value.FormatValue;
import dev.berth.expression.value.IntValue;
import dev.berth.expression.value.IpValue;
import dev.berth.expression.value.ListValue;
import dev.berth.expression.value.MapValue;
import dev.berth.expression.value.OptionalValue;
import dev.berth.expression.value.PanicException;
import dev.berth.expression.value.QuantityValue;
import dev.berth.expression.value.SemverValue;
import dev.berth.expression.value.StringValue;
import dev.berth.expression.value.UrlValue;
import dev.berth.expression.value.Value;

import org.jspecify.annotations.Nullable;

/// The costs of calls: those of cel-go's extensions come first, then those of Kubernetes, then
/// those of the standard functions.
final class Costs {
    private static final double TRAVERSAL = 0.1;
    private static final double REGEX_LENGTH = 0.25;
    private static final long LIST = 10;

    private Costs() {}

    static CallCost of(String function, String overload, int arity) {
        CallCost extension = extension(overload);
        if (extension != null) {
            return extension;
        }
        CallCost kubernetes = arity == 0 ? null : kubernetes(function, overload, arity);
        return kubernetes != null ? kubernetes : standard(overload);
    }

    private static @Nullable CallCost extension(String overload) {
        return switch (overload) {
            case "list_sets_contains_list", "list_sets_intersects_list" ->
                    (first, second, result) -> 1 + size(first) * size(second);
            case "list_sets_equivalent_list" ->
                    (first, second, result) -> 1 + 2 * size(first) * size(second);
            case "list_slice", "lists_range", "list_reverse" ->
                    (first, second, result) -> size(result) + 1 + LIST;
            case "list_flatten" -> (first, second, result) -> size(first) + 1 + LIST;
            case "list_flatten_int" -> (first, second, result) -> flatten(first, second);
            case "list_distinct" -> (first, second, result) -> pairs(first);
            default -> {
                if (overload.startsWith("list_") && overload.endsWith("_sort")) {
                    yield (first, second, result) -> pairs(first);
                }
                yield overload.endsWith("_sortByAssociatedKeys")
                        ? (first, second, result) -> pairs(second)
                        : null;
            }
        };
    }

    private static long flatten(@Nullable Value list, @Nullable Value depth) {
        if (depth instanceof IntValue number) {
            double factor = number.value() < 0 ? 1 : number.value();
            return (long) (size(list) * factor) + 1 + LIST;
        }
        String actual = depth == null ? "nil" : depth.goType();
        throw new PanicException("interface conversion: ref.Val is " + actual + ", not types.Int");
    }

    /// The cost of comparing all elements of a list with each other.
    private static long pairs(@Nullable Value value) {
        if (!(value instanceof ListValue list)) {
            String actual = value == null ? "nil" : value.goType();
            throw new PanicException(
                    "interface conversion: "
                            + actual
                            + " is not traits.Lister: missing method Add");
        }
        long size = list.size();
        if (size == 0) {
            return 1 + LIST;
        }
        Value first = list.get(0);
        boolean hasText = first instanceof StringValue || first instanceof BytesValue;
        return (long) (size * size * (hasText ? 2 + TRAVERSAL : 2.0)) + 1 + LIST;
    }

    private static @Nullable CallCost kubernetes(String function, String overload, int arity) {
        return switch (function) {
            case "check" -> (first, second, result) -> 350_000;
            case "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf", "includes" ->
                    (first, second, result) -> traversal(first);
            case "url",
                    "lowerAscii",
                    "upperAscii",
                    "substring",
                    "trim",
                    "cidr",
                    "isIP",
                    "isCIDR",
                    "quantity",
                    "isQuantity",
                    "semver",
                    "isSemver" ->
                    (first, second, result) -> scan(size(first));
            case "ip" ->
                    overload.equals("cidr_ip")
                            ? CallCost.ONE
                            : (first, second, result) -> scan(size(first));
            case "replace", "split", "ip.isCanonical" ->
                    (first, second, result) -> scanTwice(size(first));
            case "join" -> (first, second, result) -> scanTwice(size(result));
            case "find", "findAll" ->
                    arity < 2 ? null : (first, second, result) -> regex(size(first), size(second));
            case "containsIP", "containsCIDR" -> contains(function, overload);
            case "validate" ->
                    (first, second, result) ->
                            first instanceof FormatValue format
                                    ? regex(size(second), format.regexSize())
                                    : 1;
            case "fieldSelector", "labelSelector" ->
                    (first, second, result) -> selector(size(second));
            case "_==_" -> Costs::equality;
            default -> null;
        };
    }

    private static long selector(long length) {
        long requirements = (long) Math.ceil(length * 0.5);
        return 10 + scan(length) + requirements * 50;
    }

    private static CallCost contains(String function, String overload) {
        boolean isCidr = function.equals("containsCIDR");
        boolean isText = overload.endsWith("_string");
        return (first, second, result) -> {
            long size = size(first);
            long cost = scan(size + size);
            if (isCidr) {
                cost += scan(size) + 1;
            }
            return isText ? cost + scan(size(second)) : cost;
        };
    }

    private static long equality(@Nullable Value first, @Nullable Value second, Value result) {
        boolean isSimple =
                first instanceof QuantityValue
                        || first instanceof IpValue
                        || first instanceof CidrValue
                        || first instanceof FormatValue
                        || first instanceof UrlValue
                        || first instanceof SemverValue;
        return isSimple ? 1 : shorter(first, second, result);
    }

    private static CallCost standard(String overload) {
        return switch (overload) {
            case "starts_with_string", "ends_with_string" ->
                    (first, second, result) -> scan(unwrappedSize(second));
            case "string_to_bytes", "bytes_to_string", "strings_quote", "string_format" ->
                    (first, second, result) -> scan(unwrappedSize(first));
            case "in_list" -> (first, second, result) -> unwrappedSize(second);
            case "less_string",
                    "greater_string",
                    "less_equals_string",
                    "greater_equals_string",
                    "less_bytes",
                    "greater_bytes",
                    "less_equals_bytes",
                    "greater_equals_bytes",
                    "equals",
                    "not_equals" ->
                    Costs::shorter;
            case "add_string", "add_bytes" ->
                    (first, second, result) -> scan(unwrappedSize(first) + unwrappedSize(second));
            case "matches", "matches_string" ->
                    (first, second, result) -> regex(unwrappedSize(first), unwrappedSize(second));
            case "contains_string" ->
                    (first, second, result) ->
                            scan(unwrappedSize(first)) * scan(unwrappedSize(second));
            default -> CallCost.ONE;
        };
    }

    private static long shorter(@Nullable Value first, @Nullable Value second, Value result) {
        return scan(Math.min(unwrappedSize(first), unwrappedSize(second)));
    }

    private static long scan(long size) {
        return (long) Math.ceil(size * TRAVERSAL);
    }

    private static long scanTwice(long size) {
        return (long) Math.ceil(size * 2 * TRAVERSAL);
    }

    private static long regex(long textSize, long patternSize) {
        long text = (long) Math.ceil((1.0 + textSize) * TRAVERSAL);
        return text * (long) Math.ceil(patternSize * REGEX_LENGTH);
    }

    private static long size(@Nullable Value value) {
        return value instanceof Sized sized ? sized.size() : 1;
    }

    private static long unwrappedSize(@Nullable Value value) {
        if (value instanceof OptionalValue optional && optional.hasValue()) {
            return unwrappedSize(optional.value());
        }
        return size(value);
    }

    /// The cost of reading a value with all of its elements.
    private static long traversal(@Nullable Value value) {
        return switch (value) {
            case StringValue string -> (long) (string.bytes() * TRAVERSAL);
            case BytesValue bytes -> (long) (bytes.size() * TRAVERSAL);
            case ListValue list -> {
                long cost = 0;
                for (int i = 0; i < list.size(); i++) {
                    cost += traversal(list.get(i));
                }
                yield cost;
            }
            case MapValue map -> {
                long cost = 0;
                for (Value key : map.keys()) {
                    cost += traversal(key) + traversal(map.valueOf(key));
                }
                yield cost;
            }
            case null, default -> 1;
        };
    }
}
