package dev.berth.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Objects;

/// Arithmetic on amounts that do not fit in a `long` and a power of ten, in time and memory that a
/// single object cannot make long.
///
/// Differs (docs/adr/0026-no-quantity-is-rejected.md): Kubernetes expands a power of ten to all its
/// digits. An addition here expands at most [#MAX_DIGITS]. A power of ten beyond them is replaced
/// by a smaller one that still exceeds the other amount. The low 64 bits of both are 0, so
/// [Quantity#value()] and [Quantity#milliValue()] of the sum are those of Kubernetes.
final class BigAmounts {
    static final int MAX_DIGITS = 10_000;

    private static final double BITS_PER_DIGIT = Math.log(10) / Math.log(2);

    private BigAmounts() {}

    /// The sum, with the larger scale of the two, as in Kubernetes.
    static BigDecimal add(BigDecimal one, BigDecimal other) {
        return one.scale() < other.scale() ? sum(one, other) : sum(other, one);
    }

    private static BigDecimal sum(BigDecimal coarse, BigDecimal fine) {
        long up = (long) fine.scale() - coarse.scale();
        if (coarse.signum() == 0) {
            return fine;
        }
        if (up <= MAX_DIGITS && maxDigits(coarse) <= MAX_DIGITS) {
            return coarse.add(fine);
        }
        long needed = Math.max(MAX_DIGITS, maxDigits(fine) + 1);
        if (up < Long.SIZE || up + maxDigits(coarse) <= needed) {
            return coarse.add(fine);
        }
        BigInteger huge = BigInteger.TEN.pow((int) needed);
        BigInteger signed = coarse.signum() < 0 ? huge.negate() : huge;
        return new BigDecimal(signed.add(fine.unscaledValue()), fine.scale());
    }

    /// An upper bound of the number of digits.
    private static long maxDigits(BigDecimal amount) {
        return maxDigits(amount.unscaledValue());
    }

    private static long maxDigits(BigInteger digits) {
        return (long) (digits.bitLength() / BITS_PER_DIGIT) + 1;
    }

    /// Whether `amount` is at most 10^`power`.
    static boolean fewerDigits(BigInteger amount, long power) {
        return maxDigits(amount) <= power
                || (maxDigits(amount) == power + 1
                        && amount.compareTo(BigInteger.TEN.pow((int) power)) <= 0);
    }

    /// The same amount without trailing zeros, unless its scale could exceed 32 bits.
    static BigDecimal stripped(BigDecimal amount) {
        return power(amount) > Integer.MAX_VALUE ? amount : amount.stripTrailingZeros();
    }

    /// A hash code that is equal for equal amounts.
    static int hash(BigDecimal amount) {
        if (power(amount) > Integer.MAX_VALUE) {
            return amount.signum() * Long.hashCode(power(amount));
        }
        BigDecimal plain = amount.stripTrailingZeros();
        return Objects.hash(plain.unscaledValue(), plain.scale());
    }

    /// The smallest power of ten that exceeds the amount.
    private static long power(BigDecimal amount) {
        return (long) amount.precision() - amount.scale();
    }

    /// Parses decimal digits with an optional sign and point. Digits beyond the finest scale are
    /// rounded away from zero, and a number with more than [#MAX_DIGITS] digits keeps the last ones
    /// after a leading 1, so that a long text costs no more than a short one.
    static BigDecimal parse(String number, long finestScale) {
        if (number.length() <= MAX_DIGITS) {
            return new BigDecimal(number);
        }
        boolean signed = number.charAt(0) == '-' || number.charAt(0) == '+';
        int point = number.indexOf('.');
        int fraction = point < 0 ? 0 : number.length() - point - 1;
        String digits = number.substring(signed ? 1 : 0).replace(".", "");
        int cut = Math.clamp(fraction - finestScale, 0, digits.length());
        int end = digits.length() - cut;
        int start = Math.max(0, end - MAX_DIGITS);
        BigInteger magnitude =
                end == 0 ? BigInteger.ZERO : new BigInteger(digits.substring(start, end));
        if (hasAmount(digits, 0, start)) {
            magnitude = magnitude.add(BigInteger.TEN.pow(MAX_DIGITS));
        }
        if (hasAmount(digits, end, digits.length())) {
            magnitude = magnitude.add(BigInteger.ONE);
        }
        return new BigDecimal(
                number.charAt(0) == '-' ? magnitude.negate() : magnitude, fraction - cut);
    }

    private static boolean hasAmount(String digits, int from, int to) {
        for (int i = from; i < to; i++) {
            if (digits.charAt(i) != '0') {
                return true;
            }
        }
        return false;
    }
}
