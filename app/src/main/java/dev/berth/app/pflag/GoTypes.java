package dev.berth.app.pflag;

import dev.berth.model.GoDuration;
import dev.berth.model.GoQuoted;
import dev.berth.model.Quantity;
import dev.berth.model.QuantityException;

import org.jspecify.annotations.Nullable;

import java.math.BigInteger;
import java.net.InetAddress;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Types with one value, and the messages of Go for invalid values.
public final class GoTypes {
    public static final FlagType<String> STRING = FlagType.of("string", text -> text, text -> text);
    public static final FlagType<Boolean> BOOL =
            new FlagType<>("", "true", (text, _) -> bool(text), value -> Boolean.toString(value));
    public static final FlagType<Integer> INT =
            FlagType.of("int", GoTypes::int32, value -> Integer.toString(value));
    public static final FlagType<Integer> INT32 =
            FlagType.of("int32", GoTypes::int32, value -> Integer.toString(value));
    public static final FlagType<Float> FLOAT32 =
            FlagType.of("float32", GoTypes::float32, GoTypes::text);
    public static final FlagType<Duration> DURATION =
            FlagType.of("duration", GoTypes::duration, GoDuration::text);

    /// An empty value changes nothing, as in pflag.
    public static final FlagType<Optional<InetAddress>> IP =
            FlagType.of(
                    "ip",
                    GoTypes::address,
                    value -> value.map(InetAddress::getHostAddress).orElse("0.0.0.0"));

    public static final FlagType<Quantity> QUANTITY =
            FlagType.of("quantity", GoTypes::quantity, Quantity::toString);
    public static final FlagType<Integer> LEVEL =
            FlagType.of("Level", GoTypes::level, value -> Integer.toString(value));

    private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");
    private static final Set<String> FALSE = Set.of("0", "f", "F", "FALSE", "false", "False");
    private static final Pattern DIGITS = Pattern.compile("[+-]?(0[xX][0-9a-fA-F]+|[0-9]+)");
    private static final Pattern IP_4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    private static final Pattern DURATION_PART = Pattern.compile("[0-9]*\\.?[0-9]*([^0-9.]*)");
    private static final Set<String> UNITS = Set.of("ns", "us", "µs", "μs", "ms", "s", "m", "h");

    private GoTypes() {}

    static IllegalArgumentException invalid(String parser, String text, String why) {
        return new IllegalArgumentException(
                "strconv.%s: parsing %s: %s".formatted(parser, GoQuoted.of(text), why));
    }

    public static boolean bool(String text) {
        if (TRUE.contains(text) || FALSE.contains(text)) {
            return TRUE.contains(text);
        }
        throw invalid("ParseBool", text, "invalid syntax");
    }

    static int int32(String text) {
        if (!DIGITS.matcher(text).matches()) {
            throw invalid("ParseInt", text, "invalid syntax");
        }
        try {
            return Integer.decode(text.replaceFirst("^([+-]?)0+(?=[0-9])", "$1"));
        } catch (NumberFormatException e) {
            throw invalid("ParseInt", text, "value out of range");
        }
    }

    /// A log verbosity: an unsigned number of 31 bits.
    static int level(String text) {
        if (!text.matches("[0-9]+")) {
            throw invalid("ParseUint", text, "invalid syntax");
        }
        var number = new BigInteger(text);
        if (number.bitLength() > 31) {
            throw invalid("ParseUint", text, "value out of range");
        }
        return number.intValue();
    }

    private static float float32(String text) {
        try {
            // Java also accepts 1f and blanks.
            return text.matches("[+-]?[0-9.]+([eE][+-]?[0-9]+)?")
                    ? Float.parseFloat(text)
                    : bad(text);
        } catch (NumberFormatException e) {
            return bad(text);
        }
    }

    private static float bad(String text) {
        throw invalid("ParseFloat", text, "invalid syntax");
    }

    private static String text(float number) {
        return number == Math.rint(number) && Math.abs(number) < 1e9
                ? Integer.toString((int) number)
                : Float.toString(number);
    }

    static Duration duration(String text) {
        try {
            return GoDuration.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(problem(text));
        }
    }

    private static String problem(String text) {
        String unsigned = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
        if (!unsigned.matches("[0-9.].*")) {
            return "time: invalid duration " + GoQuoted.of(text);
        }
        Matcher part = DURATION_PART.matcher(unsigned);
        while (part.find() && !part.group().isEmpty()) {
            String unit = part.group(1);
            if (unit.isEmpty()) {
                return "time: missing unit in duration " + GoQuoted.of(text);
            }
            if (!UNITS.contains(unit)) {
                return "time: unknown unit %s in duration %s"
                        .formatted(GoQuoted.of(unit), GoQuoted.of(text));
            }
        }
        return "time: invalid duration " + GoQuoted.of(text);
    }

    private static Optional<InetAddress> address(String text) {
        String trimmed = text.strip();
        if (trimmed.isEmpty()) {
            return Optional.empty();
        }
        try {
            if (IP_4.matcher(trimmed).matches() || trimmed.indexOf(':') >= 0) {
                return Optional.of(InetAddress.ofLiteral(trimmed));
            }
        } catch (IllegalArgumentException e) {
            throw noAddress(text, e);
        }
        throw noAddress(text, null);
    }

    private static IllegalArgumentException noAddress(String text, @Nullable Exception cause) {
        return new IllegalArgumentException("failed to parse IP: " + GoQuoted.of(text), cause);
    }

    private static Quantity quantity(String text) {
        try {
            return Quantity.parse(text);
        } catch (QuantityException e) {
            throw new IllegalArgumentException(
                    "quantities must match the regular expression"
                            + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
                    e);
        }
    }

    /// The text of a list; values with commas, quotes or line ends are quoted.
    static String list(List<String> values) {
        return values.stream()
                .map(value ->
                        value.matches("(?s).*[,\"\n].*")
                                ? "\"" + value.replace("\"", "\"\"") + "\""
                                : value)
                .collect(Collectors.joining(",", "[", "]"));
    }
}
