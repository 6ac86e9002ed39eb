package dev.berth.serving.zpage;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.model.json.Json;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;

/// Writes objects as CBOR (RFC 8949) in the form of Kubernetes: the tag of self-described CBOR
/// first, and strings as byte strings. Upstream writes the keys of maps in random order.
final class Cbor {
    private static final int UNSIGNED = 0;
    private static final int NEGATIVE = 1;
    private static final int BYTES = 2;
    private static final int ARRAY = 4;
    private static final int MAP = 5;
    private static final int FALSE = 0xf4;
    private static final int TRUE = 0xf5;
    private static final int NULL = 0xf6;
    private static final int DOUBLE = 0xfb;
    private static final byte[] SELF_DESCRIBED = {(byte) 0xd9, (byte) 0xd9, (byte) 0xf7};

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private Cbor() {}

    static byte[] of(Json.Obj object) {
        var cbor = new Cbor();
        cbor.out.writeBytes(SELF_DESCRIBED);
        cbor.write(object);
        return cbor.out.toByteArray();
    }

    private void write(Json value) {
        switch (value) {
            case Json.Obj object -> {
                head(MAP, object.fields().size());
                object.fields()
                        .forEach((name, field) -> {
                            write(name);
                            write(field);
                        });
            }
            case Json.Arr(var elements) -> {
                head(ARRAY, elements.size());
                elements.forEach(this::write);
            }
            case Json.Str(String text) -> write(text);
            case Json.Num number -> write(new BigDecimal(number.literal()));
            case Json.Bool(boolean on) -> out.write(on ? TRUE : FALSE);
            case Json.Null _ -> out.write(NULL);
        }
    }

    private void write(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        head(BYTES, bytes.length);
        out.writeBytes(bytes);
    }

    private void write(BigDecimal number) {
        try {
            long whole = number.longValueExact();
            head(whole < 0 ? NEGATIVE : UNSIGNED, whole < 0 ? ~whole : whole);
        } catch (ArithmeticException fraction) {
            out.write(DOUBLE);
            out.writeBytes(
                    ByteBuffer.allocate(Double.BYTES).putDouble(number.doubleValue()).array());
        }
    }

    /// Writes the type of an item and its argument in the shortest form.
    private void head(int type, long argument) {
        int high = type << 5;
        if (argument < 24) {
            out.write(high | (int) argument);
        } else if (argument < 1L << Byte.SIZE) {
            out.write(high | 24);
            out.write((int) argument);
        } else if (argument < 1L << Short.SIZE) {
            out.write(high | 25);
            out.writeBytes(ByteBuffer.allocate(Short.BYTES).putShort((short) argument).array());
        } else if (argument < 1L << Integer.SIZE) {
            out.write(high | 26);
            out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt((int) argument).array());
        } else {
            out.write(high | 27);
            out.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(argument).array());
        }
    }
}
