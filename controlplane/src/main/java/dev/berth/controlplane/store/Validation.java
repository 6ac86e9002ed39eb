package dev.berth.controlplane.store;

import dev.berth.controlplane.tree.Path;
import dev.berth.model.Kind;
import dev.berth.model.LabelSyntax;
import dev.berth.model.json.Json;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Validates the fields of new objects that concern priority, preemption, disruption budgets and
/// scheduling gates.
///
/// Other fields must only have the right type.
public final class Validation {
    private static final Path PREEMPTION = ObjectFields.SPEC.then("preemptionPolicy");
    private static final Path CLASS_PREEMPTION = Path.of("preemptionPolicy");
    private static final Path MIN_AVAILABLE = ObjectFields.SPEC.then("minAvailable");
    private static final Path MAX_UNAVAILABLE = ObjectFields.SPEC.then("maxUnavailable");
    private static final Path SELECTOR = ObjectFields.SPEC.then("selector");
    private static final Path GATE_NAME = Path.of("name");
    private static final Path KEY = Path.of("key");
    private static final Path OPERATOR = Path.of("operator");
    private static final Path VALUES = Path.of("values");
    private static final Pattern PERCENT = Pattern.compile("[0-9]+%");
    private static final BigInteger HUNDRED = BigInteger.valueOf(100);

    private static final String SYSTEM_PREFIX = "system-";
    private static final long HIGHEST_OF_USERS = 1_000_000_000;

    private final List<FieldError> problems = new ArrayList<>();

    private Validation() {}

    /// Returns the object if it is valid.
    static Reply<Json.Obj> check(Kind kind, Json.Obj object) {
        List<FieldError> found = problems(kind, object);
        return found.isEmpty()
                ? Reply.of(object)
                : Reply.no(StatusError.invalid(kind, ObjectFields.NAME.text(object), found));
    }

    /// All validation errors of an object.
    public static List<FieldError> problems(Kind kind, Json.Obj object) {
        var validation = new Validation();
        if (kind.equals(Kind.POD)) {
            validation.pod(object);
        } else if (kind.equals(Kind.PRIORITY_CLASS)) {
            validation.priorityClass(object);
        } else if (kind.equals(Kind.DISRUPTION_BUDGET)) {
            validation.budget(object);
        }
        return validation.problems;
    }

    private void pod(Json.Obj pod) {
        preemptionPolicy("spec.preemptionPolicy", PREEMPTION, pod);
        List<Json> gates = ObjectFields.GATES.items(pod);
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < gates.size(); i++) {
            String field = "spec.schedulingGates[" + i + "]";
            String name = GATE_NAME.text(gates.get(i));
            invalid(field, name, LabelSyntax.ofKey(name));
            if (!seen.add(name)) {
                problems.add(FieldError.duplicate(field, Json.of(name)));
            }
        }
        if (!gates.isEmpty() && !ObjectFields.NODE_NAME.text(pod).isEmpty()) {
            forbidden("spec.nodeName", "cannot be set until all schedulingGates have been cleared");
        }
    }

    private void priorityClass(Json.Obj priorityClass) {
        String name = ObjectFields.NAME.text(priorityClass);
        long value = Admission.value(priorityClass);
        if (name.startsWith(SYSTEM_PREFIX)) {
            String problem = Admission.systemClassProblem(name, priorityClass);
            if (!problem.isEmpty()) {
                forbidden(
                        "metadata.name",
                        "priority class names with '"
                                + SYSTEM_PREFIX
                                + "' prefix are reserved for system use only. error: "
                                + problem);
            }
        } else if (value > HIGHEST_OF_USERS) {
            forbidden(
                    "value",
                    "maximum allowed value of a user defined priority is " + HIGHEST_OF_USERS);
        }
        preemptionPolicy("preemptionPolicy", CLASS_PREEMPTION, priorityClass);
    }

    private void preemptionPolicy(String field, Path path, Json.Obj object) {
        switch (path.text(object)) {
            case "PreemptLowerPriority", "Never" -> {}
            case "" -> {
                if (path.in(object)) {
                    problems.add(FieldError.required(field, ""));
                }
            }
            case String other ->
                    problems.add(
                            FieldError.unsupported(
                                    field, other, List.of("PreemptLowerPriority", "Never")));
        }
    }

    private void budget(Json.Obj budget) {
        if (MIN_AVAILABLE.in(budget) && MAX_UNAVAILABLE.in(budget)) {
            invalid(
                    "spec",
                    ObjectFields.SPEC.object(budget),
                    "minAvailable and maxUnavailable cannot be both set");
        }
        MIN_AVAILABLE.find(budget).ifPresent(value -> share("spec.minAvailable", value));
        MAX_UNAVAILABLE.find(budget).ifPresent(value -> share("spec.maxUnavailable", value));
        selector("spec.selector", SELECTOR.object(budget));
    }

    /// Validates a number or a percentage of pods.
    private void share(String field, Json value) {
        switch (value) {
            case Json.Num number when number.asLong().isPresent() -> {
                if (number.asLong().getAsLong() < 0) {
                    invalid(field, value, "must be greater than or equal to 0");
                }
            }
            case Json.Str(var text) when !PERCENT.matcher(text).matches() ->
                    invalid(
                            field,
                            value,
                            "a valid percent string must be a numeric string followed by an ending"
                                    + " '%' (e.g. '1%',  or '93%', regex used for validation is"
                                    + " '[0-9]+%')");
            case Json.Str(var text) -> {
                var percent = new BigInteger(text.substring(0, text.length() - 1));
                if (percent.compareTo(HUNDRED) > 0) {
                    invalid(field, value, "must not be greater than 100%");
                }
            }
            default -> invalid(field, value, "must be an integer or percentage (e.g '5%%')");
        }
    }

    private void selector(String field, Json.Obj selector) {
        Path.of("matchLabels")
                .object(selector)
                .fields()
                .forEach((key, value) -> {
                    String in = field + ".matchLabels";
                    invalid(in, key, LabelSyntax.ofKey(key));
                    if (value instanceof Json.Str(var text)) {
                        invalid(in, text, LabelSyntax.ofValue(text));
                    }
                });
        List<Json> expressions = Path.of("matchExpressions").items(selector);
        for (int i = 0; i < expressions.size(); i++) {
            expression(field + ".matchExpressions[" + i + "]", expressions.get(i));
        }
    }

    private void expression(String field, Json expression) {
        List<Json> values = VALUES.items(expression);
        String operator = OPERATOR.text(expression);
        switch (operator) {
            case "In", "NotIn" -> {
                if (values.isEmpty()) {
                    problems.add(
                            FieldError.required(
                                    field + ".values",
                                    "must be specified when `operator` is 'In' or 'NotIn'"));
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (!values.isEmpty()) {
                    forbidden(
                            field + ".values",
                            "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
                }
            }
            default ->
                    invalid(
                            field + ".operator",
                            Json.of(operator),
                            "not a valid selector operator");
        }
        String key = KEY.text(expression);
        invalid(field + ".key", key, LabelSyntax.ofKey(key));
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) instanceof Json.Str(var text)) {
                invalid(field + ".values[" + i + "]", text, LabelSyntax.ofValue(text));
            }
        }
    }

    private void invalid(String field, String value, List<String> complaints) {
        complaints.forEach(complaint -> invalid(field, Json.of(value), complaint));
    }

    private void invalid(String field, Json value, String complaint) {
        problems.add(FieldError.invalid(field, value, complaint));
    }

    private void forbidden(String field, String why) {
        problems.add(FieldError.forbidden(field, why));
    }
}
