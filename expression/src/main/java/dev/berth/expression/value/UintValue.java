package dev.berth.expression.value;

import org.jspecify.annotations.Nullable;

/// An unsigned integer of 64 bits, in the bits of a long.
public final class UintValue extends Value
        implements Capabilities.Ordered,
                Capabilities.Addable,
                Capabilities.Subtractable,
                Capabilities.Multipliable,
                Capabilities.Divisible {
    static final ErrorValue OVERFLOW = new ErrorValue("unsigned integer overflow");

    private final long bits;

    public UintValue(long bits) {
        this.bits = bits;
    }

    public long bits() {
        return bits;
    }

    double toDouble() {
        return bits >= 0 ? (double) bits : Numbers.unsignedToDouble(bits);
    }

    @Override
    public TypeValue type() {
        return TypeValue.UINT;
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
        if (!(other instanceof UintValue addend)) {
            return other.asMissingOverload();
        }
        long sum = bits + addend.bits;
        return Long.compareUnsigned(sum, bits) < 0 ? OVERFLOW : new UintValue(sum);
    }

    @Override
    public Value subtract(Value other) {
        if (!(other instanceof UintValue subtrahend)) {
            return other.asMissingOverload();
        }
        return Long.compareUnsigned(subtrahend.bits, bits) > 0
                ? OVERFLOW
                : new UintValue(bits - subtrahend.bits);
    }

    @Override
    public Value multiply(Value other) {
        if (!(other instanceof UintValue factor)) {
            return other.asMissingOverload();
        }
        return Math.unsignedMultiplyHigh(bits, factor.bits) != 0
                ? OVERFLOW
                : new UintValue(bits * factor.bits);
    }

    @Override
    public Value divide(Value other) {
        if (!(other instanceof UintValue divisor)) {
            return other.asMissingOverload();
        }
        return divisor.bits == 0
                ? IntValue.DIVISION_BY_ZERO
                : new UintValue(Long.divideUnsigned(bits, divisor.bits));
    }

    @Override
    public Value modulo(Value other) {
        if (!(other instanceof UintValue divisor)) {
            return other.asMissingOverload();
        }
        return divisor.bits == 0
                ? IntValue.MODULUS_BY_ZERO
                : new UintValue(Long.remainderUnsigned(bits, divisor.bits));
    }

    @Override
    public Value convertTo(TypeValue target) {
        if (target == TypeValue.INT) {
            return bits < 0 ? IntValue.OVERFLOW : IntValue.of(bits);
        }
        if (target == TypeValue.DOUBLE) {
            return new DoubleValue(toDouble());
        }
        return target == TypeValue.STRING ? new StringValue(text()) : super.convertTo(target);
    }

    @Override
    public boolean isZero() {
        return bits == 0;
    }

    @Override
    public String text() {
        return Long.toUnsignedString(bits);
    }

    @Override
    public String goType() {
        return "types.Uint";
    }

    @Override
    public String notBool() {
        return "unsupported type conversion from 'uint' to bool";
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof UintValue number && number.bits == bits;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(bits) + 1;
    }
}
