package dev.berth.expression.value;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// A sequence of bytes.
public final class BytesValue extends Value
        implements Capabilities.Ordered, Capabilities.Addable, Capabilities.Sized {
    private final byte[] value;

    public BytesValue(byte[] value) {
        this.value = value.clone();
    }

    static BytesValue ofText(String text) {
        return new BytesValue(text.getBytes(StandardCharsets.UTF_8));
    }

    /// The bytes in hexadecimal digits of lower case.
    public String hex() {
        return java.util.HexFormat.of().formatHex(value);
    }

    @Override
    public long size() {
        return value.length;
    }

    @Override
    public TypeValue type() {
        return TypeValue.BYTES;
    }

    @Override
    public Value equalTo(Value other) {
        return BoolValue.of(other instanceof BytesValue bytes && Arrays.equals(value, bytes.value));
    }

    @Override
    public Value compareWith(Value other) {
        if (!(other instanceof BytesValue bytes)) {
            return other.asMissingOverload();
        }
        return IntValue.of(Integer.signum(Arrays.compareUnsigned(value, bytes.value)));
    }

    @Override
    public Value add(Value other) {
        if (!(other instanceof BytesValue bytes)) {
            return other.asMissingOverload();
        }
        byte[] sum = Arrays.copyOf(value, value.length + bytes.value.length);
        System.arraycopy(bytes.value, 0, sum, value.length, bytes.value.length);
        return new BytesValue(sum);
    }

    @Override
    public Value convertTo(TypeValue target) {
        if (target != TypeValue.STRING) {
            return super.convertTo(target);
        }
        try {
            return new StringValue(
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value)).toString());
        } catch (CharacterCodingException invalid) {
            return new ErrorValue("invalid UTF-8 in bytes, cannot convert to string");
        }
    }

    @Override
    public boolean isZero() {
        return value.length == 0;
    }

    @Override
    public String text() {
        var out = new StringBuilder("[");
        for (byte each : value) {
            out.append(out.length() > 1 ? " " : "").append(each & 0xff);
        }
        return out.append(']').toString();
    }

    @Override
    public String goType() {
        return "types.Bytes";
    }

    @Override
    public String notBool() {
        return "type conversion error from Bytes to 'bool'";
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        throw PanicException.unhashable(this);
    }
}
