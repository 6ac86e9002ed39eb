package dev.berth.expression.value;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Pattern;

/// Numbers as text in the ways of Go.
public final class GoNumbers {
    private static final Pattern DECIMAL =
            Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");
    private static final Pattern HEX =
            Pattern.compile(
                    "[+-]?0[xX](_?[0-9a-fA-F]+(_[0-9a-fA-F]+)*\\.?[0-9a-fA-F]*|\\.[0-9a-fA-F]+)"
                            + "[pP][+-]?[0-9]+");

    private static final int LARGE_EXPONENT = 6;

    private GoNumbers() {}

    /// The shortest text that is read back as the same number (Go: `%g`).
    public static String shortest(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        String sign = 1 / value < 0 || value < 0 ? "-" : "";
        if (value == 0) {
            return sign + "0";
        }
        var decimal = new BigDecimal(Double.toString(Math.abs(value))).stripTrailingZeros();
        int exponent = decimal.precision() - decimal.scale() - 1;
        // strconv: the shortest form has an exponent from seven digits on, or below 0.0001.
        if (exponent >= -4 && exponent < LARGE_EXPONENT) {
            return sign + decimal.toPlainString();
        }
        return sign + scientific(decimal.unscaledValue().toString(), exponent);
    }

    private static String scientific(String digits, int exponent) {
        String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
        return digits.charAt(0)
                + fraction
                + (exponent < 0 ? "e-" : "e+")
                + (Math.abs(exponent) < 10 ? "0" : "")
                + Math.abs(exponent);
    }

    /// All digits and no exponent (Go: `strconv.FormatFloat(value, 'f', -1, 64)`).
    public static String plain(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return shortest(value);
        }
        String text =
                new BigDecimal(Double.toString(Math.abs(value)))
                        .stripTrailingZeros()
                        .toPlainString();
        return (1 / value < 0 || value < 0 ? "-" : "") + text;
    }

    /// Reads a number as `strconv.ParseFloat` does. The result is null if there is none, also if
    /// the number is too large.
    public static @Nullable Double parseDouble(String text) {
        String unsigned = text.startsWith("+") || text.startsWith("-") ? text.substring(1) : text;
        boolean negative = text.startsWith("-");
        switch (unsigned.toLowerCase(Locale.ROOT)) {
            case "inf", "infinity" -> {
                return negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
            }
            case "nan" -> {
                return text.equals(unsigned) ? Double.NaN : null;
            }
            default -> {}
        }
        if (DECIMAL.matcher(text).matches() || HEX.matcher(text).matches()) {
            double value = Double.parseDouble(text.replace("_", ""));
            return Double.isInfinite(value) ? null : value;
        }
        return null;
    }

    /// Reads a number as `strconv.ParseInt(text, 10, 64)` does.
    public static @Nullable Long parseLong(String text) {
        boolean signed = text.startsWith("+") || text.startsWith("-");
        if (!isDigits(signed ? text.substring(1) : text)) {
            return null;
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException tooLarge) {
            return null;
        }
    }

    /// Reads a number as `strconv.ParseUint(text, 10, 64)` does.
    public static @Nullable Long parseUnsigned(String text) {
        if (!isDigits(text)) {
            return null;
        }
        try {
            return Long.parseUnsignedLong(text);
        } catch (NumberFormatException tooLarge) {
            return null;
        }
    }

    /// If the text consists of one or more ASCII digits.
    public static boolean isDigits(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
