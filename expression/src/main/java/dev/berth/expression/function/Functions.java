package dev.berth.expression.function;

import dev.berth.expression.eval.Call;
import dev.berth.expression.eval.CallCost;
import dev.berth.expression.eval.EvaluationNode;
import dev.berth.expression.function.Library.Implementation;
import dev.berth.expression.value.DurationValue;
import dev.berth.expression.value.ErrorValue;
import dev.berth.expression.value.StringValue;
import dev.berth.expression.value.TimestampValue;
import dev.berth.expression.value.Value;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// All functions, by name and by overload.
public final class Functions {
    /// Functions that check the types of their arguments themselves.
    private static final Set<String> UNGUARDED =
            Set.of("contains", "endsWith", "startsWith", "flatten");

    private static final Functions ALL = new Functions();

    private final List<Declaration> declarations = Declaration.all();
    private final Map<String, List<Declaration>> byName = new LinkedHashMap<>();
    private final Map<String, Declaration> byId = new HashMap<>();
    private final Map<String, Implementation> overloads;
    private final Map<String, Implementation> singletons;

    private Functions() {
        var library = new Library();
        StandardFunctions.addTo(library);
        TimeFunctions.addTo(library);
        StringFunctions.addTo(library);
        ListFunctions.addTo(library);
        OptionalFunctions.addTo(library);
        KubernetesFunctions.addTo(library);
        overloads = library.overloads();
        singletons = library.singletons();
        for (Declaration declaration : declarations) {
            byName.computeIfAbsent(declaration.function(), name -> new ArrayList<>())
                    .add(declaration);
            byId.put(declaration.function() + " " + declaration.id(), declaration);
        }
    }

    public static Functions all() {
        return ALL;
    }

    public List<Declaration> declarations() {
        return declarations;
    }

    /// A call of a function.
    ///
    /// @param overload the ID of the overload if the types of the arguments leave one only, or
    ///   empty
    public EvaluationNode call(String function, String overload, List<EvaluationNode> arguments) {
        CallCost cost = Costs.of(function, overload, arguments.size());
        EvaluationNode compiled = RegexFunctions.compiled(function, arguments, cost);
        if (compiled != null) {
            return compiled;
        }
        return node(
                implementation(function, overload, arguments.size()), function, arguments, cost);
    }

    private static EvaluationNode node(
            Implementation implementation,
            String function,
            List<EvaluationNode> arguments,
            CallCost cost) {
        return switch (implementation) {
            case Implementation.Unary unary ->
                    Call.unary(
                            value ->
                                    unary.accepts().test(value)
                                            ? unary.function().apply(value)
                                            : noOverload(function, value),
                            arguments.get(0),
                            !function.equals("@not_strictly_false"),
                            cost);
            case Implementation.Binary binary ->
                    Call.binary(
                            (left, right) ->
                                    binary.accepts().test(left)
                                            ? binary.function().apply(left, right)
                                            : noOverload(function, left),
                            arguments.get(0),
                            arguments.get(1),
                            cost);
            case Implementation.Variadic variadic ->
                    Call.variadic(variadic.function(), arguments, cost);
        };
    }

    // Parity: some types look for a method of their own before they give up, and fail without the
    // name of the function.
    private static Value noOverload(String function, Value operand) {
        boolean receives =
                operand instanceof StringValue
                        || operand instanceof DurationValue
                        || operand instanceof TimestampValue;
        return receives
                ? ErrorValue.NO_SUCH_OVERLOAD
                : new ErrorValue("no such overload: " + function);
    }

    private Implementation implementation(String function, String overload, int arity) {
        Implementation singleton = singletons.get(function);
        if (singleton != null) {
            return singleton;
        }
        Declaration declared = byId.get(function + " " + overload);
        List<Declaration> all = byName.getOrDefault(function, List.of());
        if (declared == null && all.size() == 1) {
            declared = all.get(0);
        }
        return declared == null ? dispatcher(function, all) : guarded(declared, arity);
    }

    /// Checks the types of the arguments before the call.
    private Implementation guarded(Declaration declared, int arity) {
        String function = declared.function();
        boolean guards = !UNGUARDED.contains(function);
        return switch (bound(declared, arity)) {
            case Implementation.Unary unary ->
                    new Implementation.Unary(
                            value ->
                                    !guards || declared.accepts(value)
                                            ? unary.function().apply(value)
                                            : Declaration.noOverload(function, value),
                            unary.accepts());
            case Implementation.Binary binary ->
                    new Implementation.Binary(
                            (left, right) ->
                                    !guards || declared.accepts(left, right)
                                            ? binary.function().apply(left, right)
                                            : Declaration.noOverload(function, left, right),
                            binary.accepts());
            case Implementation.Variadic variadic ->
                    new Implementation.Variadic(values ->
                            declared.accepts(values)
                                    ? variadic.function().apply(values)
                                    : Declaration.noOverload(function, values));
        };
    }

    // The functions of authorizers have no implementation: there is no authorizer.
    private Implementation bound(Declaration declared, int arity) {
        Implementation known = overloads.get(declared.id());
        if (known != null) {
            return known;
        }
        String function = declared.function();
        return switch (arity) {
            case 1 ->
                    new Implementation.Unary(
                            value -> Declaration.noOverload(function, value), any -> true);
            case 2 ->
                    new Implementation.Binary(
                            (left, right) -> Declaration.noOverload(function, left, right),
                            any -> true);
            default ->
                    new Implementation.Variadic(values -> Declaration.noOverload(function, values));
        };
    }

    /// Chooses the overload by the types of the values.
    private Implementation dispatcher(String function, List<Declaration> all) {
        boolean guards = !UNGUARDED.contains(function);
        return new Implementation.Variadic(values -> {
            for (Declaration each : all) {
                Implementation implementation = overloads.get(each.id());
                boolean fits =
                        guards ? each.accepts(values) : each.parameters().size() == values.length;
                if (implementation != null && fits) {
                    return apply(implementation, values);
                }
            }
            return Declaration.noOverload(function, values);
        });
    }

    private static Value apply(Implementation implementation, Value[] values) {
        return switch (implementation) {
            case Implementation.Unary unary -> unary.function().apply(values[0]);
            case Implementation.Binary binary -> binary.function().apply(values[0], values[1]);
            case Implementation.Variadic variadic -> variadic.function().apply(values);
        };
    }
}
