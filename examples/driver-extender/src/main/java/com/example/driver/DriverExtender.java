package com.example.driver;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import dev.berth.model.json.Json;
import dev.berth.model.json.JsonException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.Function;

/// An extender: keeps pods off nodes whose driver is too old for them, and prefers the newest.
///
/// A pod asks by the annotation `example.com/min-driver`, a node tells by the label
/// `example.com/driver`. It is not `nodeCacheCapable`: the scheduler sends the nodes whole.
public final class DriverExtender implements AutoCloseable {
    private static final long HIGHEST = 10;

    private final HttpServer server;

    /// @param port 0 for any that is free
    public DriverExtender(int port) throws IOException {
        server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/filter", exchange -> answer(exchange, DriverExtender::filter));
        server.createContext(
                "/prioritize", exchange -> answer(exchange, DriverExtender::prioritize));
        server.start();
    }

    public static void main(String[] args) throws IOException {
        var extender = new DriverExtender(args.length == 0 ? 8080 : Integer.parseInt(args[0]));
        System.out.println("listening on " + extender.address());
    }

    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    // snippet: filter
    /// Which nodes may have the pod; what is left out of `Nodes` is out of question.
    static Json filter(Json.Obj asked) {
        long wanted = number(asked, "Pod", "metadata", "annotations", "example.com/min-driver");
        List<Json> passing = new ArrayList<>();
        var failed = Json.Obj.builder();
        for (Json node : nodes(asked)) {
            long driver = driver(node);
            if (driver >= wanted) {
                passing.add(node);
            } else {
                failed.put(name(node), "driver %d is older than %d".formatted(driver, wanted));
            }
        }
        return Json.Obj.of("Nodes", Json.Obj.of("items", new Json.Arr(passing)))
                .with("FailedNodes", failed.build());
    }

    // end

    /// Ten for the newest driver, none for the oldest, the others between.
    static Json prioritize(Json.Obj asked) {
        long newest = 0;
        long oldest = Long.MAX_VALUE;
        for (Json node : nodes(asked)) {
            newest = Math.max(newest, driver(node));
            oldest = Math.min(oldest, driver(node));
        }
        List<Json> scores = new ArrayList<>();
        for (Json node : nodes(asked)) {
            long score =
                    newest == oldest ? 0 : HIGHEST * (driver(node) - oldest) / (newest - oldest);
            scores.add(Json.Obj.of("Host", Json.of(name(node))).with("Score", score));
        }
        return new Json.Arr(scores);
    }

    private static List<Json> nodes(Json.Obj asked) {
        return asked.at("Nodes", "items").orElse(Json.Arr.EMPTY) instanceof Json.Arr(var nodes)
                ? nodes
                : List.of();
    }

    private static String name(Json node) {
        return ((Json.Obj) node).textAt("metadata", "name").orElse("");
    }

    private static long driver(Json node) {
        return number((Json.Obj) node, "metadata", "labels", "example.com/driver");
    }

    private static long number(Json.Obj object, String... path) {
        try {
            return Long.parseLong(object.textAt(path).orElse("0"));
        } catch (NumberFormatException unreadable) {
            return 0;
        }
    }

    private static void answer(HttpExchange exchange, Function<Json.Obj, Json> verb)
            throws IOException {
        int code = 200;
        String body;
        try {
            body =
                    verb.apply((Json.Obj) Json.parse(exchange.getRequestBody().readAllBytes()))
                            .text();
        } catch (JsonException | ClassCastException invalid) {
            code = 400;
            body = String.valueOf(invalid.getMessage());
        }
        byte[] bytes = body.getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(code, bytes.length);
        try (var out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }
}
