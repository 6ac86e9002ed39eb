package dev.berth.expression.eval;

import dev.berth.expression.value.Value;

import org.jspecify.annotations.Nullable;

/// A part of an expression that has a value (cel-go: `Interpretable`).
public abstract class EvaluationNode {
    public abstract Value evaluate(Frame frame);

    /// The value if it is known before the evaluation.
    public @Nullable Value constant() {
        return null;
    }
}
