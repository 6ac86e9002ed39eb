package dev.berth.expression.eval;

import dev.berth.expression.value.Value;

import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

/// A call of a function.
public abstract class Call extends EvaluationNode {
    private final CallCost cost;

    private Call(CallCost cost) {
        this.cost = cost;
    }

    /// @param strict if an error as the argument is the result
    public static Call unary(
            UnaryOperator<Value> function, EvaluationNode argument, boolean strict, CallCost cost) {
        return new Unary(function, argument, strict, cost);
    }

    public static Call binary(
            BinaryOperator<Value> function,
            EvaluationNode left,
            EvaluationNode right,
            CallCost cost) {
        return new Binary(function, left, right, cost);
    }

    public static Call variadic(Function function, List<EvaluationNode> arguments, CallCost cost) {
        return new Variadic(function, arguments, cost);
    }

    /// A function of any number of values.
    @FunctionalInterface
    public interface Function {
        Value apply(Value... arguments);
    }

    private static final class Unary extends Call {
        private final UnaryOperator<Value> function;
        private final EvaluationNode argument;
        private final boolean strict;

        Unary(
                UnaryOperator<Value> function,
                EvaluationNode argument,
                boolean strict,
                CallCost cost) {
            super(cost);
            this.function = function;
            this.argument = argument;
            this.strict = strict;
        }

        @Override
        public Value evaluate(Frame frame) {
            Value value = argument.evaluate(frame);
            Value result = strict && value.isError() ? value : function.apply(value);
            frame.charge(super.cost.of(value, null, result));
            return result;
        }
    }

    private static final class Binary extends Call {
        private final BinaryOperator<Value> function;
        private final EvaluationNode left;
        private final EvaluationNode right;

        Binary(
                BinaryOperator<Value> function,
                EvaluationNode left,
                EvaluationNode right,
                CallCost cost) {
            super(cost);
            this.function = function;
            this.left = left;
            this.right = right;
        }

        @Override
        public Value evaluate(Frame frame) {
            Value first = left.evaluate(frame);
            Value second = right.evaluate(frame);
            Value result;
            if (first.isError()) {
                result = first;
            } else if (second.isError()) {
                result = second;
            } else {
                result = function.apply(first, second);
            }
            frame.charge(super.cost.of(first, second, result));
            return result;
        }
    }

    private static final class Variadic extends Call {
        private final Function function;
        private final EvaluationNode[] arguments;

        Variadic(Function function, List<EvaluationNode> arguments, CallCost cost) {
            super(cost);
            this.function = function;
            this.arguments = arguments.toArray(EvaluationNode[]::new);
        }

        // Parity: a call whose argument fails is free unless it is the last argument, because
        // cel-go finds too few arguments on its stack.
        @Override
        public Value evaluate(Frame frame) {
            var values = new Value[arguments.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = arguments[i].evaluate(frame);
                if (values[i].isError()) {
                    if (i == values.length - 1) {
                        charge(frame, values, values[i]);
                    }
                    return values[i];
                }
            }
            Value result = function.apply(values);
            charge(frame, values, result);
            return result;
        }

        private void charge(Frame frame, Value[] values, Value result) {
            frame.charge(
                    super.cost.of(
                            values.length > 0 ? values[0] : null,
                            values.length > 1 ? values[1] : null,
                            result));
        }
    }
}
