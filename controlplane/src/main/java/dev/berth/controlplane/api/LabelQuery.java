package dev.berth.controlplane.api;

import dev.berth.model.LabelSelector;
import dev.berth.model.LabelSyntax;
import dev.berth.model.Labels;
import dev.berth.model.Requirement;
import dev.berth.model.Selector;
import dev.berth.model.SelectorException;
import dev.berth.model.json.Json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Parses a label selector in the syntax of query parameters: `app=web,tier in (a,b),!old`.
final class LabelQuery {
    /// A selector with a syntax error. The message is the API server's.
    static final class Unreadable extends RuntimeException {
        Unreadable(String message) {
            super(message);
        }
    }

    private static final String END = "";
    private static final Set<String> OPERATORS = Set.of("in", "notin", "=", "==", "!=", ">", "<");
    private static final Set<String> SYMBOLS =
            Set.of("(", ")", ",", "!", "=", "==", "!=", ">", "<");
    private static final String BINARY = "in, notin, =, ==, !=, gt, lt";

    private final List<String> tokens;
    private int at;

    private LabelQuery(List<String> tokens) {
        this.tokens = tokens;
    }

    /// Parses a selector.
    ///
    /// @throws Unreadable if the selector has a syntax error
    static Selector read(String text) {
        return new LabelQuery(split(text)).selector();
    }

    private static List<String> split(String text) {
        var tokens = new ArrayList<String>();
        int i = 0;
        while (i < text.length()) {
            char c = text.charAt(i);
            int end = i + 1;
            if (blank(c)) {
                i = end;
                continue;
            }
            if (special(c)) {
                while (end < text.length() && SYMBOLS.contains(text.substring(i, end + 1))) {
                    end++;
                }
            } else {
                while (end < text.length()
                        && !special(text.charAt(end))
                        && !blank(text.charAt(end))) {
                    end++;
                }
            }
            tokens.add(text.substring(i, end));
            i = end;
        }
        return tokens;
    }

    private static boolean blank(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }

    private static boolean special(char c) {
        return "=!(),><".indexOf(c) >= 0;
    }

    private Selector selector() {
        Selector selector = Selector.EVERYTHING;
        while (!ahead().equals(END)) {
            if (!identifier(ahead()) && !ahead().equals("!")) {
                throw new Unreadable(
                        "found '" + ahead() + "', expected: !, identifier, or 'end of string'");
            }
            selector = selector.and(requirement());
            String next = take();
            if (next.equals(",")) {
                if (!identifier(ahead()) && !ahead().equals("!")) {
                    throw new Unreadable("found '" + ahead() + "', expected: identifier after ','");
                }
            } else if (!next.equals(END)) {
                throw new Unreadable("found '" + next + "', expected: ',' or 'end of string'");
            }
        }
        return selector;
    }

    private Requirement requirement() {
        try {
            return checked(oneRequirement());
        } catch (Unreadable e) {
            throw new Unreadable("unable to parse requirement: " + e.getMessage());
        }
    }

    private Requirement oneRequirement() {
        boolean absent = ahead().equals("!");
        if (absent) {
            take();
        }
        String key = take();
        if (!identifier(key)) {
            throw new Unreadable("found '" + key + "', expected: identifier");
        }
        List<String> complaints = LabelSyntax.ofKey(key);
        if (!complaints.isEmpty()) {
            throw new Unreadable(
                    "<nil>: Invalid value: "
                            + Json.of(key).text()
                            + ": "
                            + String.join("; ", complaints));
        }
        if (absent) {
            return new Requirement(key, Requirement.DOES_NOT_EXIST, List.of());
        }
        if (ahead().equals(END) || ahead().equals(",")) {
            return new Requirement(key, Requirement.EXISTS, List.of());
        }
        String operator = take();
        if (!OPERATORS.contains(operator)) {
            throw new Unreadable("found '" + operator + "', expected: " + BINARY);
        }
        return switch (operator) {
            case "in" -> new Requirement(key, Requirement.IN, values());
            case "notin" -> new Requirement(key, Requirement.NOT_IN, values());
            case "!=" -> new Requirement(key, Requirement.NOT_IN, List.of(value()));
            case ">" -> new Requirement(key, Requirement.GREATER, List.of(value()));
            case "<" -> new Requirement(key, Requirement.LESS, List.of(value()));
            default -> new Requirement(key, Requirement.IN, List.of(value()));
        };
    }

    private String value() {
        if (ahead().equals(END) || ahead().equals(",")) {
            return "";
        }
        String value = take();
        if (!identifier(value)) {
            throw new Unreadable("found '" + value + "', expected: identifier");
        }
        return value;
    }

    private List<String> values() {
        String open = take();
        if (!open.equals("(")) {
            throw new Unreadable("found '" + open + "' expected: '('");
        }
        if (ahead().equals(")")) {
            take();
            return List.of("");
        }
        if (!identifier(ahead()) && !ahead().equals(",")) {
            throw new Unreadable("found '" + ahead() + "', expected: ',', ')' or identifier");
        }
        var values = new TreeSet<String>();
        while (true) {
            String token = take();
            if (identifier(token)) {
                values.add(token);
                if (ahead().equals(")")) {
                    break;
                }
                if (!ahead().equals(",")) {
                    throw new Unreadable("found '" + ahead() + "', expected: ',' or ')'");
                }
            } else if (token.equals(",")) {
                if (values.isEmpty()) {
                    values.add("");
                }
                if (ahead().equals(")")) {
                    values.add("");
                    break;
                }
                if (ahead().equals(",")) {
                    take();
                    values.add("");
                }
            } else {
                throw new Unreadable("found '" + token + "', expected: ',', or identifier");
            }
        }
        take();
        return List.copyOf(values);
    }

    private static Requirement checked(Requirement requirement) {
        boolean compares =
                requirement.operator().equals(Requirement.GREATER)
                        || requirement.operator().equals(Requirement.LESS);
        if (compares && !requirement.values().getFirst().matches("[+-]?[0-9]{1,18}")) {
            throw new Unreadable(
                    "values[0]: Invalid value: "
                            + Json.of(requirement.values().getFirst()).text()
                            + ": for 'Gt', 'Lt' operators, the value must be an integer");
        }
        if (!compares) {
            try {
                Selector.of(Optional.of(new LabelSelector(Labels.NONE, List.of(requirement))));
            } catch (SelectorException e) {
                throw new Unreadable(String.valueOf(e.getMessage()));
            }
        }
        return requirement;
    }

    private static boolean identifier(String token) {
        return !token.equals(END) && !SYMBOLS.contains(token);
    }

    private String ahead() {
        return at < tokens.size() ? tokens.get(at) : END;
    }

    private String take() {
        String token = ahead();
        at++;
        return token;
    }
}
