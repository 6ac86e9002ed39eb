package dev.berth.expression.eval;

import dev.berth.expression.value.BoolValue;
import dev.berth.expression.value.DoubleValue;
import dev.berth.expression.value.IntValue;
import dev.berth.expression.value.ListValue;
import dev.berth.expression.value.StringValue;
import dev.berth.expression.value.TypeValue;
import dev.berth.expression.value.UintValue;
import dev.berth.expression.value.Value;

import org.jspecify.annotations.Nullable;

import java.util.HashSet;
import java.util.Set;

/// `value in [constants]`, which is free (cel-go: `evalSetMembership`).
///
/// Parity: the value is looked up in a map of Go, so a version fails as a key that cannot be
/// hashed.
public final class SetMembership extends EvaluationNode {
    private final EvaluationNode element;
    private final Set<Value> values;

    private SetMembership(EvaluationNode element, Set<Value> values) {
        this.element = element;
        this.values = values;
    }

    /// A test with constants of simple types, or null for other ones.
    public static @Nullable EvaluationNode of(EvaluationNode element, ListValue constants) {
        if (constants.size() == 0) {
            return new ConstantNode(BoolValue.FALSE);
        }
        var values = new HashSet<Value>();
        for (int i = 0; i < constants.size(); i++) {
            Value value = constants.get(i);
            if (!isPrimitive(value)) {
                return null;
            }
            values.add(value);
            addEqualNumbers(value, values);
        }
        return new SetMembership(element, values);
    }

    private static boolean isPrimitive(Value value) {
        return (value instanceof BoolValue
                || value instanceof DoubleValue
                || value instanceof IntValue
                || value instanceof StringValue
                || value instanceof UintValue);
    }

    private static void addEqualNumbers(Value value, Set<Value> values) {
        boolean isDouble = value instanceof DoubleValue;
        if (!isDouble && !(value instanceof IntValue) && !(value instanceof UintValue)) {
            return;
        }
        for (TypeValue type : Set.of(TypeValue.INT, TypeValue.UINT, TypeValue.DOUBLE)) {
            Value converted = value.convertTo(type);
            boolean lossless = !isDouble || converted.equalTo(value) == BoolValue.TRUE;
            if (!converted.isError() && lossless) {
                values.add(converted);
            }
        }
    }

    @Override
    public Value evaluate(Frame frame) {
        Value value = element.evaluate(frame);
        return value.isError() ? value : BoolValue.of(values.contains(value));
    }
}
