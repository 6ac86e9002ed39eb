package dev.berth.model.json;

import java.io.IOException;
import java.io.InputStream;

/// An input stream that allows well-formed UTF-8 only, and limits the bytes between two calls of
/// [#startDocument()].
///
/// The stream returns the bytes before a malformed sequence, so that the reader fails at the
/// correct position.
final class CheckedUtf8Stream extends InputStream {
    private final InputStream in;
    private final JsonOptions options;
    private final byte[] buffer = new byte[8192];

    /// The bytes from `start` to `checked` are valid; the bytes from `checked` to `end` are the
    /// start of an incomplete sequence.
    private int start;

    private int checked;
    private int end;
    private boolean malformed;
    private long passed;
    private int guarded = 4;

    CheckedUtf8Stream(InputStream in, JsonOptions options) {
        this.in = in;
        this.options = options;
    }

    void startDocument() {
        passed = 0;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        while (start == checked) {
            if (malformed) {
                throw new UnreadableStreamException(Utf8.PROBLEM);
            }
            if (!fill()) {
                return -1;
            }
        }
        // The buffer can contain bytes of this document that were read together with the previous
        // one, so the limit is accurate to the size of a buffer.
        if (passed > options.maxBytes()) {
            throw new UnreadableStreamException(JsonParsing.tooLong(options));
        }
        int count = Math.min(length, checked - start);
        System.arraycopy(buffer, start, target, offset, count);
        rejectZeros(count);
        start += count;
        passed += count;
        return count;
    }

    // The parser would interpret a zero byte among the first bytes as UTF-16.
    private void rejectZeros(int count) throws UnreadableStreamException {
        for (int i = 0; i < count && guarded > 0; i++, guarded--) {
            if (buffer[start + i] == 0) {
                throw new UnreadableStreamException(JsonParsing.ZERO);
            }
        }
    }

    private boolean fill() throws IOException {
        System.arraycopy(buffer, checked, buffer, 0, end - checked);
        end -= checked;
        start = 0;
        checked = 0;
        int count = in.read(buffer, end, buffer.length - end);
        if (count < 0) {
            malformed = end > 0;
            return malformed;
        }
        end += count;
        while (checked < end && !malformed) {
            checked = Utf8.firstNonAscii(buffer, checked, end);
            int sequence = checked < end ? Utf8.sequence(buffer, checked, end) : 0;
            if (sequence == 0) {
                break;
            }
            malformed = sequence < 0;
            checked += Math.max(0, sequence);
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
