package dev.berth.expression.function;

import dev.berth.expression.value.ListValue;
import dev.berth.expression.value.MapValue;
import dev.berth.expression.value.Value;

import java.util.ArrayList;
import java.util.List;

/// A type in a declaration: `list(<A>)`, `map(string, int)`, `dyn`. A name in angle brackets stands
/// for any type.
public record TypePattern(String name, List<TypePattern> parameters) {
    public TypePattern {
        parameters = List.copyOf(parameters);
    }

    static TypePattern parse(String text) {
        int open = text.indexOf('(');
        return open < 0
                ? new TypePattern(text, List.of())
                : new TypePattern(
                        text.substring(0, open),
                        parseAll(text.substring(open + 1, text.length() - 1)));
    }

    static List<TypePattern> parseAll(String text) {
        var types = new ArrayList<TypePattern>();
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

    /// If this is the name of a type parameter.
    public boolean isVariable() {
        return name.startsWith("<");
    }

    /// If a value can be an argument of this type. Parity: of a list or a map, only the first
    /// element counts.
    boolean accepts(Value value) {
        if (isVariable() || name.equals("dyn")) {
            return true;
        }
        if (!name.equals(value.type().name())) {
            return false;
        }
        return switch (value) {
            case ListValue list -> list.size() == 0 || parameters.get(0).accepts(list.get(0));
            case MapValue map -> map.size() == 0 || acceptsFirstEntry(map);
            default -> true;
        };
    }

    private boolean acceptsFirstEntry(MapValue map) {
        Value key = map.keys().iterator().next();
        return parameters.get(0).accepts(key) && parameters.get(1).accepts(map.valueOf(key));
    }
}
