package dev.berth.model.json;

import java.io.IOException;
import java.io.InputStream;

/// Streams that behave badly.
final class Streams {
    private Streams() {}

    /// Never ends: one character, then another for ever.
    static InputStream endless(char first, char rest) {
        return new InputStream() {
            private boolean begun;

            @Override
            public int read() {
                int next = begun ? rest : first;
                begun = true;
                return next;
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                for (int i = 0; i < length; i++) {
                    target[offset + i] = (byte) read();
                }
                return length;
            }
        };
    }

    /// Fails at once.
    static InputStream broken() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("connection reset");
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                throw new IOException("connection reset");
            }
        };
    }
}
