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

/// The test controls when the response for each kind arrives, and its content.
class ReflectorsTest {
    private static final Kind SERVICE = new Kind("", "v1", "Service", "services", true);
    private static final Set<Kind> KINDS = Set.of(Kind.NODE, SERVICE, Kind.POD);

    /// A body that the test writes line by line. After it is closed, it still returns its buffered
    /// lines.
    private static final class ScriptedBody extends InputStream {
        private static final String END = "";
        private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        private byte[] line = {};
        private int at;

        ScriptedBody say(String... more) {
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

    private static final String SERVED =
            """
            {"type":"ADDED","object":{"apiVersion":"v1","kind":"Service","metadata":{"name":"web","namespace":"ns","uid":"u-web","resourceVersion":"3"}}}
            """;
    private static final String DELIVERED =
            """
            {"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"9","annotations":{"k8s.io/initial-events-end":"true"}}}}
            """;

    private final Map<String, BlockingQueue<ApiResponse>> answers = new ConcurrentHashMap<>();
    private final BlockingQueue<String> requested = new LinkedBlockingQueue<>();
    private final BlockingQueue<Message> delivered = new LinkedBlockingQueue<>();
    private final BlockingQueue<Semaphore> pausing = new LinkedBlockingQueue<>();
    private final Reflectors reflectors = reflectors();

    private Reflectors reflectors() {
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

    /// Waits until it is interrupted.
    private final class Waiting implements Sleeper {
        private final Semaphore interrupted = new Semaphore(0);

        @Override
        public void atMost(Duration time) throws InterruptedException {
            pausing.add(interrupted);
            interrupted.acquire();
        }

        @Override
        public void wake() {
            interrupted.release();
        }
    }

    @AfterEach
    void close() {
        reflectors.close();
    }

    private ApiResponse send(ApiRequest request) throws InterruptedException {
        String kind = request.path().replaceAll("/api/v1/|\\?.*", "");
        requested.add(kind);
        return answers(kind).take();
    }

    private BlockingQueue<ApiResponse> answers(String kind) {
        return answers.computeIfAbsent(kind, _ -> new LinkedBlockingQueue<>());
    }

    private ScriptedBody answer(String kind, String... lines) {
        var body = new ScriptedBody().say(lines);
        answers(kind).add(new ApiResponse(200, Map.of(), body));
        return body;
    }

    private void reject(String kind) {
        answers(kind)
                .add(
                        new ApiResponse(
                                403,
                                Map.of(),
                                new ScriptedBody().say("{\"message\":\"not for you\"}", "")));
    }

    private void start() {
        reflectors.start(Thread.ofVirtual().factory());
    }

    private Thread listed() {
        return Thread.startVirtualThread(() -> {
            try {
                reflectors.awaitListed();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }

    private void awaitRequests(int times) throws InterruptedException {
        for (int i = 0; i < times; i++) {
            requested.take();
        }
    }

    @Test
    void aForbiddenKindDelaysNoOther() throws InterruptedException {
        answer("nodes", DELIVERED);
        answer("pods", DELIVERED);
        reject("services");
        start();
        reflectors.awaitListed();
        assertThat(reflectors.listed(KINDS)).isFalse();
        assertThat(delivered).contains(new Message.Unlisted(SERVICE, "not for you"));
    }

    @Test
    void aKindThatCannotBeRelistedIsUnlisted() throws InterruptedException {
        answer("nodes", DELIVERED);
        answer("pods", DELIVERED);
        answer("services", DELIVERED);
        start();
        reflectors.awaitListed();
        delivered.clear();

        answer("nodes", DELIVERED);
        answer("pods", DELIVERED);
        reject("services");
        reflectors.relist();
        reflectors.awaitListed();
        assertThat(delivered).contains(new Message.Unlisted(SERVICE, "not for you"));
    }

    @Test
    void aListThatBeganBeforeTheRelistDoesNotCount() throws InterruptedException {
        answer("nodes", DELIVERED);
        answer("services", DELIVERED);
        ScriptedBody old = answer("pods");
        start();
        awaitRequests(3);
        answer("nodes", DELIVERED);
        answer("services", DELIVERED);
        reflectors.relist();
        old.say(DELIVERED);
        awaitRequests(3);

        Thread waiting = listed();
        assertThat(reflectors.listed(KINDS)).isFalse();
        answer("pods", DELIVERED);
        waiting.join();
        assertThat(reflectors.listed(KINDS)).isTrue();
    }

    @Test
    void aPausedReflectorListsAgainAtOnce() throws InterruptedException {
        answer("nodes", DELIVERED);
        answer("services", DELIVERED);
        reject("pods");
        start();
        pausing.take();
        answer("nodes", DELIVERED);
        answer("services", DELIVERED);
        answer("pods", DELIVERED);
        reflectors.relist();
        reflectors.awaitListed();
        assertThat(reflectors.listed(KINDS)).isTrue();
    }

    @Test
    void aKindThatIsAddedLaterIsListedBesideTheOthers() throws InterruptedException {
        answer("nodes", DELIVERED);
        answer("pods", DELIVERED);
        answer("services", DELIVERED);
        start();
        reflectors.awaitListed();
        var format = new JsonFormat(new Decoder(), Set.of());
        ScriptedBody list = answer("namespaces");
        awaitRequests(3);

        reflectors.add(
                List.of(
                        ReflectorSpec.of(Kind.NAMESPACE, format),
                        ReflectorSpec.of(Kind.POD, format)));
        awaitRequests(1);
        assertThat(reflectors.listed(Set.of(Kind.NAMESPACE))).isFalse();
        assertThat(delivered)
                .contains(new Message.Unlisted(Kind.NAMESPACE, "they have not been listed yet"));

        list.say(DELIVERED);
        reflectors.awaitListed();
        assertThat(reflectors.listed(Set.of(Kind.NAMESPACE))).isTrue();
    }

    @Test
    void aKindThatIsRemovedIsDeletedAndCanBeAddedAgain() throws InterruptedException {
        answer("nodes", DELIVERED);
        answer("pods", DELIVERED);
        answer("services", SERVED, DELIVERED);
        start();
        reflectors.awaitListed();
        delivered.clear();

        reflectors.retain(Set.of(Kind.NODE, Kind.POD));
        assertThat(delivered)
                .containsExactly(
                        new Message.Unlisted(SERVICE, "no plugin reads them any more"),
                        new Message.ObjectGone(SERVICE, "ns/web", "u-web"));
        assertThat(reflectors.listed(Set.of(Kind.NODE, Kind.POD))).isTrue();

        answer("services", SERVED, DELIVERED);
        reflectors.add(List.of(ReflectorSpec.of(SERVICE, new JsonFormat(new Decoder(), Set.of()))));
        reflectors.awaitListed();
        assertThat(reflectors.listed(KINDS)).isTrue();
    }

    @Test
    void aFailingKindThatIsRemovedIsNotRequiredAnyMore() throws InterruptedException {
        answer("nodes", DELIVERED);
        answer("pods", DELIVERED);
        reject("services");
        start();
        reflectors.awaitListed();
        pausing.take();

        reflectors.retain(Set.of(Kind.NODE, Kind.POD));
        reflectors.relist();
        answer("nodes", DELIVERED);
        answer("pods", DELIVERED);
        reflectors.awaitListed();
        assertThat(reflectors.listed(Set.of(Kind.NODE, Kind.POD))).isTrue();
        assertThat(reflectors.listed(KINDS)).isFalse();
    }
}
