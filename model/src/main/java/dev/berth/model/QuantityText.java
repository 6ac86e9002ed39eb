package dev.berth.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/// Formats quantities in Kubernetes' canonical form.
final class QuantityText {
    private static final BigDecimal SMALLEST_BINARY = BigDecimal.valueOf(1024);
    private static final String[] DECIMAL_SUFFIXES = {
        "n", "u", "m", "", "k", "M", "G", "T", "P", "E"
    };
    private static final String[] BINARY_SUFFIXES = {"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};

    private QuantityText() {}

    static String canonical(Quantity quantity) {
        if (quantity.isZero()) {
            return "0";
        }
        BigDecimal amount = quantity.toBigDecimal();
        return switch (quantity.format()) {
            case BINARY_SI -> isWholeAndLarge(amount) ? binary(amount) : decimal(amount, false);
            case DECIMAL_SI -> decimal(amount, false);
            case DECIMAL_EXPONENT -> decimal(amount, true);
        };
    }

    private static boolean isWholeAndLarge(BigDecimal amount) {
        return amount.abs().compareTo(SMALLEST_BINARY) >= 0
                && (amount.scale() <= 0 || amount.stripTrailingZeros().scale() <= 0);
    }

    private static String binary(BigDecimal amount) {
        BigInteger whole = amount.setScale(0, RoundingMode.UNNECESSARY).unscaledValue();
        int power = Math.max(0, whole.getLowestSetBit() / 10);
        return whole.shiftRight(10 * power) + suffix(BINARY_SUFFIXES, power);
    }

    private static String decimal(BigDecimal amount, boolean exponential) {
        BigDecimal stripped = BigAmounts.stripped(amount);
        int exponent = Math.floorDiv(-stripped.scale(), 3) * 3;
        BigInteger mantissa =
                stripped.setScale(-exponent, RoundingMode.UNNECESSARY).unscaledValue();
        if (exponential) {
            return exponent == 0 ? mantissa.toString() : mantissa + "e" + exponent;
        }
        return mantissa + suffix(DECIMAL_SUFFIXES, exponent / 3 + 3);
    }

    // Parity: an amount beyond the last suffix is printed without a suffix.
    private static String suffix(String[] suffixes, int index) {
        return index >= 0 && index < suffixes.length ? suffixes[index] : "";
    }
}
