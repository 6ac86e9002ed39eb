package dev.berth.expression.eval;

import dev.berth.expression.value.BoolValue;
import dev.berth.expression.value.DoubleValue;
import dev.berth.expression.value.ErrorValue;
import dev.berth.expression.value.IntValue;
import dev.berth.expression.value.ListValue;
import dev.berth.expression.value.MapValue;
import dev.berth.expression.value.Numbers;
import dev.berth.expression.value.StringValue;
import dev.berth.expression.value.UintValue;
import dev.berth.expression.value.Value;

import org.jspecify.annotations.Nullable;

/// A step from a value to one of its elements: a field or an index.
public abstract class Qualifier {
    private static final long COST = 1;

    private final boolean optional;

    private Qualifier(boolean optional) {
        this.optional = optional;
    }

    /// A field, or an index that is a constant.
    public static Qualifier constant(Value key, boolean optional) {
        return new Constant(key, optional);
    }

    /// The test of `has()`.
    public static Qualifier presence(Value key) {
        return new Presence(key);
    }

    /// An index that is a variable or one of its elements. Parity: cel-go does not charge for
    /// reading it.
    public static Qualifier attribute(AttributeNode index, boolean optional) {
        return new Computed(index, index, optional);
    }

    /// Any other index.
    public static Qualifier computed(EvaluationNode index, boolean optional) {
        return new Computed(index, null, optional);
    }

    /// If a value can be the key of a qualifier.
    public static boolean isKey(Value key) {
        return key instanceof StringValue
                || key instanceof IntValue
                || key instanceof UintValue
                || key instanceof BoolValue
                || key instanceof DoubleValue;
    }

    public static String invalidKey(Value key) {
        return "invalid qualifier type: " + key.goType();
    }

    final boolean isOptional() {
        return optional;
    }

    /// The element, or an error.
    abstract Value qualify(Frame frame, Value object);

    /// The element, null if there is none, or an error.
    abstract @Nullable Value qualifyIfPresent(Frame frame, Value object);

    private static @Nullable Value find(Value object, Value key) {
        if (object instanceof MapValue map) {
            return map.find(key);
        }
        if (!(object instanceof ListValue list)) {
            return null;
        }
        Long position = Numbers.index(key);
        if (position == null) {
            return new ErrorValue(ListValue.indexProblem(key));
        }
        return position >= 0 && position < list.size() ? list.get((int) (long) position) : null;
    }

    private static Value get(Value object, Value key) {
        Value found = find(object, key);
        if (found != null) {
            return found;
        }
        return new ErrorValue(
                (object instanceof ListValue ? "index out of bounds: " : "no such key: ")
                        + key.text());
    }

    private static final class Constant extends Qualifier {
        private final Value key;

        Constant(Value key, boolean optional) {
            super(optional);
            this.key = key;
        }

        @Override
        Value qualify(Frame frame, Value object) {
            Value found = get(object, key);
            frame.charge(COST);
            return found;
        }

        @Override
        @Nullable Value qualifyIfPresent(Frame frame, Value object) {
            return chargeIfPresent(frame, find(object, key));
        }
    }

    private static @Nullable Value chargeIfPresent(Frame frame, @Nullable Value found) {
        if (found != null && !found.isError()) {
            frame.charge(COST);
        }
        return found;
    }

    private static final class Presence extends Qualifier {
        private final Value key;

        Presence(Value key) {
            super(false);
            this.key = key;
        }

        @Override
        Value qualify(Frame frame, Value object) {
            Value found = find(object, key);
            frame.charge(COST);
            return found != null && found.isError() ? found : BoolValue.of(found != null);
        }

        @Override
        @Nullable Value qualifyIfPresent(Frame frame, Value object) {
            return chargeIfPresent(frame, find(object, key));
        }
    }

    private static final class Computed extends Qualifier {
        private final EvaluationNode index;
        private final @Nullable AttributeNode attribute;

        Computed(EvaluationNode index, @Nullable AttributeNode attribute, boolean optional) {
            super(optional);
            this.index = index;
            this.attribute = attribute;
        }

        private Value key(Frame frame) {
            Value key = attribute == null ? index.evaluate(frame) : attribute.resolve(frame);
            return isKey(key) || key.isError() ? key : new ErrorValue(invalidKey(key));
        }

        @Override
        Value qualify(Frame frame, Value object) {
            Value key = key(frame);
            Value found = key.isError() ? key : get(object, key);
            frame.charge(COST);
            return found;
        }

        @Override
        @Nullable Value qualifyIfPresent(Frame frame, Value object) {
            Value key = key(frame);
            return key.isError() ? key : chargeIfPresent(frame, find(object, key));
        }
    }
}
