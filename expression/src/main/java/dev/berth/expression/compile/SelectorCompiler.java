package dev.berth.expression.compile;

import berth.cel.common.CelAbstractSyntaxTree;
import berth.cel.common.CelValidationException;
import berth.cel.common.CelValidationResult;
import berth.cel.common.types.CelKind;
import berth.cel.common.types.CelType;
import berth.cel.compiler.CelCompiler;
import berth.cel.google.re2j.PatternSyntaxException;

import dev.berth.expression.eval.EvaluationNode;
import dev.berth.expression.value.PanicException;

/// Compiles device selectors (dynamic-resource-allocation: `CompileCELExpression`).
public final class SelectorCompiler {
    private static final CelCompiler COMPILER = Environment.compiler();

    private SelectorCompiler() {}

    /// A compiled expression.
    ///
    /// @param slots the number of variables
    public record Compiled(EvaluationNode root, int slots) {}

    public static Compiled compile(String expression) throws CompileException {
        CelAbstractSyntaxTree checked = check(expression);
        Validators.validate(checked);
        CelType type = checked.getResultType();
        if (type.kind() != CelKind.BOOL && type.kind() != CelKind.DYN) {
            throw new CompileException(
                    "must evaluate to bool or the unknown type, not " + Types.text(type));
        }
        try {
            var planner = new Planner(checked);
            EvaluationNode root = planner.plan(checked.getExpr());
            return new Compiled(root, planner.slots());
        } catch (PatternSyntaxException | PanicException invalid) {
            throw new CompileException("program instantiation failed: " + invalid.getMessage());
        }
    }

    private static CelAbstractSyntaxTree check(String expression) throws CompileException {
        try {
            CelValidationResult result = COMPILER.compile(expression);
            if (result.hasError()) {
                throw new CompileException("compilation failed: " + result.getErrorString());
            }
            return result.getAst();
        } catch (CelValidationException invalid) {
            throw new CompileException("compilation failed: " + invalid.getMessage());
        } catch (RuntimeException | StackOverflowError defect) {
            // The library fails with exceptions of its own for some invalid expressions.
            throw new CompileException("compilation failed: " + defect);
        }
    }
}
