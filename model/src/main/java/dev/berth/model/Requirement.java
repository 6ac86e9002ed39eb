package dev.berth.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A requirement of a selector. The operator is text, because messages quote an invalid operator.
public record Requirement(String key, String operator, List<String> values) {
    public static final String IN = "In";
    public static final String NOT_IN = "NotIn";
    public static final String EXISTS = "Exists";
    public static final String DOES_NOT_EXIST = "DoesNotExist";
    public static final String GREATER = "Gt";
    public static final String LESS = "Lt";

    private static final List<String> OPERATORS =
            List.of(IN, NOT_IN, EXISTS, DOES_NOT_EXIST, GREATER, LESS);

    public Requirement {
        values = List.copyOf(values);
    }

    /// Whether the labels match. Nothing matches an invalid requirement.
    public boolean matches(Labels labels) {
        return switch (operator) {
            case IN -> {
                Optional<String> value = labels.get(key);
                yield value.isPresent() && values.contains(value.get());
            }
            case NOT_IN -> {
                Optional<String> value = labels.get(key);
                yield value.isEmpty() || !values.contains(value.get());
            }
            case EXISTS -> labels.has(key);
            case DOES_NOT_EXIST -> !labels.has(key);
            case GREATER, LESS -> compares(labels.get(key));
            default -> false;
        };
    }

    private boolean compares(Optional<String> value) {
        Optional<Long> actual = value.flatMap(Requirement::integer);
        Optional<Long> wanted = values.size() == 1 ? integer(values.getFirst()) : Optional.empty();
        if (actual.isEmpty() || wanted.isEmpty()) {
            return false;
        }
        int order = Long.compare(actual.get(), wanted.get());
        return operator.equals(GREATER) ? order > 0 : order < 0;
    }

    /// An integer of 64 bits in ASCII digits, with an optional sign.
    private static Optional<Long> integer(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean sign = i == 0 && (c == '-' || c == '+');
            if (!sign && (c < '0' || c > '9')) {
                return Optional.empty();
            }
        }
        try {
            return Optional.of(Long.parseLong(text));
        } catch (NumberFormatException tooLargeOrEmpty) {
            return Optional.empty();
        }
    }

    /// The problems of this requirement on labels. `path` is the prefix of their paths.
    List<SelectorProblem> problems(String path) {
        if (!OPERATORS.contains(operator)) {
            return List.of(SelectorProblem.unsupported(path + "operator", operator, OPERATORS));
        }
        var problems = new ArrayList<SelectorProblem>();
        List<String> keyProblems = LabelSyntax.ofKey(key);
        if (!keyProblems.isEmpty()) {
            problems.add(
                    SelectorProblem.invalid(path + "key", key, String.join("; ", keyProblems)));
        }
        addCountProblems(path + "values", problems);
        for (int i = 0; i < values.size(); i++) {
            List<String> valueProblems = LabelSyntax.ofValue(values.get(i));
            if (!valueProblems.isEmpty()) {
                problems.add(
                        SelectorProblem.invalid(
                                path + "values[" + i + "][" + key + "]",
                                values.get(i),
                                String.join("; ", valueProblems)));
            }
        }
        return problems;
    }

    private void addCountProblems(String path, List<SelectorProblem> out) {
        switch (operator) {
            case IN, NOT_IN -> {
                if (values.isEmpty()) {
                    out.add(
                            SelectorProblem.invalid(
                                    path,
                                    values,
                                    "for 'in', 'notin' operators, values set can't be empty"));
                }
            }
            case EXISTS, DOES_NOT_EXIST -> {
                if (!values.isEmpty()) {
                    out.add(
                            SelectorProblem.invalid(
                                    path,
                                    values,
                                    "values set must be empty for exists and does not exist"));
                }
            }
            default -> {
                if (values.size() != 1) {
                    out.add(
                            SelectorProblem.invalid(
                                    path,
                                    values,
                                    "for 'Gt', 'Lt' operators, exactly one value is required"));
                }
                for (int i = 0; i < values.size(); i++) {
                    if (integer(values.get(i)).isEmpty()) {
                        out.add(
                                SelectorProblem.invalid(
                                        path + "[" + i + "]",
                                        values.get(i),
                                        "for 'Gt', 'Lt' operators, the value must be an integer"));
                    }
                }
            }
        }
    }

    /// The problems of this requirement on a field.
    List<SelectorProblem> fieldProblems(String path) {
        if (!operator.equals(IN) && !operator.equals(NOT_IN)) {
            return List.of(
                    SelectorProblem.unsupported(path + "operator", operator, List.of(IN, NOT_IN)));
        }
        return values.size() == 1
                ? List.of()
                : List.of(
                        SelectorProblem.invalid(path + "values", values, "must have one element"));
    }
}
