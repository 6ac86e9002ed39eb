package dev.berth.expression.value;

/// `true` or `false`.
public final class BoolValue extends Value implements Capabilities.Ordered, Capabilities.Negatable {
    public static final BoolValue TRUE = new BoolValue();
    public static final BoolValue FALSE = new BoolValue();

    private BoolValue() {}

    public static BoolValue of(boolean value) {
        return value ? TRUE : FALSE;
    }

    @Override
    public TypeValue type() {
        return TypeValue.BOOL;
    }

    @Override
    public Value equalTo(Value other) {
        return of(this == other);
    }

    @Override
    public Value compareWith(Value other) {
        if (!(other instanceof BoolValue)) {
            return other.asMissingOverload();
        }
        return IntValue.of(this == other ? 0 : this == FALSE ? -1 : 1);
    }

    @Override
    public Value negate() {
        return of(this == FALSE);
    }

    @Override
    public Value convertTo(TypeValue target) {
        return target == TypeValue.STRING ? new StringValue(text()) : super.convertTo(target);
    }

    @Override
    public boolean isZero() {
        return this == FALSE;
    }

    @Override
    public String text() {
        return this == TRUE ? "true" : "false";
    }

    @Override
    public String goType() {
        return "types.Bool";
    }

    @Override
    public String notBool() {
        throw new IllegalStateException("a bool is a bool");
    }
}
