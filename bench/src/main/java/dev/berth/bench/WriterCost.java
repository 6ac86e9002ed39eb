package dev.berth.bench;

import dev.berth.kube.write.WriterPool;
import dev.berth.kubeclient.Access;
import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.ApiServerClient;
import dev.berth.kubeclient.ClientMeter;
import dev.berth.kubeclient.CredentialSource;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.kubeclient.http.ServerAddress;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.Semaphore;

/// Measures ways to send writes with limited concurrency. `WriterCost serve` is a server that
/// accepts everything; it prints its port. `WriterCost PORT VARIANT WRITES MODE` sends writes to it
/// and prints the CPU time of the process, without its start, and the memory of a waiting write.
///
/// The variants are `pool` (the [WriterPool]), `semaphore` (a virtual thread per write), `virtual`
/// (virtual threads that wait for writes) and `platform` (platform threads that do). The modes are
/// `burst` (all writes at once) and `single` (one after the other).
public final class WriterCost {
    private static final int MAX = 32;
    private static final int WARM_UP = 5_000;
    private static final int CONTENT_LENGTH = 180;
    private static final byte[] RESPONSE =
            "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
                    .getBytes(StandardCharsets.UTF_8);

    private final ApiClient client;
    private final Executor executor;

    private WriterCost(ApiClient client, Executor executor) {
        this.client = client;
        this.executor = executor;
    }

    public static void main(String[] args) throws Exception {
        if (args[0].equals("serve")) {
            serve();
        } else {
            var server = ServerAddress.of("http://127.0.0.1:" + args[0], false, Optional.empty());
            int writes = Integer.parseInt(args[2]);
            var cost = new WriterCost(client(server), executor(args[1]));
            cost.send(WARM_UP, args[3]);
            Duration before = cpu();
            long start = System.nanoTime();
            cost.send(writes, args[3]);
            double seconds = (System.nanoTime() - start) / 1e9;
            System.out.printf(
                    "%s %s: %.2f cpu s, %.2f s, %d bytes per waiting write%n",
                    args[1],
                    args[3],
                    cpu().minus(before).toMillis() / 1e3,
                    seconds,
                    memory(executor(args[1]), writes) / writes);
            System.exit(0);
        }
    }

    private static Duration cpu() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow();
    }

    private static Executor executor(String variant) {
        return switch (variant) {
            case "pool" -> {
                var queue = new LinkedBlockingDeque<Runnable>();
                var pool =
                        new WriterPool(
                                "write",
                                MAX,
                                () -> Optional.ofNullable(queue.poll()),
                                Thread.ofVirtual().factory());
                yield task -> {
                    queue.add(task);
                    pool.signal(1);
                };
            }
            case "semaphore" -> {
                var permits = new Semaphore(MAX, true);
                yield task ->
                        Thread.ofVirtual()
                                .start(() -> {
                                    permits.acquireUninterruptibly();
                                    try {
                                        task.run();
                                    } finally {
                                        permits.release();
                                    }
                                });
            }
            case "virtual" -> Executors.newFixedThreadPool(MAX, Thread.ofVirtual().factory());
            case "platform" ->
                    Executors.newFixedThreadPool(MAX, Thread.ofPlatform().daemon().factory());
            default -> throw new IllegalArgumentException("unknown variant " + variant);
        };
    }

    private static ApiClient client(ServerAddress server) {
        var none = new CredentialSource("", "", "");
        var access =
                new Access(
                        server, none, "", false, none, none, new Access.Identity.None(), List.of());
        return new ApiServerClient(
                        access,
                        "cost",
                        System::nanoTime,
                        Instant::now,
                        Thread::sleep,
                        Thread.ofVirtual().factory())
                .client(0, 0, ClientMeter.NONE);
    }

    private void send(int count, String mode) throws InterruptedException {
        var all = new CountDownLatch(count);
        for (int i = 0; i < count; i++) {
            var one = new CountDownLatch(1);
            executor.execute(() -> {
                write();
                all.countDown();
                one.countDown();
            });
            if (mode.equals("single")) {
                one.await();
            }
        }
        all.await();
    }

    private void write() {
        var request =
                ApiRequest.with(
                        "POST",
                        "/api/v1/namespaces/default/pods/web/binding",
                        ApiRequest.JSON,
                        new byte[CONTENT_LENGTH]);
        try (ApiResponse response = client.send(request)) {
            response.body().readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Returns the memory that writes occupy while they wait, because the first ones do not end.
    private static long memory(Executor executor, int writes) throws InterruptedException {
        long before = used();
        var go = new CountDownLatch(1);
        var all = new CountDownLatch(writes);
        for (int i = 0; i < writes; i++) {
            executor.execute(() -> {
                try {
                    go.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                all.countDown();
            });
        }
        long memory = used() - before;
        go.countDown();
        all.await();
        return memory;
    }

    private static long used() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static void serve() throws IOException {
        try (var server = new ServerSocket(0, 128, InetAddress.getLoopbackAddress())) {
            System.out.println(server.getLocalPort());
            while (true) {
                Socket socket = server.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            }
        }
    }

    private static void serve(Socket socket) {
        try (socket) {
            var in = new BufferedInputStream(socket.getInputStream());
            int endOfLine = 0;
            for (int next = in.read(); next >= 0; next = in.read()) {
                if (next == '\n') {
                    endOfLine++;
                } else if (next != '\r') {
                    endOfLine = 0;
                }
                if (endOfLine == 2) {
                    in.skipNBytes(CONTENT_LENGTH);
                    socket.getOutputStream().write(RESPONSE);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
