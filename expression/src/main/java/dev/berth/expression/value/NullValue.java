package dev.berth.expression.value;

/// `null`.
public final class NullValue extends Value {
    public static final NullValue NULL = new NullValue();

    private NullValue() {}

    @Override
    public TypeValue type() {
        return TypeValue.NULL;
    }

    @Override
    public Value equalTo(Value other) {
        return BoolValue.of(this == other);
    }

    @Override
    public Value convertTo(TypeValue target) {
        return target == TypeValue.STRING ? new StringValue("null") : super.convertTo(target);
    }

    @Override
    public boolean isZero() {
        return true;
    }

    @Override
    public String text() {
        return "0";
    }

    @Override
    public String goType() {
        return "types.Null";
    }

    @Override
    public String notBool() {
        return "type conversion error from 'null_type' to 'bool'";
    }
}
