package dev.berth.expression.value;

import org.jspecify.annotations.Nullable;

/// A value that may be absent.
public final class OptionalValue extends Value {
    public static final OptionalValue NONE = new OptionalValue(null);

    private static final String DEREFERENCE = "optional.none() dereference";

    private final @Nullable Value value;

    private OptionalValue(@Nullable Value value) {
        this.value = value;
    }

    public static OptionalValue of(Value value) {
        return new OptionalValue(value);
    }

    public boolean hasValue() {
        return value != null;
    }

    /// The value, or an error if it is absent.
    public Value value() {
        return value == null ? new ErrorValue(DEREFERENCE) : value;
    }

    @Override
    public TypeValue type() {
        return TypeValue.OPTIONAL;
    }

    @Override
    public Value equalTo(Value other) {
        if (!(other instanceof OptionalValue optional)) {
            return BoolValue.FALSE;
        }
        if (value == null || optional.value == null) {
            return BoolValue.of((value == null) == (optional.value == null));
        }
        return value.equalTo(optional.value);
    }

    @Override
    public @Nullable String keyText() {
        return value == null ? null : value.keyText();
    }

    @Override
    public String text() {
        return value == null ? "optional.none()" : "optional(" + value.text() + ")";
    }

    @Override
    public String goType() {
        return "*types.Optional";
    }

    @Override
    public String notBool() {
        return value == null ? DEREFERENCE : value.notBool();
    }
}
