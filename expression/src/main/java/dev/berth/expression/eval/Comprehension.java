package dev.berth.expression.eval;

import dev.berth.expression.value.BoolValue;
import dev.berth.expression.value.ErrorValue;
import dev.berth.expression.value.IntValue;
import dev.berth.expression.value.ListValue;
import dev.berth.expression.value.MapValue;
import dev.berth.expression.value.MutableListValue;
import dev.berth.expression.value.Value;

import java.util.ArrayList;

/// A loop over a list or a map, which macros expand to (cel-go: `evalFold`). It is free; its parts
/// are not.
public final class Comprehension extends EvaluationNode {
    /// No second variable.
    public static final int NONE = -1;

    private final int accumulator;
    private final int first;
    private final int second;
    private final EvaluationNode range;
    private final EvaluationNode start;
    private EvaluationNode condition = new ConstantNode(BoolValue.TRUE);
    private EvaluationNode step = condition;
    private EvaluationNode result = condition;

    /// @param accumulator the slot of the accumulator
    /// @param first the slot of the element, or of the key if there is a second variable
    /// @param second the slot of the value, or [#NONE]
    /// @param start the first value of the accumulator
    public Comprehension(
            int accumulator, int first, int second, EvaluationNode range, EvaluationNode start) {
        this.accumulator = accumulator;
        this.first = first;
        this.second = second;
        this.range = range;
        this.start = start;
    }

    /// Sets the parts that can contain the accumulator.
    public void complete(
            EvaluationNode loopCondition, EvaluationNode loopStep, EvaluationNode loopResult) {
        condition = loopCondition;
        step = loopStep;
        result = loopResult;
    }

    /// The accumulator as a variable.
    public AttributeNode accumulatorVariable() {
        return AttributeNode.accumulator(this);
    }

    @Override
    public Value evaluate(Frame frame) {
        frame.set(accumulator, null);
        frame.setCollecting(accumulator, false);
        Value values = range.evaluate(frame);
        if (values.isError()) {
            return values;
        }
        switch (values) {
            case ListValue list -> foldList(frame, list);
            case MapValue map -> foldMap(frame, map);
            default -> {
                return new ErrorValue(notIterable(values));
            }
        }
        return result(frame);
    }

    private String notIterable(Value values) {
        return second == NONE
                ? "got '" + values.goType() + "', expected iterable type"
                : "unsupported comprehension range type: " + values.goType();
    }

    private void foldList(Frame frame, ListValue list) {
        long size = list.size();
        boolean proceeds = true;
        for (int i = 0; proceeds && i < (second == NONE ? size : list.size()); i++) {
            if (second == NONE) {
                frame.set(first, list.get(i));
            } else {
                frame.set(first, IntValue.of(i));
                frame.set(second, list.get(i));
            }
            proceeds = iterate(frame);
        }
    }

    private void foldMap(Frame frame, MapValue map) {
        var keys = new ArrayList<Value>();
        map.keys().forEach(keys::add);
        boolean proceeds = true;
        for (int i = 0; proceeds && i < keys.size(); i++) {
            frame.set(first, keys.get(i));
            if (second != NONE) {
                frame.set(second, map.valueOf(keys.get(i)));
            }
            proceeds = iterate(frame);
        }
    }

    private boolean iterate(Frame frame) {
        frame.iterated();
        if (condition.evaluate(frame) == BoolValue.FALSE) {
            return false;
        }
        frame.set(accumulator, step.evaluate(frame));
        return true;
    }

    Value accumulator(Frame frame) {
        Value value = frame.variable(accumulator);
        if (value == null) {
            value = start(frame);
            frame.set(accumulator, value);
        }
        return value;
    }

    private Value start(Frame frame) {
        Value value = start.evaluate(frame);
        if (value instanceof ListValue list && list.size() == 0) {
            frame.setCollecting(accumulator, true);
            return new MutableListValue();
        }
        if (value instanceof MapValue map && map.size() == 0) {
            frame.setCollecting(accumulator, true);
            return new MapValue.Mutable();
        }
        return value;
    }

    private Value result(Frame frame) {
        Value value = result.evaluate(frame);
        if (!frame.isCollecting(accumulator)) {
            return value;
        }
        return switch (value) {
            case MutableListValue list -> list.frozen();
            case MapValue.Mutable map -> map.frozen();
            default -> value;
        };
    }
}
