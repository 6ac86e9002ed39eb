package dev.berth.expression.function;

import dev.berth.expression.value.ErrorValue;
import dev.berth.expression.value.Value;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/// An overload of a function.
///
/// @param isMember if it is called on its first parameter
public record Declaration(
        String function,
        String id,
        boolean isMember,
        List<TypePattern> parameters,
        TypePattern result) {
    private static final String RESOURCE = "/dev/berth/expression/functions.txt";

    public Declaration {
        parameters = List.copyOf(parameters);
    }

    /// All overloads that selectors can call.
    public static List<Declaration> all() {
        try (var lines =
                new BufferedReader(
                        new InputStreamReader(
                                Objects.requireNonNull(
                                        Declaration.class.getResourceAsStream(RESOURCE)),
                                StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Declaration::parse)
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Declaration parse(String line) {
        int space = line.indexOf(' ');
        int second = line.indexOf(' ', space + 1);
        String name = line.substring(0, space);
        boolean isMember = name.startsWith(".");
        String types = line.substring(second + 1);
        int close = closing(types);
        return new Declaration(
                isMember ? name.substring(1) : name,
                line.substring(space + 1, second),
                isMember,
                TypePattern.parseAll(types.substring(1, close)),
                TypePattern.parse(types.substring(close + 1).strip()));
    }

    private static int closing(String types) {
        int depth = 0;
        for (int i = 0; i < types.length(); i++) {
            char c = types.charAt(i);
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        throw new IllegalArgumentException(types);
    }

    boolean accepts(Value... arguments) {
        if (arguments.length != parameters.size()) {
            return false;
        }
        for (int i = 0; i < arguments.length; i++) {
            if (!parameters.get(i).accepts(arguments[i])) {
                return false;
            }
        }
        return true;
    }

    /// The error of a call that no overload accepts.
    static Value noOverload(String function, Value... arguments) {
        return new ErrorValue(
                "no such overload: "
                        + function
                        + "("
                        + Arrays.stream(arguments)
                                .map(argument -> argument.type().name())
                                .collect(Collectors.joining(", "))
                        + ")");
    }
}
