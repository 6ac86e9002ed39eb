package dev.berth.expression.value;

import dev.berth.model.GoDuration;

import org.jspecify.annotations.Nullable;

import java.time.DateTimeException;

/// A string. Its size is the number of code points.
public final class StringValue extends Value
        implements Capabilities.Ordered, Capabilities.Addable, Capabilities.Sized {
    private final String value;

    public StringValue(String value) {
        this.value = value;
    }

    public String value() {
        return value;
    }

    @Override
    public long size() {
        return value.codePointCount(0, value.length());
    }

    /// The number of bytes in UTF-8.
    public long bytes() {
        long bytes = 0;
        for (int i = 0; i < value.length(); i++) {
            char unit = value.charAt(i);
            if (unit < 0x80) {
                bytes++;
            } else if (unit < 0x800 || Character.isSurrogate(unit)) {
                bytes += 2;
            } else {
                bytes += 3;
            }
        }
        return bytes;
    }

    @Override
    public TypeValue type() {
        return TypeValue.STRING;
    }

    @Override
    public Value equalTo(Value other) {
        return BoolValue.of(other instanceof StringValue string && string.value.equals(value));
    }

    @Override
    public Value compareWith(Value other) {
        return other instanceof StringValue string
                ? IntValue.of(compare(value, string.value))
                : other.asMissingOverload();
    }

    /// The order of the bytes in UTF-8, which is the order of the code points.
    static int compare(String left, String right) {
        int shorter = Math.min(left.length(), right.length());
        for (int i = 0; i < shorter; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                boolean ordered = Character.isSurrogate(a) == Character.isSurrogate(b);
                return (ordered ? a < b : Character.isSurrogate(b)) ? -1 : 1;
            }
        }
        return Integer.signum(Integer.compare(left.length(), right.length()));
    }

    @Override
    public Value add(Value other) {
        return other instanceof StringValue string
                ? new StringValue(value + string.value)
                : other.asMissingOverload();
    }

    @Override
    public Value convertTo(TypeValue target) {
        Value converted = converted(target);
        return converted == null ? super.convertTo(target) : converted;
    }

    private @Nullable Value converted(TypeValue target) {
        if (target == TypeValue.INT) {
            Long number = GoNumbers.parseLong(value);
            return number == null ? null : IntValue.of(number);
        }
        if (target == TypeValue.UINT) {
            Long number = GoNumbers.parseUnsigned(value);
            return number == null ? null : new UintValue(number);
        }
        if (target == TypeValue.DOUBLE) {
            Double number = GoNumbers.parseDouble(value);
            return number == null ? null : new DoubleValue(number);
        }
        if (target == TypeValue.BOOL) {
            return switch (value) {
                case "1", "t", "T", "true", "TRUE", "True" -> BoolValue.TRUE;
                case "0", "f", "F", "false", "FALSE", "False" -> BoolValue.FALSE;
                default -> null;
            };
        }
        if (target == TypeValue.BYTES) {
            return BytesValue.ofText(value);
        }
        if (target == TypeValue.DURATION) {
            return duration();
        }
        return target == TypeValue.TIMESTAMP ? TimestampValue.parse(value) : null;
    }

    private @Nullable Value duration() {
        try {
            return new DurationValue(GoDuration.parse(value).toNanos());
        } catch (DateTimeException notOne) {
            return null;
        }
    }

    @Override
    public boolean isZero() {
        return value.isEmpty();
    }

    @Override
    public String keyText() {
        return value;
    }

    @Override
    public String text() {
        return value;
    }

    @Override
    public String goType() {
        return "types.String";
    }

    @Override
    public String notBool() {
        return "unsupported native conversion from string to 'bool'";
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof StringValue string && string.value.equals(value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }
}
