package dev.berth.kubeclient.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// Answers requests with scripted bytes, which need not be HTTP.
public final class RawServer implements AutoCloseable {
    /// The marker of a response after which the connection is closed.
    public static final String CLOSE = "\0close";

    private final ServerSocket socket;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final List<Socket> open = new ArrayList<>();

    public RawServer() throws IOException {
        this(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
    }

    public RawServer(ServerSocket socket) {
        this.socket = socket;
        Thread.ofVirtual().start(this::accept);
    }

    /// Scripts the response of the next request.
    public RawServer answering(String bytes) {
        answers.add(bytes);
        return this;
    }

    public ServerAddress endpoint() {
        return ServerAddress.of(
                "http://127.0.0.1:" + socket.getLocalPort(), false, Optional.empty());
    }

    public int port() {
        return socket.getLocalPort();
    }

    /// Returns the next request with its body.
    public String request() throws InterruptedException {
        return requests.take();
    }

    public int connections() {
        return connections.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket one = socket.accept();
                connections.incrementAndGet();
                synchronized (open) {
                    open.add(one);
                }
                Thread.ofVirtual().start(() -> serve(one));
            }
        } catch (IOException closed) {
            // The test is over.
        }
    }

    private void serve(Socket one) {
        try (one) {
            var in =
                    new BufferedReader(
                            new InputStreamReader(
                                    one.getInputStream(), StandardCharsets.ISO_8859_1));
            OutputStream out = one.getOutputStream();
            while (true) {
                var head = new StringBuilder();
                int length = 0;
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    head.append(line).append('\n');
                    if (line.startsWith("Content-Length: ")) {
                        length = Integer.parseInt(line.substring(16));
                    }
                    if (line.isEmpty()) {
                        break;
                    }
                }
                if (head.isEmpty()) {
                    return;
                }
                for (int i = 0; i < length; i++) {
                    head.append((char) in.read());
                }
                requests.add(head.toString());
                String answer = answers.take();
                boolean close = answer.endsWith(CLOSE);
                out.write(answer.replace(CLOSE, "").getBytes(StandardCharsets.ISO_8859_1));
                out.flush();
                if (close) {
                    return;
                }
            }
        } catch (IOException | InterruptedException e) {
            // The client closed the connection.
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
        synchronized (open) {
            for (Socket one : open) {
                one.close();
            }
        }
    }
}
