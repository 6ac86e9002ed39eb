package dev.berth.kubeclient.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/// The body of a response as a stream. At its end, the connection can be reused.
final class ResponseBody extends InputStream {
    private static final int MAX_DRAIN = 64 << 10;
    private static final int DRAIN_MILLIS = 1_000;
    private static final long UNTIL_CLOSED = Long.MAX_VALUE;

    private final HttpConnection connection;
    private final boolean chunked;
    private final boolean reusable;
    private final boolean endless;
    private final Owner owner;
    private long left;
    private boolean firstChunk = true;
    private boolean over;

    /// The request of the response.
    interface Owner {
        /// The response has ended.
        ///
        /// @param reusable whether the connection can carry another request
        void ended(HttpConnection connection, boolean reusable);

        /// The reason for an exception on the connection.
        IOException explained(IOException problem);
    }

    private ResponseBody(
            HttpConnection connection,
            boolean chunked,
            long length,
            boolean reusable,
            boolean endless,
            Owner owner) {
        this.connection = connection;
        this.chunked = chunked;
        this.left = length;
        this.reusable = reusable;
        this.endless = endless;
        this.owner = owner;
    }

    /// @param endless whether the body has no defined end
    static ResponseBody of(
            HttpConnection connection, HttpConnection.Head head, boolean endless, Owner owner)
            throws IOException {
        boolean reusable = head.keepsAlive();
        int status = head.status();
        String length = head.headers().get("content-length");
        if (status == 204 || status == 304) {
            return begun(new ResponseBody(connection, false, 0, reusable, endless, owner));
        }
        List<String> codings = head.list("transfer-encoding");
        if (!codings.isEmpty()) {
            if (!codings.equals(List.of("chunked"))) {
                throw new IOException("unsupported transfer encoding: " + codings);
            }
            return new ResponseBody(connection, true, 0, reusable, endless, owner);
        }
        if (length == null) {
            return new ResponseBody(connection, false, UNTIL_CLOSED, false, endless, owner);
        }
        return begun(
                new ResponseBody(
                        connection,
                        false,
                        size(length, 10, "not a length: "),
                        reusable,
                        endless,
                        owner));
    }

    private static long size(String text, int radix, String otherwise) throws IOException {
        try {
            long size = Long.parseLong(text, radix);
            if (size >= 0) {
                return size;
            }
        } catch (NumberFormatException noNumber) {
            // Reported below.
        }
        throw new IOException(otherwise + text);
    }

    private static ResponseBody begun(ResponseBody body) {
        if (body.left == 0) {
            body.end();
        }
        return body;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (over) {
            return -1;
        }
        if (length == 0) {
            return 0;
        }
        try {
            if (chunked && left == 0 && !nextChunk()) {
                return -1;
            }
            return some(to, offset, length);
        } catch (IOException broken) {
            fail();
            throw owner.explained(broken);
        }
    }

    private int some(byte[] to, int offset, int length) throws IOException {
        int count = connection.read(to, offset, (int) Math.min(length, left));
        if (count < 0) {
            if (left == UNTIL_CLOSED && !chunked) {
                end();
                return -1;
            }
            throw new EOFException("the body is cut off");
        }
        if (left != UNTIL_CLOSED) {
            left -= count;
        }
        if (left == 0 && !chunked) {
            end();
        }
        return count;
    }

    private boolean nextChunk() throws IOException {
        connection.newLine();
        if (!firstChunk && !connection.line().isEmpty()) {
            throw new IOException("a chunk is longer than its size");
        }
        firstChunk = false;
        String size = connection.line();
        int extension = size.indexOf(';');
        left =
                size(
                        extension < 0 ? size : size.substring(0, extension).strip(),
                        16,
                        "not the size of a chunk: ");
        if (left > 0) {
            return true;
        }
        while (!connection.line().isEmpty()) {
            // Ignore trailers.
        }
        end();
        return false;
    }

    private void end() {
        over = true;
        owner.ended(connection, reusable);
    }

    private void fail() {
        over = true;
        owner.ended(connection, false);
    }

    /// Drains a short rest, so that the connection can be reused. The rest of a watch is never
    /// drained, because the closing thread may differ from the reading one.
    @Override
    public void close() {
        if (over) {
            return;
        }
        if (!endless && reusable && left <= MAX_DRAIN) {
            try {
                connection.readTimeout(DRAIN_MILLIS);
                drain();
            } catch (IOException broken) {
                // The connection is closed below.
            }
        }
        if (!over) {
            fail();
        }
    }

    private void drain() throws IOException {
        byte[] rest = new byte[8 << 10];
        int taken = 0;
        while (!over && taken <= MAX_DRAIN) {
            taken += Math.max(0, read(rest, 0, rest.length));
        }
    }
}
