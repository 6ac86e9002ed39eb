package dev.berth.plugins;

import dev.berth.model.Requirement;
import dev.berth.model.Selector;

import java.util.stream.Collectors;

/// Selectors as kubectl writes them: `app=db,tier in (back,front)`.
public final class SelectorText {
    private SelectorText() {}

    public static String of(Selector selector) {
        return selector.equals(Selector.NOTHING)
                ? "<none>"
                : selector.isEmpty()
                        ? "<all>"
                        : selector.requirements().stream()
                                .map(SelectorText::of)
                                .collect(Collectors.joining(","));
    }

    public static String of(Requirement requirement) {
        String key = requirement.key();
        String values = String.join(",", requirement.values());
        return switch (requirement.operator()) {
            case Requirement.IN ->
                    requirement.values().size() == 1
                            ? key + "=" + values
                            : "%s in (%s)".formatted(key, values);
            case Requirement.NOT_IN ->
                    requirement.values().size() == 1
                            ? key + "!=" + values
                            : "%s notin (%s)".formatted(key, values);
            case Requirement.EXISTS -> key;
            case Requirement.DOES_NOT_EXIST -> "!" + key;
            case Requirement.GREATER -> key + ">" + values;
            case Requirement.LESS -> key + "<" + values;
            default -> "%s %s (%s)".formatted(key, requirement.operator(), values);
        };
    }
}
