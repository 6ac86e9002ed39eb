package dev.berth.expression.eval;

import dev.berth.expression.value.BoolValue;
import dev.berth.expression.value.OptionalValue;
import dev.berth.expression.value.Value;

/// Operators that do not evaluate all of their operands. They are free.
public final class Logic {
    private Logic() {}

    /// `left && right`. An error counts only if the other operand is not false.
    public static EvaluationNode and(EvaluationNode left, EvaluationNode right) {
        return new Junction(left, right, BoolValue.FALSE);
    }

    /// `left || right`. An error counts only if the other operand is not true.
    public static EvaluationNode or(EvaluationNode left, EvaluationNode right) {
        return new Junction(left, right, BoolValue.TRUE);
    }

    /// `optional.or(alternative)`.
    public static EvaluationNode optionalOr(EvaluationNode optional, EvaluationNode alternative) {
        return new Alternative(optional, alternative, false);
    }

    /// `optional.orValue(alternative)`.
    public static EvaluationNode optionalOrValue(
            EvaluationNode optional, EvaluationNode alternative) {
        return new Alternative(optional, alternative, true);
    }

    private static final class Junction extends EvaluationNode {
        private final EvaluationNode left;
        private final EvaluationNode right;
        private final BoolValue decisive;

        Junction(EvaluationNode left, EvaluationNode right, BoolValue decisive) {
            this.left = left;
            this.right = right;
            this.decisive = decisive;
        }

        @Override
        public Value evaluate(Frame frame) {
            Value first = left.evaluate(frame);
            if (first == decisive) {
                return first;
            }
            Value second = right.evaluate(frame);
            if (second == decisive) {
                return second;
            }
            if (!(first instanceof BoolValue)) {
                return first.asMissingOverload();
            }
            return second instanceof BoolValue ? second : second.asMissingOverload();
        }
    }

    private static final class Alternative extends EvaluationNode {
        private final EvaluationNode optional;
        private final EvaluationNode alternative;
        private final boolean unwraps;

        Alternative(EvaluationNode optional, EvaluationNode alternative, boolean unwraps) {
            this.optional = optional;
            this.alternative = alternative;
            this.unwraps = unwraps;
        }

        @Override
        public Value evaluate(Frame frame) {
            Value value = optional.evaluate(frame);
            if (!(value instanceof OptionalValue known)) {
                return value.asMissingOverload();
            }
            if (!known.hasValue()) {
                return alternative.evaluate(frame);
            }
            return unwraps ? known.value() : known;
        }
    }
}
