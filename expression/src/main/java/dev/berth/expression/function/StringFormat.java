package dev.berth.expression.function;

import dev.berth.expression.value.BoolValue;
import dev.berth.expression.value.BytesValue;
import dev.berth.expression.value.ErrorValue;
import dev.berth.expression.value.GoNumbers;
import dev.berth.expression.value.IntValue;
import dev.berth.expression.value.ListValue;
import dev.berth.expression.value.StringValue;
import dev.berth.expression.value.UintValue;
import dev.berth.expression.value.Value;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

/// `"%d of %s".format([1, "x"])`.
public final class StringFormat {
    private static final int DEFAULT_PRECISION = 6;

    private StringFormat() {}

    /// What the clauses of a format string apply to: values, or the types of expressions.
    public interface Arguments {
        int size();

        /// The text for a clause.
        ///
        /// @param clause the letter at the end of the clause
        String format(int argument, char clause, int precision) throws FormatException;
    }

    /// The format string or an argument is invalid.
    public static final class FormatException extends Exception {
        private static final long serialVersionUID = 1;

        public FormatException(String message) {
            super(message);
        }
    }

    static Value format(Value... values) {
        try {
            return new StringValue(
                    format(((StringValue) values[0]).value(), new Values((ListValue) values[1])));
        } catch (FormatException invalid) {
            return new ErrorValue(String.valueOf(invalid.getMessage()));
        }
    }

    /// Replaces the clauses of a format string in their order.
    public static String format(String format, Arguments arguments) throws FormatException {
        var out = new StringBuilder();
        int argument = 0;
        int at = 0;
        while (at < format.length()) {
            char c = format.charAt(at++);
            if (c != '%') {
                out.append(c);
            } else if (at < format.length() && format.charAt(at) == '%') {
                out.append('%');
                at++;
            } else {
                if (argument >= arguments.size()) {
                    throw new FormatException("index " + argument + " out of range");
                }
                if (at >= format.length()) {
                    throw new FormatException("unexpected end of string");
                }
                int end = clauseEnd(format, at);
                int precision = precision(format, at, end);
                out.append(clause(format.charAt(end), argument++, precision, arguments));
                at = end + 1;
            }
        }
        return out.toString();
    }

    private static int clauseEnd(String format, int start) throws FormatException {
        if (format.charAt(start) != '.') {
            return start;
        }
        int end = start + 1;
        while (end < format.length() && Character.digit(format.charAt(end), 10) >= 0) {
            end++;
        }
        if (end == format.length()) {
            throw precisionProblem("could not find end of precision specifier");
        }
        return end;
    }

    private static FormatException precisionProblem(String problem) {
        return new FormatException(
                "could not parse formatting clause: error while parsing precision: " + problem);
    }

    private static int precision(String format, int start, int end) throws FormatException {
        if (end == start) {
            return DEFAULT_PRECISION;
        }
        String digits = format.substring(start + 1, end);
        Long precision = GoNumbers.parseLong(digits);
        if (precision == null) {
            throw precisionProblem(
                    "error while converting precision to integer: strconv.Atoi: parsing \""
                            + digits
                            + "\": "
                            + (digits.isEmpty() ? "invalid syntax" : "value out of range"));
        }
        return (int) Math.min(precision, Integer.MAX_VALUE);
    }

    private static String clause(char letter, int argument, int precision, Arguments arguments)
            throws FormatException {
        if ("sdfebxXo".indexOf(letter) < 0) {
            throw new FormatException(
                    "could not parse formatting clause: unrecognized formatting clause \""
                            + letter
                            + "\"");
        }
        try {
            return arguments.format(argument, letter, precision);
        } catch (FormatException invalid) {
            throw new FormatException("error during formatting: " + invalid.getMessage());
        }
    }

    /// The reason why a value or an expression of a type does not fit a clause.
    public static FormatException mismatch(char clause, String type) {
        String expected =
                switch (clause) {
                    case 's' ->
                            "string clause can only be used on strings, bools, bytes, ints,"
                                    + " doubles, maps, lists, types, durations, and timestamps";
                    case 'd' -> "decimal clause can only be used on integers";
                    case 'f' -> "fixed-point clause can only be used on doubles";
                    case 'e' -> "scientific clause can only be used on doubles";
                    case 'b' -> "only integers and bools can be formatted as binary";
                    case 'o' -> "octal clause can only be used on integers";
                    default -> "only integers, byte buffers, and strings can be formatted as hex";
                };
        return new FormatException(expected + ", was given " + type);
    }

    private record Values(ListValue values) implements Arguments {
        @Override
        public int size() {
            return (int) values.size();
        }

        @Override
        public String format(int argument, char clause, int precision) throws FormatException {
            Value value = values.get(argument);
            return switch (clause) {
                case 's' -> FormattedValues.string(value);
                case 'd' -> FormattedValues.decimal(value);
                case 'f', 'e' -> FormattedNumbers.floating(value, clause, precision);
                case 'b' -> binary(value);
                case 'o' -> octal(value);
                default -> hex(value, clause);
            };
        }

        private static String binary(Value value) throws FormatException {
            return switch (value) {
                case IntValue number -> signed(number.value(), 2);
                case UintValue number -> Long.toUnsignedString(number.bits(), 2);
                case BoolValue bool -> bool == BoolValue.TRUE ? "1" : "0";
                default -> throw mismatch('b', value.type().name());
            };
        }

        private static String octal(Value value) throws FormatException {
            return switch (value) {
                case IntValue number -> signed(number.value(), 8);
                case UintValue number -> Long.toUnsignedString(number.bits(), 8);
                default -> throw mismatch('o', value.type().name());
            };
        }

        private static String signed(long number, int radix) {
            return Long.toString(number, radix);
        }

        private static String hex(Value value, char clause) throws FormatException {
            String hex =
                    switch (value) {
                        case StringValue text ->
                                HexFormat.of()
                                        .formatHex(text.value().getBytes(StandardCharsets.UTF_8));
                        case BytesValue bytes -> bytes.hex();
                        case IntValue number -> signed(number.value(), 16);
                        case UintValue number -> Long.toUnsignedString(number.bits(), 16);
                        default -> throw mismatch(clause, value.type().name());
                    };
            return clause == 'X' ? hex.toUpperCase(Locale.ROOT) : hex;
        }
    }
}
