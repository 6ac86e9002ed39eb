package dev.berth.model.json;

import java.io.IOException;
import java.io.InputStream;

/// Faulty streams.
final class Streams {
    private Streams() {}

    /// Returns one character, and then another one without end.
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

    /// Fails on the first read.
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
