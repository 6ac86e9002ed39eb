package dev.berth.observe.metrics;

import java.math.BigDecimal;

/// Formats numbers with the digits of Go, because queries identify buckets by them.
final class GoNumber {
    /// The first exponent of the exponential notation.
    private static final int FIRST_EXPONENT = 6;

    private GoNumber() {}

    static String text(double number) {
        if (Double.isNaN(number)) {
            return "NaN";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "+Inf" : "-Inf";
        }
        if (number == 0) {
            return "0";
        }
        BigDecimal digits = new BigDecimal(Double.toString(number)).stripTrailingZeros();
        int exponent = digits.precision() - digits.scale() - 1;
        if (exponent >= -4 && exponent < FIRST_EXPONENT) {
            return digits.toPlainString();
        }
        String unscaled = digits.unscaledValue().abs().toString();
        var text = new StringBuilder(digits.signum() < 0 ? "-" : "").append(unscaled.charAt(0));
        if (unscaled.length() > 1) {
            text.append('.').append(unscaled, 1, unscaled.length());
        }
        text.append(exponent < 0 ? "e-" : "e+");
        if (Math.abs(exponent) < 10) {
            text.append('0');
        }
        return text.append(Math.abs(exponent)).toString();
    }
}
