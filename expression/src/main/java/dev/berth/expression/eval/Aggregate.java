package dev.berth.expression.eval;

import dev.berth.expression.value.ErrorValue;
import dev.berth.expression.value.ListValue;
import dev.berth.expression.value.MapValue;
import dev.berth.expression.value.OptionalValue;
import dev.berth.expression.value.PanicException;
import dev.berth.expression.value.Value;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A list or a map that is written out in the expression.
public abstract class Aggregate extends EvaluationNode {
    private static final long LIST_COST = 10;
    private static final long MAP_COST = 30;

    private Aggregate() {}

    /// A part of a list or a map; an optional one is left out if it is absent.
    public record Part(EvaluationNode value, boolean isOptional) {}

    public static Aggregate list(List<Part> elements) {
        return new ListLiteral(elements);
    }

    /// @param keys the keys, in the order of the values
    public static Aggregate map(List<EvaluationNode> keys, List<Part> values) {
        return new MapLiteral(keys, values);
    }

    /// If all parts are constants.
    public abstract boolean isConstant();

    private static final class ListLiteral extends Aggregate {
        private final List<Part> elements;

        ListLiteral(List<Part> elements) {
            this.elements = List.copyOf(elements);
        }

        @Override
        public boolean isConstant() {
            return elements.stream().allMatch(element -> element.value().constant() != null);
        }

        @Override
        public Value evaluate(Frame frame) {
            Value list = create(frame);
            frame.charge(LIST_COST);
            return list;
        }

        private Value create(Frame frame) {
            var values = new ArrayList<Value>(elements.size());
            for (Part element : elements) {
                Value value = element.value().evaluate(frame);
                if (value.isError()) {
                    return value;
                }
                if (element.isOptional()) {
                    if (!(value instanceof OptionalValue optional)) {
                        return new ErrorValue(
                                "cannot initialize optional list element from non-optional value "
                                        + value.text());
                    }
                    if (!optional.hasValue()) {
                        continue;
                    }
                    value = optional.value();
                }
                values.add(value);
            }
            return ListValue.of(values);
        }
    }

    private static final class MapLiteral extends Aggregate {
        private final List<EvaluationNode> keys;
        private final List<Part> values;

        MapLiteral(List<EvaluationNode> keys, List<Part> values) {
            this.keys = List.copyOf(keys);
            this.values = List.copyOf(values);
        }

        @Override
        public boolean isConstant() {
            return keys.stream().allMatch(key -> key.constant() != null)
                    && values.stream().allMatch(value -> value.value().constant() != null);
        }

        @Override
        public Value evaluate(Frame frame) {
            Value map = create(frame);
            frame.charge(MAP_COST);
            return map;
        }

        private Value create(Frame frame) {
            var entries = new LinkedHashMap<Value, Value>();
            for (int i = 0; i < keys.size(); i++) {
                Value key = keys.get(i).evaluate(frame);
                if (key.isError()) {
                    return key;
                }
                Value value = values.get(i).value().evaluate(frame);
                if (value.isError()) {
                    return value;
                }
                if (values.get(i).isOptional()) {
                    Value unwrapped = unwrap(key, value);
                    if (unwrapped == null) {
                        remove(key, entries);
                        continue;
                    }
                    if (unwrapped.isError()) {
                        return unwrapped;
                    }
                    value = unwrapped;
                }
                entries.put(key, value);
            }
            return MapValue.of(entries);
        }

        // Parity: Go has another text for a key that it looks for in an empty map.
        private static void remove(Value key, Map<Value, Value> entries) {
            try {
                entries.remove(key);
            } catch (PanicException unhashable) {
                throw entries.isEmpty()
                        ? new PanicException("hash of unhashable type: " + key.goType())
                        : unhashable;
            }
        }

        private static @Nullable Value unwrap(Value key, Value value) {
            if (!(value instanceof OptionalValue optional)) {
                return new ErrorValue(
                        "cannot initialize optional entry '"
                                + key.text()
                                + "' from non-optional value "
                                + value.text());
            }
            return optional.hasValue() ? optional.value() : null;
        }
    }
}
