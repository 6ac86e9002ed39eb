package dev.berth.expression.compile;

import berth.cel.common.CelIssue;
import berth.cel.common.ast.CelExpr;
import berth.cel.common.ast.CelExpr.ExprKind.Kind;
import berth.cel.google.common.collect.ImmutableList;
import berth.cel.parser.CelMacro;
import berth.cel.parser.CelMacroExpander;
import berth.cel.parser.CelMacroExprFactory;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Optional;

/// The macros. What they expand to determines the cost, so all of them are defined here and none
/// comes from the library.
final class Macros {
    private static final String UNUSED = "#unused";
    private static final String OLD_ACCUMULATOR = "__result__";
    private static final String SORT_INPUT = "@__sortBy_input__";

    private Macros() {}

    static List<CelMacro> all() {
        return List.of(
                CelMacro.newGlobalMacro("has", 1, Macros::has),
                receiver("all", 2, (make, target, args) -> quantifier("all", make, target, args)),
                receiver("all", 3, (make, target, args) -> quantifier("all", make, target, args)),
                receiver(
                        "exists",
                        2,
                        (make, target, args) -> quantifier("exists", make, target, args)),
                receiver(
                        "exists",
                        3,
                        (make, target, args) -> quantifier("exists", make, target, args)),
                receiver("exists_one", 2, Macros::existsOne),
                receiver("exists_one", 3, Macros::existsOne),
                receiver("existsOne", 2, Macros::existsOne),
                receiver("existsOne", 3, Macros::existsOne),
                receiver("map", 2, (make, target, args) -> map(make, target, args, 1)),
                receiver("map", 3, (make, target, args) -> map(make, target, args, 1)),
                receiver("filter", 2, Macros::filter),
                receiver("transformList", 3, (make, target, args) -> map(make, target, args, 2)),
                receiver("transformList", 4, (make, target, args) -> map(make, target, args, 2)),
                receiver(
                        "transformMap", 3, (make, target, args) -> toMap(make, target, args, true)),
                receiver(
                        "transformMap", 4, (make, target, args) -> toMap(make, target, args, true)),
                receiver(
                        "transformMapEntry",
                        3,
                        (make, target, args) -> toMap(make, target, args, false)),
                receiver(
                        "transformMapEntry",
                        4,
                        (make, target, args) -> toMap(make, target, args, false)),
                receiver("optMap", 2, (make, target, args) -> optMap(make, target, args, true)),
                receiver(
                        "optFlatMap", 2, (make, target, args) -> optMap(make, target, args, false)),
                receiver("bind", 3, Macros::bind),
                receiver("sortBy", 2, Macros::sortBy));
    }

    private static CelMacro receiver(String name, int arguments, CelMacroExpander expander) {
        return CelMacro.newReceiverMacro(name, arguments, expander);
    }

    private static Optional<CelExpr> has(
            CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> args) {
        CelExpr argument = args.get(0);
        return Optional.of(
                argument.getKind() == Kind.SELECT
                        ? make.newSelect(
                                argument.select().operand(), argument.select().field(), true)
                        : problem(make, argument, "invalid argument to has() macro"));
    }

    private static CelExpr problem(CelMacroExprFactory make, CelExpr at, String problem) {
        return make.reportError(CelIssue.formatError(make.getSourceLocation(at), problem));
    }

    /// The problem of the variables of a loop, or null.
    private static @Nullable CelExpr variableProblem(
            CelMacroExprFactory make, List<CelExpr> variables) {
        for (CelExpr variable : variables) {
            if (variable.getKind() != Kind.IDENT) {
                return problem(make, variable, "argument must be a simple name");
            }
            String name = variable.ident().name();
            if (name.equals(make.getAccumulatorVarName()) || name.equals(OLD_ACCUMULATOR)) {
                return problem(
                        make, variable, "iteration variable overwrites accumulator variable");
            }
        }
        if (variables.size() == 2
                && variables.get(0).ident().name().equals(variables.get(1).ident().name())) {
            return problem(make, variables.get(1), "duplicate variable name");
        }
        return null;
    }

    /// A loop over the target with one or two variables.
    private static CelExpr loop(
            CelMacroExprFactory make,
            CelExpr target,
            List<CelExpr> variables,
            CelExpr start,
            CelExpr condition,
            CelExpr step,
            CelExpr result) {
        String first = variables.get(0).ident().name();
        String accumulator = make.getAccumulatorVarName();
        return variables.size() == 1
                ? make.fold(first, target, accumulator, start, condition, step, result)
                : make.fold(
                        first,
                        variables.get(1).ident().name(),
                        target,
                        accumulator,
                        start,
                        condition,
                        step,
                        result);
    }

    private static CelExpr accumulator(CelMacroExprFactory make) {
        return make.newIdentifier(make.getAccumulatorVarName());
    }

    private static Optional<CelExpr> quantifier(
            String name, CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> args) {
        List<CelExpr> variables = args.subList(0, args.size() - 1);
        CelExpr problem = variableProblem(make, variables);
        if (problem != null) {
            return Optional.of(problem);
        }
        boolean isAll = name.equals("all");
        CelExpr start = make.newBoolLiteral(isAll);
        CelExpr undecided = isAll ? accumulator(make) : make.newGlobalCall("!_", accumulator(make));
        CelExpr condition = make.newGlobalCall("@not_strictly_false", undecided);
        CelExpr step =
                make.newGlobalCall(isAll ? "_&&_" : "_||_", accumulator(make), args.getLast());
        return Optional.of(
                loop(make, target, variables, start, condition, step, accumulator(make)));
    }

    private static Optional<CelExpr> existsOne(
            CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> args) {
        List<CelExpr> variables = args.subList(0, args.size() - 1);
        CelExpr problem = variableProblem(make, variables);
        if (problem != null) {
            return Optional.of(problem);
        }
        CelExpr next = make.newGlobalCall("_+_", accumulator(make), make.newIntLiteral(1));
        return Optional.of(
                loop(
                        make,
                        target,
                        variables,
                        make.newIntLiteral(0),
                        make.newBoolLiteral(true),
                        make.newGlobalCall("_?_:_", args.getLast(), next, accumulator(make)),
                        make.newGlobalCall("_==_", accumulator(make), make.newIntLiteral(1))));
    }

    /// @param names the number of variables; before the last argument there can be a filter
    private static Optional<CelExpr> map(
            CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> args, int names) {
        List<CelExpr> variables = args.subList(0, names);
        CelExpr problem = variableProblem(make, variables);
        if (problem != null) {
            return Optional.of(problem);
        }
        CelExpr step = make.newGlobalCall("_+_", accumulator(make), make.newList(args.getLast()));
        return Optional.of(
                loop(
                        make,
                        target,
                        variables,
                        make.newList(),
                        make.newBoolLiteral(true),
                        filtered(make, args, names, step),
                        accumulator(make)));
    }

    private static CelExpr filtered(
            CelMacroExprFactory make, ImmutableList<CelExpr> args, int names, CelExpr step) {
        return args.size() == names + 1
                ? step
                : make.newGlobalCall("_?_:_", args.get(names), step, accumulator(make));
    }

    private static Optional<CelExpr> filter(
            CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> args) {
        List<CelExpr> variables = args.subList(0, 1);
        CelExpr problem = variableProblem(make, variables);
        if (problem != null) {
            return Optional.of(problem);
        }
        CelExpr step = make.newGlobalCall("_+_", accumulator(make), make.newList(args.get(0)));
        return Optional.of(
                loop(
                        make,
                        target,
                        variables,
                        make.newList(),
                        make.newBoolLiteral(true),
                        make.newGlobalCall("_?_:_", args.get(1), step, accumulator(make)),
                        accumulator(make)));
    }

    private static Optional<CelExpr> toMap(
            CelMacroExprFactory make,
            CelExpr target,
            ImmutableList<CelExpr> args,
            boolean keepsKeys) {
        List<CelExpr> variables = args.subList(0, 2);
        CelExpr problem = variableProblem(make, variables);
        if (problem != null) {
            return Optional.of(problem);
        }
        CelExpr step =
                keepsKeys
                        ? make.newGlobalCall(
                                "cel.@mapInsert",
                                accumulator(make),
                                make.newIdentifier(variables.get(0).ident().name()),
                                args.getLast())
                        : make.newGlobalCall("cel.@mapInsert", accumulator(make), args.getLast());
        return Optional.of(
                loop(
                        make,
                        target,
                        variables,
                        make.newMap(),
                        make.newBoolLiteral(true),
                        filtered(make, args, 2, step),
                        accumulator(make)));
    }

    /// A variable with a value that is computed when it is read for the first time.
    private static CelExpr variable(
            CelMacroExprFactory make, String name, CelExpr value, CelExpr result) {
        return make.fold(
                UNUSED,
                make.newList(),
                name,
                value,
                make.newBoolLiteral(false),
                make.newIdentifier(name),
                result);
    }

    private static Optional<CelExpr> optMap(
            CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> args, boolean wraps) {
        if (args.get(0).getKind() != Kind.IDENT) {
            return Optional.of(
                    problem(make, args.get(0), "variable name must be a simple identifier"));
        }
        CelExpr mapped =
                variable(
                        make,
                        args.get(0).ident().name(),
                        make.newReceiverCall("value", make.copy(target)),
                        args.get(1));
        return Optional.of(
                make.newGlobalCall(
                        "_?_:_",
                        make.newReceiverCall("hasValue", target),
                        wraps ? make.newGlobalCall("optional.of", mapped) : mapped,
                        make.newGlobalCall("optional.none")));
    }

    private static Optional<CelExpr> bind(
            CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> args) {
        if (target.getKind() != Kind.IDENT || !target.ident().name().equals("cel")) {
            return Optional.empty();
        }
        if (args.get(0).getKind() != Kind.IDENT) {
            return Optional.of(
                    problem(
                            make,
                            args.get(0),
                            "cel.bind() variable names must be simple identifiers"));
        }
        return Optional.of(variable(make, args.get(0).ident().name(), args.get(1), args.get(2)));
    }

    private static Optional<CelExpr> sortBy(
            CelMacroExprFactory make, CelExpr target, ImmutableList<CelExpr> args) {
        if (target.getKind() == Kind.CONSTANT
                || target.getKind() == Kind.MAP
                || target.getKind() == Kind.STRUCT) {
            return Optional.of(
                    problem(
                            make,
                            target,
                            "sortBy can only be applied to a list, identifier, comprehension, call"
                                    + " or select expression"));
        }
        CelExpr keys = map(make, make.newIdentifier(SORT_INPUT), args, 1).orElseThrow();
        return Optional.of(
                variable(
                        make,
                        SORT_INPUT,
                        target,
                        make.newReceiverCall(
                                "@sortByAssociatedKeys", make.newIdentifier(SORT_INPUT), keys)));
    }
}
