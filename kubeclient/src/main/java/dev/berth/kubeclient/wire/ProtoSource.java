package dev.berth.kubeclient.wire;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// Reads numbers and complete messages from a stream.
///
/// The buffer grows as bytes arrive, not by the length that a message declares.
final class ProtoSource {
    /// Far above the object size limit of API servers.
    static final int LARGEST = 64 << 20;

    private final InputStream in;
    private final ProtoReader message = new ProtoReader(new byte[0]);
    private byte[] buffer = new byte[1 << 16];
    private int at;
    private int end;
    private long taken;

    ProtoSource(InputStream in) {
        this.in = in;
    }

    /// The number of bytes read.
    long taken() {
        return taken;
    }

    /// Whether the stream has ended.
    boolean ended() throws IOException {
        return at == end && !fill(1);
    }

    int next() throws IOException {
        if (at == end && !fill(1)) {
            throw cutOff();
        }
        taken++;
        return buffer[at++] & 0xFF;
    }

    long varint() throws IOException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = next();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new IOException("a number of more than 64 bits");
    }

    /// Returns the next bytes as a message, which is valid until the next call.
    ProtoReader take(long length) throws IOException {
        if (length < 0 || length > LARGEST) {
            throw new IOException("an object of " + length + " bytes; the maximum is " + LARGEST);
        }
        if (end - at < length && !fill((int) length)) {
            throw cutOff();
        }
        ProtoReader taking = message.over(buffer, at, at + (int) length);
        at += (int) length;
        taken += length;
        return taking;
    }

    void skip(long count) throws IOException {
        long left = count;
        if (left < 0) {
            throw new IOException("a length of " + left + " bytes");
        }
        while (left > 0) {
            if (at == end && !fill(1)) {
                throw cutOff();
            }
            int now = (int) Math.min(left, end - at);
            at += now;
            taken += now;
            left -= now;
        }
    }

    /// Reads until the given number of bytes is available. Returns false if the stream ends
    /// earlier.
    private boolean fill(int count) throws IOException {
        if (at > 0) {
            System.arraycopy(buffer, at, buffer, 0, end - at);
            end -= at;
            at = 0;
        }
        while (end < count) {
            if (end == buffer.length) {
                buffer = Arrays.copyOf(buffer, 2 * end);
            }
            int more = in.read(buffer, end, buffer.length - end);
            if (more < 0) {
                return false;
            }
            end += more;
        }
        return true;
    }

    /// Whether a part of the requested bytes arrived.
    boolean begun() {
        return at < end;
    }

    private static EOFException cutOff() {
        return new EOFException("the response is cut off");
    }
}
