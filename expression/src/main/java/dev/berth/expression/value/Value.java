package dev.berth.expression.value;

/// A value during the evaluation. Errors are values, because `&&`, `||` and macros absorb them.
///
/// `equals` and `hashCode` are those of a key in a map of Go: values of simple types are equal by
/// value and type, lists and maps only to themselves, and some types are no keys at all.
public abstract class Value {
    /// The type at run time (cel-go: `ref.Val.Type`).
    public abstract TypeValue type();

    /// The result of `this == other` on the level of values: a bool or an error.
    public abstract Value equalTo(Value other);

    /// The text of the value in messages (Go: `%v`).
    public abstract String text();

    /// The name of Go's type, which some messages contain (Go: `%T`).
    public abstract String goType();

    /// The reason why the value is not a bool.
    public abstract String notBool();

    /// The conversion to another type: `int("1")`.
    public Value convertTo(TypeValue target) {
        if (target == TypeValue.TYPE) {
            return type();
        }
        return target == type() ? this : noConversionTo(target);
    }

    protected final ErrorValue noConversionTo(TypeValue target) {
        return new ErrorValue(
                "type conversion error from '" + type().text() + "' to '" + target.text() + "'");
    }

    /// If the value is the zero of its type. Only values with a zero can be (cel-go:
    /// `traits.Zeroer`).
    public boolean isZero() {
        return false;
    }

    /// The same value as the key of a map whose keys are strings of Go, or null if there is none.
    public @org.jspecify.annotations.Nullable String keyText() {
        return null;
    }

    public final boolean isError() {
        return this instanceof ErrorValue;
    }

    /// Equality with nulls (cel-go: `types.Equal`).
    public static Value equal(Value left, Value right) {
        if (left == NullValue.NULL || right == NullValue.NULL) {
            return BoolValue.of(left == NullValue.NULL && right == NullValue.NULL);
        }
        return left.equalTo(right);
    }

    /// This value if it is an error, or else the error of a missing overload.
    public final ErrorValue asMissingOverload() {
        return this instanceof ErrorValue error ? error : ErrorValue.NO_SUCH_OVERLOAD;
    }
}
