package dev.berth.model;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.OptionalLong;

/// An exact amount of a resource in Kubernetes' notation: `1500m`, `2Gi`, `1e3` (Kubernetes:
/// `resource.Quantity`).
///
/// Small amounts are a `long` and a power of ten; other amounts are a [BigDecimal]. The
/// representation is observable: [#value()] and [#milliValue()] overflow differently for each, as
/// they do in Kubernetes. Therefore every operation results in the same representation as in
/// Kubernetes. Sums are exact unless they would need more digits than [BigAmounts] allows.
///
/// Two quantities are equal if they are the same number, regardless of their notation.
public final class Quantity implements Comparable<Quantity> {

    /// The notation of an amount.
    public enum Format {
        /// `n u m k M G T P E`.
        DECIMAL_SI,
        /// `Ki Mi Gi Ti Pi Ei`.
        BINARY_SI,
        /// `e3`.
        DECIMAL_EXPONENT
    }

    public static final Quantity ZERO = ofScaled(0, 0, Format.DECIMAL_SI);

    private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);
    private static final int LARGEST_POWER = 18;
    private static final int LARGEST_DOUBLE_POWER = 308;
    private static final int DOUBLE_POWER_STEP = 32;
    private static final long[] POWERS_OF_TEN = powersOfTen();

    /// The amount is `unscaled * 10^scale`; both fields are unused if [#big] is set.
    private final long unscaled;

    private final int scale;
    private final @Nullable BigDecimal big;
    private final Format format;

    /// The original text if it equals the canonical form, or the canonical form after its first
    /// use.
    private @Nullable String text;

    private Quantity(
            long unscaled,
            int scale,
            @Nullable BigDecimal big,
            Format format,
            @Nullable String text) {
        this.unscaled = unscaled;
        this.scale = scale;
        this.big = big;
        this.format = format;
        this.text = text;
    }

    public static Quantity of(long value) {
        return ofScaled(value, 0, Format.DECIMAL_SI);
    }

    public static Quantity ofMillis(long millis) {
        return ofScaled(millis, -3, Format.DECIMAL_SI);
    }

    public static Quantity of(long value, Format format) {
        return ofScaled(value, 0, format);
    }

    /// The amount `unscaled * 10^scale`.
    public static Quantity ofScaled(long unscaled, int scale, Format format) {
        return new Quantity(unscaled, scale, null, format, null);
    }

    static Quantity ofBig(BigDecimal amount, Format format) {
        return new Quantity(0, 0, amount, format, null);
    }

    static Quantity ofText(long unscaled, int scale, Format format, String text) {
        return new Quantity(unscaled, scale, null, format, text);
    }

    /// Parses an amount. White space is not allowed.
    ///
    /// @throws QuantityException if the text is not a quantity
    public static Quantity parse(String text) {
        return QuantityParser.parse(text);
    }

    public Format format() {
        return format;
    }

    public boolean isZero() {
        return sign() == 0;
    }

    /// -1, 0 or 1.
    public int sign() {
        return big == null ? Long.signum(unscaled) : big.signum();
    }

    /// The exact sum, in the format of this quantity, or of the other if this one is zero.
    public Quantity add(Quantity other) {
        return sum(other, other.unscaled, other.big);
    }

    /// The exact difference, in the format of this quantity, or of the other if this one is zero.
    public Quantity subtract(Quantity other) {
        return sum(other, -other.unscaled, other.big == null ? null : other.big.negate());
    }

    public Quantity negate() {
        return big == null ? ofScaled(-unscaled, scale, format) : ofBig(big.negate(), format);
    }

    private Quantity sum(Quantity other, long addend, @Nullable BigDecimal bigAddend) {
        Format kept = isZero() ? other.format : format;
        if (big != null || bigAddend != null) {
            BigDecimal right = bigAddend == null ? decimal(addend, other.scale) : bigAddend;
            return ofBig(BigAmounts.add(toBigDecimal(), right), kept);
        }
        if (addend == 0) {
            return ofScaled(unscaled, scale, kept);
        }
        if (unscaled == 0) {
            return ofScaled(addend, other.scale, kept);
        }
        int common = Math.min(scale, other.scale);
        if (fits(unscaled, scale - common) && fits(addend, other.scale - common)) {
            long left = scaledUp(unscaled, scale - common);
            long right = scaledUp(addend, other.scale - common);
            long sum = left + right;
            if (((left ^ sum) & (right ^ sum)) >= 0) {
                return ofScaled(sum, common, kept);
            }
        }
        return ofBig(BigAmounts.add(decimal(unscaled, scale), decimal(addend, other.scale)), kept);
    }

    private static boolean fits(long value, int up) {
        return up <= LARGEST_POWER && (up < 0 || scaledUp(value, up) / POWERS_OF_TEN[up] == value);
    }

    // Parity: a difference of two scales that exceeds 32 bits becomes negative, and the value is
    // not scaled.
    private static long scaledUp(long value, int up) {
        return up < 0 ? value : value * POWERS_OF_TEN[up];
    }

    /// The same amount as a [BigDecimal]. Only the overflow of [#value()] differs.
    ///
    /// Parity: Quantity.Cmp converts an amount for good when the other amount is a big one; code
    /// that compares and keeps the result calls this method.
    Quantity promoted() {
        return big == null ? ofBig(toBigDecimal(), format) : this;
    }

    boolean isBig() {
        return big != null;
    }

    /// The amount as an integer, rounded away from zero. An overflow gives the same wrong value as
    /// in Kubernetes.
    public long value() {
        return scaledValue(0);
    }

    /// The amount times 1000 as an integer, rounded away from zero. An overflow gives the same
    /// wrong value as in Kubernetes.
    public long milliValue() {
        return scaledValue(-3);
    }

    private long scaledValue(int power) {
        if (big != null) {
            return scaledBig(big.unscaledValue(), (long) big.scale() + power);
        }
        return scale < power
                ? dividedAwayFromZero(unscaled, power - scale)
                : scaledSmall(unscaled, scale - power);
    }

    // Parity: an overflow by 10^1, 2, 3, 6 or 9 keeps the low 64 bits of the product; any other
    // overflow results in 0.
    private static long scaledSmall(long value, int up) {
        boolean oneStep = up <= 3 || up == 6 || up == 9;
        return oneStep || fits(value, up) ? scaledUp(value, up) : 0;
    }

    private static long dividedAwayFromZero(long value, int down) {
        if (down > LARGEST_POWER) {
            return Long.signum(value);
        }
        long divisor = POWERS_OF_TEN[down];
        long quotient = value / divisor;
        return value % divisor == 0 ? quotient : quotient + Long.signum(value);
    }

    // Parity: big amounts are truncated to their low 64 bits in the same steps as in Kubernetes. A
    // negative amount with a fraction is rounded towards positive infinity, and twice if it is
    // small.
    private static long scaledBig(BigInteger unscaled, long down) {
        if (down == 0) {
            return unscaled.longValue();
        }
        if (down < 0) {
            // A power of ten beyond 64 bits has the value that Go's conversion from float gives on
            // amd64.
            long factor = -down <= LARGEST_POWER ? POWERS_OF_TEN[(int) -down] : Long.MIN_VALUE;
            return unscaled.longValue() * factor;
        }
        if (down <= LARGEST_POWER && unscaled.compareTo(MAX_LONG) < 0) {
            long divisor = POWERS_OF_TEN[(int) down];
            long low = unscaled.longValue();
            return low % divisor == 0 ? low / divisor : low / divisor + 1;
        }
        BigInteger[] parts = unscaled.divideAndRemainder(BigInteger.TEN.pow((int) down));
        boolean roundUp = parts[1].signum() > 0;
        return parts[0].longValue() + (roundUp ? 1 : 0);
    }

    /// The amount as an integer (Kubernetes: `Quantity.AsInt64`). The result is empty for big
    /// amounts and for amounts with a negative power of ten, even if they are integers.
    public OptionalLong asInteger() {
        return big == null && scale >= 0 && fits(unscaled, scale)
                ? OptionalLong.of(scaledUp(unscaled, scale))
                : OptionalLong.empty();
    }

    /// The amount in floating point (Kubernetes: `Quantity.AsApproximateFloat64`).
    public double toDouble() {
        double digits = big == null ? (double) unscaled : big.unscaledValue().doubleValue();
        int power = big == null ? scale : -big.scale();
        return power == 0 ? digits : digits * powerOfTen(power);
    }

    // Parity: Go computes a power of ten from two factors.
    private static double powerOfTen(int power) {
        int size = Math.abs(power);
        if (size > LARGEST_DOUBLE_POWER) {
            return power < 0 ? 0 : Double.POSITIVE_INFINITY;
        }
        double small = Double.parseDouble("1e" + size % DOUBLE_POWER_STEP);
        String large = size / DOUBLE_POWER_STEP * DOUBLE_POWER_STEP + "";
        return power < 0
                ? Double.parseDouble("1e-" + large) / small
                : Double.parseDouble("1e" + large) * small;
    }

    /// The exact amount.
    public BigDecimal toBigDecimal() {
        return big == null ? decimal(unscaled, scale) : big;
    }

    private static BigDecimal decimal(long unscaled, int scale) {
        return BigDecimal.valueOf(unscaled, -scale);
    }

    @Override
    public int compareTo(Quantity other) {
        if (big == null && other.big == null) {
            int signs = Integer.compare(Long.signum(unscaled), Long.signum(other.unscaled));
            if (signs != 0 || unscaled == 0) {
                return signs;
            }
            int common = Math.min(scale, other.scale);
            long apart = (long) Math.max(scale, other.scale) - common;
            if (apart <= LARGEST_POWER
                    && fits(unscaled, scale - common)
                    && fits(other.unscaled, other.scale - common)) {
                return Long.compare(
                        scaledUp(unscaled, scale - common),
                        scaledUp(other.unscaled, other.scale - common));
            }
        }
        return toBigDecimal().compareTo(other.toBigDecimal());
    }

    /// The larger of two amounts, or the first if they are equal.
    public static Quantity max(Quantity first, Quantity second) {
        return second.compareTo(first) > 0 ? second : first;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Quantity quantity && compareTo(quantity) == 0;
    }

    @Override
    public int hashCode() {
        return isZero() ? 0 : BigAmounts.hash(toBigDecimal());
    }

    /// The canonical form: no fraction, and the largest suffix that loses no precision.
    @Override
    public String toString() {
        String known = text;
        if (known == null) {
            known = QuantityText.canonical(this);
            text = known;
        }
        return known;
    }

    private static long[] powersOfTen() {
        long[] powers = new long[LARGEST_POWER + 1];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = powers[i - 1] * 10;
        }
        return powers;
    }
}
