package dev.berth.expression.function;

import dev.berth.expression.value.Capabilities.Ordered;
import dev.berth.expression.value.ErrorValue;
import dev.berth.expression.value.IntValue;
import dev.berth.expression.value.ListValue;
import dev.berth.expression.value.TypeValue;
import dev.berth.expression.value.Value;

import java.util.ArrayList;

/// Sorts a list by keys. The order of equal keys is that of Go's `sort.Slice` for short lists.
final class Sorting {
    private Sorting() {}

    static Value sort(ListValue list, ListValue keys) {
        if (list.size() != keys.size()) {
            return new ErrorValue(
                    "@sortByAssociatedKeys() expected a list of the same size as the associated"
                            + " keys list, but got "
                            + list.size()
                            + " and "
                            + keys.size()
                            + " elements respectively");
        }
        if (list.size() == 0) {
            return list;
        }
        TypeValue type = keys.get(0).type();
        if (!(keys.get(0) instanceof Ordered)) {
            return new ErrorValue("list elements must be comparable");
        }
        for (int i = 0; i < keys.size(); i++) {
            if (keys.get(i).type() != type && keys.size() > 1) {
                return new ErrorValue("list elements must have the same type");
            }
        }
        var positions = new ArrayList<Integer>();
        for (int i = 0; i < list.size(); i++) {
            positions.add(i);
        }
        positions.sort((left, right) ->
                isLess(keys.get(left), keys.get(right))
                        ? -1
                        : isLess(keys.get(right), keys.get(left)) ? 1 : 0);
        return ListValue.of(positions.stream().map(list::get).toList());
    }

    private static boolean isLess(Value left, Value right) {
        return ((Ordered) left).compareWith(right) instanceof IntValue order && order.value() < 0;
    }
}
