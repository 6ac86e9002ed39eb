package dev.berth.model;

import dev.berth.model.Quantity.Format;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/// Parses quantities as Kubernetes does, including its lenient forms: `.5`, `5.`, `+1`, and 0 for
/// no digits.
final class QuantityParser {
    private static final int FINEST_SCALE = 9;

    /// A shift by 60 bits moves the digits beyond this scale far below a nano unit.
    private static final int FINEST_BINARY_SCALE = 200;

    private static final BigDecimal NANO = new BigDecimal(BigInteger.ONE, FINEST_SCALE);
    private static final BigDecimal NO_NANOS = new BigDecimal(BigInteger.ZERO, FINEST_SCALE);
    private static final int MAX_LONG_DIGITS = 18;
    private static final int MAX_BINARY_DIGITS = 14;
    private static final BigDecimal MAX_BINARY = BigDecimal.valueOf(Long.MAX_VALUE);

    private final String text;
    private final int numberEnd;
    private final boolean negative;
    private final boolean hasWhole;
    private final int digits;
    private final int fractionDigits;
    private final long low;

    static Quantity parse(String text) {
        if (text.isEmpty()) {
            throw new QuantityException(text, "it is empty");
        }
        return new QuantityParser(text).quantity();
    }

    /// Scans the sign, the integer digits and the fraction digits.
    private QuantityParser(String text) {
        this.text = text;
        int length = text.length();
        int at = 0;
        negative = text.charAt(0) == '-';
        if (negative || text.charAt(0) == '+') {
            at++;
        }
        while (at < length && text.charAt(at) == '0') {
            at++;
        }
        int wholeStart = at;
        long seen = 0;
        while (at < length && isDigit(text.charAt(at))) {
            seen = seen * 10 + (text.charAt(at) - '0');
            at++;
        }
        int whole = at - wholeStart;
        int fraction = 0;
        if (at < length && text.charAt(at) == '.') {
            at++;
            while (at < length && isDigit(text.charAt(at))) {
                seen = seen * 10 + (text.charAt(at) - '0');
                at++;
                fraction++;
            }
        }
        hasWhole = whole > 0;
        digits = Math.max(whole, 1) + fraction;
        fractionDigits = fraction;
        low = seen;
        numberEnd = at;
    }

    private Quantity quantity() {
        int left = text.length() - numberEnd;
        char first = left > 0 ? text.charAt(numberEnd) : ' ';
        char second = left > 1 ? text.charAt(numberEnd + 1) : ' ';
        if (left == 0) {
            return decimal(0, Format.DECIMAL_SI);
        }
        if (left == 1) {
            int power = "num kMGTPE".indexOf(first);
            if (power >= 0 && power != 3) {
                return decimal(3 * (power - 3), Format.DECIMAL_SI);
            }
        }
        if (left == 2 && second == 'i') {
            int power = "KMGTPE".indexOf(first);
            if (power >= 0) {
                return binary(10 * (power + 1));
            }
        }
        if (left > 1 && (first == 'e' || first == 'E')) {
            return decimal(exponent(), Format.DECIMAL_EXPONENT);
        }
        throw unknownSuffix();
    }

    private int exponent() {
        try {
            // Parity: an exponent beyond 32 bits is truncated to 32 bits.
            return (int) Long.parseLong(asciiDigits(text.substring(numberEnd + 1)));
        } catch (NumberFormatException e) {
            throw unknownSuffix();
        }
    }

    private static String asciiDigits(String signed) {
        if (signed.chars().anyMatch(c -> c > '9')) {
            throw new NumberFormatException(signed);
        }
        return signed;
    }

    private Quantity decimal(int exponent, Format format) {
        // Parity: the scale wraps at 32 bits.
        int scale = exponent - fractionDigits;
        if (digits > MAX_LONG_DIGITS || scale < -FINEST_SCALE) {
            BigDecimal number = number((long) FINEST_SCALE + exponent);
            return big(number.unscaledValue(), (long) number.scale() - exponent, format);
        }
        long value = negative ? -low : low;
        // Parity: a text that looks canonical is printed unchanged, even `+1` and `1.500`.
        return hasWhole && scale % 3 == 0 && low % 1000 != 0
                ? Quantity.ofText(value, scale, format, text)
                : Quantity.ofScaled(value, scale, format);
    }

    private Quantity binary(int bits) {
        // Parity: the limit is approximate, some digits below the capacity of a long.
        if (fractionDigits > 0 || digits + bits * 3 / 10 > MAX_BINARY_DIGITS) {
            BigDecimal number = number(FINEST_BINARY_SCALE);
            return big(number.unscaledValue().shiftLeft(bits), number.scale(), Format.BINARY_SI);
        }
        long value = (negative ? -low : low) << bits;
        return (low & 7) != 0
                ? Quantity.ofText(value, 0, Format.BINARY_SI, text)
                : Quantity.ofScaled(value, 0, Format.BINARY_SI);
    }

    private BigDecimal number(long finestScale) {
        String number = text.substring(0, numberEnd);
        if (number.chars().noneMatch(c -> isDigit((char) c))) {
            throw new QuantityException(text, "it has no digits");
        }
        return BigAmounts.parse(number, finestScale);
    }

    /// The amount `unscaled / 10^scale`, rounded away from zero to nano precision and limited to
    /// the maximum.
    private static Quantity big(BigInteger unscaled, long scale, Format format) {
        if (unscaled.signum() == 0) {
            int kept = Math.clamp(scale, -BigAmounts.MAX_DIGITS, BigAmounts.MAX_DIGITS);
            return Quantity.ofBig(new BigDecimal(unscaled, kept), format);
        }
        BigDecimal magnitude = roundedUp(unscaled.abs(), scale);
        Format kept = format;
        if (format == Format.BINARY_SI) {
            magnitude = magnitude.compareTo(MAX_BINARY) > 0 ? MAX_BINARY : magnitude;
            kept = magnitude.compareTo(BigDecimal.ONE) < 0 ? Format.DECIMAL_SI : format;
        }
        return Quantity.ofBig(unscaled.signum() < 0 ? magnitude.negate() : magnitude, kept);
    }

    private static BigDecimal roundedUp(BigInteger digits, long scale) {
        if (scale <= FINEST_SCALE) {
            int kept = (int) Math.max(scale, Integer.MIN_VALUE);
            return BigAmounts.add(new BigDecimal(digits, kept), NO_NANOS);
        }
        if (BigAmounts.fewerDigits(digits, scale - FINEST_SCALE)) {
            return NANO;
        }
        return new BigDecimal(digits, (int) scale).setScale(FINEST_SCALE, RoundingMode.UP);
    }

    private QuantityException unknownSuffix() {
        String rest = text.substring(numberEnd);
        return numberEnd == 0
                ? new QuantityException(text, "it does not begin with a number")
                : new QuantityException(text, "unknown suffix " + MessageText.quoted(rest));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
