package dev.berth.kubeclient.wire;

import dev.berth.kubeclient.wire.ProtoFields.MicroTimeFields;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/// Writes protobuf messages.
public final class ProtoWriter {
    private byte[] bytes = new byte[512];
    private int size;

    public ProtoWriter text(int field, String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        tag(field, ProtoReader.BYTES);
        varint(utf8.length);
        return raw(utf8, 0, utf8.length);
    }

    public ProtoWriter textUnlessEmpty(int field, String value) {
        return value.isEmpty() ? this : text(field, value);
    }

    public ProtoWriter number(int field, long value) {
        tag(field, ProtoReader.VARINT);
        varint(value);
        return this;
    }

    public ProtoWriter bytes(int field, byte[] value) {
        tag(field, ProtoReader.BYTES);
        varint(value.length);
        return raw(value, 0, value.length);
    }

    /// Writes a number of type `fixed64`.
    public ProtoWriter fixed64(int field, long value) {
        tag(field, ProtoReader.FIXED_64);
        reserve(Long.BYTES);
        for (int i = 0; i < Long.BYTES; i++) {
            bytes[size++] = (byte) (value >>> (i * Byte.SIZE));
        }
        return this;
    }

    /// Writes a time in microseconds.
    ProtoWriter time(int field, Instant time) {
        int start = begin(field);
        number(MicroTimeFields.SECONDS, time.getEpochSecond());
        number(MicroTimeFields.NANOS, time.getNano() / 1_000 * 1_000L);
        return end(start);
    }

    /// Begins a nested message, whose fields follow.
    ///
    /// @return the argument of the matching [#end]
    public int begin(int field) {
        tag(field, ProtoReader.BYTES);
        // Reserve one byte for the length. A longer length moves the content.
        reserve(1);
        return ++size;
    }

    public ProtoWriter end(int start) {
        int length = size - start;
        int more = lengthOfVarint(length) - 1;
        reserve(more);
        if (more > 0) {
            System.arraycopy(bytes, start, bytes, start + more, length);
        }
        size = start - 1;
        varint(length);
        size += length;
        return this;
    }

    /// Copies the current field with its tag, and moves past it.
    ProtoWriter copy(ProtoReader from) throws IOException {
        from.skip();
        return raw(from.bytes(), from.fieldStart(), from.at());
    }

    ProtoWriter raw(byte[] source, int from, int to) {
        reserve(to - from);
        System.arraycopy(source, from, bytes, size, to - from);
        size += to - from;
        return this;
    }

    private void tag(int field, int wireType) {
        varint((long) field << 3 | wireType);
    }

    private void varint(long value) {
        reserve(10);
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    private static int lengthOfVarint(int value) {
        return value == 0 ? 1 : (38 - Integer.numberOfLeadingZeros(value)) / 7;
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
    }

    ProtoWriter clear() {
        size = 0;
        return this;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /// Returns the buffer itself, which is valid until the next write.
    byte[] buffer() {
        return bytes;
    }

    ProtoReader reader() {
        return new ProtoReader(bytes, 0, size);
    }

    public byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }
}
