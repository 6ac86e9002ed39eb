package dev.berth.expression.function;

import dev.berth.expression.function.StringFormat.FormatException;
import dev.berth.expression.value.DoubleValue;
import dev.berth.expression.value.StringValue;
import dev.berth.expression.value.Value;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.RoundingMode;

/// Numbers in the clauses `%f` and `%e`, in the notation of American English as cel-go writes them.
final class FormattedNumbers {
    private static final String SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    private static final int DIGITS = 6;

    private FormattedNumbers() {}

    static String floating(Value value, char clause, int precision) throws FormatException {
        double number =
                switch (value) {
                    case DoubleValue known -> known.value();
                    case StringValue text when text.value().equals("NaN") -> Double.NaN;
                    case StringValue text when text.value().equals("Infinity") ->
                            Double.POSITIVE_INFINITY;
                    case StringValue text when text.value().equals("-Infinity") ->
                            Double.NEGATIVE_INFINITY;
                    default -> throw StringFormat.mismatch(clause, value.type().name());
                };
        return clause == 'f' ? fixed(number, precision) : padded(scientific(number), precision);
    }

    // Parity: the number after the point is the precision of `%f` and the width of `%e`.
    private static String padded(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }

    private static String sign(double number) {
        return number < 0 || 1 / number < 0 ? "-" : "";
    }

    private static @Nullable String special(double number) {
        if (Double.isNaN(number)) {
            return "NaN";
        }
        return Double.isInfinite(number) ? sign(number) + "∞" : null;
    }

    private static String fixed(double number, int precision) {
        String special = special(number);
        if (special != null) {
            return special;
        }
        String digits =
                new BigDecimal(Math.abs(number))
                        .setScale(precision, RoundingMode.HALF_EVEN)
                        .toPlainString();
        int point = digits.indexOf('.');
        var out = new StringBuilder(digits);
        for (int i = (point < 0 ? digits.length() : point) - 3; i > 0; i -= 3) {
            out.insert(i, ',');
        }
        return sign(number) + out;
    }

    private static String scientific(double value) {
        String special = special(value);
        if (special != null) {
            return special;
        }
        var number = new BigDecimal(Math.abs(value));
        int exponent = number.signum() == 0 ? 0 : number.precision() - number.scale() - 1;
        BigDecimal mantissa =
                number.movePointLeft(exponent).setScale(DIGITS, RoundingMode.HALF_EVEN);
        if (mantissa.compareTo(BigDecimal.TEN) >= 0) {
            exponent++;
            mantissa = mantissa.movePointLeft(1).setScale(DIGITS, RoundingMode.HALF_EVEN);
        }
        var out = new StringBuilder(sign(value)).append(mantissa.toPlainString()).append("×10");
        out.append(exponent < 0 ? "⁻" : "");
        String digits = (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
        digits.chars().forEach(digit -> out.append(SUPERSCRIPTS.charAt(digit - '0')));
        return out.toString();
    }
}
