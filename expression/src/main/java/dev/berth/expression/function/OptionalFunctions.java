package dev.berth.expression.function;

import dev.berth.expression.value.BoolValue;
import dev.berth.expression.value.ErrorValue;
import dev.berth.expression.value.ListValue;
import dev.berth.expression.value.MapValue;
import dev.berth.expression.value.OptionalValue;
import dev.berth.expression.value.Value;

import java.util.ArrayList;

/// Optional values, and the function that macros collect the entries of a map with.
final class OptionalFunctions {
    private OptionalFunctions() {}

    static void addTo(Library library) {
        library.unary("optional_of", OptionalValue::of)
                .unary(
                        "optional_ofNonZeroValue",
                        value -> value.isZero() ? OptionalValue.NONE : OptionalValue.of(value))
                .variadic("optional_none", values -> OptionalValue.NONE)
                .unary("optional_value", value -> ((OptionalValue) value).value())
                .unary(
                        "optional_hasValue",
                        value -> BoolValue.of(((OptionalValue) value).hasValue()))
                .unary("list_first", list -> element((ListValue) list, 0))
                .unary(
                        "list_last",
                        list -> element((ListValue) list, (int) ((ListValue) list).size() - 1))
                .unary("optional_unwrap", list -> unwrap((ListValue) list))
                .unary("optional_unwrapOpt", list -> unwrap((ListValue) list))
                .variadic(
                        "@mapInsert_map_key_value",
                        values -> ((MapValue) values[0]).with(values[1], values[2]))
                .binary(
                        "@mapInsert_map_map",
                        (map, entries) -> insert((MapValue) map, (MapValue) entries));
    }

    private static Value element(ListValue list, int position) {
        return list.size() == 0 ? OptionalValue.NONE : OptionalValue.of(list.get(position));
    }

    private static Value unwrap(ListValue list) {
        var values = new ArrayList<Value>();
        for (int i = 0; i < list.size(); i++) {
            Value element = list.get(i);
            if (!(element instanceof OptionalValue optional)) {
                return new ErrorValue("value " + element.text() + " is not optional");
            }
            if (optional.hasValue()) {
                values.add(optional.value());
            }
        }
        return ListValue.of(values);
    }

    private static Value insert(MapValue map, MapValue entries) {
        Value result = map;
        for (Value key : entries.keys()) {
            result = ((MapValue) result).with(key, entries.valueOf(key));
            if (result.isError()) {
                return result;
            }
        }
        return result;
    }
}
