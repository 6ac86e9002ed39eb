package dev.berth.expression;

import dev.berth.expression.ExpressionException.Kind;
import dev.berth.expression.compile.CompileException;
import dev.berth.expression.compile.SelectorCompiler;
import dev.berth.expression.eval.CostLimitException;
import dev.berth.expression.eval.EvaluationNode;
import dev.berth.expression.eval.Frame;
import dev.berth.expression.function.Declaration;
import dev.berth.expression.function.Functions;
import dev.berth.expression.value.BoolValue;
import dev.berth.expression.value.OptionalValue;
import dev.berth.expression.value.PanicException;
import dev.berth.expression.value.Value;

import java.util.List;
import java.util.Optional;

/// A compiled CEL selector of devices (dynamic-resource-allocation: `CompilationResult`).
///
/// Values, errors and costs are those of kube-scheduler. Instances are immutable; each evaluation
/// is independent of the others. The parser and the type checker are loaded with the first
/// expression.
public final class DeviceSelector {
    /// The largest cost of an evaluation (Kubernetes: `CELSelectorExpressionMaxCost`).
    public static final long MAX_COST = 1_000_000;

    private final String expression;
    private final EvaluationNode root;
    private final int slots;

    private DeviceSelector(String expression, EvaluationNode root, int slots) {
        this.expression = expression;
        this.root = root;
        this.slots = slots;
    }

    /// @throws ExpressionException of the kind [Kind#COMPILE]
    public static DeviceSelector compile(String expression) throws ExpressionException {
        try {
            SelectorCompiler.Compiled compiled = SelectorCompiler.compile(expression);
            return new DeviceSelector(expression, compiled.root(), compiled.slots());
        } catch (CompileException invalid) {
            throw new ExpressionException(Kind.COMPILE, String.valueOf(invalid.getMessage()));
        }
    }

    /// The functions that selectors can call: in each line the name, the ID of the overload, the
    /// parameters and the result, as in `.charAt string_char_at_int (string, int) string`.
    public static List<String> functions() {
        return Functions.all().declarations().stream().map(Declaration::text).toList();
    }

    /// The text of the selector.
    public String expression() {
        return expression;
    }

    /// If a device matches.
    ///
    /// @throws ExpressionException of the kind [Kind#CONVERSION] or [Kind#RUNTIME]
    public boolean matches(DeviceInput device) throws ExpressionException {
        return matches(device, () -> {});
    }

    /// If a device matches.
    ///
    /// @param interruption throws an unchecked exception to end the evaluation; called after every
    ///   100 iterations of comprehensions
    /// @throws ExpressionException of the kind [Kind#CONVERSION] or [Kind#RUNTIME]
    public boolean matches(DeviceInput device, Runnable interruption) throws ExpressionException {
        Evaluation evaluation = evaluate(device, interruption);
        if (evaluation.error().isPresent()) {
            throw new ExpressionException(Kind.RUNTIME, evaluation.error().get());
        }
        return evaluation.matches();
    }

    /// Evaluates the selector and counts the cost.
    ///
    /// @throws ExpressionException of the kind [Kind#CONVERSION]
    public Evaluation evaluate(DeviceInput device) throws ExpressionException {
        return evaluate(device, () -> {});
    }

    private Evaluation evaluate(DeviceInput device, Runnable interruption)
            throws ExpressionException {
        var frame = new Frame(slots, DeviceConversion.toValue(device), MAX_COST, interruption);
        Value result;
        try {
            result = root.evaluate(frame);
        } catch (CostLimitException tooExpensive) {
            return failed(String.valueOf(tooExpensive.getMessage()), frame);
        } catch (PanicException panic) {
            return failed("internal error: " + panic.getMessage(), frame);
        }
        if (result.isError()) {
            return failed(result.text(), frame);
        }
        Value unwrapped = result;
        while (unwrapped instanceof OptionalValue optional && optional.hasValue()) {
            unwrapped = optional.value();
        }
        if (unwrapped instanceof BoolValue) {
            return new Evaluation(unwrapped == BoolValue.TRUE, Optional.empty(), frame.cost());
        }
        return failed(
                "CEL result of type "
                        + result.type().name()
                        + " could not be converted to bool: "
                        + result.notBool(),
                frame);
    }

    private static Evaluation failed(String error, Frame frame) {
        return new Evaluation(false, Optional.of(error), frame.cost());
    }
}
