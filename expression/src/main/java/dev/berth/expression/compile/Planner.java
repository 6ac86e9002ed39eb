package dev.berth.expression.compile;

import berth.cel.common.CelAbstractSyntaxTree;
import berth.cel.common.ast.CelConstant;
import berth.cel.common.ast.CelExpr;
import berth.cel.common.ast.CelExpr.CelCall;
import berth.cel.common.ast.CelExpr.CelComprehension;
import berth.cel.common.ast.CelExpr.CelList;
import berth.cel.common.ast.CelExpr.CelMap;
import berth.cel.common.ast.CelExpr.CelSelect;
import berth.cel.common.ast.CelReference;
import berth.cel.common.types.CelKind;

import dev.berth.expression.eval.Aggregate;
import dev.berth.expression.eval.AttributeNode;
import dev.berth.expression.eval.Comprehension;
import dev.berth.expression.eval.ConstantNode;
import dev.berth.expression.eval.EvaluationNode;
import dev.berth.expression.eval.Frame;
import dev.berth.expression.eval.Logic;
import dev.berth.expression.eval.Qualifier;
import dev.berth.expression.eval.SetMembership;
import dev.berth.expression.function.Functions;
import dev.berth.expression.value.BoolValue;
import dev.berth.expression.value.BytesValue;
import dev.berth.expression.value.DoubleValue;
import dev.berth.expression.value.IntValue;
import dev.berth.expression.value.ListValue;
import dev.berth.expression.value.NullValue;
import dev.berth.expression.value.StringValue;
import dev.berth.expression.value.TypeValue;
import dev.berth.expression.value.UintValue;
import dev.berth.expression.value.Value;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Translates a checked expression to the tree that is evaluated (cel-go: `planner`). The same
/// parts become constants as in cel-go, because constants are free.
final class Planner {
    private static final Set<String> CONVERSIONS =
            Set.of(
                    "bool",
                    "bytes",
                    "double",
                    "duration",
                    "dyn",
                    "int",
                    "string",
                    "timestamp",
                    "type",
                    "uint");

    private static final Map<String, Variable> ROOT =
            Map.of("device", new Variable(Frame.DEVICE, null));

    private final CelAbstractSyntaxTree checked;
    private Map<String, Variable> scope = ROOT;
    private int slots = Frame.DEVICE + 1;

    /// A variable in scope.
    ///
    /// @param loop the loop whose accumulator it is, or null
    private record Variable(int slot, @Nullable Comprehension loop) {
        AttributeNode node() {
            return loop == null ? AttributeNode.variable(slot) : loop.accumulatorVariable();
        }
    }

    Planner(CelAbstractSyntaxTree checked) {
        this.checked = checked;
    }

    int slots() {
        return slots;
    }

    EvaluationNode plan(CelExpr expression) throws CompileException {
        return switch (expression.getKind()) {
            case CONSTANT -> new ConstantNode(constant(expression.constant()));
            case IDENT -> identifier(expression.id(), expression.ident().name());
            case SELECT -> select(expression);
            case CALL -> call(expression);
            case LIST -> list(expression.list());
            case MAP -> map(expression.map());
            case COMPREHENSION -> loop(expression.comprehension());
            default ->
                    throw new CompileException(
                            "program instantiation failed: unsupported expression "
                                    + expression.getKind());
        };
    }

    private static Value constant(CelConstant constant) throws CompileException {
        return switch (constant.getKind()) {
            case NULL_VALUE -> NullValue.NULL;
            case BOOLEAN_VALUE -> BoolValue.of(constant.booleanValue());
            case INT64_VALUE -> IntValue.of(constant.int64Value());
            case UINT64_VALUE -> new UintValue(constant.uint64Value().longValue());
            case DOUBLE_VALUE -> new DoubleValue(constant.doubleValue());
            case STRING_VALUE -> new StringValue(constant.stringValue());
            case BYTES_VALUE -> new BytesValue(constant.bytesValue().toByteArray());
            default ->
                    throw new CompileException(
                            "program instantiation failed: unsupported literal "
                                    + constant.getKind());
        };
    }

    private EvaluationNode identifier(long id, String name) throws CompileException {
        String known = checked.getReference(id).map(CelReference::name).orElse(name);
        // Parity: a variable whose value is a type is taken for the name of a type.
        if (checked.getTypeOrThrow(id).kind() == CelKind.TYPE) {
            if (!Environment.isTypeName(known)) {
                throw new CompileException(
                        "program instantiation failed: reference to undefined type: " + known);
            }
            return new ConstantNode(TypeValue.named(known));
        }
        boolean isRoot = known.startsWith(".");
        Variable variable = (isRoot ? ROOT : scope).get(isRoot ? known.substring(1) : known);
        if (variable == null) {
            throw new CompileException("program instantiation failed: no variable " + known);
        }
        return variable.node();
    }

    private EvaluationNode select(CelExpr expression) throws CompileException {
        if (checked.getReference(expression.id()).isPresent()) {
            return identifier(expression.id(), "");
        }
        CelSelect select = expression.select();
        AttributeNode operand = attribute(plan(select.operand()));
        var field = new StringValue(select.field());
        if (select.testOnly()) {
            return AttributeNode.presenceTest(operand, field);
        }
        operand.add(Qualifier.constant(field, false));
        return operand;
    }

    /// The node as one that steps can be added to.
    private static AttributeNode attribute(EvaluationNode node) {
        AttributeNode attribute = AttributeNode.within(node);
        return attribute == null ? AttributeNode.of(node) : attribute;
    }

    private EvaluationNode call(CelExpr expression) throws CompileException {
        CelCall call = expression.call();
        var arguments = new ArrayList<EvaluationNode>();
        if (call.target().isPresent()) {
            arguments.add(plan(call.target().get()));
        }
        for (CelExpr argument : call.args()) {
            arguments.add(plan(argument));
        }
        String function = call.function();
        return switch (function) {
            case "_&&_" -> Logic.and(arguments.get(0), arguments.get(1));
            case "_||_" -> Logic.or(arguments.get(0), arguments.get(1));
            case "_?_:_" ->
                    AttributeNode.conditional(
                            arguments.get(0),
                            attribute(arguments.get(1)),
                            attribute(arguments.get(2)));
            case "_[_]" -> index(arguments, false);
            case "_[?_]", "_?._" -> index(arguments, true);
            case "or" -> Logic.optionalOr(arguments.get(0), arguments.get(1));
            case "orValue" -> Logic.optionalOrValue(arguments.get(0), arguments.get(1));
            default -> function(function, overload(expression), arguments);
        };
    }

    /// The ID of the overload, or an empty text if the types of values decide.
    private String overload(CelExpr expression) {
        List<String> overloads =
                checked.getReference(expression.id())
                        .map(reference -> List.copyOf(reference.overloadIds()))
                        .orElse(List.of());
        return overloads.size() == 1 ? overloads.get(0) : "";
    }

    private EvaluationNode index(List<EvaluationNode> arguments, boolean isOptional)
            throws CompileException {
        AttributeNode operand = attribute(arguments.get(0));
        EvaluationNode index = arguments.get(1);
        Value key = index.constant();
        if (key != null) {
            if (!Qualifier.isKey(key)) {
                throw new CompileException(
                        "program instantiation failed: " + Qualifier.invalidKey(key));
            }
            operand.add(Qualifier.constant(key, isOptional));
            return operand;
        }
        AttributeNode attribute = AttributeNode.within(index);
        operand.add(
                attribute == null
                        ? Qualifier.computed(index, isOptional)
                        : Qualifier.attribute(attribute, isOptional));
        return operand;
    }

    private static EvaluationNode function(
            String function, String overload, List<EvaluationNode> arguments)
            throws CompileException {
        if (overload.equals("in_list")
                && arguments.get(1).constant() instanceof ListValue constants) {
            EvaluationNode membership = SetMembership.of(arguments.get(0), constants);
            if (membership != null) {
                return membership;
            }
        }
        EvaluationNode call = Functions.all().call(function, overload, arguments);
        boolean folds =
                CONVERSIONS.contains(function)
                        && arguments.size() == 1
                        && arguments.get(0).constant() != null;
        return folds ? new ConstantNode(folded(call)) : call;
    }

    private static Value folded(EvaluationNode node) throws CompileException {
        Value value = node.evaluate(new Frame(1, NullValue.NULL, Long.MAX_VALUE));
        if (value.isError()) {
            throw new CompileException("program instantiation failed: " + value.text());
        }
        return value;
    }

    private EvaluationNode list(CelList list) throws CompileException {
        var elements = new ArrayList<Aggregate.Part>();
        for (int i = 0; i < list.elements().size(); i++) {
            elements.add(
                    new Aggregate.Part(
                            plan(list.elements().get(i)), list.optionalIndices().contains(i)));
        }
        return constantOr(Aggregate.list(elements));
    }

    private EvaluationNode map(CelMap map) throws CompileException {
        var keys = new ArrayList<EvaluationNode>();
        var values = new ArrayList<Aggregate.Part>();
        for (CelMap.Entry entry : map.entries()) {
            keys.add(plan(entry.key()));
            values.add(new Aggregate.Part(plan(entry.value()), entry.optionalEntry()));
        }
        return constantOr(Aggregate.map(keys, values));
    }

    private static EvaluationNode constantOr(Aggregate aggregate) {
        return aggregate.isConstant()
                ? new ConstantNode(aggregate.evaluate(new Frame(1, NullValue.NULL, Long.MAX_VALUE)))
                : aggregate;
    }

    private EvaluationNode loop(CelComprehension loop) throws CompileException {
        EvaluationNode start = plan(loop.accuInit());
        EvaluationNode range = plan(loop.iterRange());
        boolean hasTwo = !loop.iterVar2().isEmpty();
        int accumulator = slots++;
        int first = slots++;
        int second = hasTwo ? slots++ : Comprehension.NONE;
        var comprehension = new Comprehension(accumulator, first, second, range, start);
        Map<String, Variable> outer = scope;

        var inResult = new HashMap<>(outer);
        inResult.put(loop.accuVar(), new Variable(accumulator, comprehension));
        var inLoop = new HashMap<>(inResult);
        if (!loop.iterVar().equals(loop.accuVar())) {
            inLoop.put(loop.iterVar(), new Variable(first, null));
        }
        if (hasTwo && !loop.iterVar2().equals(loop.accuVar())) {
            inLoop.put(loop.iterVar2(), new Variable(second, null));
        }
        scope = inLoop;
        EvaluationNode condition = plan(loop.loopCondition());
        EvaluationNode step = plan(loop.loopStep());
        scope = inResult;
        EvaluationNode result = plan(loop.result());
        scope = outer;
        comprehension.complete(condition, step, result);
        return comprehension;
    }
}
