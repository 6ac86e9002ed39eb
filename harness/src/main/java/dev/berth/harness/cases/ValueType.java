package dev.berth.harness.cases;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A type of CEL in the notation of cel-go: `list(<A>)`, `map(string, int)`, `dyn`.
record ValueType(String name, List<ValueType> parameters) {
    static final ValueType BOOL = simple("bool");
    static final ValueType INT = simple("int");
    static final ValueType STRING = simple("string");
    static final ValueType DYN = simple("dyn");

    static ValueType simple(String name) {
        return new ValueType(name, List.of());
    }

    static ValueType list(ValueType element) {
        return new ValueType("list", List.of(element));
    }

    static ValueType map(ValueType key, ValueType value) {
        return new ValueType("map", List.of(key, value));
    }

    static ValueType optional(ValueType value) {
        return new ValueType("optional_type", List.of(value));
    }

    boolean isVariable() {
        return name.startsWith("<");
    }

    static ValueType parse(String text) {
        int open = text.indexOf('(');
        return open < 0
                ? simple(text)
                : new ValueType(
                        text.substring(0, open),
                        parseAll(text.substring(open + 1, text.length() - 1)));
    }

    static List<ValueType> parseAll(String text) {
        var types = new ArrayList<ValueType>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i == text.length() ? ',' : text.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (c == ',' && depth == 0 && i > start) {
                types.add(parse(text.substring(start, i).strip()));
                start = i + 1;
            }
        }
        return types;
    }

    /// If a value of this type, which can contain variables, can be of the wanted type. The
    /// variables are bound.
    boolean unify(ValueType wanted, Map<String, ValueType> bindings) {
        if (isVariable()) {
            ValueType bound = bindings.putIfAbsent(name, wanted);
            return bound == null || bound.equals(wanted);
        }
        if (!name.equals(wanted.name) || parameters.size() != wanted.parameters.size()) {
            return false;
        }
        for (int i = 0; i < parameters.size(); i++) {
            if (!parameters.get(i).unify(wanted.parameters.get(i), bindings)) {
                return false;
            }
        }
        return true;
    }

    ValueType with(Map<String, ValueType> bindings) {
        if (isVariable()) {
            return bindings.getOrDefault(name, INT);
        }
        return new ValueType(
                name, parameters.stream().map(parameter -> parameter.with(bindings)).toList());
    }
}
