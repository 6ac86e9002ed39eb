package dev.berth.expression.value;

import org.jspecify.annotations.Nullable;

/// A signed integer of 64 bits.
public final class IntValue extends Value
        implements Capabilities.Ordered,
                Capabilities.Addable,
                Capabilities.Subtractable,
                Capabilities.Multipliable,
                Capabilities.Divisible,
                Capabilities.Negatable {
    static final ErrorValue OVERFLOW = new ErrorValue("integer overflow");
    static final ErrorValue DIVISION_BY_ZERO = new ErrorValue("division by zero");
    static final ErrorValue MODULUS_BY_ZERO = new ErrorValue("modulus by zero");

    private static final IntValue[] SMALL = new IntValue[256];

    static {
        for (int i = 0; i < SMALL.length; i++) {
            SMALL[i] = new IntValue(i - 128);
        }
    }

    private final long value;

    private IntValue(long value) {
        this.value = value;
    }

    public static IntValue of(long value) {
        return value >= -128 && value < 128 ? SMALL[(int) value + 128] : new IntValue(value);
    }

    public long value() {
        return value;
    }

    @Override
    public TypeValue type() {
        return TypeValue.INT;
    }

    @Override
    public Value equalTo(Value other) {
        return Numbers.equal(this, other);
    }

    @Override
    public Value compareWith(Value other) {
        return Numbers.compare(this, other);
    }

    @Override
    public Value add(Value other) {
        if (!(other instanceof IntValue addend)) {
            return other.asMissingOverload();
        }
        long sum = value + addend.value;
        return ((value ^ sum) & (addend.value ^ sum)) < 0 ? OVERFLOW : of(sum);
    }

    @Override
    public Value subtract(Value other) {
        if (!(other instanceof IntValue subtrahend)) {
            return other.asMissingOverload();
        }
        long difference = value - subtrahend.value;
        boolean overflow = ((value ^ subtrahend.value) & (value ^ difference)) < 0;
        return overflow ? OVERFLOW : of(difference);
    }

    @Override
    public Value multiply(Value other) {
        if (!(other instanceof IntValue factor)) {
            return other.asMissingOverload();
        }
        long high = Math.multiplyHigh(value, factor.value);
        long low = value * factor.value;
        return high == low >> 63 ? of(low) : OVERFLOW;
    }

    @Override
    public Value divide(Value other) {
        if (!(other instanceof IntValue divisor)) {
            return other.asMissingOverload();
        }
        if (divisor.value == 0) {
            return DIVISION_BY_ZERO;
        }
        return isOverflow(divisor) ? OVERFLOW : of(value / divisor.value);
    }

    @Override
    public Value modulo(Value other) {
        if (!(other instanceof IntValue divisor)) {
            return other.asMissingOverload();
        }
        if (divisor.value == 0) {
            return MODULUS_BY_ZERO;
        }
        return isOverflow(divisor) ? OVERFLOW : of(value % divisor.value);
    }

    private boolean isOverflow(IntValue divisor) {
        return value == Long.MIN_VALUE && divisor.value == -1;
    }

    @Override
    public Value negate() {
        return value == Long.MIN_VALUE ? OVERFLOW : of(-value);
    }

    @Override
    public Value convertTo(TypeValue target) {
        if (target == TypeValue.UINT) {
            return value < 0 ? UintValue.OVERFLOW : new UintValue(value);
        }
        if (target == TypeValue.DOUBLE) {
            return new DoubleValue(value);
        }
        if (target == TypeValue.STRING) {
            return new StringValue(Long.toString(value));
        }
        return target == TypeValue.TIMESTAMP
                ? TimestampValue.ofEpochSecond(value)
                : super.convertTo(target);
    }

    @Override
    public boolean isZero() {
        return value == 0;
    }

    @Override
    public String text() {
        return Long.toString(value);
    }

    @Override
    public String goType() {
        return "types.Int";
    }

    @Override
    public String notBool() {
        return "unsupported type conversion from 'int' to bool";
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof IntValue number && number.value == value;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(value);
    }
}
