package dev.berth.expression.eval;

import dev.berth.expression.value.Value;

/// A literal, or a part of the expression that has been evaluated at compile time. It costs
/// nothing.
public final class ConstantNode extends EvaluationNode {
    private final Value value;

    public ConstantNode(Value value) {
        this.value = value;
    }

    @Override
    public Value evaluate(Frame frame) {
        return value;
    }

    @Override
    public Value constant() {
        return value;
    }
}
