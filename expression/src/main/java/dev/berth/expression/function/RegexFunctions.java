package dev.berth.expression.function;

import berth.cel.google.re2j.Matcher;
import berth.cel.google.re2j.Pattern;
import berth.cel.google.re2j.PatternSyntaxException;

import dev.berth.expression.eval.Call;
import dev.berth.expression.eval.CallCost;
import dev.berth.expression.eval.EvaluationNode;
import dev.berth.expression.value.BoolValue;
import dev.berth.expression.value.ErrorValue;
import dev.berth.expression.value.IntValue;
import dev.berth.expression.value.ListValue;
import dev.berth.expression.value.StringValue;
import dev.berth.expression.value.Value;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Regular expressions in the syntax of RE2.
final class RegexFunctions {
    private RegexFunctions() {}

    static void addTo(Library library) {
        library.binaryFunction(
                        "matches",
                        StringValue.class::isInstance,
                        (text, pattern) -> matches(((StringValue) text).value(), pattern))
                .binary("string_find_string", (text, pattern) -> find(text, pattern))
                .binary(
                        "string_find_all_string",
                        (text, pattern) -> findAll(text, pattern, IntValue.of(-1)))
                .variadic(
                        "string_find_all_string_int",
                        values -> findAll(values[0], values[1], values[2]));
    }

    private static Value matches(String text, Value pattern) {
        if (!(pattern instanceof StringValue source)) {
            return pattern.asMissingOverload();
        }
        return withPattern(
                source.value(), "", compiled -> BoolValue.of(compiled.matcher(text).find()));
    }

    private static Value find(Value text, Value pattern) {
        return withPattern(
                ((StringValue) pattern).value(),
                "Illegal regex: ",
                compiled -> find(((StringValue) text).value(), compiled));
    }

    private static Value findAll(Value text, Value pattern, Value limit) {
        return withPattern(
                ((StringValue) pattern).value(),
                "Illegal regex: ",
                compiled ->
                        findAll(
                                ((StringValue) text).value(),
                                compiled,
                                ((IntValue) limit).value()));
    }

    private static Value withPattern(
            String source, String problem, Function<Pattern, Value> function) {
        try {
            return function.apply(Pattern.compile(source));
        } catch (PatternSyntaxException invalid) {
            return new ErrorValue(problem + message(invalid));
        }
    }

    // RE2/J leaves out the empty expression at the end of this message.
    private static String message(PatternSyntaxException invalid) {
        String message = String.valueOf(invalid.getMessage());
        return message.endsWith("trailing backslash at end of expression")
                ? message + ": ``"
                : message;
    }

    private static Value find(String text, Pattern pattern) {
        Matcher matcher = pattern.matcher(text);
        return new StringValue(matcher.find() ? matcher.group() : "");
    }

    private static Value findAll(String text, Pattern pattern, long limit) {
        long count = limit < 0 ? text.length() + 1L : limit;
        var found = new ArrayList<Value>();
        Matcher matcher = pattern.matcher(text);
        int lastEnd = -1;
        while (found.size() < count && matcher.find()) {
            // Go leaves out an empty match that follows another match directly.
            boolean follows = matcher.end() == matcher.start() && matcher.start() == lastEnd;
            if (!follows) {
                found.add(new StringValue(matcher.group()));
            }
            lastEnd = matcher.end();
        }
        return ListValue.of(found);
    }

    /// A call whose pattern is a constant and compiled once, or null for other calls.
    ///
    /// @throws PatternSyntaxException if the pattern is invalid
    static @Nullable EvaluationNode compiled(
            String function, List<EvaluationNode> arguments, CallCost cost) {
        if (arguments.size() < 2 || !(arguments.get(1).constant() instanceof StringValue pattern)) {
            return null;
        }
        return switch (function) {
            case "matches" -> {
                Pattern compiled = Pattern.compile(pattern.value());
                yield Call.variadic(values -> matches(compiled, values), arguments, cost);
            }
            case "find" -> {
                Pattern compiled = Pattern.compile(pattern.value());
                yield Call.variadic(values -> find(compiled, values), arguments, cost);
            }
            case "findAll" -> {
                Pattern compiled = Pattern.compile(pattern.value());
                yield Call.variadic(values -> findAll(compiled, values), arguments, cost);
            }
            default -> null;
        };
    }

    private static Value matches(Pattern pattern, Value... values) {
        String text = StandardFunctions.textOf(values[0]);
        return text == null
                ? ErrorValue.NO_SUCH_OVERLOAD
                : BoolValue.of(pattern.matcher(text).find());
    }

    private static Value find(Pattern pattern, Value... values) {
        String text = StandardFunctions.textOf(values[0]);
        return text == null ? values[0].asMissingOverload() : find(text, pattern);
    }

    private static Value findAll(Pattern pattern, Value... values) {
        String text = StandardFunctions.textOf(values[0]);
        if (text == null) {
            return values[0].asMissingOverload();
        }
        if (values.length < 3) {
            return findAll(text, pattern, -1);
        }
        return values[2] instanceof IntValue limit
                ? findAll(text, pattern, limit.value())
                : values[2].asMissingOverload();
    }
}
