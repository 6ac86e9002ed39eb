package dev.berth.harness.conformance;

import dev.berth.expression.DeviceInput;
import dev.berth.expression.DeviceSelector;
import dev.berth.expression.Evaluation;
import dev.berth.expression.ExpressionException;
import dev.berth.expression.ExpressionException.Kind;
import dev.berth.model.Quantity;
import dev.berth.model.device.DeviceAttribute;
import dev.berth.model.json.Json;
import dev.berth.model.json.Json.Arr;
import dev.berth.model.json.Json.Bool;
import dev.berth.model.json.Json.Num;
import dev.berth.model.json.Json.Obj;
import dev.berth.model.json.Json.Str;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a selector results in for a device.
///
/// @param problem the reason why the selector does not compile, which is not compared
record SelectorOutcome(boolean compiles, String problem, boolean value, String error, long cost) {

    /// The result of Berth for a case.
    static SelectorOutcome of(Obj one) {
        try {
            DeviceSelector selector =
                    DeviceSelector.compile(one.textAt("expression").orElseThrow());
            Evaluation result = selector.evaluate(device(one.objAt("device").orElseThrow()));
            return new SelectorOutcome(
                    true, "", result.matches(), result.error().orElse(""), result.cost());
        } catch (ExpressionException failure) {
            String message = String.valueOf(failure.getMessage());
            return failure.kind() == Kind.COMPILE
                    ? new SelectorOutcome(false, message, false, "", 0)
                    : new SelectorOutcome(true, "", false, message, 0);
        } catch (RuntimeException | StackOverflowError defect) {
            return new SelectorOutcome(true, "", false, "Berth failed: " + defect, 0);
        }
    }

    /// A result that the reference program printed.
    static SelectorOutcome parse(String line) {
        Obj result = (Obj) Json.parse(line);
        return new SelectorOutcome(
                result.field("compiles").filter(SelectorOutcome::isTrue).isPresent(),
                result.textAt("compileError").orElse(""),
                result.field("value").filter(SelectorOutcome::isTrue).isPresent(),
                result.textAt("error").orElse(""),
                result.field("cost").map(cost -> number(cost)).orElse(0L));
    }

    private static DeviceInput device(Obj device) {
        var attributes = new LinkedHashMap<String, DeviceAttribute>();
        device.objAt("attributes")
                .orElse(Obj.EMPTY)
                .fields()
                .forEach((name, value) -> attributes.put(name, attribute((Obj) value)));
        var capacity = new LinkedHashMap<String, Quantity>();
        device.objAt("capacity")
                .orElse(Obj.EMPTY)
                .fields()
                .forEach(
                        (name, value) -> capacity.put(name, Quantity.parse(((Str) value).value())));
        return new DeviceInput(
                device.textAt("driver").orElse(""),
                attributes,
                capacity,
                device.field("allowMultipleAllocations")
                        .filter(SelectorOutcome::isTrue)
                        .isPresent());
    }

    private static DeviceAttribute attribute(Obj attribute) {
        for (Map.Entry<String, Json> field : attribute.fields().entrySet()) {
            return switch (field.getKey()) {
                case "int" -> new DeviceAttribute.OfInt(number(field.getValue()));
                case "bool" -> new DeviceAttribute.OfBool(isTrue(field.getValue()));
                case "string" -> new DeviceAttribute.OfString(((Str) field.getValue()).value());
                case "version" -> new DeviceAttribute.OfVersion(((Str) field.getValue()).value());
                case "ints" ->
                        new DeviceAttribute.OfInts(
                                elements(field).stream().map(each -> number(each)).toList());
                case "bools" ->
                        new DeviceAttribute.OfBools(
                                elements(field).stream().map(SelectorOutcome::isTrue).toList());
                case "strings" -> new DeviceAttribute.OfStrings(texts(field));
                case "versions" -> new DeviceAttribute.OfVersions(texts(field));
                default -> new DeviceAttribute.Unsupported();
            };
        }
        return new DeviceAttribute.Unsupported();
    }

    private static boolean isTrue(Json value) {
        return value.equals(Bool.TRUE);
    }

    private static long number(Json value) {
        return Long.parseLong(((Num) value).literal());
    }

    private static List<Json> elements(Map.Entry<String, Json> field) {
        return ((Arr) field.getValue()).elements();
    }

    private static List<String> texts(Map.Entry<String, Json> field) {
        return elements(field).stream().map(each -> ((Str) each).value()).toList();
    }

    /// What differs from another result, or an empty text.
    String difference(SelectorOutcome other) {
        if (compiles != other.compiles) {
            return compiles ? "compiles in kube-scheduler only" : "compiles in Berth only";
        }
        if (!error.equals(other.error)) {
            return error.isEmpty() || other.error.isEmpty() ? "error or not" : "error text";
        }
        if (value != other.value) {
            return "value";
        }
        return cost == other.cost ? "" : "cost";
    }

    @Override
    public String toString() {
        if (!compiles) {
            return "does not compile: " + problem.replace("\n", " ");
        }
        return (error.isEmpty() ? String.valueOf(value) : "error: " + error) + ", cost " + cost;
    }
}
