package dev.berth.app;

import java.io.IOException;
import java.io.OutputStream;

/// Standard output. It knows whether the reader closed the pipe before the end, as `head` does.
final class OutputPipe extends OutputStream {
    private final OutputStream out;
    private volatile boolean closedByReader;

    OutputPipe(OutputStream out) {
        this.out = out;
    }

    boolean closedByReader() {
        return closedByReader;
    }

    @Override
    public void write(int single) throws IOException {
        write(new byte[] {(byte) single}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            // The JDK has no exception type for it.
            closedByReader |= String.valueOf(e.getMessage()).contains("Broken pipe");
            throw e;
        }
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }
}
