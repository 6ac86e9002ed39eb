package dev.berth.bench;

import dev.berth.app.embedded.EmbeddedDashboard;
import dev.berth.app.embedded.EngineScheduler;
import dev.berth.dashboard.ListAccess;
import dev.berth.dashboard.QuestionEndpoint;
import dev.berth.engine.Engine;
import dev.berth.engine.port.Log;
import dev.berth.serving.ClientLimits;
import dev.berth.serving.LoopbackServer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A client of the dashboard that reads the event stream over HTTP as fast as possible.
final class DashboardClient implements AutoCloseable {
    private static final int TIMEOUT_SECONDS = 30;

    private final QuestionEndpoint questions;
    private final LoopbackServer server;
    private final Thread reader;
    private final CountDownLatch began = new CountDownLatch(1);

    private DashboardClient(Engine engine) throws IOException {
        questions =
                QuestionEndpoint.start(
                        new EngineScheduler(engine, Optional::empty),
                        new QuestionEndpoint.About("embedded", "", false, List.of()),
                        EmbeddedDashboard.context(Thread.ofVirtual().factory()));
        server =
                LoopbackServer.start(
                        0,
                        call -> questions.answer(call, ListAccess.ALL),
                        ClientLimits.DEFAULTS,
                        Thread.ofVirtual().factory(),
                        Log.NONE);
        reader = Thread.ofPlatform().daemon().name("client").unstarted(this::read);
    }

    /// Starts the client, and returns after it has received its first data. Meanwhile, this method
    /// runs the scheduling loop.
    static DashboardClient of(Engine engine) {
        try {
            var client = new DashboardClient(engine);
            client.reader.start();
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
            while (!client.began.await(1, TimeUnit.MILLISECONDS)) {
                engine.runOnce();
                if (System.nanoTime() > until) {
                    throw new IllegalStateException("the event stream delivers no data");
                }
            }
            return client;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void read() {
        URI stream =
                URI.create("http://127.0.0.1:" + server.port() + QuestionEndpoint.ROOT + "stream");
        try (HttpClient client = HttpClient.newHttpClient();
                InputStream in =
                        client.send(
                                        HttpRequest.newBuilder(stream).build(),
                                        HttpResponse.BodyHandlers.ofInputStream())
                                .body()) {
            var buffer = new byte[64 << 10];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                began.countDown();
            }
        } catch (IOException | InterruptedException e) {
            // The client was closed.
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        reader.interrupt();
        questions.close();
        server.close();
    }
}
