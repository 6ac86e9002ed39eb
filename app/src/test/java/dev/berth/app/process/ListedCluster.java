package dev.berth.app.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.kubeclient.ApiClient;
import dev.berth.kubeclient.ApiPath;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.model.Kind;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;

/// An API server that tells what there is once for every watch, and then nothing more. Writes are
/// granted.
final class ListedCluster implements ApiClient {
    private static final String ALL_DELIVERED =
            """
            {"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"9","annotations":{"k8s.io/initial-events-end":"true"}}}}
            """;

    final BlockingQueue<String> writes = new LinkedBlockingQueue<>();
    private final Map<String, String> objects = new ConcurrentHashMap<>();
    private final Map<String, CountDownLatch> held = new ConcurrentHashMap<>();
    private final Map<String, CountDownLatch> asked = new ConcurrentHashMap<>();

    ListedCluster with(Kind kind, String object) {
        objects.put(ApiPath.of(kind), "{\"type\":\"ADDED\",\"object\":" + object.strip() + "}\n");
        return this;
    }

    /// From now on this kind is told only when the latch opens.
    CountDownLatch hold(Kind kind) {
        var latch = new CountDownLatch(1);
        held.put(ApiPath.of(kind), latch);
        return latch;
    }

    /// Opens when somebody asks for this kind.
    CountDownLatch asked(Kind kind) {
        return asked.computeIfAbsent(ApiPath.of(kind), _ -> new CountDownLatch(1));
    }

    @Override
    public ApiResponse send(ApiRequest request) throws IOException, InterruptedException {
        if (!request.method().equals("GET")) {
            request.passage().enter();
            request.passage().leave();
            writes.add(request.toString());
            return new ApiResponse(201, Map.of(), new ByteArrayInputStream("{}".getBytes(UTF_8)));
        }
        String path = request.path().substring(0, request.path().indexOf('?'));
        asked.computeIfAbsent(path, _ -> new CountDownLatch(1)).countDown();
        held.getOrDefault(path, new CountDownLatch(0)).await();
        String delivered = objects.getOrDefault(path, "") + ALL_DELIVERED;
        return new ApiResponse(
                200,
                Map.of(),
                new SequenceInputStream(
                        new ByteArrayInputStream(delivered.getBytes(UTF_8)), new Silence()));
    }

    /// Says nothing until it is closed.
    private static final class Silence extends InputStream {
        private final CountDownLatch closed = new CountDownLatch(1);

        @Override
        public int read() throws IOException {
            try {
                closed.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            throw new IOException("closed");
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            return read();
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }
}
