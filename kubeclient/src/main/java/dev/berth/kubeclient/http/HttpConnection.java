package dev.berth.kubeclient.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import javax.net.ssl.SSLContext;

/// A connection to a server, with one request in flight at a time.
final class HttpConnection {
    private static final int MAX_HEAD = 64 << 10;
    private static final int BUFFER = 16 << 10;

    /// The head of a response.
    ///
    /// @param http10 whether the server speaks HTTP/1.0, which closes connections by default
    record Head(int status, boolean http10, Map<String, String> headers) {
        boolean keepsAlive() {
            List<String> options = list("connection");
            return http10
                    ? options.contains("keep-alive") && !options.contains("close")
                    : !options.contains("close");
        }

        /// The elements of a comma-separated header, in lower case.
        List<String> list(String header) {
            return Arrays.stream(headers.getOrDefault(header, "").split(","))
                    .map(element -> element.strip().toLowerCase(Locale.ROOT))
                    .filter(element -> !element.isEmpty())
                    .toList();
        }
    }

    private final Socket socket;
    private final Socket wire;
    private final SSLContext trust;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int end;
    private int headBytes;
    private boolean answered;
    private long idleSince;

    /// @param wire the socket below all TLS; without TLS, the same socket
    HttpConnection(Socket socket, Socket wire, SSLContext trust) throws IOException {
        this.socket = socket;
        this.wire = wire;
        this.trust = trust;
        this.in = socket.getInputStream();
        this.out = socket.getOutputStream();
    }

    /// Returns the status code of a proxy's response to `CONNECT`. Reads no byte beyond the head.
    static int tunnelStatus(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.length() < MAX_HEAD && !head.toString().endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the proxy closed the connection");
            }
            head.append((char) next);
        }
        return status(head.toString().lines().findFirst().orElse(""));
    }

    void send(byte[] request, int length) throws IOException {
        answered = false;
        out.write(request, 0, length);
    }

    /// Waits for the head of the response.
    Head readHead() throws IOException {
        try {
            Head head = readOneHead();
            while (head.status() >= 100 && head.status() < 200) {
                head = readOneHead();
            }
            return head;
        } catch (SocketTimeoutException late) {
            throw new IOException(
                    "no response within " + socket.getSoTimeout() / 1_000 + "s", late);
        }
    }

    private Head readOneHead() throws IOException {
        headBytes = 0;
        String statusLine = line();
        int status = status(statusLine);
        var headers = new HashMap<String, String>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon <= 0) {
                throw new IOException("not a header: " + line);
            }
            headers.merge(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).strip(),
                    (one, other) -> one + ", " + other);
        }
        return new Head(status, statusLine.startsWith("HTTP/1.0"), headers);
    }

    private static int status(String line) throws IOException {
        if (line.startsWith("HTTP/1.") && line.length() >= 12) {
            try {
                return Integer.parseInt(line.substring(9, 12));
            } catch (NumberFormatException noNumber) {
                // Reported below.
            }
        }
        throw new IOException("this is not HTTP/1.1: " + line);
    }

    /// Reads a line without its line break.
    String line() throws IOException {
        var text = new StringBuilder();
        while (true) {
            if (at == end) {
                fill();
            }
            int start = at;
            while (at < end && buffer[at] != '\n') {
                at++;
            }
            headBytes += at - start;
            if (headBytes > MAX_HEAD) {
                throw new IOException("the head of the response is longer than " + MAX_HEAD);
            }
            text.append(new String(buffer, start, at - start, StandardCharsets.ISO_8859_1));
            if (at < end) {
                at++;
                int length = text.length();
                if (length > 0 && text.charAt(length - 1) == '\r') {
                    text.setLength(length - 1);
                }
                return text.toString();
            }
        }
    }

    private void fill() throws IOException {
        at = 0;
        end = 0;
        int count = in.read(buffer, 0, buffer.length);
        if (count < 0) {
            throw new EOFException("the server closed the connection");
        }
        answered = true;
        end = count;
    }

    /// Reads at least one byte of a body; returns -1 at the end of the connection.
    int read(byte[] to, int offset, int length) throws IOException {
        if (at == end) {
            if (length >= buffer.length) {
                return in.read(to, offset, length);
            }
            try {
                fill();
            } catch (EOFException over) {
                return -1;
            }
        }
        int count = Math.min(length, end - at);
        System.arraycopy(buffer, at, to, offset, count);
        at += count;
        return count;
    }

    /// Resets the size limit for a new head or chunk header.
    void newLine() {
        headBytes = 0;
    }

    /// Sets the read timeout.
    void readTimeout(int millis) throws IOException {
        socket.setSoTimeout(millis);
    }

    /// The socket below TLS.
    Socket wire() {
        return wire;
    }

    /// Whether any byte arrived since the last request.
    boolean answered() {
        return answered;
    }

    /// Whether the connection was opened with these certificates.
    boolean madeWith(SSLContext wanted) {
        return trust.equals(wanted);
    }

    void idleSince(long nanos) {
        idleSince = nanos;
    }

    long idleSince() {
        return idleSince;
    }

    /// Closes the connection at once, even while another thread reads. An orderly TLS shutdown
    /// could wait for that thread.
    void close() {
        try {
            wire.close();
        } catch (IOException nothingLost) {
            // The connection is discarded in any case.
        }
    }
}
