package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.wire.ProtoFields.TimestampFields;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/// Reads the fields of a protobuf message in a range of bytes without copying.
///
/// [#field()] moves to the next field and returns its number. The caller then reads, enters or
/// skips the field. Every length is checked against the enclosing message, and the number of
/// messages in an object is limited, so that malicious input cannot exhaust the process.
public final class ProtoReader {
    static final int VARINT = 0;
    static final int FIXED_64 = 1;
    static final int BYTES = 2;
    static final int FIXED_32 = 5;

    /// An empty message takes two bytes, and a hundred times that after it is decoded.
    private static final int MAX_MESSAGES = 1 << 20;

    private static final long MIN_SECONDS = Instant.MIN.getEpochSecond();
    private static final long MAX_SECONDS = Instant.MAX.getEpochSecond();

    private byte[] bytes;
    private int at;
    private int end;
    private int fieldStart;
    private int field;
    private int wireType;
    private int messages;
    private long contentLength;

    ProtoReader(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.at = from;
        this.end = to;
    }

    public ProtoReader(byte[] bytes) {
        this(bytes, 0, bytes.length);
    }

    /// Resets the reader to another object.
    ProtoReader over(byte[] other, int from, int to) {
        bytes = other;
        at = from;
        end = to;
        messages = 0;
        return this;
    }

    /// Moves to the next field and returns its number; 0 at the end of the message.
    public int field() throws IOException {
        if (at == end) {
            return 0;
        }
        fieldStart = at;
        long tag = varint();
        field = (int) (tag >>> 3);
        wireType = (int) tag & 7;
        if (tag >>> 32 != 0 || field == 0) {
            throw new IOException("no field has the tag " + tag);
        }
        return field;
    }

    public void skip() throws IOException {
        switch (wireType) {
            case VARINT -> varint();
            case FIXED_64 -> advance(8);
            case BYTES -> advance(length());
            case FIXED_32 -> advance(4);
            default -> throw new IOException("wire type " + wireType + " of field " + field);
        }
    }

    /// Narrows the reader to the message in this field.
    ///
    /// @return the argument of the matching [#leave]
    public int enter() throws IOException {
        if (++messages > MAX_MESSAGES) {
            throw new IOException("more than " + MAX_MESSAGES + " messages in one object");
        }
        int length = length();
        int outer = end;
        end = at + length;
        return outer;
    }

    public void leave(int outer) {
        at = end;
        end = outer;
    }

    /// Moves to the content of this field.
    ///
    /// @return the length of the content
    int length() throws IOException {
        expect(BYTES);
        long length = varint();
        if (length < 0 || length > end - at) {
            throw new IOException(
                    "field " + field + " ends " + (length - (end - at)) + " bytes too late");
        }
        return (int) length;
    }

    boolean isBytes() {
        return wireType == BYTES;
    }

    /// Moves to the content of this field, even if its end is beyond the message.
    ///
    /// @return where the content begins
    int contentStart() throws IOException {
        contentLength = varint();
        return at;
    }

    /// Where the content of this field ends, after [#contentStart].
    int contentEnd(int start) {
        return contentLength < 0 ? end : (int) Math.min(end, start + contentLength);
    }

    void advance(int count) throws IOException {
        if (count > end - at) {
            throw new IOException("field " + field + " is cut off");
        }
        at += count;
    }

    public String text() throws IOException {
        int length = length();
        if (length == 0) {
            return "";
        }
        var text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    /// Returns a copy of the bytes of this field.
    byte[] content() throws IOException {
        int length = length();
        byte[] content = Arrays.copyOfRange(bytes, at, at + length);
        at += length;
        return content;
    }

    boolean bool() throws IOException {
        return int64() != 0;
    }

    int int32() throws IOException {
        return (int) int64();
    }

    public long int64() throws IOException {
        expect(VARINT);
        return varint();
    }

    /// Reads a time in seconds; an empty message is no time.
    Optional<Instant> time() throws IOException {
        int outer = enter();
        boolean given = at < end;
        long seconds = 0;
        for (int each = field(); each != 0; each = field()) {
            // Parity: metav1.Time ignores fractions of a second.
            if (each == TimestampFields.SECONDS) {
                seconds = int64();
            } else {
                skip();
            }
        }
        leave(outer);
        // Parity: metav1.Time holds any number of seconds, so the API server stores any.
        return given
                ? Optional.of(Instant.ofEpochSecond(Math.clamp(seconds, MIN_SECONDS, MAX_SECONDS)))
                : Optional.empty();
    }

    private void expect(int wanted) throws IOException {
        if (wireType != wanted) {
            throw new IOException(
                    "field " + field + " has wire type " + wireType + " instead of " + wanted);
        }
    }

    private long varint() throws IOException {
        if (at < end && bytes[at] >= 0) {
            return bytes[at++];
        }
        return longVarint();
    }

    private long longVarint() throws IOException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            if (at == end) {
                throw new IOException("a number is cut off");
            }
            byte next = bytes[at++];
            value |= (long) (next & 0x7F) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IOException("a number of more than 64 bits");
    }

    byte[] bytes() {
        return bytes;
    }

    int at() {
        return at;
    }

    int end() {
        return end;
    }

    /// Returns where the tag of this field begins.
    int fieldStart() {
        return fieldStart;
    }
}
