package dev.berth.expression.function;

import dev.berth.expression.value.BoolValue;
import dev.berth.expression.value.Capabilities.Addable;
import dev.berth.expression.value.Capabilities.Ordered;
import dev.berth.expression.value.DoubleValue;
import dev.berth.expression.value.DurationValue;
import dev.berth.expression.value.ErrorValue;
import dev.berth.expression.value.IntValue;
import dev.berth.expression.value.ListValue;
import dev.berth.expression.value.UintValue;
import dev.berth.expression.value.Value;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// The extensions of cel-go for lists and sets, and those of Kubernetes for lists.
final class ListFunctions {
    private static final long LARGEST_RANGE = 1_000_000;
    private static final List<String> COMPARABLE =
            List.of("int", "uint", "double", "bool", "duration", "timestamp", "string", "bytes");

    private ListFunctions() {}

    static void addTo(Library library) {
        addKubernetes(library);
        addSets(library);
        library.variadic("list_slice", ListFunctions::slice)
                .unary("list_flatten", list -> flatten(list, 1))
                .binary("list_flatten_int", ListFunctions::flatten)
                .unaryFunction(
                        "sort",
                        ListValue.class::isInstance,
                        list -> Sorting.sort((ListValue) list, (ListValue) list))
                .binaryFunction(
                        "@sortByAssociatedKeys",
                        ListValue.class::isInstance,
                        (list, keys) -> Sorting.sort((ListValue) list, (ListValue) keys))
                .unary("lists_range", size -> range(((IntValue) size).value()))
                .unary("list_reverse", list -> reverse((ListValue) list))
                .unary("list_distinct", list -> distinct((ListValue) list));
    }

    private static void addKubernetes(Library library) {
        for (String type : COMPARABLE) {
            library.unary("list_" + type + "_is_sorted_bool", ListFunctions::isSorted)
                    .unary("list_" + type + "_max_" + type, list -> extreme(list, "max", -1))
                    .unary("list_" + type + "_min_" + type, list -> extreme(list, "min", 1));
        }
        sum(library, "int", () -> IntValue.of(0));
        sum(library, "uint", () -> new UintValue(0));
        sum(library, "double", () -> new DoubleValue(0));
        sum(library, "duration", () -> new DurationValue(0));
        library.binary("list_a_index_of_int", (list, item) -> indexOf((ListValue) list, item))
                .binary(
                        "list_a_last_index_of_int",
                        (list, item) -> lastIndexOf((ListValue) list, item))
                .binary("list_includes_dyn_dyn", ListFunctions::includes);
    }

    private static void sum(Library library, String type, Supplier<Value> zero) {
        library.unary("list_" + type + "_sum_" + type, list -> sum((ListValue) list, zero.get()));
    }

    private static Value sum(ListValue list, Value zero) {
        Value sum = zero;
        for (int i = 0; i < list.size(); i++) {
            Value element = list.get(i);
            if (!(element instanceof Addable)) {
                return element.asMissingOverload();
            }
            Value next = ((Addable) sum).add(element);
            if (!(next instanceof Addable)) {
                return next.asMissingOverload();
            }
            sum = next;
        }
        return sum;
    }

    private static Value isSorted(Value value) {
        var list = (ListValue) value;
        Ordered previous = null;
        for (int i = 0; i < list.size(); i++) {
            Value element = list.get(i);
            if (!(element instanceof Ordered next)) {
                return element.asMissingOverload();
            }
            if (previous != null && isOrder(previous.compareWith(element), 1)) {
                return BoolValue.FALSE;
            }
            previous = next;
        }
        return BoolValue.TRUE;
    }

    private static boolean isOrder(Value order, int wanted) {
        return order instanceof IntValue number && number.value() == wanted;
    }

    /// @param preferred the order of the result so far and an element that replaces it
    private static Value extreme(Value value, String function, int preferred) {
        var list = (ListValue) value;
        Value result = null;
        for (int i = 0; i < list.size(); i++) {
            Value element = list.get(i);
            if (!(element instanceof Ordered)) {
                return element.asMissingOverload();
            }
            if (result == null || isOrder(((Ordered) result).compareWith(element), preferred)) {
                result = element;
            }
        }
        return result == null ? new ErrorValue(function + " called on empty list") : result;
    }

    private static Value indexOf(ListValue list, Value item) {
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i).equalTo(item) == BoolValue.TRUE) {
                return IntValue.of(i);
            }
        }
        return IntValue.of(-1);
    }

    private static Value lastIndexOf(ListValue list, Value item) {
        for (int i = (int) list.size() - 1; i >= 0; i--) {
            if (list.get(i).equalTo(item) == BoolValue.TRUE) {
                return IntValue.of(i);
            }
        }
        return IntValue.of(-1);
    }

    private static Value includes(Value target, Value item) {
        return target instanceof ListValue list
                ? BoolValue.of(((IntValue) indexOf(list, item)).value() >= 0)
                : BoolValue.of(target.equalTo(item) == BoolValue.TRUE);
    }

    private static void addSets(Library library) {
        library.binary(
                        "list_sets_contains_list",
                        (set, subset) -> containsAll((ListValue) set, (ListValue) subset))
                .binary(
                        "list_sets_equivalent_list",
                        (left, right) -> {
                            Value forward = containsAll((ListValue) left, (ListValue) right);
                            return forward == BoolValue.TRUE
                                    ? containsAll((ListValue) right, (ListValue) left)
                                    : forward;
                        })
                .binary(
                        "list_sets_intersects_list",
                        (left, right) -> intersects((ListValue) left, (ListValue) right));
    }

    private static Value containsAll(ListValue set, ListValue subset) {
        for (int i = 0; i < subset.size(); i++) {
            Value contains = set.contains(subset.get(i));
            if (contains != BoolValue.TRUE) {
                return contains;
            }
        }
        return BoolValue.TRUE;
    }

    private static Value intersects(ListValue left, ListValue right) {
        for (int i = 0; i < left.size(); i++) {
            if (right.contains(left.get(i)) == BoolValue.TRUE) {
                return BoolValue.TRUE;
            }
        }
        return BoolValue.FALSE;
    }

    private static Value slice(Value... values) {
        var list = (ListValue) values[0];
        long start = ((IntValue) values[1]).value();
        long end = ((IntValue) values[2]).value();
        String problem = null;
        if (start < 0 || end < 0) {
            problem = "negative indexes not supported";
        } else if (start > end) {
            problem = "start index must be less than or equal to end index";
        } else if (list.size() < end) {
            problem = "list is length " + list.size();
        }
        if (problem != null) {
            return new ErrorValue("cannot slice(" + start + ", " + end + "), " + problem);
        }
        var elements = new ArrayList<Value>();
        for (int i = (int) start; i < end; i++) {
            elements.add(list.get(i));
        }
        return ListValue.of(elements);
    }

    private static Value flatten(Value value, Value depth) {
        if (!(value instanceof ListValue) || !(depth instanceof IntValue levels)) {
            return new ErrorValue(
                    "no such overload: "
                            + value.type().text()
                            + ".flatten("
                            + depth.type().text()
                            + ")");
        }
        return flatten(value, levels.value());
    }

    private static Value flatten(Value value, long depth) {
        if (!(value instanceof ListValue list)) {
            return new ErrorValue("no such overload: " + value.type().text() + ".flatten()");
        }
        if (depth < 0) {
            return new ErrorValue("level must be non-negative");
        }
        var elements = new ArrayList<Value>();
        flatten(list, depth, elements);
        return ListValue.of(elements);
    }

    private static void flatten(ListValue list, long depth, List<Value> out) {
        for (int i = 0; i < list.size(); i++) {
            if (depth > 0 && list.get(i) instanceof ListValue nested) {
                flatten(nested, depth - 1, out);
            } else {
                out.add(list.get(i));
            }
        }
    }

    private static Value range(long size) {
        if (size < 0) {
            return new ErrorValue("lists.range: size must be non-negative, got " + size);
        }
        if (size > LARGEST_RANGE) {
            return new ErrorValue(
                    "lists.range: size "
                            + size
                            + " exceeds maximum allowed ("
                            + LARGEST_RANGE
                            + ")");
        }
        var numbers = new ArrayList<Value>((int) size);
        for (int i = 0; i < size; i++) {
            numbers.add(IntValue.of(i));
        }
        return ListValue.of(numbers);
    }

    private static Value reverse(ListValue list) {
        var elements = new ArrayList<Value>();
        for (int i = (int) list.size() - 1; i >= 0; i--) {
            elements.add(list.get(i));
        }
        return ListValue.of(elements);
    }

    private static Value distinct(ListValue list) {
        var elements = new ArrayList<Value>();
        for (int i = 0; i < list.size(); i++) {
            Value element = list.get(i);
            boolean isNew = true;
            // Parity: the element at the same position is not compared with.
            for (int j = 0; isNew && j < elements.size(); j++) {
                isNew = i == j || element.equalTo(elements.get(j)) != BoolValue.TRUE;
            }
            if (isNew) {
                elements.add(element);
            }
        }
        return list.size() == 0 ? list : ListValue.of(elements);
    }
}
