package dev.berth.engine.extender;

import static dev.berth.testkit.Build.node;
import static dev.berth.testkit.Build.pod;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;

import dev.berth.config.DefaultProfile;
import dev.berth.engine.AcceptingApi;
import dev.berth.engine.Engine;
import dev.berth.engine.port.ExtenderSpec;
import dev.berth.engine.port.Message;
import dev.berth.kube.extender.HttpExtender;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// A started engine and an HTTP extender.
class ExtenderOverHttpTest {
    private static String next(BlockingQueue<String> bound) throws InterruptedException {
        return String.valueOf(bound.poll(60, TimeUnit.SECONDS));
    }

    /// The extender responds only after the other pods are bound: if they had to wait for it, no
    /// pod would be bound.
    @Test
    void podsThatAreNoneOfItsBusinessAreBoundBeforeASlowExtenderAnswers() throws Exception {
        var mayAnswer = new CountDownLatch(1);
        var asked = new CountDownLatch(1);
        HttpServer server = server(asked, mayAnswer);
        var spec =
                new ExtenderSpec(
                        "http://127.0.0.1:" + server.getAddress().getPort(),
                        "filter",
                        "",
                        "",
                        "",
                        1,
                        ExtenderSpec.Tls.NONE,
                        Duration.ofMinutes(1),
                        true,
                        List.of(new ExtenderSpec.ManagedResource("example.com/fpga", true)),
                        false);
        var bound = new LinkedBlockingQueue<String>();
        try (var extender = new HttpExtender(spec);
                Engine engine =
                        Engine.builder()
                                .profile(DefaultProfile.spec())
                                .extenders(List.of(extender))
                                .api(
                                        new AcceptingApi(bind ->
                                                bound.add(bind.name() + " on " + bind.node())))
                                .build()) {
            for (String name : List.of("n1", "n2")) {
                engine.post(
                        new Message.NodeSeen(
                                node(name).cpu("8").resource("example.com/fpga", "1").build()));
            }
            engine.post(
                    new Message.PodSeen(
                            pod("special").cpu("1").request("example.com/fpga", "1").build()));
            engine.start();
            asked.await();
            for (int i = 0; i < 5; i++) {
                engine.post(new Message.PodSeen(pod("plain-" + i).cpu("1").build()));
            }
            for (int i = 0; i < 5; i++) {
                assertThat(next(bound)).startsWith("plain-");
            }
            mayAnswer.countDown();
            assertThat(next(bound)).isEqualTo("special on n2");
        } finally {
            mayAnswer.countDown();
            server.stop(0);
        }
    }

    private static HttpServer server(CountDownLatch asked, CountDownLatch mayAnswer)
            throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(
                "/filter",
                exchange -> {
                    exchange.getRequestBody().readAllBytes();
                    asked.countDown();
                    try {
                        mayAnswer.await();
                    } catch (InterruptedException e) {
                        throw new IOException(e);
                    }
                    byte[] answer =
                            "{\"NodeNames\":[\"n2\"],\"FailedNodes\":{\"n1\":\"no\"}}"
                                    .getBytes(UTF_8);
                    exchange.sendResponseHeaders(200, answer.length);
                    try (var out = exchange.getResponseBody()) {
                        out.write(answer);
                    }
                });
        server.start();
        return server;
    }
}
