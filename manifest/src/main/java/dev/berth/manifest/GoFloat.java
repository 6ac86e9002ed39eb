package dev.berth.manifest;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.function.Predicate;

/// Formats floating-point numbers as Go does, because `kubectl` parses every fraction in a manifest
/// as a float and formats it again.
final class GoFloat {
    private GoFloat() {}

    /// The number in JSON: without an exponent between a millionth and 10^21.
    static String json(double value) {
        double size = Math.abs(value);
        if (size == 0) {
            return 1 / value < 0 ? "-0" : "0";
        }
        BigDecimal digits =
                shortest(Double.toString(value), text -> Double.parseDouble(text) == value);
        return size < 1e-6 || size >= 1e21 ? exponential(digits, 1) : digits.toPlainString();
    }

    /// The number as a field name: in 32 bits, with an exponent from 10^6.
    static String name(double value) {
        float cut = (float) value;
        if (Float.isNaN(cut)) {
            return ".nan";
        }
        if (Float.isInfinite(cut)) {
            return cut < 0 ? "-.inf" : ".inf";
        }
        if (cut == 0) {
            return 1 / cut < 0 ? "-0" : "0";
        }
        BigDecimal digits = shortest(Float.toString(cut), text -> Float.parseFloat(text) == cut);
        int exponent = digits.precision() - digits.scale() - 1;
        return exponent < -4 || exponent >= 6 ? exponential(digits, 2) : digits.toPlainString();
    }

    /// Java prints two digits for the smallest numbers where one is enough.
    private static BigDecimal shortest(String printed, Predicate<String> isSame) {
        var digits = new BigDecimal(printed).stripTrailingZeros();
        BigDecimal one = digits.round(new MathContext(1));
        return digits.precision() == 2 && isSame.test(one.toString()) ? one : digits;
    }

    private static String exponential(BigDecimal digits, int exponentDigits) {
        int exponent = digits.precision() - digits.scale() - 1;
        String mantissa = digits.movePointLeft(exponent).stripTrailingZeros().toPlainString();
        String power = Integer.toString(Math.abs(exponent));
        return mantissa
                + (exponent < 0 ? "e-" : "e+")
                + "0".repeat(Math.max(0, exponentDigits - power.length()))
                + power;
    }
}
