package dev.berth.expression.value;

import dev.berth.model.GoDuration;

import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.time.Duration;

/// A duration in nanoseconds.
public final class DurationValue extends Value
        implements Capabilities.Ordered,
                Capabilities.Addable,
                Capabilities.Subtractable,
                Capabilities.Negatable {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long SECOND = 1_000_000_000L;

    private final long nanos;

    public DurationValue(long nanos) {
        this.nanos = nanos;
    }

    public long nanos() {
        return nanos;
    }

    /// The duration in a larger unit, truncated. Go divides in floating point.
    public long in(long unitNanos) {
        long whole = nanos / unitNanos;
        return (long) (whole + nanos % unitNanos / (double) unitNanos);
    }

    @Override
    public TypeValue type() {
        return TypeValue.DURATION;
    }

    @Override
    public Value equalTo(Value other) {
        return BoolValue.of(equals(other));
    }

    @Override
    public Value compareWith(Value other) {
        return other instanceof DurationValue duration
                ? IntValue.of(Long.compare(nanos, duration.nanos))
                : other.asMissingOverload();
    }

    @Override
    public Value add(Value other) {
        return switch (other) {
            case DurationValue duration ->
                    ofSum(IntValue.of(nanos).add(IntValue.of(duration.nanos)));
            case TimestampValue timestamp -> timestamp.plus(nanos);
            default -> other.asMissingOverload();
        };
    }

    private static Value ofSum(Value sum) {
        return sum instanceof IntValue number ? new DurationValue(number.value()) : sum;
    }

    @Override
    public Value subtract(Value other) {
        return other instanceof DurationValue duration
                ? ofSum(IntValue.of(nanos).subtract(IntValue.of(duration.nanos)))
                : other.asMissingOverload();
    }

    @Override
    public Value negate() {
        return ofSum(IntValue.of(nanos).negate());
    }

    @Override
    public Value convertTo(TypeValue target) {
        if (target == TypeValue.STRING) {
            long whole = nanos / SECOND;
            double seconds = whole + nanos % SECOND / NANOS_PER_SECOND;
            return new StringValue(GoNumbers.plain(seconds) + "s");
        }
        return target == TypeValue.INT ? IntValue.of(nanos) : super.convertTo(target);
    }

    @Override
    public boolean isZero() {
        return nanos == 0;
    }

    @Override
    public String text() {
        if (nanos == Long.MIN_VALUE) {
            BigDecimal seconds =
                    BigDecimal.valueOf(Long.MIN_VALUE, 9).remainder(BigDecimal.valueOf(60));
            return "-2562047h47m" + seconds.negate().stripTrailingZeros().toPlainString() + "s";
        }
        return GoDuration.text(Duration.ofNanos(nanos));
    }

    @Override
    public String goType() {
        return "types.Duration";
    }

    @Override
    public String notBool() {
        return "type conversion error from 'Duration' to 'bool'";
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DurationValue duration && duration.nanos == nanos;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(nanos) + 2;
    }
}
