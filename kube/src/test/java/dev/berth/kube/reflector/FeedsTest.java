package dev.berth.kube.reflector;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.berth.engine.port.Message;
import dev.berth.kubeclient.Sleeper;
import dev.berth.kubeclient.http.ApiRequest;
import dev.berth.kubeclient.http.ApiResponse;
import dev.berth.kubeclient.wire.JsonFormat;
import dev.berth.model.Decoder;
import dev.berth.model.Kind;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;

/// Each kind's answers come when the test gives them, and a body says what the test makes it say.
class FeedsTest {
    private static final Kind SERVICE = new Kind("", "v1", "Service", "services", true);

    /// A body that is spoken line by line. One that was closed still tells what it holds, as a
    /// buffer does.
    private static final class ContentTypes extends InputStream {
        private static final String END = "";
        private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        private byte[] line = {};
        private int at;

        ContentTypes say(String... more) {
            lines.addAll(List.of(more));
            return this;
        }

        private boolean next() throws IOException {
            while (at == line.length) {
                try {
                    line = lines.take().getBytes(UTF_8);
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                at = 0;
                if (line.length == 0) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public int read() throws IOException {
            return next() ? line[at++] & 0xff : -1;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            if (!next()) {
                return -1;
            }
            int count = Math.min(length, line.length - at);
            System.arraycopy(line, at, to, offset, count);
            at += count;
            return count;
        }

        @Override
        public void close() {
            lines.add(END);
        }
    }

    private static final String DELIVERED =
            """
            {"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"9","annotations":{"k8s.io/initial-events-end":"true"}}}}
            """;

    private final Map<String, BlockingQueue<ApiResponse>> answers = new ConcurrentHashMap<>();
    private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
    private final BlockingQueue<Message> delivered = new LinkedBlockingQueue<>();
    private final BlockingQueue<Semaphore> pausing = new LinkedBlockingQueue<>();
    private final Reflectors feeds = feeds();

    private Reflectors feeds() {
        var format = new JsonFormat(new Decoder(), Set.of());
        return new Reflectors(
                List.of(
                        ReflectorSpec.of(Kind.NODE, format),
                        ReflectorSpec.of(SERVICE, format),
                        ReflectorSpec.of(Kind.POD, format)),
                this::send,
                delivered::add,
                ReflectorListener.NONE,
                Waiting::new,
                new SplittableRandom(1)::split);
    }

    /// Waits until it is woken, however long that takes.
    private final class Waiting implements Sleeper {
        private final Semaphore woken = new Semaphore(0);

        @Override
        public void atMost(Duration time) throws InterruptedException {
            pausing.add(woken);
            woken.acquire();
        }

        @Override
        public void wake() {
            woken.release();
        }
    }

    @AfterEach
    void close() {
        feeds.close();
    }

    private ApiResponse send(ApiRequest request) throws InterruptedException {
        String kind = request.path().replaceAll("/api/v1/|\\?.*", "");
        asked.add(kind);
        return answers(kind).take();
    }

    private BlockingQueue<ApiResponse> answers(String kind) {
        return answers.computeIfAbsent(kind, _ -> new LinkedBlockingQueue<>());
    }

    private ContentTypes answer(String kind, String... lines) {
        var body = new ContentTypes().say(lines);
        answers(kind).add(new ApiResponse(200, Map.of(), body));
        return body;
    }

    private void refuse(String kind) {
        answers(kind)
                .add(
                        new ApiResponse(
                                403,
                                Map.of(),
                                new ContentTypes().say("{\"message\":\"not for you\"}", "")));
    }

    private void start() {
        feeds.start(Thread.ofVirtual().factory());
    }

    private Thread listed() {
        return Thread.startVirtualThread(() -> {
            try {
                feeds.awaitListed();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }

    private void awaitAsked(int times) throws InterruptedException {
        for (int i = 0; i < times; i++) {
            asked.take();
        }
    }

    @Test
    void aForbiddenKindDelaysNoOther() throws InterruptedException {
        answer("nodes", DELIVERED);
        answer("pods", DELIVERED);
        refuse("services");
        start();
        feeds.awaitListed();
        assertThat(feeds.listed()).isFalse();
        assertThat(delivered).contains(new Message.Unlisted(SERVICE, "not for you"));
    }

    @Test
    void whatCannotBeListedAfreshIsNoLongerKnown() throws InterruptedException {
        answer("nodes", DELIVERED);
        answer("pods", DELIVERED);
        answer("services", DELIVERED);
        start();
        feeds.awaitListed();
        delivered.clear();

        answer("nodes", DELIVERED);
        answer("pods", DELIVERED);
        refuse("services");
        feeds.relist();
        feeds.awaitListed();
        assertThat(delivered).contains(new Message.Unlisted(SERVICE, "not for you"));
    }

    @Test
    void aListThatBeganBeforeDoesNotPassForTheFreshOne() throws InterruptedException {
        answer("nodes", DELIVERED);
        answer("services", DELIVERED);
        ContentTypes old = answer("pods");
        start();
        awaitAsked(3);
        answer("nodes", DELIVERED);
        answer("services", DELIVERED);
        feeds.relist();
        old.say(DELIVERED);
        awaitAsked(3);

        Thread waiting = listed();
        assertThat(feeds.listed()).isFalse();
        answer("pods", DELIVERED);
        waiting.join();
        assertThat(feeds.listed()).isTrue();
    }

    @Test
    void aPausedReflectorListsAgainAtOnce() throws InterruptedException {
        answer("nodes", DELIVERED);
        answer("services", DELIVERED);
        refuse("pods");
        start();
        pausing.take();
        answer("nodes", DELIVERED);
        answer("services", DELIVERED);
        answer("pods", DELIVERED);
        feeds.relist();
        feeds.awaitListed();
        assertThat(feeds.listed()).isTrue();
    }
}
