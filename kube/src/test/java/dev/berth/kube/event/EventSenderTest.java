package dev.berth.kube.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.berth.engine.port.Log;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.kubeclient.wire.JsonFormat;
import dev.berth.model.Decoder;
import dev.berth.model.Pod;
import dev.berth.model.json.Json;
import dev.berth.spi.EventRecord;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

class EventSenderTest {
    private static final long FOREVER = Long.MAX_VALUE;

    /// The server's handling of a request.
    private interface Server {
        ApiResponse answer(ApiRequest request) throws IOException, InterruptedException;
    }

    private final AtomicLong now = new AtomicLong(Duration.ofDays(20_000).toNanos());
    private final EventRecorder recorder =
            new EventRecorder(now::get, new SplittableRandom(1), "host", false, Log.NONE);
    private final LinkedBlockingQueue<ApiRequest> requests = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<Thread> threads = new LinkedBlockingQueue<>();

    private EventSender sender(int max, Server server) {
        return new EventSender(
                recorder,
                request -> {
                    requests.add(request);
                    return server.answer(request);
                },
                new JsonFormat(new Decoder(), Set.of()),
                now::get,
                max,
                task -> {
                    Thread thread = Thread.ofVirtual().unstarted(task);
                    threads.add(thread);
                    return thread;
                });
    }

    private static ApiResponse created() {
        return new ApiResponse(
                201, Map.of(), new ByteArrayInputStream("{}".getBytes(StandardCharsets.UTF_8)));
    }

    private static EventRecord failed(String pod) {
        return new EventRecord(pod(pod), true, "FailedScheduling", "Scheduling", "no nodes");
    }

    private static Pod pod(String name) {
        return new Decoder()
                .pod(
                        (Json.Obj)
                                Json.parse(
                                        """
                                        {"metadata":{"name":"%s","namespace":"demo","uid":"u-%s"},
                                         "spec":{"schedulerName":"berth"}}
                                        """
                                                .formatted(name, name)));
    }

    private static List<EventRecord> failures(int count) {
        return IntStream.range(0, count).mapToObj(i -> failed("web-" + i)).toList();
    }

    @Test
    void allQueuedEventsAreSentBeforeTheSenderEnds() throws Exception {
        EventSender sender = sender(4, _ -> created());
        sender.start();
        sender.accept(failures(500));
        assertThat(sender.drain(FOREVER)).isTrue();
        assertThat(recorder.written()).isEqualTo(500);
        assertThat(requests.remove()).hasToString("GET /apis/events.k8s.io/v1");
        assertThat(requests).hasSize(500);
    }

    @Test
    void noMoreEventsAreInFlightThanAllowed() throws Exception {
        var inFlight = new AtomicInteger();
        var peak = new AtomicInteger();
        var three = new CountDownLatch(3);
        EventSender sender =
                sender(
                        3,
                        request -> {
                            if (request.method().equals("POST")) {
                                peak.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
                                three.countDown();
                                three.await();
                                inFlight.decrementAndGet();
                            }
                            return created();
                        });
        sender.start();
        sender.accept(failures(100));
        three.await();
        assertThat(sender.drain(FOREVER)).isTrue();
        assertThat(peak).hasValue(3);
        assertThat(recorder.written()).isEqualTo(100);
    }

    @Test
    void anEventWhoseRequestFailsIsSentAgainLater() throws Exception {
        var attempts = new AtomicInteger();
        EventSender sender =
                sender(
                        1,
                        request -> {
                            if (request.method().equals("POST")
                                    && attempts.getAndIncrement() == 0) {
                                throw new IOException("connection reset");
                            }
                            return created();
                        });
        // The first thread is the timer, which has not started.
        threads.remove();
        sender.accept(List.of(failed("web")));
        for (Thread writer : threads) {
            writer.join();
        }
        assertThat(requests).hasSize(2);
        requests.clear();
        assertThat(recorder.written()).isZero();
        now.addAndGet(Duration.ofSeconds(20).toNanos());
        sender.start();
        assertThat(requests.take())
                .hasToString("POST /apis/events.k8s.io/v1/namespaces/demo/events");
        assertThat(sender.drain(FOREVER)).isTrue();
        assertThat(recorder.written()).isEqualTo(1);
    }

    @Test
    void eventsThatAreStuckAreLostWhenTheTimeIsOver() throws Exception {
        var stuck = new CountDownLatch(1);
        EventSender sender =
                sender(
                        1,
                        request -> {
                            stuck.countDown();
                            new CountDownLatch(1).await();
                            return created();
                        });
        sender.accept(List.of(failed("web")));
        stuck.await();
        assertThat(sender.drain(1)).isFalse();
        assertThat(recorder.written()).isZero();
    }
}
