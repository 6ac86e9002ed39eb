package dev.berth.expression.value;

/// A failure (cel-go: `types.Err`).
public final class ErrorValue extends Value {
    public static final ErrorValue NO_SUCH_OVERLOAD = new ErrorValue("no such overload");

    private final String message;

    public ErrorValue(String message) {
        this.message = message;
    }

    public String message() {
        return message;
    }

    @Override
    public TypeValue type() {
        return TypeValue.ERROR;
    }

    @Override
    public Value equalTo(Value other) {
        return this;
    }

    @Override
    public Value convertTo(TypeValue target) {
        return this;
    }

    @Override
    public String text() {
        return message;
    }

    @Override
    public String goType() {
        return "*types.Err";
    }

    @Override
    public String notBool() {
        return message;
    }
}
