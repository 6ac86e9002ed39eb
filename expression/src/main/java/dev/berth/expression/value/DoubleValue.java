package dev.berth.expression.value;

import org.jspecify.annotations.Nullable;

/// A floating-point number of 64 bits.
public final class DoubleValue extends Value
        implements Capabilities.Ordered,
                Capabilities.Addable,
                Capabilities.Subtractable,
                Capabilities.Multipliable,
                Capabilities.Negatable {
    private final double value;

    public DoubleValue(double value) {
        this.value = value;
    }

    public double value() {
        return value;
    }

    @Override
    public TypeValue type() {
        return TypeValue.DOUBLE;
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
        return other instanceof DoubleValue number
                ? new DoubleValue(value + number.value)
                : other.asMissingOverload();
    }

    @Override
    public Value subtract(Value other) {
        return other instanceof DoubleValue number
                ? new DoubleValue(value - number.value)
                : other.asMissingOverload();
    }

    @Override
    public Value multiply(Value other) {
        return other instanceof DoubleValue number
                ? new DoubleValue(value * number.value)
                : other.asMissingOverload();
    }

    @Override
    public Value divide(Value other) {
        return other instanceof DoubleValue number
                ? new DoubleValue(value / number.value)
                : other.asMissingOverload();
    }

    @Override
    public Value negate() {
        return new DoubleValue(-value);
    }

    @Override
    public Value convertTo(TypeValue target) {
        if (target == TypeValue.INT) {
            return Numbers.fitsInt(value) ? IntValue.of((long) value) : IntValue.OVERFLOW;
        }
        if (target == TypeValue.UINT) {
            return Numbers.fitsUint(value)
                    ? new UintValue(Numbers.toUnsigned(value))
                    : UintValue.OVERFLOW;
        }
        return target == TypeValue.STRING ? new StringValue(text()) : super.convertTo(target);
    }

    @Override
    public boolean isZero() {
        return value == 0;
    }

    @Override
    public String text() {
        return GoNumbers.shortest(value);
    }

    @Override
    public String goType() {
        return "types.Double";
    }

    @Override
    public String notBool() {
        return "type conversion error from Double to 'bool'";
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DoubleValue number && number.value == value;
    }

    @Override
    public int hashCode() {
        return value == 0 ? 0 : Double.hashCode(value);
    }
}
